"""Settings as an operator reads and types them: a name and a value per line."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any

from enraya.errors import InvalidSetting, UnknownName
from enraya.league.model.grading_rules import GradingRules
from enraya.league.model.settings import LeagueSettings

GRADING = "grading."
POINTS = "grading.points."
_DEFAULTS = asdict(LeagueSettings(""))
del _DEFAULTS["grading"]
_GRADING_DEFAULTS = asdict(GradingRules())
del _GRADING_DEFAULTS["points"]
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


def format_settings(settings: LeagueSettings) -> dict[str, str]:
    """The values of all settings by name, in the form in which `change_settings` reads them.

    >>> format_settings(LeagueSettings("IA"))["grading.bands"]
    '5%:3, 10%:2, 20%:1'
    """
    values = {one.name: getattr(settings, one.name) for one in fields(settings)}
    del values["grading"]
    rules = settings.grading_rules
    points = {f"{POINTS}{one}": rules.points_for(one) for one in settings.baselines}
    graded = {f"{GRADING}{name}": getattr(rules, name) for name in _GRADING_DEFAULTS}
    return {name: _format(name, value) for name, value in (values | points | graded).items()}


def _format(name: str, value: Any) -> str:
    if name == "grading.bands":
        return ", ".join(f"{100 * band.share:.6g}%:{band.points:g}" for band in value)
    if name == "grading.places":
        return ", ".join(f"{points:g}" for points in value)
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "; ".join(value)
    if name.startswith(POINTS):
        return f"{value:g}"
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def change_settings(settings: LeagueSettings, changes: Sequence[str]) -> LeagueSettings:
    """The settings with some of them changed.

    Args:
        settings: the settings before the change.
        changes: texts such as ``quota=5``, ``grading.points.level(3)=2`` or
            ``grading.bands=5%:3, 10%:2``.

    Raises:
        EnrayaError: for an unknown name, or a value that cannot be read.
    """
    plain: dict[str, Any] = {}
    grading = dict(settings.grading)
    for change in changes:
        name, sign, text = (part.strip() for part in change.partition("="))
        if name.startswith(POINTS):  # the text of a baseline may contain = too
            name, sign, text = (part.strip() for part in change.rpartition("="))
        if not sign:
            raise InvalidSetting(f"write a change as NAME=VALUE, not {change!r}")
        key = name.removeprefix(GRADING)
        if name.startswith(POINTS):
            points = grading.get("points", {})
            grading["points"] = points | {name.removeprefix(POINTS): _number(name, text)}
        elif name.startswith(GRADING):
            if key not in _GRADING_DEFAULTS:
                known = [f"{GRADING}{one}" for one in _GRADING_DEFAULTS]
                raise UnknownName("setting", name, known)
            grading[key] = _read(name, _GRADING_DEFAULTS[key], text)
        elif name in _DEFAULTS:
            plain[name] = _read(name, _DEFAULTS[name], text)
        else:
            raise UnknownName("setting", name, format_settings(settings))
    if plain.get("baselines"):
        kept: Mapping[str, float] = grading.get("points", {})
        grading["points"] = {one: n for one, n in kept.items() if one in plain["baselines"]}
    return replace(settings, **plain, grading=grading)


def _read(name: str, default: object, text: str) -> Any:
    """The value that the operator typed, as the type of the setting's default."""
    if name == "grading.bands":
        return [_read_band(name, part) for part in text.split(",") if part.strip()]
    if name == "grading.places":
        return [_number(name, part) for part in text.split(",") if part.strip()]
    if text.lower() == "none" and name in ("seconds", "nodes"):
        return None
    match default:
        case str():
            return text
        case tuple():
            return tuple(part.strip() for part in text.split(";") if part.strip())
        case bool():
            if text.lower() not in _FLAGS:
                raise InvalidSetting(f"{name} must be yes or no, not {text!r}")
            return _FLAGS[text.lower()]
        case float():
            return _number(name, text)
    number = _number(name, text)
    if not number.is_integer():
        raise InvalidSetting(f"{name} must be a whole number, not {text!r}")
    return int(number)


def _read_band(name: str, text: str) -> list[float]:
    share, colon, points = text.partition(":")
    if not colon or not share.strip().endswith("%"):
        raise InvalidSetting(f"{name} must be written like 5%:3, 10%:2, not {text.strip()!r}")
    return [round(_number(name, share.strip()[:-1]) / 100, 12), _number(name, points)]


def _number(name: str, text: str) -> float:
    try:
        return float(json.loads(text))
    except (ValueError, TypeError, RecursionError):
        raise InvalidSetting(f"{name} must be a number, not {text.strip()!r}") from None
