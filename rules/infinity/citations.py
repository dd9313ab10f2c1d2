"""Where the rules of Infinity that are ruled on stand.

Source: Infinity CodeOne, "Template Weapons and Equipment", revision of 21 May 2020.
What it doesn't say of deployables is from the fifth edition.
"""

from typing import Final

from rules.verdict import Citation

DOCUMENT: Final = "Infinity CodeOne, Template Weapons and Equipment"

AREA: Final = Citation(DOCUMENT, "Area of Effect")
DIRECT: Final = Citation(DOCUMENT, "Direct Template Weapons")
COVER: Final = Citation(DOCUMENT, "Template Weapons, Scenery Elements and Total Cover")
ALLIES: Final = Citation(DOCUMENT, "Template Weapons, and Allied and Neutral Troopers")
COMBAT: Final = Citation(DOCUMENT, "Template Weapons Into Close Combat")
SHOOTING: Final = Citation(DOCUMENT, "BS Attack Into a Close Combat")
MINES: Final = Citation("Infinity N5, Mines", "Trigger Area")
EFFECTS: Final = Citation("Infinity N5, Mines", "Effects")
