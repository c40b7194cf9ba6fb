"""Optional libraries, and the messages if they are missing."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

from enraya import InvalidSetting
from enraya.extras import INSTALLED_BY, imported
from tests.cli.running import printed

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
DISTRIBUTIONS = {"sklearn": "scikit-learn"}
"""Where a library and its distribution have different names."""


@pytest.mark.parametrize(
    ("library", "extra"),
    [
        (library, found[1])
        for library, what in INSTALLED_BY.items()
        if (found := re.fullmatch(r"'enraya\[(\w+)\]'", what))
    ],
)
def test_an_extra_has_the_library_that_it_is_named_for(library: str, extra: str) -> None:
    listed = PROJECT["optional-dependencies"][extra]
    assert any(line.startswith(DISTRIBUTIONS.get(library, library)) for line in listed)


@pytest.mark.parametrize("library", INSTALLED_BY)
def test_a_missing_library_is_named_with_its_install_command(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    command = f"pip install {INSTALLED_BY[library]}"
    with pytest.raises(InvalidSetting, match=rf"library {library}.*: {re.escape(command)}"):
        imported(library)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("import not_installed", "No module named 'not_installed'"),
        ("raise ImportError('libgomp.so.1 is missing', name='cma')", "libgomp.so.1 is missing"),
    ],
)
def test_an_installed_library_that_fails_to_load_is_reported_as_such(
    content: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cma.py").write_text(content)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "cma", raising=False)
    with pytest.raises(InvalidSetting, match="the library cma does not load") as caught:
        imported("cma")
    assert f"({reason})" in str(caught.value)


def test_a_missing_library_for_a_data_set_is_reported_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InvalidSetting, match=r"pip install 'enraya\[learn\]'"):
        printed("dataset", "--positions", "1000000", "--out", str(tmp_path / "data.parquet"))
