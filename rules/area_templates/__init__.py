"""Area Templates: Blast, Smoke Area and Flare."""
