"""The wheel in an empty environment: the README's session, the commands, and a browser.

The environment has the wheel and what its base install asks for, nothing more; the packages are
links to those of the test environment, so that nothing is downloaded. The kernels are the same as
those of the tests, so they are not compiled again.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import NamedTuple

import pytest
from numba.core.caching import UserProvidedCacheLocator
from packaging.requirements import Requirement

import enraya
from enraya.kernels import cache_directory
from tests.browser.conftest import NewPage
from tests.browser.pages import begin, click_column, expect_stones, visit
from tests.processes import free_port, hear_ctrl_c
from tests.web.running import client_of, wait_until

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
PATIENCE = 300


class Installed(NamedTuple):
    """An environment with enraya in it, and what its programs are started with."""

    folder: Path
    variables: dict[str, str]

    def run(self, program: str, *arguments: str) -> str:
        """What a program of the environment prints."""
        done = subprocess.run(
            [self.folder / "bin" / program, *arguments],
            cwd=self.folder,
            env=self.variables,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in an environment of its own."""
    folder = tmp_path_factory.mktemp("environment")
    run_python("build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT))
    (wheel,) = folder.glob("*.whl")
    venv.create(folder)
    python = folder / "bin" / "python"
    run_python("pip", f"--python={python}", "install", "--no-deps", "--no-index", str(wheel))
    (packages,) = folder.glob("lib/python*/site-packages")
    for needed in base_distributions(Requirement("enraya"), {}).values():
        link_files(needed, packages)
    share_kernels(packages / "enraya" / "kernels", folder / "cache")
    shutil.copy(ROOT / "README.md", folder)
    foreign = ("PYTHON", "NUMBA_CACHE_DIR")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    own = {"ENRAYA_CACHE_DIR": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data")}
    return Installed(folder, {**kept, **own})


def run_python(*arguments: str) -> None:
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def base_distributions(
    wanted: Requirement, known: dict[str, Distribution]
) -> dict[str, Distribution]:
    """What a requirement needs, and what that needs in turn."""
    for extra in ("", *wanted.extras):
        for line in distribution(wanted.name).requires or ():
            needed = Requirement(line)
            key = f"{needed.name}{sorted(needed.extras)}"
            if key in known or (needed.marker and not needed.marker.evaluate({"extra": extra})):
                continue
            known[key] = distribution(needed.name)
            base_distributions(needed, known)
    return known


def link_files(needed: Distribution, packages: Path) -> None:
    """Links the modules and packages of a distribution into another environment."""
    for top in {file.parts[0] for file in needed.files or ()} - {"..", "__pycache__"}:
        link = packages / top
        if not link.exists():
            link.symlink_to(Path(str(needed.locate_file(top))))


def share_kernels(sources: Path, cache: Path) -> None:
    """Lets the installed package find compiled kernels; Numba names folders after the sources'."""
    ours, theirs = Path(enraya.__file__).parent / "kernels", cache / "kernels"
    folder_of: Callable[[str], str] = UserProvidedCacheLocator.get_suitable_cache_subpath
    place = theirs / cache_directory().name
    place.mkdir(parents=True)
    for file in ours.rglob("__init__.py"):
        link = place / folder_of(str(sources / file.relative_to(ours)))
        link.symlink_to(cache_directory() / folder_of(str(file)))


def test_the_environment_has_the_wheel_and_only_the_base_install(installed: Installed) -> None:
    code = "import enraya, importlib.util as u; print(enraya.__file__, u.find_spec('sklearn'))"
    place, learn = installed.run("python", "-c", code).split()
    assert Path(place).is_relative_to(installed.folder)
    assert learn == "None"
    assert installed.run("enraya", "--version").split() == ["enraya", enraya.__version__]


def test_the_session_and_the_first_commands_of_the_readme_work(installed: Installed) -> None:
    said = installed.run("python", "-m", "doctest", "-o", "NORMALIZE_WHITESPACE", "README.md")
    assert said == ""
    assert installed.run("enraya", "solve", "4455") == "4455 18\n"
    assert "X to move" in installed.run("enraya", "show", "4453")


@pytest.fixture
def served(installed: Installed) -> Iterator[str]:
    """The address of `enraya serve` from the environment."""
    process = subprocess.Popen(
        [installed.folder / "bin" / "enraya", "serve", "--port", str(free_port())],
        cwd=installed.folder,
        env=installed.variables,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    )
    assert process.stdout is not None
    try:
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address
        with client_of(address[0]) as client:  # whatever is not shared is compiled first
            wait_until(client, "/api/compilation", lambda found: found["done"] == found["total"])
        yield address[0]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        process.stdout.close()


def test_a_game_is_played_in_a_browser(served: str, new_page: NewPage) -> None:
    page = visit(new_page(), served)
    begin(page, first="human", second="script(1111117)")
    for turn, column in enumerate((4, 5, 6), start=1):
        click_column(page, column)
        expect_stones(page, 2 * turn)
