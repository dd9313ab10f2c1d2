"""The table in a window of its own: moved by hand, ruled on at once."""
