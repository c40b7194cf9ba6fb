"""Sources that real compilers refuse, and the messages for their authors."""

from pathlib import Path

import pytest

from enraya import InvalidSetting
from enraya.agents.isolated.compiling import Compiled, compile_agent
from enraya.agents.text.spec import parse_spec
from enraya.callspec import CallSpec

pytestmark = pytest.mark.slow

BROKEN = {
    "mine.lisp": "(defvar *x* 1)\n\n; a comment\n(defun f (x)\n  (let ((y 1 2)) y))\n",
    "mine.cpp": "#include <iostream>\n\n\nint main() { int x = ; }\n",
    "mine.c": "int f(void);\n\n\nint main(void) { int x = ; }\n",
    "Mine.java": "class Mine {\n\n\n  int x = ;\n}\n",
    "mine.js": '"use strict";\n\n\nlet x = ;\n',
    "module.mjs": 'import fs from "fs";\n\n\nlet x = ;\n',
}
"""Each has its mistake in line 4."""


def compiled(folder: Path, name: str, source: str | bytes) -> Compiled:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_bytes(source.encode() if isinstance(source, str) else source)
    found = compile_agent(parse_spec(str(CallSpec(f"file:{path}"))), alone=False)
    assert found is not None
    return found


def refusal(folder: Path, name: str, source: str | bytes) -> str:
    with pytest.raises(InvalidSetting) as refused:
        compiled(folder, name, source)
    message = str(refused.value)
    assert str(folder) not in message
    assert ".part" not in message
    return message


@pytest.mark.parametrize(("mark", "ending"), [(b"", "\n"), (b"\xef\xbb\xbf", "\r\n")])
@pytest.mark.parametrize("name", BROKEN)
def test_a_mistake_is_reported_with_its_line_even_with_windows_line_ends(
    tmp_path: Path, name: str, mark: bytes, ending: str
) -> None:
    source = mark + BROKEN[name].replace("\n", ending).encode()
    message = refusal(tmp_path / "agents", name, source)
    assert message.startswith(f"{name!r} does not compile:\n")
    assert any(line.startswith(f"{name}:4") for line in message.splitlines())


@pytest.mark.parametrize("name", BROKEN)
def test_names_with_blanks_and_accents_are_kept(tmp_path: Path, name: str) -> None:
    strange = f"-mi añagaza (1) [2] *{Path(name).suffix}"
    message = refusal(tmp_path / "mis ágentes", strange, BROKEN[name])
    assert f"\n{strange}:4" in message.replace("\n./", "\n")


@pytest.mark.parametrize("name", ["MINE.CPP", "MINE.C", "MINE.JAVA"])
def test_the_suffix_may_be_in_capitals(tmp_path: Path, name: str) -> None:
    source = BROKEN[next(known for known in BROKEN if known.upper() == name)]
    message = refusal(tmp_path / "agents", name, source)
    assert any(line.startswith(f"{name}:4") for line in message.splitlines())


@pytest.mark.parametrize(
    ("name", "source", "words"),
    [
        ("mine.cpp", "int x;\n", "has no int main()"),
        ("mine.c", "int x;\n", "has no int main(void)"),
        ("Mine.java", "class Mine { void main(String[] a) { } }\n", "has no public static void"),
        ("Mine.java", "// class\n", "has no public static void"),
        ("Mine.java", "package uni; public class Mine { }\n", "in the package uni"),
        (
            "Mine.java",
            "class A { public static void main(String[] a) { } }\n"
            "class B { public static void main(String[] a) { } }\n",
            "in each of A, B",
        ),
    ],
)
def test_a_program_without_an_entry_point_is_refused(
    tmp_path: Path, name: str, source: str, words: str
) -> None:
    assert words in refusal(tmp_path / "agents", name, source)


@pytest.mark.parametrize(
    ("source", "main"),
    [
        ("public class Player { public static void main(String[] a) { } }\n", "Player"),
        ("class A { }\nclass Ñandú { static public void main(final String... a) { } }\n", "Ñandú"),
        (
            "// public class Wrong {}\n/* public class Worse */ interface I { }\n"
            'class Test { String s = "public class T"; public static void main(String[] a) { } }\n'
            "public class Right extends Test { public static void main(String[] a) { } }\n",
            "Right",
        ),
        (
            "interface I { static void main(String[] a, int n) { } }\n"
            "enum E { A; static int main(String[] a) { return 0; }\n"
            "  static class In { public static void main(String[] a) { } } }\n"
            "@interface Note { }\nrecord Pair<T extends Comparable<T>>(T one, T two) {\n"
            "  public static synchronized void main(String... a) throws Exception { } }\n",
            "Pair",
        ),
    ],
)
def test_java_begins_where_its_compiler_says(tmp_path: Path, source: str, main: str) -> None:
    assert compiled(tmp_path / "agents", "my agent.java", source).build.main == main


def test_a_lisp_program_with_mere_warnings_is_compiled(tmp_path: Path) -> None:
    source = "(setq depth 4)\n(defun f () (later depth))\n(defun later (x) x)\n(print (f))\n"
    assert compiled(tmp_path / "agents", "mine.lisp", source).build.main == ""


def test_an_unfinished_lisp_form_is_reported_with_its_first_line(tmp_path: Path) -> None:
    message = refusal(tmp_path / "agents", "mine.lisp", "(print 1)\n\n(defun f (\n  (print 2)\n")
    assert "mine.lisp:3: error: the file ends before its last form: a ) is missing" in message


def test_javascript_that_imports_and_exports_is_a_module(tmp_path: Path) -> None:
    source = 'import { createInterface } from "node:readline";\nexport const x = 1;\nawait x;\n'
    assert compiled(tmp_path / "agents", "mine.js", source).source.language.name == "JavaScript"


@pytest.mark.parametrize(
    ("name", "source", "beside"),
    [
        ("mine.cpp", '#include "beside.h"\nint main() { return X; }\n', ("beside.h", "%s X 1\n")),
        (
            "mine.lisp",
            '(eval-when (:compile-toplevel :execute) (load "beside.lisp"))\n(print #.*x*)\n',
            ("beside.lisp", "(defvar *x* 1)"),
        ),
    ],
)
def test_a_source_may_include_a_file_beside_it(
    tmp_path: Path, name: str, source: str, beside: tuple[str, str]
) -> None:
    folder = tmp_path / "agents"
    assert beside[0].partition(".")[0] in refusal(folder, name, source)
    (folder / beside[0]).write_text(beside[1].replace("%s", "#define"))
    first = compiled(folder, name, source)
    (folder / beside[0]).write_text(beside[1].replace("%s", "#define").replace("1", "2"))
    assert compiled(folder, name, source).build.folder != first.build.folder


def test_code_that_runs_at_compile_time_is_sandboxed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden")
    source = (
        f'(eval-when (:compile-toplevel) (with-open-file (s "{secret}") (error (read-line s))))\n'
    )
    assert "hidden" not in refusal(tmp_path / "agents", "mine.lisp", source)
    source = (
        '(eval-when (:compile-toplevel) (with-open-file (s "'
        f'{secret}" :direction :output :if-exists :supersede) (print 1 s)))\n'
    )
    compiled(tmp_path / "agents", "mine.lisp", source)  # its own scratch lies over that place
    assert secret.read_text() == "hidden"
