"""A real nginx with the configuration of the documentation."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from ssl import SSLContext, create_default_context
from typing import NamedTuple

import httpx

from tests.processes import free_port, wait_until

EXAMPLE = Path(__file__).parents[3] / "docs" / "proxy" / "nginx.conf"
NAME = "lab.example.org"
PATIENCE = 60.0
_FRAME = """
{user}
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    include {folder}/site.conf;
}}
"""


class Proxy(NamedTuple):
    """Where nginx listens, and how to trust its certificate."""

    plain_port: int
    port: int
    context: SSLContext

    def client(self, local_address: str | None = None, name: str = NAME) -> httpx.Client:
        """A client of a name, as if it resolved to this machine."""
        return httpx.Client(
            transport=httpx.HTTPTransport(verify=self.context, local_address=local_address),
            event_hooks={"request": [_ask_for_its_certificate]},
            base_url=f"https://127.0.0.1:{self.port}",
            headers={"host": f"{name}:{self.port}"},
            timeout=PATIENCE,
        )


def _ask_for_its_certificate(request: httpx.Request) -> None:
    """Names who is asked for already where the encryption begins, as a browser does."""
    request.extensions = {**request.extensions, "sni_hostname": NAME}


@contextmanager
def running_nginx(folder: Path, upstream: int, site: str = "") -> Iterator[Proxy]:
    """The example in front of a port of this machine, with ports and a certificate of its own."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    assert program, "the test of the proxy needs nginx; install the package nginx-light"
    plain, port = free_port(), free_port()
    site = site or EXAMPLE.read_text()
    for written, here in (
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen [::]:80;", ""),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen [::]:443 ssl http2;", ""),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", f"{folder}/certificate.pem"),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", f"{folder}/key.pem"),
        ("127.0.0.1:8000", f"127.0.0.1:{upstream}"),
    ):
        assert written in site, written
        site = site.replace(written, here)
    (folder / "site.conf").write_text(site)
    user = "" if os.geteuid() else "user root root;"  # only we may read the folder
    (folder / "nginx.conf").write_text(_FRAME.format(folder=folder, user=user))
    _make_certificate(folder)
    arguments = ["-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error")]
    process = subprocess.Popen([program, *arguments])
    try:
        wait_until(lambda: _listens(port, process))
        yield Proxy(plain, port, create_default_context(cafile=folder / "certificate.pem"))
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _make_certificate(folder: Path) -> None:
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"),
            *("-keyout", folder / "key.pem", "-out", folder / "certificate.pem"),
        ],
        check=True,
        capture_output=True,
    )


def _listens(port: int, process: "subprocess.Popen[bytes]") -> bool:
    assert process.poll() is None, "nginx does not start with the example"
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
