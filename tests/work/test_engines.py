"""Engines by their names."""

import operator
import sys

import pytest

from enraya.errors import InvalidSetting, UnknownName
from enraya.work import check_engine, engine_at, run_jobs


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(UnknownName, match="processes, ray, serial"):
        run_jobs(operator.neg, [1], engine="cloud")


def test_an_address_without_ray_is_refused() -> None:
    with pytest.raises(InvalidSetting, match="goes with the engine 'ray', not with 'serial'"):
        run_jobs(operator.neg, [1], engine=engine_at("serial", "head:6379"))


def test_a_missing_ray_names_the_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InvalidSetting, match=r"pip install 'enraya\[cluster\]'"):
        check_engine("ray")
