"""What a client is told when a request is refused: a status, a code for programs, a sentence."""

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from enraya.errors import EnrayaError, IllegalMove, InvalidNotation, UnknownName

_HTTP_CODES = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}


class Problem(BaseModel):
    """Why a request was refused."""

    code: str = Field(description="A stable word for programs.", examples=["illegal_move"])
    detail: str = Field(description="One sentence for people, in English.")


class Refusal(Exception):
    """A request that is refused, with the status to answer."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail

    @staticmethod
    def of(error: HTTPException) -> "Refusal":
        """The refusal that an error of the web framework means."""
        code = _HTTP_CODES.get(error.status_code, "refused")
        return Refusal(error.status_code, code, str(error.detail))

    def response(self) -> JSONResponse:
        """The refusal as an answer."""
        headers = {"Retry-After": "2"} if self.status == HTTPStatus.SERVICE_UNAVAILABLE else None
        content = {"code": self.code, "detail": self.detail}
        return JSONResponse(content, self.status, headers)


class Busy(Refusal):
    """There is too much to do already."""

    def __init__(self, detail: str) -> None:
        super().__init__(HTTPStatus.SERVICE_UNAVAILABLE, "busy", detail)


class Cancelled(Refusal):
    """The question was withdrawn before it was answered."""

    def __init__(self) -> None:
        super().__init__(HTTPStatus.CONFLICT, "cancelled", "the question was withdrawn")


_TITLES = {
    400: "The request cannot be read.",
    403: "Refused: it comes from another site, or is switched off here.",
    404: "There is no such thing.",
    409: "It does not fit the current state.",
    413: "The request is too large.",
    422: "The values do not make sense; the detail says why.",
    503: "Busy: too many questions are already waiting. Try again.",
}


_ALWAYS = (400, 403, 413, 422)
_REFERENCE = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The documentation of refusals: those a route names, and those that any may give."""
    known = sorted({*statuses, *_ALWAYS})
    return {status: {"model": Problem, "description": _TITLES[status]} for status in known}


def documented(media_type: str, *statuses: int) -> dict[int | str, dict[str, Any]]:
    """The documentation of a route whose answers are not JSON, though its refusals are."""
    known = sorted({*statuses, *_ALWAYS})
    found: dict[int | str, dict[str, Any]] = {
        status: {"description": _TITLES[status], "content": _REFERENCE} for status in known
    }
    found[200] = {"content": {media_type: {"schema": {"type": "string"}}}}
    return found


_CODES: tuple[tuple[type[EnrayaError], str], ...] = (
    (IllegalMove, "illegal_move"),
    (InvalidNotation, "invalid_notation"),
    (UnknownName, "unknown_name"),
    (EnrayaError, "invalid_setting"),
)


def install_handlers(app: FastAPI) -> None:
    """Turns every error that is raised on purpose into a `Problem`."""

    @app.exception_handler(Refusal)
    async def refused(request: Request, error: Refusal) -> JSONResponse:
        del request
        return error.response()

    @app.exception_handler(EnrayaError)
    async def impossible(request: Request, error: EnrayaError) -> JSONResponse:
        del request
        code = next(code for kind, code in _CODES if isinstance(error, kind))
        return Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, code, str(error)).response()

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        del request
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
        sentence = f"{where}: {first['msg']}"
        return Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid_request", sentence).response()

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> JSONResponse:
        del request
        answer = Refusal.of(error).response()
        answer.headers.update(error.headers or {})
        return answer
