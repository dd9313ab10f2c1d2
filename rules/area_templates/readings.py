"""What the text of Area Templates leaves open: each choice a reading with its default."""

from typing import Final

from rules.reading import Reading

AREA_TEMPLATES: Final = "area-templates"


def _reading(name: str, choices: dict[str, str], source: str) -> Reading:
    return Reading(name, AREA_TEMPLATES, choices, source)


AREA_READINGS: Final[tuple[Reading, ...]] = (
    _reading(
        "area_body",
        {
            "ball": "an area reaches its radius from its centre in every direction",
            "half_ball": "an area reaches its radius from its centre, and nothing below the "
            "level of its centre",
            "column": "an area is a circle that holds at every height",
        },
        "General Template Rules: the radius is measured from the centre point, and terrain "
        "doesn't change the shape; no height is given.",
    ),
    _reading(
        "under",
        {
            "overlap": "a model is under a Blast or a Flare if any part of its base is",
            "centre": "a model is under a Blast or a Flare if the centre of its base is",
            "whole": "a model is under a Blast or a Flare if its whole base is",
        },
        "Blast Template and Flare Template speak of models under the template and don't say "
        "how much of a model.",
    ),
    _reading(
        "containing",
        {
            "overlap": "a Smoke Area contains a model if it reaches any part of its base",
            "centre": "a Smoke Area contains a model if it holds the centre of its base",
            "whole": "a Smoke Area contains a model if it holds its whole base",
        },
        "Smoke and Defense speaks of areas containing the defender. One token's area is no "
        "wider than a small base, which speaks against the whole base.",
    ),
    _reading(
        "model_part",
        {
            "base": "a model lies in an area by its base, at the height it stands on",
            "silhouette": "a model lies in an area by its base at any height up to its own",
        },
        "Flare Template goes by the base; the text gives no model a height.",
    ),
    _reading(
        "scattered_height",
        {
            "surface": "a centre that scatters comes to lie on the surface under it: it falls "
            "off edges, and lies on top of what it would be inside of",
            "own": "a centre that scatters keeps its own height",
            "highest": "a centre that scatters comes to lie on the highest surface at its place",
        },
        "Determine the attack location, step 4: the move is given on the plan only.",
    ),
    _reading(
        "scatter_die",
        {
            "stated": "the scatter distance is whatever the event states",
            "d3": "the scatter die has 3 faces, an inch each, where the event states no distance",
            "d6": "the scatter die has 6 faces, an inch each, where the event states no distance",
            "d10": "the scatter die has 10 faces, an inch each, where the event states no distance",
        },
        "Determine the attack location, step 4: the die's symbol is lost.",
    ),
    _reading(
        "mixed_roll",
        {
            "success": "a roll with successes and blanks scatters as a success",
            "blank": "a roll with successes and blanks scatters as a blank",
            "majority": "a roll scatters as what it shows more of, and at a tie as a success",
        },
        "Determine the attack location, step 4, knows a success and a blank, and no roll with "
        "both.",
    ),
    _reading(
        "past_attacker",
        {
            "passes": "a scatter toward the attacker goes the full distance, past it if need be",
            "stops": "a scatter toward the attacker ends where it stands",
        },
        "Determine the attack location, step 4: the distance is the one rolled, and past the "
        "attacker the move isn't toward it any more.",
    ),
    _reading(
        "edge_stop",
        {
            "centre": "a template's centre stops at the battlefield's edge",
            "whole": "a template stops as soon as any of it would pass the battlefield's edge",
        },
        "Determine the attack location, step 4, stops the template at the edge; General "
        "Template Rules keeps only the centre on the battlefield.",
    ),
    _reading(
        "cover",
        {
            "any": "a model has Cover if any of it is hidden from the template's centre",
            "half": "a model has Cover if at least half of it is hidden from the centre",
            "whole": "a model has Cover only if all of it is hidden from the centre",
        },
        "Resolve the attack, step 2: Cover goes by Line of Sight from the centre; how much has "
        "to be hidden isn't in this text.",
    ),
    _reading(
        "models_block",
        {
            "no": "models don't stop lines of sight",
            "yes": "models stop lines of sight as terrain does",
        },
        "General Template Rules asks for Line of Sight, which isn't described in this text.",
    ),
    _reading(
        "range_from",
        {
            "base_edge": "range is measured from the nearest edge of the user's base",
            "base_centre": "range is measured from the centre of the user's base",
        },
        "General Template Rules: to the centre point; from where isn't said. A Control Zone is "
        "measured from the base's edge.",
    ),
    _reading(
        "blast_is_shoot",
        {
            "yes": "Smoke Areas help against a Blast as against a Shoot attack",
            "no": "Smoke Areas don't help against a Blast",
        },
        "Smoke and Defense names Shoot and Melee; a Blast is a ranged attack.",
    ),
    _reading(
        "npc_stops",
        {
            "base": "a model has reached the centre of a noise when its base touches it",
            "centre": "a model has reached the centre of a noise when its base's centre is there",
        },
        "Resolve the attack, step 4: NPCs stop when they reach the centre point.",
    ),
    _reading(
        "smoke_regrowth",
        {
            "larger": "a further token replaces a Smoke Area only by one that is larger: after 3, "
            "2, 3 tokens it has 3 inches",
            "each": "each further token adds an inch to the Smoke Area in play: after 3, 2, 3 "
            "tokens it has 4 inches",
        },
        "Smoke Area: each token adds an inch, an area is replaced by a larger one, and a token "
        "that is removed shrinks none.",
    ),
    _reading(
        "smoke_rekindled",
        {
            "same": "a subject that lost every token and gets one again still has the Smoke "
            "Area on it as its own",
            "anew": "a subject that lost every token and gets one again makes a Smoke Area of "
            "its own beside the old one",
        },
        "Smoke Area: without tokens a subject creates no further smoke, and areas already "
        "placed stay.",
    ),
    _reading(
        "smoke_off_table",
        {
            "none": "a subject that leaves the battlefield makes no Smoke Area",
            "edge": "its Smoke Area is centred on the nearest place of the battlefield",
        },
        "Moving fire and smoke puts it on the new position; General Template Rules allows no "
        "centre outside the battlefield.",
    ),
    _reading(
        "flare_stacking",
        {
            "each": "every Flare over the target adds one",
            "once": "Flares over the target add one together",
        },
        "Flare Template, step 5; only Smoke and Defense says that overlaps stack.",
    ),
)
"""In the order of the text's questions."""
