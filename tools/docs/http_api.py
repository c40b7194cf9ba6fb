"""The pages of the HTTP APIs, generated from the OpenAPI schemas of the servers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from enraya.web.laboratory.routes.app import create_app
from enraya.web.league.routes.app import create_league_app
from enraya.web.server.settings import ServerSettings

Schema = dict[str, Any]
_REFUSALS = ("4", "5")
LABORATORY, LEAGUE = "reference/http-api.md", "reference/league-api.md"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Adds the description of a server's API to its page when the site is built."""
    del config, files
    if page.file.src_uri == LABORATORY:
        return f"{markdown}\n{described(create_app().openapi())}"
    if page.file.src_uri == LEAGUE:
        league = create_league_app(
            ServerSettings(store=Path("league"))
        )  # the folder is never opened
        return f"{markdown}\n{described(league.openapi())}"
    return markdown


def described(schema: Schema) -> str:
    """All requests and objects of an API, as Markdown."""
    parts = [schema["info"]["description"], "## Requests"]
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            parts += _request(f"{method.upper()} {path}", operation)
    parts.append("## Objects")
    for name, its in schema["components"]["schemas"].items():
        parts += _object(name, its)
    return "\n\n".join(parts) + "\n"


def _request(title: str, operation: Schema) -> Iterator[str]:
    yield f"### `{title}`"
    yield str(operation.get("description") or operation["summary"])
    rows = [
        _row(parameter["name"], parameter["schema"] | parameter, parameter["in"])
        for parameter in operation.get("parameters", ())
    ]
    if rows:
        yield "\n".join(["| takes | type | | |", "|---|---|---|---|", *rows])
    if body := operation.get("requestBody"):
        yield f"Body: {_content(body)}"
    answers = [
        f"{status} {_content(answer)}".strip()
        for status, answer in operation["responses"].items()
        if not status.startswith(_REFUSALS)
    ]
    refusals = [status for status in operation["responses"] if status.startswith(_REFUSALS)]
    yield f"Answers: {', '.join(answers)}; refusals: {', '.join(refusals)}."


def _object(name: str, described: Schema) -> Iterator[str]:
    yield f"### {name}"
    if text := described.get("description"):
        yield text
    if "enum" in described:
        yield f"One of {_type(described)}."
    if properties := described.get("properties"):
        rows = [_row(field, its) for field, its in properties.items()]
        yield "\n".join(["| field | type | | |", "|---|---|---|---|", *rows])


def _row(name: str, described: Schema, place: str = "") -> str:
    """A table row: name, type, description, and place (for a parameter) or default."""
    text = " ".join(described.get("description", "").split()).replace("|", "\\|")
    default = f"default `{described['default']!r}`" if "default" in described else ""
    return f"| `{name}` | {_type(described)} | {text} | {place or default} |"


def _content(holder: Schema) -> str:
    """The types that a request body or a response may have, by media type."""
    return " or ".join(
        _type(content["schema"]) if kind == "application/json" else f"`{kind}`"
        for kind, content in holder.get("content", {}).items()
    )


def _type(schema: Schema) -> str:
    """A schema's type in words, with links to the objects it names."""
    if reference := schema.get("$ref"):
        name = reference.rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if options := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(_type(option) for option in options)
    if "enum" in schema or "const" in schema:
        return " ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_type(schema['items'])}" if "items" in schema else "list"
    return str(schema.get("type", "any"))
