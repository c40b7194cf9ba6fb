"""The root of an agent, as far as it can be tried without entering it."""

from enraya.isolation.sandbox.root import _place_for_the_host


def test_nothing_that_may_be_read_is_below_the_old_root() -> None:
    assert _place_for_the_host(["/usr", "/"]) == "/host0"
    assert _place_for_the_host(["/host0/me/agent.py", "/host1"]) == "/host2"
