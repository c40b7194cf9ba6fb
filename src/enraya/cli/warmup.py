"""`enraya warmup`: compile all kernels now."""

from rich.progress import track

from enraya.cli.common.progress import progress_console
from enraya.warmup import STEPS


def warmup() -> None:
    """Compile and cache all kernels, so that nothing waits for the compiler later.

    Example: enraya warmup
    """
    console = progress_console()
    for name in track(list(STEPS), description="compiling kernels", console=console):
        STEPS[name]()
