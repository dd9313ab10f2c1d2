"""A table in the browsers around it: one scene, many pages."""
