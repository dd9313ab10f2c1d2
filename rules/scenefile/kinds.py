"""The kinds of values in a scene file, and where its lengths become millimetres.

The file's unit comes in by the validation context. A length is converted while
it is validated, once; a default isn't validated and is in mm already.
"""

import unicodedata
from typing import Annotated, Final, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo

from meshes.units import to_mm

SHORTEST: Final = 0.001
"""Least size of a thing, mm: the finest that is reported."""

LARGEST: Final = 100_000.0
"""Greatest length, mm: a hundred metres is no table."""

WIDEST_TROOPER: Final = 300.0
"""Greatest diameter and height of a silhouette, mm."""

LONGEST_TEMPLATE: Final = 2_000.0
"""Greatest size of a template, mm."""

# Emoji are joined and varied by these, and they can't be mistaken for nothing.
JOINERS: Final = frozenset({0x200C, 0x200D, *range(0xE0020, 0xE0080)})


def is_hidden(character: str) -> bool:
    """Tell whether a character can't be seen in a report or would disturb it.

    Examples
    --------
    >>> [is_hidden(one) for one in ("a", " ", "\\n", "\\x1b", "\\u202e", "é")]
    [False, False, True, True, True, False]
    """
    kind = unicodedata.category(character)
    return kind in ("Cc", "Cf", "Cs", "Zl", "Zp") and ord(character) not in JOINERS


def on_paper(name: str) -> str:
    """Return what is left of a name where blanks and ways to write a letter don't count.

    Examples
    --------
    >>> on_paper("Alpha 1") == on_paper("Alpha1"), on_paper("alpha") == on_paper("Alpha")
    (True, False)
    """
    return "".join(unicodedata.normalize("NFC", name).split())


def _seen(text: str) -> str:
    hidden = next((one for one in text if is_hidden(one)), None)
    if hidden is not None:
        raise ValueError(f"has a character that can't be seen, U+{ord(hidden):04X}; remove it")
    if not text.strip():
        raise ValueError("is empty; write a text")
    return text


def _mm(value: float, info: ValidationInfo, least: float, most: float) -> float:
    unit = info.context["units"] if info.context else "mm"
    mm = to_mm(value, unit)
    if abs(mm) > most:
        raise ValueError(f"expected at most {most:g} mm, got {value:g} {unit}")
    if mm < least:
        raise ValueError(f"expected at least {least:g} mm, got {value:g} {unit}")
    return mm


def _position(value: float, info: ValidationInfo) -> float:
    return _mm(value, info, -LARGEST, LARGEST)


def _size(value: float, info: ValidationInfo) -> float:
    return _mm(value, info, SHORTEST, LARGEST)


def _trooper_size(value: float, info: ValidationInfo) -> float:
    return _mm(value, info, SHORTEST, WIDEST_TROOPER)


def _template_size(value: float, info: ValidationInfo) -> float:
    return _mm(value, info, SHORTEST, LONGEST_TEMPLATE)


def _number(value: object) -> object:
    """A whole number that no float can hold is as good as endless."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 1e300:
        return float("inf")
    return value


_AboveZero: TypeAlias = Annotated[
    float, Field(strict=True, allow_inf_nan=False, gt=0), BeforeValidator(_number)
]
Number: TypeAlias = Annotated[
    float, Field(strict=True, allow_inf_nan=False), BeforeValidator(_number)
]
Factor: TypeAlias = Annotated[_AboveZero, Field(le=1e6)]
Tilt: TypeAlias = Annotated[Number, Field(ge=-90, le=90)]
Position: TypeAlias = Annotated[Number, AfterValidator(_position)]
Length: TypeAlias = Annotated[_AboveZero, AfterValidator(_size)]
TrooperLength: TypeAlias = Annotated[_AboveZero, AfterValidator(_trooper_size)]
TemplateLength: TypeAlias = Annotated[_AboveZero, AfterValidator(_template_size)]
Height: TypeAlias = Annotated[Number, Field(ge=0), AfterValidator(_position)]
Text: TypeAlias = Annotated[
    str, Field(strict=True, min_length=1, max_length=1000), AfterValidator(_seen)
]
Name: TypeAlias = Annotated[
    str, Field(strict=True, min_length=1, max_length=80), AfterValidator(_seen)
]
Count: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=1000)]
Level: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1000)]
Flag: TypeAlias = Annotated[bool, Field(strict=True)]
Flat: TypeAlias = tuple[Position, Position]
Place: TypeAlias = Annotated[list[Position], Field(min_length=2, max_length=3)]


class Keys(BaseModel):
    """A table of the file: unknown keys are refused."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        model_title_generator=lambda model: model.__name__.removesuffix("Keys"),
        field_title_generator=lambda name, _: name,
    )
