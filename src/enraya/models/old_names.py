"""Names of version 0.1.0, which commands and files may still hold."""

_TODAY = {"report": "paper"}


def todays_name(name: str) -> str:
    """The name that replaced an old one; any other name as it is.

    >>> todays_name("report"), todays_name("ours")
    ('paper', 'ours')
    """
    return _TODAY.get(name, name)
