"""Where troopers stand, and what can't be on a real table."""

from rules.dispute import Dispute, Trooper
from rules.verdict import Stance
from spatial.contact import contact
from spatial.overlap import overlapping
from spatial.support import RIM, carriers


def stances(dispute: Dispute) -> tuple[Stance, ...]:
    """Return how every trooper stands, in scene order.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> [stance.on for stance in stances(read(starter(), "starter.toml"))][-1]
    ('tower',)
    """
    return tuple(_stance(dispute, trooper) for trooper in dispute.troopers)


def _stance(dispute: Dispute, trooper: Trooper) -> Stance:
    body = trooper.body
    on = carriers(dispute.scene, body)
    faults = [f"goes through {piece}" for piece in overlapping(dispute.scene, body, RIM)]
    if body.pose.at[2] < -RIM:
        faults.append("is sunk in the table")
    faults += [
        f"overlaps {other.name}"
        for other in dispute.troopers
        if other is not trooper and contact(body, other.body).gap < -RIM
    ]
    if not on:
        faults.append("stands on nothing")
    shape = trooper.silhouette.name
    return Stance(trooper.name, trooper.side, shape, body.pose.at, on, tuple(faults))
