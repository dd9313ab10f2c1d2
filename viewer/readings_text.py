"""The readings that an answer stands on, in words: those that aren't the default, loudly."""

from collections.abc import Mapping

from rules.reading import Reading
from rules.readings import readings_of
from viewer.phrases import listed


def unusual(rules: str, chosen: Mapping[str, str]) -> tuple[Reading, ...]:
    """Return the readings that were chosen and aren't the default, in the registry's order.

    Parameters
    ----------
    rules : str
        The rule system's name.
    chosen : mapping of str to str
        The choice for each reading that was asked.

    Examples
    --------
    >>> [one.name for one in unusual("infinity-codeone", {"tilt": "level_only"})]
    ['tilt']
    """
    return tuple(
        one for one in readings_of(rules) if chosen.get(one.name, one.default) != one.default
    )


def warning(rules: str, chosen: Mapping[str, str]) -> str:
    """Return a sentence on the readings that aren't the default; empty where all are.

    Examples
    --------
    >>> warning("infinity-codeone", {"tilt": "level_only"})
    'NOT UNDER THE DEFAULT READINGS, but under tilt = level_only.'
    """
    named = [f"{one.name} = {chosen[one.name]}" for one in unusual(rules, chosen)]
    return f"NOT UNDER THE DEFAULT READINGS, but under {listed(named)}." if named else ""


def ground(reading: Reading, choice: str) -> str:
    """Return what a choice means, without a full stop.

    Examples
    --------
    >>> (tilt,) = [one for one in readings_of("infinity-codeone") if one.name == "tilt"]
    >>> ground(tilt, "level_only")[:54]
    'reading, NOT THE DEFAULT (allowed): tilt = level_only:'
    """
    said = f"{reading.name} = {choice}: {reading.choices[choice]}"
    if choice == reading.default:
        return f"reading {said}"
    return f"reading, NOT THE DEFAULT ({reading.default}): {said}"
