"""Whether a report speaks one language."""

from enraya.reports.page import Page
from enraya.texts import texts_in

LONG = 12
"""Characters of a text that does not occur by chance."""


def foreign_texts(page: Page, language: str) -> list[str]:
    """The keys of English texts that stand in a page of another language."""
    t, english = texts_in(language), texts_in("en").catalogue
    parts = [page.title, page.subtitle, *("".join(section.parts) for section in page.sections)]
    return [
        key
        for key, text in english.items()
        if key.startswith(("report.", "verdict.", "termination."))
        and len(text) > LONG
        and "{" not in text
        and text != t(key)
        and any(text in part for part in parts)
    ]
