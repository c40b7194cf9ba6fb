"""How answers show numbers and parameters."""

from collections.abc import Iterable

from enraya.parameters import Parameter


def format_seconds(seconds: float | None) -> str:
    """A time in the unit that suits it; a dash for none.

    >>> format_seconds(1), format_seconds(0.0125), format_seconds(0.0000005), format_seconds(None)
    ('1.00 s', '12.50 ms', '0.5 µs', '-')
    """
    if seconds is None:
        return "-"
    for factor, unit in ((1, "s"), (1e3, "ms")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.2f} {unit}"
    return f"{seconds * 1e6:.1f} µs"


def format_value(value: float) -> str:
    """The number without a needless fraction.

    >>> format_value(3.0), format_value(1 / 3)
    ('3', '0.333333')
    """
    return str(int(value)) if value == int(value) else f"{value:.6g}"


def parameter_lines(parameters: Iterable[Parameter]) -> str:
    """Parameters for a table, one per line."""
    return "\n".join(f"{parameter}: {parameter.help}" for parameter in parameters)


def parameter_objects(parameters: Iterable[Parameter]) -> list[dict[str, str]]:
    """Parameters as plain values, for ``--json``."""
    return [{"name": p.name, "default": p.default_text, "help": p.help} for p in parameters]
