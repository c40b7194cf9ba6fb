"""Compiles missing kernels while the laboratory already serves visitors.

Another process compiles them, in the order in which pages need them, so that no thread here waits
for a compiler. A request that needs a missing kernel is refused with the progress so far; the page
shows it and asks again.
"""

import subprocess
import sys
import threading
from collections.abc import Callable
from http import HTTPStatus

from enraya.platform import end_tree
from enraya.texts import Sentence
from enraya.warmup import STEPS, is_complete
from enraya.web.server.problems import Refusal

OnStep = Callable[[int, str | None], None]
"""Called with the number of finished steps and the current step, which is None at the end."""
SOLVING, MOVING = "solver", "agents"
"""The steps after which positions can be solved and, respectively, agents can move."""
_RETRY_SECONDS = 1
_NAMES = tuple(STEPS)


class Compiling(Refusal):
    """A request needs kernels that are still being compiled."""

    def __init__(self, done: int) -> None:
        said = Sentence("problem.compiling", done=done, total=len(_NAMES))
        super().__init__(
            HTTPStatus.SERVICE_UNAVAILABLE, "compiling", said, retry_seconds=_RETRY_SECONDS
        )


class Compilation:
    """The kernels of a laboratory: compiled, or being compiled.

    Args:
        is_needed: whether kernels are missing.
        on_step: called at the start and after each step, in another thread.
    """

    total = len(_NAMES)

    def __init__(self, *, is_needed: bool = False, on_step: OnStep = lambda *_: None) -> None:
        self.done = 0 if is_needed else self.total
        self._on_step = on_step
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._is_closing = False

    @staticmethod
    def if_needed(on_step: OnStep) -> "Compilation":
        """A compilation of all kernels that no process has compiled yet."""
        return Compilation(is_needed=not is_complete(), on_step=on_step)

    @property
    def is_done(self) -> bool:
        """Whether everything is compiled."""
        return self.done == self.total

    def check(self, step: str | None = None) -> None:
        """Refuses a request if kernels of this step, or of any step, are still missing.

        Raises:
            Compiling: with the progress so far.
        """
        if not self.has(step):
            raise Compiling(self.done)

    def has(self, step: str | None = None) -> bool:
        """Whether the kernels of this step, or of all steps, are compiled."""
        needed = self.total if step is None else _NAMES.index(step) + 1
        return self.done >= needed

    def start(self, when_done: Callable[[], None]) -> None:
        """Starts compiling if needed; ``when_done`` is called at the end, or at once if not."""
        if self.is_done:
            when_done()
            return
        command = [sys.executable, "-P", "-m", "enraya.warmup"]
        self._process = subprocess.Popen(  # noqa: S603  # our own program
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True
        )
        self._thread = threading.Thread(target=self._follow, args=(when_done,), daemon=True)
        self._thread.start()

    def _follow(self, when_done: Callable[[], None]) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        self._on_step(0, _NAMES[0])
        with self._process.stdout as lines:
            for _ in lines:  # one line after each step
                self.done = min(self.done + 1, self.total)
                self._on_step(self.done, None if self.is_done else _NAMES[self.done])
        if self._is_closing:
            return
        self.done = self.total  # if the process failed, kernels are compiled when needed
        when_done()

    def close(self) -> None:
        """Stops compiling; the next start compiles what is still missing."""
        self._is_closing = True
        if self._process is not None:
            end_tree(self._process)
        if self._thread is not None:
            self._thread.join()
