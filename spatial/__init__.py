"""Where solids stand and what meets what: scene, contact, rays, sight.

This layer knows geometry. It knows no games.
"""
