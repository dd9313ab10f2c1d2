"""A ruling as one page that opens anywhere, without a network."""
