"""Searches on boards of one size, by one or several threads that share a table."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.memory import Words
from enraya.kernels.solver.solve import solve as solve_kernel
from enraya.kernels.solver.solve import solve_each
from enraya.kernels.solver.workspace import (
    BUDGET,
    LARGE_BASE,
    LARGE_SHIFT,
    LARGE_USED,
    MIDDLE_BASE,
    MIDDLE_CELLS,
    MIDDLE_SHIFT,
    MIDDLE_USED,
    NEAR_BASE,
    NEAR_CELLS,
    NEAR_SHIFT,
    NEAR_USED,
    NODES,
    STOP,
    TAG_BITS,
    WEIGHT,
    make_workspace,
)
from enraya.limit import Limit
from enraya.rules import RuleSet
from enraya.solver.table import (
    MIDDLE_WORDS_LOG2,
    NEAR_WORDS_LOG2,
    PositionTable,
    bucket_shift,
    key_fits,
    tag_bits,
)
from enraya.stopping import stopped_by

FIRST_SLICE = 20_000
"""How many nodes the calling thread searches itself before other threads are started."""
UNLIMITED = 1 << 62
LARGEST_SIGNED = (1 << 63) - 1
_NEAR_CELLS = 16
_MIDDLE_CELLS = 31
_TASTES = 6
_MAX_BATCH = 64
_BATCHES_EACH = 8
_NOTHING_KNOWN = (-64 << 8) + 64 + 128
"""Packed bounds that hold for every score."""

Integers = NDArray[np.int64]


def as_signed(bits: int) -> int:
    """The signed integer with the same 64 bits."""
    return bits if bits <= LARGEST_SIGNED else bits - (1 << 64)


def unpack(packed: int) -> tuple[int, int]:
    """The two bounds that a kernel returns packed into one number."""
    return packed >> 8, (packed & 255) - 128


class Search:
    """The searching threads' workspaces for one rule set, which share a table."""

    def __init__(self, rules: RuleSet, table: PositionTable, threads: int) -> None:
        self.cells = rules.cells
        self._table = table
        self.workspaces = [self._make_workspace(rules, number) for number in range(threads)]
        self.addresses = [int(workspace.ctypes.data) for workspace in self.workspaces]
        self.address = self.addresses[0]

    def _make_workspace(self, rules: RuleSet, number: int) -> Words:
        table = self._table
        workspace = make_workspace(rules.geometry)
        workspace[NEAR_BASE], workspace[NEAR_SHIFT] = 0, bucket_shift(NEAR_WORDS_LOG2)
        workspace[MIDDLE_BASE] = table.middle_base
        workspace[MIDDLE_SHIFT] = bucket_shift(MIDDLE_WORDS_LOG2)
        workspace[LARGE_BASE] = table.large_base
        workspace[LARGE_SHIFT] = bucket_shift(table.large_words_log2)
        workspace[TAG_BITS] = tag_bits(rules)
        workspace[NEAR_CELLS] = _NEAR_CELLS if key_fits(rules, NEAR_WORDS_LOG2) else 0
        workspace[MIDDLE_CELLS] = _MIDDLE_CELLS
        workspace[BUDGET] = FIRST_SLICE
        if number:  # threads break ties differently, so that they do not all search the same
            taste = np.random.default_rng(number).integers(0, _TASTES, 64)
            workspace[WEIGHT : WEIGHT + 64] += taste.astype(np.uint64)
        return workspace

    def clear(self) -> None:
        """Empties the parts of the table that these workspaces have used."""
        for used, part in (
            (LARGE_USED, self._table.large),
            (MIDDLE_USED, self._table.middle),
            (NEAR_USED, self._table.near),
        ):
            if any(workspace[used] for workspace in self.workspaces):
                part[:] = 0
                for workspace in self.workspaces:
                    workspace[used] = 0

    @property
    def nodes(self) -> int:
        """How many nodes the first workspace's last search took."""
        return int(self.workspaces[0][NODES])

    def stop(self) -> None:
        """Makes running searches return soon with what they have proved."""
        for workspace in self.workspaces:
            workspace[STOP] = 1

    def run(
        self,
        mover: int,
        occupied: int,
        between: tuple[int, int],
        limit: Limit | None,
        started: float,
    ) -> tuple[int, int, int]:
        """Searches with all threads until the score is known, a limit is reached, or it is stopped.

        Returns the bounds of the score and the number of nodes.
        """
        results: list[int] = []
        finished = threading.Event()

        def search(number: int) -> None:
            address, table = self.addresses[number], self._table.address
            try:
                results.append(solve_kernel(mover, occupied, *between, address, table))
            finally:  # the caller waits for this, even if a checked kernel raises
                finished.set()

        nodes = limit.nodes if limit else None
        with self._unleashed(search, nodes):
            seconds = limit.seconds if limit else None
            finished.wait(None if seconds is None else max(0.0, started + seconds - perf_counter()))
        bounds = [unpack(packed) for packed in results]
        total = sum(int(workspace[NODES]) for workspace in self.workspaces)
        return max(lower for lower, _ in bounds), min(upper for _, upper in bounds), total

    def run_many(self, movers: Words, occupied: Words, reach: int) -> tuple[Integers, Integers]:
        """The packed bounds and node count of each position; the threads divide the positions."""
        packed = np.full(movers.size, _NOTHING_KNOWN, dtype=np.int64)
        nodes = np.zeros(movers.size, dtype=np.int64)
        size = max(1, min(_MAX_BATCH, movers.size // (_BATCHES_EACH * len(self.workspaces))))
        batches = iter(range(0, movers.size, size))
        finished = threading.Semaphore(0)

        def search(number: int) -> None:
            address, table = self.addresses[number], self._table.address
            try:
                for start in batches:
                    part = slice(start, start + size)
                    solve_each(
                        movers[part], occupied[part], reach, address, table, packed[part],
                        nodes[part],
                    )  # fmt: skip
            finally:
                finished.release()

        with self._unleashed(search, None):
            for _ in self.workspaces:
                finished.acquire()
        return packed, nodes

    @contextmanager
    def _unleashed(self, search: Callable[[int], None], nodes: int | None) -> Iterator[None]:
        """Runs ``search`` in a thread for each workspace while the block waits for results.

        The calling thread only waits, so it reacts to Ctrl-C at once; when it leaves the block, for
        any reason, the searches are stopped.
        """
        for workspace in self.workspaces:
            workspace[STOP] = 0
            workspace[BUDGET] = UNLIMITED if nodes is None else nodes // len(self.workspaces)
        workers = [
            threading.Thread(target=search, args=(number,), daemon=True)
            for number in range(len(self.workspaces))
        ]
        for worker in workers:
            worker.start()
        try:
            with stopped_by(self.stop):
                yield
        finally:
            self.stop()
            for worker in workers:
                worker.join()
            for workspace in self.workspaces:
                workspace[STOP] = 0
                workspace[BUDGET] = FIRST_SLICE
