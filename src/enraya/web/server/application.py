"""How the laboratory and leagues become applications: their routes, and what both have alike."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from functools import partial, wraps
from inspect import signature
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.staticfiles import StaticFiles

from enraya import __version__
from enraya.errors import InvalidSetting, UnknownName
from enraya.texts import CATALOGUES, Sentence
from enraya.web.server.guard import Guard
from enraya.web.server.limits import RequestRate
from enraya.web.server.problems import install_handlers
from enraya.web.server.settings import ServerSettings
from enraya.web.server.threads import StoringThread

STATIC = Path(__file__).parents[1] / "static"
"""The files of the page."""
REPORT_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data: blob:; frame-ancestors 'none'"
)
"""The policy of a report, which carries its scripts inside: a sandbox without an origin."""


class Parts(Protocol):
    """What an application holds while it serves; routes find it as `app.state.parts`."""

    storing: StoringThread
    """The one thread that uses its store."""

    async def start(self) -> None:
        """Prepares what the first visitor would wait for, and starts what works beside."""

    def end_streams(self) -> None:
        """Lets live pages end by themselves, for the event loop; they come back later."""

    async def stop(self) -> None:
        """Stops what works beside, and closes everything."""


_Parts = TypeVar("_Parts", bound=Parts)
_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


async def parts_of(request: Request) -> Any:
    """The parts of the application; async, so that the framework needs no thread for it."""
    return request.app.state.parts


def in_store(
    function: Callable[Concatenate[_Parts, _Given], _Result],
) -> Callable[Concatenate[_Parts, _Given], Coroutine[Any, Any, _Result]]:
    """A route that runs in the one thread that uses the store."""
    name = next(iter(signature(function).parameters))

    @wraps(function)
    async def route(*arguments: Any, **named: Any) -> _Result:
        parts: _Parts = arguments[0] if arguments else named[name]  # FastAPI names them all
        return await parts.storing.run(partial(function, *arguments, **named))

    return route


def make_application(
    title: str,
    description: str,
    settings: ServerSettings,
    open_parts: Callable[[], _Parts],
    tasks: Iterable[Callable[[_Parts], Coroutine[Any, Any, None]]],
    routers: Iterable[APIRouter],
    pages: APIRouter,
) -> FastAPI:
    """An application behind the guard, with an API, its pages and their files.

    Args:
        title: what it is called in its documentation.
        description: what its documentation says first.
        settings: how it is served.
        open_parts: opens what the routes need.
        tasks: what the event loop does beside, until the application stops.
        routers: the API; its routes refuse query parameters that they do not know.
        pages: what is not in the documentation.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        parts = app.state.parts = open_parts()
        await parts.start()
        running = [asyncio.create_task(task(parts)) for task in tasks]
        yield
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await parts.stop()

    app = FastAPI(
        title=title,
        version=__version__,
        description=description,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    install_handlers(app)
    for router in routers:
        app.include_router(router, dependencies=[Depends(_check_parameters)])
    app.include_router(pages)
    app.mount("/static/i18n", StaticFiles(directory=CATALOGUES), name="texts")
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.openapi()  # made once: the first query would wait for it, and all others
    app.add_middleware(RequestRate, settings=settings)
    app.add_middleware(Guard, settings=settings)
    return app


async def _check_parameters(request: Request) -> None:
    """Refuses a request with a query parameter that its route does not have.

    Raises:
        EnrayaError: with the nearest name.
    """
    if not request.query_params:
        return
    path, method = request.scope["route"].path, request.method.lower()
    parameters = request.app.openapi()["paths"][path][method].get("parameters", [])
    known = {parameter["name"] for parameter in parameters if parameter["in"] == "query"}
    for name in request.query_params:
        if not known:
            raise InvalidSetting(
                Sentence("problem.no_parameters", path=request.url.path, name=repr(name))
            )
        if name not in known:
            raise UnknownName("query parameter", name, known)
