"""Server-sent events, of which one visitor has only so many."""

from collections.abc import AsyncIterator, Mapping

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from enraya.web.visitors.limits import InUse
from enraya.web.visitors.visitor import Visitor


class LimitedStream(StreamingResponse):
    """A stream of events that counts as in use until it ends, however it ends.

    Args:
        events: the events, as text.
        in_use: counts the streams.
        visitor: who listens.
        headers: what else the answer says.
    """

    def __init__(
        self,
        events: AsyncIterator[str],
        in_use: InUse,
        visitor: Visitor,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(events, media_type="text/event-stream", headers=headers)
        self._in_use, self._visitor = in_use, visitor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the events.

        Raises:
            TooMany: before anything is sent, when the visitor has too many streams.
        """
        with self._in_use.by(self._visitor):
            await super().__call__(scope, receive, send)
