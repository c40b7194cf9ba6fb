"""The program of an ordinary process for an agent; its argument is the module that hosts agents.

The request and then the questions come in on standard input, the answers go out on standard
output. The agent itself finds its input empty, and what it prints goes to standard error.
"""

import json
import os
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from queue import SimpleQueue
from typing import BinaryIO


def _lines(source: BinaryIO) -> Iterator[str]:
    """The lines as they come in; when the game closes the stream, this process ends at once."""
    lines: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in source:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield lines.get().decode()


def _main() -> None:
    questions, answers = os.fdopen(os.dup(0), "rb"), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    lines = _lines(questions)
    request = json.loads(next(lines))
    import_module(sys.argv[1]).answer_all(request, lines, answers)


if __name__ == "__main__":
    _main()
