"""Jobs that kill their workers, or take their time."""

import os
import signal
import time
from pathlib import Path


def suicidal(job: tuple[str, int]) -> int:
    """Returns its number; a multiple of 5 kills its process the first times, one for every 5."""
    folder, number = job
    attempt = count_attempts(Path(folder), number)
    (Path(folder) / f"{number}-{attempt}").touch()
    if number % 5 == 0 and attempt < number // 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def count_attempts(folder: Path, number: int) -> int:
    """How often a job has been started."""
    return len(list(folder.glob(f"{number}-*")))


def patient(job: tuple[str, int]) -> int:
    """Returns its number after a while, having left the number of its process."""
    folder, number = job
    (Path(folder) / f"{number}-{os.getpid()}").touch()
    time.sleep(0.5)
    return number
