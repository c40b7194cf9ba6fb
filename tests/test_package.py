"""The metadata of the package is consistent."""

import re
import tomllib
from importlib.metadata import version
from itertools import chain
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

import enraya

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
YAML = ["CITATION.cff", "compose.yml", ".pre-commit-config.yaml"]
YAML += sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(".github/workflows/*.yml"))
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]


def test_every_file_states_the_same_version() -> None:
    assert version("enraya") == enraya.__version__
    citation = (ROOT / "CITATION.cff").read_text()
    assert re.findall(r"^version: (\S+)$", citation, re.M) == [enraya.__version__]
    versions = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert enraya.__version__ in versions[:2]  # perhaps after what is not released yet


def test_every_extra_is_in_the_table() -> None:
    page = (ROOT / "docs" / "install.md").read_text()
    listed = re.findall(r"^\| `enraya\[(\w+)\]`", page, re.M)
    assert listed == list(EXTRAS)


def test_the_hooks_are_the_checks_of_the_makefile() -> None:
    hooks = re.findall(r"entry: \.venv/bin/(\w+)", (ROOT / ".pre-commit-config.yaml").read_text())
    recipe = (ROOT / "Makefile").read_text().partition("\ncheck:")[2].partition("\n\n")[0]
    assert hooks == re.findall(r"\$\(BIN\)/(\w+)", recipe)
    assert set(hooks) <= {re.split(r"\W", needed)[0] for needed in EXTRAS["dev"]}


@pytest.mark.parametrize(("name", "extras"), [("run", ["learn"]), ("dev", list(EXTRAS))])
def test_every_dependency_is_pinned_to_an_allowed_version(name: str, extras: list[str]) -> None:
    pinned: dict[str, list[str]] = {}
    text = (ROOT / f"requirements/{name}.txt").read_text()
    for library, version_ in re.findall(r"^([a-z]\S*)==(\S+)", text, re.M):
        pinned.setdefault(library, []).append(version_)  # one for each range of Python's versions
    for needed in map(
        Requirement, chain(PROJECT["dependencies"], *(EXTRAS[extra] for extra in extras))
    ):
        if needed.name != "enraya":
            assert all(map(needed.specifier.contains, pinned[needed.name])), "make pins"


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("requirements/*.txt")), ids=lambda path: path.name
)
def test_pins_have_hashes_and_no_urls(path: Path) -> None:
    text = path.read_text()
    assert "://" not in text
    assert not re.search(r"^-", text, re.M)  # options, such as those that name an index
    pins = re.split(r"\n(?=[a-z])", text)[1:]
    assert all("--hash=sha256:" in pin for pin in pins)


@pytest.mark.parametrize("name", YAML)
def test_every_yaml_file_is_well_formed(name: str) -> None:
    assert isinstance(yaml.safe_load((ROOT / name).read_text()), dict)


def test_the_container_keeps_all_its_data_in_its_volume() -> None:
    image = (ROOT / "Dockerfile").read_text()
    (volume,) = re.findall(r"^VOLUME (\S+)$", image, re.M)
    service = yaml.safe_load((ROOT / "compose.yml").read_text())["services"]["laboratory"]
    assert service["volumes"] == [f"laboratory:{volume}"]
    assert f"ENRAYA_CACHE_DIR={volume}/" in image
    assert f'"--store", "{volume}/' in image
