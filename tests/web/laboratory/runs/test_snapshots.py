"""What a run has found is found once for everybody who looks."""

import asyncio
from dataclasses import replace

from enraya.web.laboratory.runs import snapshots
from enraya.web.laboratory.runs.runs import Run, State
from enraya.web.laboratory.runs.snapshots import FRESH_SECONDS, Snapshots

RUN = Run(1, "evolution", {}, State.RUNNING, message="", created=0.0)


def test_a_snapshot_is_shown_until_it_is_old_or_its_run_has_changed() -> None:
    clock, found = [100.0], iter(range(10))
    kept = Snapshots(lambda: clock[0])

    async def look() -> list[int]:
        answers = [await kept.get(("run", 1), RUN, lambda: next(found)) for _ in range(2)]
        clock[0] += 0.5
        answers.append(await kept.get(("run", 1), RUN, lambda: next(found)))
        answers.append(await kept.get(("run", 2), RUN, lambda: next(found)))
        changed = replace(RUN, state=State.FINISHED)
        answers.append(await kept.get(("run", 1), changed, lambda: next(found)))
        clock[0] += FRESH_SECONDS
        answers.append(await kept.get(("run", 1), changed, lambda: next(found)))
        return answers

    assert asyncio.run(look()) == [0, 0, 0, 1, 2, 3]


def test_snapshots_do_not_pile_up() -> None:
    kept, made = Snapshots(lambda: 100.0), list[int]()

    async def look(number: int) -> None:
        await kept.get(("run", number), RUN, lambda: made.append(number))

    async def look_at_many() -> None:
        for number in range(snapshots._MOST):
            await look(number)
        await look(0)
        assert len(made) == snapshots._MOST
        await look(snapshots._MOST)
        await look(0)
        assert len(made) == snapshots._MOST + 2

    asyncio.run(look_at_many())
