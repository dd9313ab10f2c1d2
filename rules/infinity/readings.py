"""The disputed readings of Infinity: what its text leaves open, and what is assumed."""

from typing import Final

from rules.reading import Reading

INFINITY: Final = "infinity-codeone"

INFINITY_READINGS: Final[tuple[Reading, ...]] = (
    Reading(
        "template_body",
        INFINITY,
        {
            "above": "a template's body stands on its own plane and reaches nothing below it",
            "both_sides": "a template's body reaches below its plane as far as above it",
        },
        "The text gives a height and pictures a body on the table. Players hold that it grows "
        "in all directions from the Blast Focus; there is no official answer.",
    ),
    Reading(
        "template_profile",
        INFINITY,
        {
            "of_revolution": "a template is as high as it is wide at each place: a half ball, "
            "half a teardrop of revolution",
            "straight_sided": "a template is equally high over its whole outline",
        },
        "The text gives one height for the template. The third edition pictured a second, "
        "identical template set crosswise, which makes a body of revolution.",
    ),
    Reading(
        "minimum_opening",
        INFINITY,
        {
            "any": "a line from the Blast Focus may pass any opening",
            "3x3": "a line from the Blast Focus must pass an opening that a square of 3 x 3 mm at "
            "the target fits through",
        },
        "A line of fire needs a part of 3 x 3 mm visible; whether a line from the Blast Focus "
        "does is decided nowhere.",
    ),
    Reading(
        "direct_circle_height",
        INFINITY,
        {
            "underside_of_base": "a direct circular template's Blast Focus lies at the underside "
            "of its user's base",
            "middle_of_silhouette": "it lies half-way up the user's silhouette",
            "top_of_silhouette": "it lies at the top of the user's silhouette",
        },
        "The text puts it over the centre of the user's base and states no height.",
    ),
    Reading(
        "impact_circle_centre",
        INFINITY,
        {
            "underside_of_base": "an impact template's Blast Focus lies at the underside of its "
            "main target's base",
            "middle_of_silhouette": "it lies half-way up the main target's silhouette",
        },
        "The text doesn't say where a circle lies that hits a trooper. The fourth and the fifth "
        "edition centre it on the base's underside, wherever the shot fell.",
    ),
    Reading(
        "tilt",
        INFINITY,
        {
            "allowed": "a teardrop may point up or down, even into the floor to spare a friend",
            "level_only": "a teardrop lies level",
        },
        "The text puts its narrow end on the edge of the user's silhouette and says no more. "
        "Players tilt it (goonhammer.com, Infinity Tactics: Template Weapons); others lay it flat.",
    ),
    Reading(
        "models_block",
        INFINITY,
        {
            "no": "other models don't stop lines from the Blast Focus: they are no Total Cover",
            "yes": "other models' silhouettes stop lines from the Blast Focus, as they stop a line "
            "of fire",
        },
        "The text lets Total Cover from scenery block such lines and calls them lines of fire, "
        "which models stop. Most players hold that a template ignores the models between; one "
        "reads it otherwise (forum.corvusbelli.com, post 218176).",
    ),
    Reading(
        "edge_focus",
        INFINITY,
        {
            "stops_at": "a Blast Focus exactly on the edge of a floor doesn't see past it: a point "
            "on a flat surface has only what lies above it in view",
            "sees_past": "a Blast Focus exactly on the edge of a floor sees past it, as if "
            "it lay just above",
        },
        "Players read it both ways (forum.corvusbelli.com, post 244618); there is no official "
        "answer.",
    ),
    Reading(
        "mine_focus",
        INFINITY,
        {
            "anywhere_on_edge": "a deployable's template may start anywhere on the edge of its "
            "base, whoever sets it off",
            "nearest_edge": "a deployable's template starts on the edge of its base that is "
            "nearest to who sets it off",
        },
        "The fifth edition starts the template from the edge of the mine's base and doesn't say "
        "which place; that any will do is deduced from it.",
    ),
    Reading(
        "mine_ally",
        INFINITY,
        {
            "by_template": "a deployable goes off where some template would catch the enemy and "
            "affect no allied or neutral trooper",
            "by_area": "a deployable doesn't go off while an allied or neutral trooper is within "
            "its Trigger Area",
        },
        "A deployable never goes off where an ally would be affected; whether the template may "
        "be turned away from that ally is left open.",
    ),
)
