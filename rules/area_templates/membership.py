"""Is a model under an area, and does an area contain it?"""

from collections.abc import Mapping
from typing import cast

from rules.area_templates.citations import BLAST, DEFENSE, FLARE
from rules.area_templates.state import Area, Model
from rules.area_templates.verdicts import Finding, Within
from spatial.depths import Disc, Form, Part, Round, depth
from spatial.outcome import Outcome

_RULES = {"blast": BLAST, "flare": FLARE, "smoke": DEFENSE}


def disc(model: Model, readings: Mapping[str, str]) -> Disc:
    """Return by what a model lies in an area: its base, or its base at every height."""
    x, y, z = model.at
    high = model.silhouette.height if readings["model_part"] == "silhouette" else 0.0
    return Disc((x, y), model.radius, z, z + high)


def within(area: Area, model: Model, readings: Mapping[str, str]) -> Finding:
    """Return whether a model is under a Blast or Flare, or contained by a Smoke Area.

    Source: Area Templates, Blast Template, Flare Template, Smoke and Defense; what
    they leave open by the readings ``area_body``, ``under``, ``containing`` and
    ``model_part``.

    Parameters
    ----------
    area : Area
    model : Model
    readings : dict of str to str
        Every reading with its choice.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from spatial.scene import trooper_body
    >>> from rules.area_templates.readings import AREA_READINGS
    >>> from rules.reading import choose
    >>> s2 = silhouette("S2")
    >>> beta = Model("Beta", "blue", s2, trooper_body("Beta", s2.solid, (60, 0, 0)))
    >>> blast = Area("blast 1", "blast", (0, 0, 0), 101.6)
    >>> within(blast, beta, choose(AREA_READINGS, {})).outcome.value
    'YES'
    >>> within(blast, beta, choose(AREA_READINGS, {"under": "centre"})).outcome.value
    'NO'
    """
    smoke = area.kind == "smoke"
    part = cast(Part, readings["containing" if smoke else "under"])
    form = cast(Form, readings["area_body"])
    deep = depth(Round(area.centre, area.radius, form), disc(model, readings), part)
    return Finding(
        "in smoke" if smoke else "under",
        Outcome.YES if deep.inside else Outcome.NO,
        Within(area.name, part, deep),
        _RULES[area.kind],
    )
