"""Solids: silhouettes, templates, the scenery kit and mesh files.

This layer knows shapes. It knows no scenes and no games.
"""
