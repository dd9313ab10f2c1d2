"""Where each rule of Area Templates stands."""

from typing import Final

from rules.finding import Citation

DOCUMENT: Final = "Area Templates"
GENERAL: Final = Citation(DOCUMENT, "General Template Rules")
BLAST: Final = Citation(DOCUMENT, "Blast Template")
LOCATION: Final = Citation(DOCUMENT, "Determine the attack location")
RESOLVE: Final = Citation(DOCUMENT, "Resolve the attack")
SMOKE: Final = Citation(DOCUMENT, "Smoke Area")
MOVING: Final = Citation(DOCUMENT, "Moving fire and smoke")
DEFENSE: Final = Citation(DOCUMENT, "Smoke and Defense")
FLARE: Final = Citation(DOCUMENT, "Flare Template")
