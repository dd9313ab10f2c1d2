"""What players may declare about an attack, and with which rolls."""

from dataclasses import dataclass

from rules.finding import Citation, Finding, Remark


@dataclass(frozen=True, slots=True)
class Dodge:
    """A trooper's Dodge against the templates of one attack.

    Parameters
    ----------
    trooper : str
    when : str
        ``"ARO"``, ``"second Short Skill"``, or both where the scene doesn't say whose
        turn it is.
    modifier : int or None
        To the PH roll; None where it hangs on an undecided line of fire.
    is_normal : bool or None
        Whether it is a Normal Roll; None where the rule doesn't say.
    templates : tuple of str
        Those that this one roll dodges.
    finding : Finding
        What the modifier hangs on.
    citation : Citation
        The rule that allows it.
    remarks : tuple of Remark
        What else holds for what this trooper declares.
    """

    trooper: str
    when: str
    modifier: int | None
    is_normal: bool | None
    templates: tuple[str, ...]
    finding: Finding
    citation: Citation
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Modifier:
    """The MODs to the BS roll of an attack on one main target.

    Parameters
    ----------
    against : str
    parts : tuple of (name, value)
        The scene's, and one for each allied trooper engaged with the target.
    citation : Citation
        The rule of those for close combat.
    """

    against: str
    parts: tuple[tuple[str, int], ...]
    citation: Citation

    @property
    def total(self) -> int:
        """The sum of all parts.

        Examples
        --------
        >>> citation = Citation("a document", "a heading")
        >>> Modifier("1", (("range", 3), ("4 is engaged with it", -6)), citation).total
        -3
        """
        return sum(value for _, value in self.parts)
