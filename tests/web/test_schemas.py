"""What goes over the wire."""

import pytest

from enraya.agents import Choice
from enraya.web.schemas import Thinking


@pytest.mark.parametrize("stopped", [False, True])
def test_a_stopped_search_says_so(stopped: bool) -> None:
    assert Thinking.of(Choice(4, stopped=stopped)).stopped is stopped


def test_what_an_agent_said_before_there_was_more_to_say_still_opens() -> None:
    old = Thinking.of(Choice(4, columns=({"move": 4, "visits": 3},))).model_dump()
    del old["stopped"], old["columns"][0]["uct"]
    assert Thinking(**old) == Thinking.of(Choice(4, columns=({"move": 4, "visits": 3},)))
