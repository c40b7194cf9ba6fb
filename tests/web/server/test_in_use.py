"""What one visitor may use at once."""

from contextlib import ExitStack

import pytest

from enraya.web.server.limits import InUse, TooMany
from enraya.web.server.settings import Share
from enraya.web.server.visitor import Visitor


def test_browsers_without_a_session_share_what_their_address_may_have() -> None:
    streams = InUse("streams", Share(2, 5, 100, 10))
    nobody, browser = (Visitor(name, "192.0.2.1", is_operator=False) for name in ("", "a"))
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(streams.by(browser))
        with pytest.raises(TooMany):
            stack.enter_context(streams.by(browser))
        for _ in range(3):
            stack.enter_context(streams.by(nobody))
        with pytest.raises(TooMany):
            stack.enter_context(streams.by(nobody))
