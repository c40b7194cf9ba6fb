"""The fork server as a program.

It takes the number of the socket on which games ask for agents, and the module that hosts them.
"""

import sys
from importlib import import_module
from socket import socket

from enraya.isolation.forkserver import serve

with socket(fileno=int(sys.argv[1])) as connection:
    serve(connection, import_module(sys.argv[2]))
