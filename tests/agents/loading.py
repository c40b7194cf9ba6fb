"""Counts what agents load: ``python -m tests.agents.loading`` reads cases and prints the counts.

A case is a line of JSON with an agent, the rules and whether the agent is prepared; the answer is a
line with the loads of its first moves. Each count is made in a process of its own, forked from one
that has loaded no kernel yet, so no agent profits from what another has loaded.
"""

import json
import os
import sys
from collections.abc import Callable

from numba.core import event

from enraya.agents import Limit, parse_agent, prepare
from enraya.game.position import Position
from enraya.kernels.core.compile import kernel
from enraya.rules import parse_rules

LIMITS = (Limit(seconds=0.02), Limit(nodes=300, depth=2))
STARTS = ("", "44", "12123434565671")
"""Where the first moves are made: in the opening book, in a tree that is kept, and beyond."""
FULL_WIDTH = 7


class Loads(event.Listener):
    """Everything that is loaded: kernels from the cache or the compiler, modules and files.

    Numba holds its compiler lock whenever it compiles a kernel or loads one.
    """

    def __init__(self) -> None:
        self.seen: list[str] = []
        self._is_counting = False
        event.register("numba:compiler_lock", self)  # type: ignore[no-untyped-call]  # Numba's
        sys.addaudithook(self._hear)

    def on_start(self, event: object) -> None:
        """Counts a kernel."""
        self._note("a kernel", event)

    def on_end(self, event: object) -> None:
        """Nothing more to count."""

    def _hear(self, name: str, details: object) -> None:
        if name in ("open", "import"):
            self._note(name, details)

    def _note(self, *what: object) -> None:
        if self._is_counting:
            self.seen.append(" ".join(map(str, what)))

    def during(self, work: Callable[[], object]) -> list[str]:
        """What is loaded while something is done."""
        self._is_counting = True
        work()
        self._is_counting = False
        return self.seen


def loads_of(spec: str, rules: str, is_prepared: bool) -> list[str]:
    """What an agent loads in its first moves."""
    usable = STARTS if parse_rules(rules).columns >= FULL_WIDTH else STARTS[:2]
    positions = [Position.parse(moves, rules) for moves in usable]
    agent, loads = parse_agent(spec, 1), Loads()
    if is_prepared:
        prepare(agent, positions[0].rules)
    return loads.during(lambda: [agent.choose(p, limit) for limit in LIMITS for p in positions])


def in_a_process_of_its_own(spec: str, rules: str, is_prepared: bool) -> list[str]:
    """The same, counted in a fork."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        with os.fdopen(write_end, "w") as answer:
            json.dump(loads_of(spec, rules, is_prepared), answer)
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end) as answer:
        found: list[str] = json.loads(answer.read())
    os.waitpid(child, 0)
    return found


@kernel
def _nothing() -> None:
    """The first kernel."""


def main() -> None:
    """Answers one line after the other."""
    _nothing()  # sets Numba itself up, which is not what is counted
    for line in sys.stdin:
        print(json.dumps(in_a_process_of_its_own(*json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
