"""Writing files whole or not at all."""

import sys
from pathlib import Path

import pytest

from enraya.errors import InvalidSetting
from enraya.files import write_text


def test_a_failed_write_leaves_the_old_file_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "file.txt"
    write_text(target, "before")

    def no_space(self: Path, other: Path) -> Path:  # noqa: ARG001
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", no_space)
    with pytest.raises(InvalidSetting, match="No space left"):
        write_text(target, "after")
    assert target.read_text() == "before"
    assert list(tmp_path.iterdir()) == [target]


def test_only_device_names_are_refused_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    write_text(tmp_path / "file.txt", "content")
    with pytest.raises(InvalidSetting, match="on Windows that is a device"):
        write_text(tmp_path / "nul.txt", "content")
    assert list(tmp_path.iterdir()) == [tmp_path / "file.txt"]
