"""Query parameters: a name that a route does not know is refused, not silently dropped."""

from fastapi import Depends, FastAPI, Request

from enraya.errors import InvalidSetting, UnknownName
from enraya.texts import Sentence


async def _check(request: Request) -> None:
    """Refuses a request with a query parameter that its route does not have.

    Raises:
        EnrayaError: with the nearest name.
    """
    if not request.query_params:
        return
    known = _names(request.app, request.scope["route"].path, request.method)
    for name in request.query_params:
        if not known:
            raise InvalidSetting(
                Sentence("problem.no_parameters", path=request.url.path, name=repr(name))
            )
        if name not in known:
            raise UnknownName("query parameter", name, known)


def _names(app: FastAPI, path: str, method: str) -> set[str]:
    """The query parameters of a route, as its documentation lists them."""
    operation = app.openapi()["paths"][path][method.lower()]  # FastAPI makes it once
    parameters = operation.get("parameters", [])
    return {parameter["name"] for parameter in parameters if parameter["in"] == "query"}


only_known_parameters = Depends(_check)
