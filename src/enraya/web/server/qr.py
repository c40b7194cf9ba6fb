"""Links as QR codes."""

from io import BytesIO
from typing import Annotated

import segno
from pydantic import BaseModel, StringConstraints

_QUIET_MODULES = 4
"""The white edge that readers of codes need."""
_MAX_LINK = 500


class LinkText(BaseModel):
    """A link to show as a QR code."""

    link: Annotated[str, StringConstraints(min_length=1, max_length=_MAX_LINK)]


def qr_code(text: str) -> str:
    """The text as a QR code: an SVG image, black on white whatever the colours of the page.

    >>> qr_code("http://192.168.1.5:8000/friend/x#y").startswith("<svg")
    True
    """
    image = BytesIO()
    code = segno.make(text, micro=False)
    code.save(image, kind="svg", border=_QUIET_MODULES, light="#fff", xmldecl=False, omitsize=True)
    return image.getvalue().decode().strip()
