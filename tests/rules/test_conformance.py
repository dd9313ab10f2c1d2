"""What every rule system keeps to: citations, the order of findings, the same answers twice."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.area_templates.log import run
from rules.infinity.citations import DOCUMENT
from rules.ruling import rule
from rules.scenefile import load
from spatial.outcome import Outcome

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Judged:
    """A verdict of any system, and which of its system's questions it may have been asked."""

    where: str
    outcome: Outcome
    deciding: Any
    findings: tuple[Any, ...]
    orders: tuple[tuple[str, ...], ...]


INFINITY_ORDERS = (("own template",), ("contact", "focus line", "close combat"))
TRIGGER_ORDERS = (("activity",), ("reach", "trigger area", "allies"))


def infinity(path: Path) -> Iterator[Judged]:
    for attack in rule(load(path), margins=False, dodges=False).attacks:
        for verdict in attack.triggers:
            where = f"{attack.by}, trigger, {verdict.trooper}"
            yield Judged(where, verdict.outcome, verdict.deciding, verdict.findings, TRIGGER_ORDERS)
        for placement in attack.placements:
            for verdict in placement.verdicts:
                where = f"{attack.by}, {placement.name}, {verdict.trooper}"
                yield Judged(
                    where, verdict.outcome, verdict.deciding, verdict.findings, INFINITY_ORDERS
                )


def area_templates(path: Path) -> Iterator[Judged]:
    for step in run(load(path)).steps:
        for verdict in step.verdicts:
            where = f"{step.number}, {verdict.model}"
            yield Judged(where, verdict.outcome, verdict.deciding, verdict.findings, ())


SYSTEMS: dict[str, tuple[Callable[[Path], Iterator[Judged]], str]] = {
    "infinity-codeone": (infinity, "scenes"),
    "area-templates": (area_templates, "scenes/area-templates"),
}
CASES = [
    pytest.param(system, path, id=f"{system}-{path.stem}")
    for system, (_, folder) in SYSTEMS.items()
    for path in sorted((ROOT / folder).glob("*.toml"))
]


@cache
def judged(system: str, path: Path) -> tuple[Judged, ...]:
    return tuple(SYSTEMS[system][0](path))


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_system_judges_somebody(system: str) -> None:
    outcomes = {
        one.outcome
        for path in sorted((ROOT / SYSTEMS[system][1]).glob("*.toml"))
        for one in judged(system, path)
    }
    assert {Outcome.YES, Outcome.NO} <= outcomes


@pytest.mark.parametrize(("system", "path"), CASES)
def test_every_finding_cites_a_document_and_a_heading(system: str, path: Path) -> None:
    for one in judged(system, path):
        assert one.findings, one.where
        for finding in one.findings:
            assert finding.citation.document.strip(), one.where
            assert finding.citation.heading.strip(), one.where


@pytest.mark.parametrize(("system", "path"), CASES)
def test_the_last_finding_decides(system: str, path: Path) -> None:
    for one in judged(system, path):
        assert one.deciding is one.findings[-1], one.where
        assert one.outcome is one.deciding.outcome, one.where


@pytest.mark.parametrize(("system", "path"), CASES)
def test_findings_come_in_the_order_that_the_rule_asks(system: str, path: Path) -> None:
    for one in judged(system, path):
        asked = [finding.question for finding in one.findings]
        fitting = [order for order in one.orders if [ask for ask in order if ask in asked] == asked]
        assert fitting or not one.orders, f"{one.where}: {asked}"


@pytest.mark.parametrize(("system", "path"), CASES)
def test_judged_again_the_answers_are_the_same(system: str, path: Path) -> None:
    for one, again in zip(judged(system, path), SYSTEMS[system][0](path), strict=True):
        assert (one.where, one.outcome) == (again.where, again.outcome)
        assert one.findings == again.findings, one.where


def test_a_close_combat_is_asked_about_only_after_a_trooper_itself() -> None:
    for path in sorted((ROOT / "scenes").glob("*.toml")):
        for one in judged("infinity-codeone", path):
            questions = [finding.question for finding in one.findings]
            if "close combat" in questions:
                assert questions[0] == "contact"
                assert one.findings[-2].outcome is not Outcome.YES


def test_infinity_cites_its_own_document_except_for_deployables() -> None:
    for path in sorted((ROOT / "scenes").glob("*.toml")):
        for one in judged("infinity-codeone", path):
            for finding in one.findings:
                deployable = finding.question in ("activity", "reach", "trigger area")
                assert (finding.citation.document == DOCUMENT) is not deployable
