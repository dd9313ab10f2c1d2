"""Maps of a whole table: what a layout does to the game, place by place."""
