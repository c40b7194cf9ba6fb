"""What the operator of a laboratory decides."""

from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from enraya.web.server.settings import ServerSettings

PROXY = ip_network("192.0.2.0/24")


@pytest.mark.parametrize(
    ("settings", "is_personal"),
    [
        ({}, True),
        ({"is_local": False}, False),
        ({"has_operator": True}, False),
        ({"proxies": (PROXY,)}, False),
        ({"names": frozenset({"enraya.example"})}, False),
    ],
)
def test_a_laboratory_that_others_reach_is_not_one_persons(
    settings: dict[str, Any], is_personal: bool
) -> None:
    assert ServerSettings(**settings).is_personal is is_personal


def test_tournaments_are_in_the_store_or_where_the_operator_says() -> None:
    assert ServerSettings(store=Path("here")).games_file.parent == Path("here")
    assert ServerSettings(games=Path("there.sqlite")).games_file == Path("there.sqlite")
