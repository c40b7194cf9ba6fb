"""What a run has found is found once for everybody who looks."""

import asyncio
from dataclasses import replace

from enraya.web.laboratory.runs.runs import Run, State
from enraya.web.laboratory.runs.snapshots import FRESH_SECONDS, Snapshots

RUN = Run(1, "evolution", {}, State.RUNNING, message="", created=0.0)


def test_a_snapshot_is_shown_until_it_is_old_or_its_run_has_changed() -> None:
    clock, found = [100.0], iter(range(10))
    kept = Snapshots(lambda: clock[0])

    async def look(run: Run) -> int:
        return await kept.get(run, lambda: next(found))

    async def look_again_and_again() -> list[int]:
        answers = [await look(RUN), await look(RUN)]
        clock[0] += 0.5
        changed = replace(RUN, state=State.FINISHED)
        answers += [await look(RUN), await look(replace(RUN, id=2)), await look(changed)]
        clock[0] += FRESH_SECONDS
        return [*answers, await look(changed)]

    assert asyncio.run(look_again_and_again()) == [0, 0, 0, 1, 2, 3]
