"""`enraya warmup`: compile all kernels now."""

from rich.progress import track

from enraya.cli.common.progress import progress_console
from enraya.warmup import STEPS, compile_all


def warmup() -> None:
    """Compile and cache all kernels, on all cores, so that nothing waits for the compiler later.

    Example: enraya warmup
    """
    console = progress_console()
    for _ in track(
        compile_all(), description="compiling kernels", total=len(STEPS), console=console
    ):
        pass
