"""What the package says about itself is the same everywhere."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

import enraya

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
YAML = ["CITATION.cff", "compose.yml", ".pre-commit-config.yaml"]
YAML += sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(".github/workflows/*.yml"))
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]


def test_there_is_one_version() -> None:
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


@pytest.mark.parametrize("name", YAML)
def test_what_is_written_as_yaml_can_be_read(name: str) -> None:
    assert isinstance(yaml.safe_load((ROOT / name).read_text()), dict)


def test_the_volume_is_where_the_container_keeps_everything() -> None:
    image = (ROOT / "Dockerfile").read_text()
    (volume,) = re.findall(r"^VOLUME (\S+)$", image, re.M)
    service = yaml.safe_load((ROOT / "compose.yml").read_text())["services"]["laboratory"]
    assert service["volumes"] == [f"laboratory:{volume}"]
    assert f"ENRAYA_CACHE_DIR={volume}/" in image
    assert f'"--store", "{volume}/' in image
