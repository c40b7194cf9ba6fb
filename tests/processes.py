"""Help for tests that start processes of their own."""

import signal


def hear_ctrl_c() -> None:
    """For ``preexec_fn``: lets a child hear SIGINT even if the tests run where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
