"""The games: who is affected by an area template, and by which rule.

This layer knows rules texts. It knows no triangles and draws nothing.
"""
