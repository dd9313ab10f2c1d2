"""How troopers stand, in words: what is illegal, what is unusual, and what helps."""

import math
import re
from dataclasses import replace
from typing import Any

import pytest

from meshes.kit import Piece, box, building, ramp
from meshes.silhouettes import silhouette
from rules.dispute import Trooper
from rules.stances import refuse, stance
from rules.verdict import RulingError, Stance
from spatial.scene import Pose, Scene, scenery_body, trooper_body


def table(**pieces: tuple[Piece, float, float]) -> Scene:
    return Scene(
        tuple(
            scenery_body(name, made.mesh, Pose((x, y, 0)), True, made.levels)
            for name, (made, x, y) in pieces.items()
        )
    )


def trooper(at: tuple[float, float, float], name: str = "Beta", prone: bool = False) -> Trooper:
    shape = silhouette("S2").prone() if prone else silhouette("S2")
    return Trooper(name, "blue", shape, 0.0, trooper_body(name, shape.solid, at))


def stands(scene: Scene, at: tuple[float, float, float], **keys: Any) -> Stance:
    return stance(scene, trooper(at, **keys))


NOTHING, OR_ELSE = "stands on nothing", "or leave out its height"
TOWER = table(tower=(box((100, 100, 40)), 0, 0))


def test_in_order_there_is_nothing_to_say() -> None:
    found = stands(TOWER, (0, 0, 40))
    assert (found.on, found.faults, found.notes, found.remedy) == (("tower",), (), (), "")
    assert found.silhouette == "S2"
    assert stands(TOWER, (0, 0, 40), prone=True).silhouette == "SX"


@pytest.mark.parametrize(
    ("at", "fault", "remedy"),
    [
        ((58.5, 0, 0), "stands 4.0 mm inside tower", "move it 4.0 mm at 0 degrees"),
        ((0, 0, 38), "stands 2.0 mm inside tower", "raise it 2.0 mm"),
        ((0, 0, 5), "stands 12.5 mm inside tower", "raise it 35.0 mm"),
        ((90, 0, -3), "is sunk 3.0 mm in the table", "raise it 3.0 mm"),
        ((90, 0, 7), f"{NOTHING}, 7.0 mm in the air", f"lower it 7.0 mm, {OR_ELSE}"),
        ((0, 0, 60), f"{NOTHING}, 20.0 mm in the air", f"lower it 20.0 mm, {OR_ELSE}"),
        (
            # Beyond 10 of its middle lies a share of 0.05204 of its base.
            (0, 60, 40),
            "would tip over the edge of tower: only 5% of its base is supported and its centre "
            "hangs over",
            "move it 10.0 mm at 270 degrees",
        ),
        (
            # 1 mm of its rim on the roof, as people do who want to see down: S(11.5) is 1.3%.
            (-61.5, 0, 40),
            "would tip over the edge of tower: only 1% of its base is supported and its centre "
            "hangs over",
            "move it 11.5 mm at 0 degrees",
        ),
    ],
)  # fmt: skip
def test_what_is_illegal_and_what_helps(at: Any, fault: str, remedy: str) -> None:
    found = stands(TOWER, at)
    assert (found.faults, found.notes, found.remedy) == ((fault,), (), remedy)
    # Done as it says, it stands.
    far, way = re.findall(r"[\d.]+(?= mm)|(?<=at )\d+", f"{remedy} at 0")[:2]
    x, y, z = at
    if remedy.startswith("move"):
        turn = math.radians(float(way))
        x, y = x + float(far) * math.cos(turn), y + float(far) * math.sin(turn)
    else:
        z += float(far) if remedy.startswith("raise") else -float(far)
    assert stands(TOWER, (x, y, z)).faults == ()


def test_two_troopers_in_one_place() -> None:
    other = trooper((20, 0, 40), "other")
    found = stands(TOWER.with_bodies(other.body), (0, 0, 40))
    assert found.faults == ("overlaps other by 5.0 mm",)
    assert found.remedy == "move it 5.0 mm at 180 degrees"


def test_a_steep_slope_and_a_gentle_one() -> None:
    steep = table(slope=(ramp((100, 60, 70)), 0, 0))
    z = 35 + 12.45 * 0.7
    found = stands(steep, (0, 0, z))
    assert found.faults == ("would slide off slope, which slopes 35 degrees",)
    assert found.remedy == "move it to where it slopes 30 degrees or less"
    gentle = table(slope=(ramp((100, 60, 25)), 0, 0))
    assert stands(gentle, (0, 0, 12.5 + 12.45 / 4)).notes == ("stands on a slope of 14 degrees",)


def test_what_is_unusual_is_a_note() -> None:
    assert stands(TOWER, (50, 0, 40)).notes == ("50% of its base is supported",)
    low = table(kerb=(box((100, 100, 3)), 0, 0))
    assert stands(low, (55, 0, 3)).notes == (
        "leans 10 degrees, its centre 5.0 mm off the support",
        "25% of its base is supported",
    )


def test_a_ceiling_too_low_to_stand_is_gone_through() -> None:
    den = table(den=(building((100, 100), 1, 33), 0, 0))
    assert stands(den, (0, 0, 0)).faults == ("stands 10.0 mm inside den",)
    assert stands(den, (0, 0, 0), prone=True).faults == ()


def test_a_strict_table_names_every_illegal_stance_with_its_remedy() -> None:
    fine, high, edge = (
        stands(TOWER, at, name=name)
        for at, name in (((0, 0, 40), "fine"), ((90, 0, 7), "high"), ((60, 0, 40), "edge"))
    )
    refuse([fine])
    refuse([])
    with pytest.raises(RulingError) as caught:
        refuse([fine, high, replace(edge, remedy="")])
    assert str(caught.value).splitlines() == [
        'trooper "high": stands on nothing, 7.0 mm in the air; lower it 7.0 mm, or leave out its '
        "height",
        'trooper "edge": would tip over the edge of tower: only 5% of its base is supported and '
        "its centre hangs over; move it",
    ]


@pytest.mark.parametrize(
    ("z", "fault", "room"),
    [
        (30, "stands wholly inside block", 0),
        (0, "stands wholly inside block", 0),
        (40, "stands wholly inside block", 0),
        # Its head is 5 out of the block, its base inside.
        (45, "stands 12.5 mm inside block", 0),
        # 4 deep in the block's underside, with 36 free above its base.
        (-36, "stands 4.0 mm inside block", 36),
    ],
)
def test_wholly_inside_a_solid_no_depth_and_no_headroom_are_said(
    z: float, fault: str, room: float
) -> None:
    found = stands(table(block=(box((100, 100, 80)), 0, 0)), (0, 0, z))
    assert found.faults[0] == fault
    assert found.footing is not None
    assert found.footing.headroom == pytest.approx(room)
