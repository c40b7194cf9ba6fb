"""Numbers as tables show them."""


def format_seconds(seconds: float | None) -> str:
    """A time in the unit that suits it; a dash for none.

    >>> format_seconds(0.0125), format_seconds(None)
    ('12.50 ms', '-')
    """
    if seconds is None:
        return "-"
    for factor, unit in ((1, "s"), (1e3, "ms")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.2f} {unit}"
    return f"{seconds * 1e6:.1f} µs"
