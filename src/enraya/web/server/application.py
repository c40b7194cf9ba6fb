"""Makes the web applications of laboratories and leagues from their routes and parts."""

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
"""The static files of the pages."""
REPORT_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data: blob:; frame-ancestors 'none'"
)
"""The content security policy of reports: inline scripts, in a sandbox without an origin."""


class Parts(Protocol):
    """The parts of an application while it runs; routes find them as `app.state.parts`."""

    storing: StoringThread
    """The only thread that uses the application's database."""

    async def start(self) -> None:
        """Prepares what the first visitor would otherwise wait for, and starts background work."""

    def end_streams(self) -> None:
        """Lets event streams end by themselves; pages reconnect later. For the event loop."""

    async def stop(self) -> None:
        """Stops background work and closes everything."""


_Parts = TypeVar("_Parts", bound=Parts)
_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


async def parts_of(request: Request) -> Any:
    """The parts of the application; async, so that FastAPI does not run it in a thread."""
    return request.app.state.parts


def in_store(
    function: Callable[Concatenate[_Parts, _Given], _Result],
) -> Callable[Concatenate[_Parts, _Given], Coroutine[Any, Any, _Result]]:
    """The route ``function``, run in the one thread that uses the database."""
    name = next(iter(signature(function).parameters))

    @wraps(function)
    async def route(*arguments: Any, **named: Any) -> _Result:
        parts: _Parts = arguments[0] if arguments else named[name]  # FastAPI passes all by name
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
    """A web application behind the guard: an API, pages and static files.

    Args:
        title: the title of its API documentation.
        description: the introduction of its API documentation.
        settings: how it is served.
        open_parts: opens the parts that routes need.
        tasks: background tasks of the event loop, cancelled when the application stops.
        routers: the API; its routes refuse unknown query parameters.
        pages: routes that the API documentation leaves out.
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
    app.openapi()  # made now and cached: the first request with a query would wait
    app.add_middleware(RequestRate, settings=settings)
    app.add_middleware(Guard, settings=settings)
    return app


async def _check_parameters(request: Request) -> None:
    """Refuses a request with a query parameter that its route does not have.

    Raises:
        InvalidSetting: when the route has no query parameters.
        UnknownName: when it has others; the message suggests the nearest one.
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
