"""What the readings say of lines from a Blast Focus: how wide, past what, past whom."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats
from rules.dispute import Dispute, Trooper
from rules.infinity.placing import Shot
from spatial.contact import Contact
from spatial.evidence import Sight
from spatial.rays import Blockers
from spatial.scene import Body, Scene
from spatial.sight import gather, holds_focus, sight

OPENINGS: Final = {"any": 0.0, "3x3": 3.0}
"""The side of the square that must fit between blockers by reading, mm."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """How lines from a template's Blast Focus to one trooper are judged.

    Parameters
    ----------
    scene : Scene
    origin : Body
        Whose silhouette the Blast Focus lies at.
    opening : float
        The side of the square that must fit between blockers, mm.
    models : tuple of Body
        Troopers whose silhouettes stop lines.
    past_edges : bool
        Whether a focus on the edge of a floor sees past it.
    """

    scene: Scene
    origin: Body
    opening: float = 0.0
    models: tuple[Body, ...] = ()
    past_edges: bool = False

    def to(self, trooper: Body, template: Body, touch: Contact) -> Sight:
        """Return what a template's Blast Focus sees of a trooper that it touches."""
        focus = template.pose.at
        return sight(
            self.scene,
            focus,
            trooper,
            template,
            touch,
            self.origin,
            self.opening,
            self.models,
            self.past_edges,
        )

    def gather(self, focus: Floats, box: Floats) -> Blockers:
        """Return what may stop lines from a focus, shape (3,), into a box, shape (2, 3)."""
        return gather(self.scene, focus, box, self.origin, self.models, self.past_edges)


def lines_to(dispute: Dispute, shot: Shot, trooper: Trooper, readings: Mapping[str, str]) -> Lines:
    """Return how lines from a template's Blast Focus to a trooper are judged.

    A model stops lines, where models do, unless it is the user's, the one that the
    template is centred on, the trooper's own, or one that holds the Blast Focus.
    """
    models: tuple[Body, ...] = ()
    if readings["models_block"] == "yes":
        passed = {shot.by, shot.origin.name, trooper.name}
        focus = np.array(shot.body.pose.at)
        models = tuple(
            one.body
            for one in dispute.troopers
            if one.is_trooper and one.name not in passed and not holds_focus(one.body, focus)
        )
    return Lines(
        dispute.scene,
        shot.origin,
        OPENINGS[readings["minimum_opening"]],
        models,
        readings["edge_focus"] == "sees_past",
    )
