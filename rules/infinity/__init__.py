"""Infinity CodeOne: direct template weapons."""
