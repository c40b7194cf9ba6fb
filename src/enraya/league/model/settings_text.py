"""Settings as an operator reads and types them: one line for each, a name and a value."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any

from enraya.errors import InvalidSetting, UnknownName
from enraya.league.model.grading_rules import GradingRules
from enraya.league.model.settings import LeagueSettings

GRADING = "grading."
POINTS = "grading.points."
_LISTS = ("baselines", "languages")
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


def format_settings(settings: LeagueSettings) -> dict[str, str]:
    """All settings by their names, each as `change_settings` reads it.

    >>> format_settings(LeagueSettings("IA"))["grading.bands"]
    '5%:3, 10%:2, 20%:1'
    """
    plain = asdict(settings)
    del plain["grading"]
    found = {name: _format(value) for name, value in plain.items()}
    rules = settings.grading_rules
    for baseline in settings.baselines:
        found[f"{POINTS}{baseline}"] = f"{rules.points_for(baseline):g}"
    for one in fields(rules):
        if one.name != "points":
            found[f"{GRADING}{one.name}"] = _format_grading(rules, one.name)
    return found


def _format(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return "; ".join(map(str, value))
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _format_grading(rules: GradingRules, name: str) -> str:
    if name == "bands":
        return ", ".join(f"{100 * band.share:.6g}%:{band.points:g}" for band in rules.bands)
    if name == "places":
        return ", ".join(f"{points:g}" for points in rules.places)
    return _format(getattr(rules, name))


def change_settings(settings: LeagueSettings, changes: Sequence[str]) -> LeagueSettings:
    """The settings with some of them changed.

    Args:
        settings: as they are.
        changes: such as ``quota=5``, ``grading.points.level(3)=2``, ``grading.bands=5%:3, 10%:2``.

    Raises:
        EnrayaError: for a name that does not exist, or a value that cannot be read.
    """
    plain: dict[str, Any] = {}
    grading = dict(settings.grading)
    for change in changes:
        name, sign, text = change.partition("=")
        name = name.strip()
        if name.startswith(POINTS):  # the text of a baseline may have a sign of its own
            name, sign, text = (part.strip() for part in change.rpartition("="))
        if not sign:
            raise InvalidSetting(f"write a change as NAME=VALUE, not {change!r}")
        text = text.strip()
        if name.startswith(POINTS):
            points = dict(grading.get("points", {}))
            points[name.removeprefix(POINTS)] = _number(name, text)
            grading["points"] = points
        elif name.startswith(GRADING):
            key = name.removeprefix(GRADING)
            grading[key] = _read_grading(name, key, text)
        else:
            plain[name] = _read(settings, name, text)
    if plain.get("baselines"):
        kept: Mapping[str, float] = grading.get("points", {})
        grading["points"] = {one: n for one, n in kept.items() if one in plain["baselines"]}
    return replace(settings, **plain, grading=grading)


def _read(settings: LeagueSettings, name: str, text: str) -> Any:
    known = format_settings(settings)
    if name not in known:
        raise UnknownName("setting", name, known)
    if name in _LISTS:
        return tuple(part.strip() for part in text.split(";") if part.strip())
    value = getattr(settings, name)
    if isinstance(value, str):
        return text
    if isinstance(value, bool):
        if text.lower() not in _FLAGS:
            raise InvalidSetting(f"{name} is yes or no, not {text!r}")
        return _FLAGS[text.lower()]
    if text.lower() == "none" and name in ("seconds", "nodes"):
        return None
    return _number(name, text) if name in ("seconds", "reserve") else _whole(name, text)


def _read_grading(name: str, key: str, text: str) -> Any:
    known = [one.name for one in fields(GradingRules) if one.name != "points"]
    if key not in known:
        raise UnknownName("setting", name, [f"{GRADING}{one}" for one in known])
    if key == "bands":
        return [_read_band(name, part) for part in text.split(",") if part.strip()]
    if key == "places":
        return [_number(name, part) for part in text.split(",") if part.strip()]
    if key == "event":
        return text
    return _whole(name, text) if key in ("pairs", "moves") else _number(name, text)


def _read_band(name: str, text: str) -> list[float]:
    share, colon, points = text.partition(":")
    if not colon or not share.strip().endswith("%"):
        raise InvalidSetting(f"{name} is written like 5%:3, 10%:2; not {text.strip()!r}")
    return [round(_number(name, share.strip()[:-1]) / 100, 12), _number(name, points)]


def _number(name: str, text: str) -> float:
    try:
        return float(json.loads(text))
    except (ValueError, TypeError, RecursionError):
        raise InvalidSetting(f"{name} is a number, not {text.strip()!r}") from None


def _whole(name: str, text: str) -> int:
    number = _number(name, text)
    if not number.is_integer():
        raise InvalidSetting(f"{name} is a whole number, not {text!r}")
    return int(number)
