"""Saves and saved objects of Tabletop Simulator: what stands on the table, and where."""
