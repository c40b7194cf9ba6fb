"""What a server needs of the machine before it serves."""

import errno
import os

import pytest

from enraya.errors import InvalidSetting
from enraya.web.server import serving
from enraya.web.server.serving import listen

resource = pytest.importorskip("resource")
MOST, ANY = serving._MOST_FILES, resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("soft", "hard", "wanted"),
    [
        (1024, MOST + 1, MOST),
        (1024, ANY, MOST),
        (1024, 4096, 4096),
        (4096, 4096, None),
        (MOST, ANY, None),
        (MOST - 1, ANY, MOST),
        (ANY, ANY, None),
    ],
)
def test_a_server_may_open_as_many_files_as_the_system_lets_it(
    soft: int, hard: int, wanted: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[tuple[int, int]]()
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    serving._allow_files()
    assert asked == ([] if wanted is None else [(wanted, hard)])


def test_an_address_that_is_taken_or_not_ours_is_refused_with_advice() -> None:
    with listen("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(InvalidSetting, match="choose another port with --port"):
            listen("127.0.0.1", port)
    with pytest.raises(InvalidSetting, match=r"with --host 0\.0\.0\.0 it listens"):
        listen("192.0.2.1", 0)


def test_what_has_no_advice_says_what_the_system_says() -> None:
    refusal = serving._unavailable("here", 1, OSError(errno.ENOBUFS, os.strerror(errno.ENOBUFS)))
    assert str(refusal) == f"cannot listen on here port 1: {os.strerror(errno.ENOBUFS)}"
