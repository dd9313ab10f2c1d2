"""Maps of a whole table: kept, written, drawn and put in words."""
