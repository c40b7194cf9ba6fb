"""Every row's command prints the row's figure."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from enraya.arena.store.store import Store
from enraya.reproduce import REDUCED, Claim, Kind, Lab, claims_of
from tests.reproduce.running import make_shell

CLAIMS = claims_of([])
UNPRUNED = "without pruning"
"""In the text of an exact row that takes seconds."""
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def name_of(claim: Claim) -> str:
    return f"{claim.paper}: {claim.text}"


def is_quick(claim: Claim) -> bool:
    """Whether the row is measured, and its command run, within a second or two."""
    if claim.kind is Kind.EXACT:
        return UNPRUNED not in claim.text
    return "against random" in claim.text


QUICK = [claim for claim in CLAIMS if is_quick(claim)]
SLOW = [claim for claim in CLAIMS if not is_quick(claim)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("commands")


@pytest.fixture(scope="module")
def shell(folder: Path) -> Iterator[Callable[[str], str]]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield make_shell(folder, monkeypatch)


@pytest.fixture(scope="module")
def lab(folder: Path) -> Iterator[Lab]:
    with Store(folder / "reproduction.sqlite") as store:
        yield Lab(REDUCED, store, engine="serial")


def check(claim: Claim, lab: Lab, shell: Callable[[str], str]) -> None:
    figure = claim.measure(lab).figure
    printed = claim.read(shell(claim.command(REDUCED)))
    assert NUMBER.search(figure)
    if claim.kind is Kind.TIMED:  # another run takes other times: the words and units must agree
        figure, printed = NUMBER.sub("#", figure), NUMBER.sub("#", printed)
    assert printed == figure


@pytest.mark.parametrize("claim", QUICK, ids=name_of)
def test_quick_commands_print_the_figure_of_their_row(
    claim: Claim, lab: Lab, shell: Callable[[str], str]
) -> None:
    check(claim, lab, shell)


def test_a_command_that_prints_another_quantity_is_noticed(
    lab: Lab, shell: Callable[[str], str]
) -> None:
    claim = next(claim for claim in CLAIMS if claim.text.startswith("minimax at depth 4"))

    def read_leaves(output: str) -> str:
        return claim.read(output.replace("nodes", "calls").replace("leaves", "nodes"))

    with pytest.raises(AssertionError, match="2401"):
        check(replace(claim, read=read_leaves), lab, shell)


@pytest.mark.slow
@pytest.mark.parametrize("claim", SLOW, ids=name_of)
def test_all_other_commands_print_the_figure_of_their_row(
    claim: Claim, lab: Lab, shell: Callable[[str], str]
) -> None:
    check(claim, lab, shell)
