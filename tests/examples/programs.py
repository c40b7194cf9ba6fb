"""Compiling programs with the compilers of their languages, and talking to them."""

import subprocess
import sys
from pathlib import Path

AGENTS = Path(__file__).parents[2] / "examples" / "agents"
_STRICT = ["-O2", "-Wall", "-Wextra", "-Werror", "-pthread"]


def command_of(path: Path, folder: Path) -> list[str]:
    """The command that runs a source; what a compiler makes goes to the folder."""
    source, program = str(path), str(folder / "program")
    compilers = {
        ".c": ["gcc", *_STRICT, source, "-o", program],
        ".cpp": ["g++", "-std=c++17", *_STRICT, source, "-o", program],
        ".java": ["javac", "-Xlint", "-Werror", "-d", str(folder), source],
    }
    commands = {
        ".c": [program],
        ".cpp": [program],
        ".java": ["java", "-cp", str(folder), path.stem],
        ".js": ["node", source],
        ".lisp": ["sbcl", "--script", source],
        ".py": [sys.executable, source],
    }
    if path.suffix in compilers:
        done = subprocess.run(compilers[path.suffix], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return commands[path.suffix]


def answers(command: list[str], lines: list[str]) -> tuple[list[str], list[str]]:
    """What a program writes to its output and to its errors for these lines."""
    done = subprocess.run(
        command, input="".join(f"{line}\n" for line in lines), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines(), done.stderr.splitlines()
