"""The fork server as a program: takes the number of the socket on which games ask for agents."""

import sys
from socket import socket

from enraya.arena.isolation.forkserver import serve

with socket(fileno=int(sys.argv[1])) as connection:
    serve(connection)
