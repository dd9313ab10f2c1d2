"""A table under the hand: the scene that a window and a browser move things about on."""
