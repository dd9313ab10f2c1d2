"""Infinity CodeOne: template weapons, from their placement to what may be declared."""
