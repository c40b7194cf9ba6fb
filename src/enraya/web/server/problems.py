"""What a client is told when a request is refused: a status, a code for programs, a sentence."""

import re
import sqlite3
from http import HTTPStatus
from typing import Any, Literal

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response

from enraya.errors import EnrayaError, IllegalMove, InvalidNotation, StoreFailure, UnknownName
from enraya.sqlite import reason_of
from enraya.texts import ENGLISH, Sentence, Texts
from enraya.web.server.refusal_pages import OTHER, kind_of, refusal_page, texts_for, wants_page

Code = Literal[
    "agent_failed",
    "answer_first",
    "bad_request",
    "busy",
    "cancelled",
    "compiling",
    "cross_site",
    "game_changed",
    "game_over",
    "illegal_move",
    "invalid_notation",
    "invalid_request",
    "invalid_setting",
    "method_not_allowed",
    "no_friend",
    "no_game",
    "no_games",
    "no_offer",
    "no_run",
    "no_session",
    "no_upload",
    "no_uploads",
    "not_found",
    "not_your_seat",
    "not_yours",
    "not_your_turn",
    "nothing_to_undo",
    "refused",
    "seat_taken",
    "still_running",
    "too_large",
    "too_many",
    "unknown_name",
    "wrong_host",
    "wrong_secret",
]
"""Every code that a refusal can have; the catalogues have a text ``problem.CODE`` for each."""
_HTTP_CODES: dict[int, Code] = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
}
_SAID_BY_TITLE = ("busy", "cross_site")
"""The codes whose details say no more than the titles of their pages."""
_GROUP = "problem."
"""The prefix of catalogue keys about refusals."""
_TITLES = {
    400: "The request cannot be read.",
    401: "Only for a team or the operator: open your link first.",
    403: "Refused: it belongs to another visitor, comes from another site, or is switched off.",
    404: "Not found.",
    409: "The request conflicts with the current state.",
    413: "The request is too large.",
    422: "A value is invalid; the detail says why.",
    429: "This browser or its address has reached a limit. Try again later.",
    503: "Busy, or kernels are still being compiled. Try again.",
}
_UNPROCESSABLE = HTTPStatus.UNPROCESSABLE_ENTITY
_ALWAYS = (400, 403, 413, 422, 429)
_CODES: tuple[tuple[type[EnrayaError], Code], ...] = (
    (IllegalMove, "illegal_move"),
    (InvalidNotation, "invalid_notation"),
    (UnknownName, "unknown_name"),
    (EnrayaError, "invalid_setting"),
)
_FOLDER = r"""[^\s'"()/:;](?:[^'"()/:;]*[^\s'"()/:;])?"""
"""Matches the name of a folder, which may have spaces inside."""
_FOLDERS = re.compile(rf"(?:(?<=file:)|(?<=program:)|(?<![\w/:.]))/(?:{_FOLDER}/)+")
"""Matches the folders of an absolute path."""
_UPLOAD = re.compile(r"""(?:agent )?(['"]?)(?:file:)?[0-9a-f]{16}\.py\1""")
"""Matches the file of an uploaded agent, which is named by its id."""
_YOURS = "your file"
_SENTENCES_OF_UPLOADS = {
    "fault.in_file": ("file", "fault.at_line"),
    "fault.agent_answered": ("agent", "fault.file_answered"),
    "fault.no_agent": ("file", "fault.holds_none"),
}
"""For sentences that name a file: the value that does, and the sentence for an upload."""


class Problem(BaseModel):
    """Why a request was refused."""

    code: Code = Field(description="A stable code for programs.", examples=["illegal_move"])
    detail: str = Field(description="One sentence for people, in English.")
    reason: str | None = Field(
        description="The key of a sentence that says what exactly is wrong, if there is "
        "one; the catalogues have it in each language.",
        examples=["column_full"],
    )
    values: dict[str, Any] = Field(
        description="The values for that sentence; a value with a `key` is itself a text.",
        examples=[{"column": "4", "moves": "'444444'"}],
    )


class Refusal(HTTPException):
    """A refused request, with the status of its response.

    The detail is in English; the sentence, if there is one, says the same in any language.
    """

    link: str | None = "/"
    """Where people can go instead; None for nowhere."""
    command: str | None = None
    """A command that helps, for the operator."""

    def __init__(
        self,
        status: int,
        code: Code,
        detail: str,
        sentence: Sentence | None = None,
        *,
        retry_seconds: int | None = None,
    ) -> None:
        headers = {"Retry-After": str(retry_seconds)} if retry_seconds else None
        super().__init__(status, str(detail), headers)
        self.code = code
        self.sentence = detail if isinstance(detail, Sentence) else sentence

    def __str__(self) -> str:
        return self.detail

    def content(self) -> dict[str, Any]:
        """The body of the response: the fields of a `Problem`."""
        content: dict[str, Any] = {"code": self.code, "detail": self.detail}
        content |= {"reason": None, "values": {}}
        if self.sentence is not None:
            content["reason"] = self.sentence.key.removeprefix(_GROUP)
            content["values"] = self.sentence.to_object()["values"]
        return content

    def said(self, texts: Texts) -> str | None:
        """What exactly is wrong, in a language; None if the page's title says as much."""
        if self.sentence is not None:
            return texts.say(self.sentence)
        key, is_titled = _GROUP + self.code, kind_of(self.status_code, self.code) != OTHER
        if is_titled and (self.code in _SAID_BY_TITLE or "{detail}" in ENGLISH.catalogue[key]):
            return None  # a detail is in English only
        return texts(key, detail=self.detail)


def answer_to(headers: Headers, refusal: Refusal) -> Response:
    """The response to a refused request: a page for a browser that shows it, else JSON."""
    status, link, command = refusal.status_code, refusal.link, refusal.command
    answer: Response = JSONResponse(refusal.content(), status)
    if wants_page(headers):
        texts = texts_for(headers)
        said = refusal.said(texts)
        answer = refusal_page(texts, status, refusal.code, said, link=link, command=command)
    answer.headers.update(refusal.headers or {})
    answer.headers["Vary"] = "Accept, Accept-Language, Cookie"
    return answer


class TooBusy(Refusal):
    """The server has too much to do already."""

    def __init__(self, detail: str) -> None:
        super().__init__(HTTPStatus.SERVICE_UNAVAILABLE, "busy", detail, retry_seconds=2)


class Conflict(Refusal):
    """The request does not fit the current state."""

    def __init__(self, code: Code, detail: str) -> None:
        super().__init__(HTTPStatus.CONFLICT, code, detail)


class Cancelled(Conflict):
    """The client withdrew its request before it was answered."""

    def __init__(self) -> None:
        super().__init__("cancelled", "the question was withdrawn")


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The API documentation of refusals: those of a route, and those that any route may give."""
    known = sorted({*statuses, *_ALWAYS})
    return {status: {"model": Problem, "description": _TITLES[status]} for status in known}


def documented(media_type: str, *statuses: int) -> dict[int | str, dict[str, Any]]:
    """The API documentation of a route whose response is not JSON, although its refusals are."""
    content = {media_type: {"schema": {"type": "string"}}}
    return problems(*statuses) | {200: {"content": content}}


def _wrong_value(where: str, error: dict[str, Any]) -> Sentence | None:
    """A sentence about an invalid value of a request, if the catalogues have one."""
    given = error.get("ctx", {})
    if isinstance(given.get("error"), EnrayaError):  # ours, raised by a validator
        found = given["error"].sentence
        return found if isinstance(found, Sentence) else None
    key = f"{_GROUP}value_{error['type']}"
    values = {name: value for name, value in given.items() if isinstance(value, str | int | float)}
    return Sentence(key, where=where, **values) if key in ENGLISH else None


def install_handlers(app: FastAPI) -> None:
    """Makes an application answer every error that is raised on purpose with a `Problem`."""

    async def refuse(request: Request, error: Exception) -> Response:
        return answer_to(request.headers, _refusal_of(error))

    for kind in (HTTPException, EnrayaError, sqlite3.Error, RequestValidationError):
        app.add_exception_handler(kind, refuse)


def _refusal_of(error: Exception) -> Refusal:
    """The refusal with which an error is answered."""
    match error:
        case Refusal():
            return error
        case HTTPException():  # of the web framework
            code = _HTTP_CODES.get(error.status_code, "refused")
            refusal = Refusal(error.status_code, code, error.detail)
            refusal.headers = error.headers
            return refusal
        case StoreFailure():
            return TooBusy(without_paths(str(error)))
        case sqlite3.Error():
            return TooBusy(f"the store {reason_of(error)}")
        case RequestValidationError():
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
            detail, sentence = f"{where}: {first['msg']}", _wrong_value(where, first)
            return Refusal(_UNPROCESSABLE, "invalid_request", detail, sentence)
    assert isinstance(error, EnrayaError)
    code = next(code for kind, code in _CODES if isinstance(error, kind))
    said = error.sentence
    is_about_files = not isinstance(said, Sentence) or said.key.startswith("fault.")
    return Refusal(_UNPROCESSABLE, code, without_paths(said) if is_about_files else said)


def without_paths(sentence: str) -> str:
    """The sentence with paths shortened to file names, and "your file" for an upload's.

    >>> fault = Sentence("fault.in_file", reason="KeyError", file="98752ee28d5484bd.py", line=3)
    >>> without_paths(fault).key
    'fault.at_line'

    >>> without_paths("'/srv/my lab/agents/98752ee28d5484bd.py' holds no agent")
    'your file holds no agent'
    >>> without_paths("SyntaxError: '(' was never closed (98752ee28d5484bd.py, line 3)")
    "SyntaxError: '(' was never closed (your file, line 3)"
    >>> without_paths("agent 'file:/srv/agents/98752ee28d5484bd.py' answered 99 after '44'")
    "your file answered 99 after '44'"
    >>> without_paths("cannot import name 'x' from 'enraya' (/usr/lib/enraya/__init__.py)")
    "cannot import name 'x' from 'enraya' (__init__.py)"
    >>> without_paths("3 / 4 is not a move, 1/2/3 neither; see https://example.org/a/b")
    '3 / 4 is not a move, 1/2/3 neither; see https://example.org/a/b'
    """
    if not isinstance(sentence, Sentence):
        return _UPLOAD.sub(_YOURS, _FOLDERS.sub("", sentence))
    values = {
        name: without_paths(value) if isinstance(value, str) else value
        for name, value in sentence.values.items()
    }
    place, key = _SENTENCES_OF_UPLOADS.get(sentence.key, ("", sentence.key))
    if values.get(place) != _YOURS:
        return Sentence(sentence.key, **values)
    del values[place]
    return Sentence(key, **values)
