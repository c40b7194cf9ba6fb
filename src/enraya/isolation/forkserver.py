"""A process that has the host of agents loaded and forks one agent after another.

Loading enraya and its compiled kernels takes over a second, a fork a few milliseconds.
"""

import gc
import json
import os
import signal
from socket import recv_fds, socket
from typing import Any, NoReturn

from enraya.isolation.linux import adopt_orphans, show_as
from enraya.isolation.sandbox import enter_own, enter_shared, why_not
from enraya.isolation.supervisor import Host, supervise

MAX_REQUEST = 1 << 16


def serve(connection: socket, host: Host) -> None:
    """Starts agents for the process at the other end of the connection, until it is gone."""
    show_as("enraya-agents")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    host.prepare()
    obstacle = why_not()
    if not obstacle:
        enter_shared()
    adopt_orphans()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that ended children need no wait
    gc.freeze()
    connection.sendall(json.dumps({"obstacle": obstacle}).encode())
    while True:
        data, descriptors, _, _ = recv_fds(connection, MAX_REQUEST, 2)
        if not data:
            return
        request = {**json.loads(data), "sandbox": not obstacle}
        if os.fork() == 0:
            connection.close()
            _launch(host, request, *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)


def _launch(host: Host, request: dict[str, Any], answers: int, control: int) -> NoReturn:
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        if request["sandbox"]:
            enter_own()
            if os.fork():  # the child is the first process of its namespace, this one is not in it
                os._exit(0)
        supervise(host, request, answers, control)
    except OSError as error:
        os.write(control, json.dumps({"cause": "broken", "error": str(error)}).encode())
    finally:
        os._exit(1)
