"""The disputed readings of Infinity's line of fire, and of cover from it."""

from typing import Final

from rules.infinity.readings import INFINITY
from rules.reading import Reading

FIRE_READINGS: Final[tuple[Reading, ...]] = (
    Reading(
        "fire_start",
        INFINITY,
        {
            "front_half": "a line of fire starts in the front half of its viewer's silhouette",
            "anywhere": "a line of fire may start anywhere on its viewer's silhouette",
        },
        "The line may start at any point of the silhouette; the third edition's questions and "
        "answers let it start in the front 180 degrees only (warpstonepile.com, Infinity Line of "
        "Fire).",
    ),
    Reading(
        "fire_end",
        INFINITY,
        {
            "in_front": "a line of fire ends at a part of its target in its viewer's front 180 "
            "degrees",
            "anywhere": "a line of fire may end at any part of a target that lies partly in its "
            "viewer's front 180 degrees",
        },
        "The target must lie at least partly in the front 180 degrees; whether that part must be "
        "the one that is seen is not said.",
    ),
    Reading(
        "fire_reciprocity",
        INFINITY,
        {
            "none": "a trooper sees only what its own line of fire reaches",
            "in_front": "a trooper also sees whoever sees it from its front 180 degrees",
        },
        "The fifth edition makes lines of fire mutual within the front 180 degrees, the text here "
        "and the third edition don't.",
    ),
    Reading(
        "partial_cover",
        INFINITY,
        {
            "any": "a trooper has partial cover from a piece in contact that hides any part of it",
            "third": "a trooper has partial cover from a piece in contact that hides at least a "
            "third of it",
        },
        "The fourth and the fifth edition ask for contact and any part hidden, the third for a "
        "third.",
    ),
)
