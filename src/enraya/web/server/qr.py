"""A link as a QR code."""

from io import BytesIO

import segno

_QUIET_MODULES = 4
"""The white edge that readers of codes need."""


def qr_code(text: str) -> str:
    """The text as a QR code: an SVG image, black on white whatever the colours of the page.

    >>> qr_code("http://192.168.1.5:8000/friend/x#y").startswith("<svg")
    True
    """
    image = BytesIO()
    code = segno.make(text, micro=False)
    code.save(image, kind="svg", border=_QUIET_MODULES, light="#fff", xmldecl=False, omitsize=True)
    return image.getvalue().decode().strip()
