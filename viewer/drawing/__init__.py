"""Pictures of a ruling: what is drawn, from where, and how it becomes pixels."""
