"""The page of all commands, generated from the commands themselves."""

from collections.abc import Iterator
from typing import Any

import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from typer.main import get_command

from enraya.cli import app

PAGE = "reference/commands.md"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fills the page of all commands when the site is built."""
    del config, files
    return commands_page() if page.file.src_uri == PAGE else markdown


def commands_page() -> str:
    """Every command with its arguments and options, as Markdown."""
    root = get_command(app)
    context = typer.Context(root, info_name="enraya")
    parts = [
        "# Commands",
        "Generated from the code when this page was built; `enraya COMMAND --help` says the same.",
    ]
    for group, command in _commands(root, context):
        parts += _section(group, command)
    return "\n\n".join(parts) + "\n"


def _commands(command: Any, context: typer.Context) -> Iterator[tuple[typer.Context, Any]]:
    """All commands below a command, each group before its members."""
    for name in command.list_commands(context):
        listed = command.get_command(context, name)
        inner = listed.make_context(name, [], parent=context, resilient_parsing=True)
        found = inner.command  # the real command: the list may hold a placeholder
        yield inner, found
        if hasattr(found, "list_commands"):
            yield from _commands(found, inner)


def _section(context: typer.Context, command: Any) -> list[str]:
    """A command's heading, help text, and table of arguments and options."""
    level = "##" if context.parent and context.parent.parent is None else "###"
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    parts = [f"{level} {context.command_path}", f"```text\n{usage}\n```", _text(command.help or "")]
    records = [
        record
        for parameter in command.get_params(context)
        if parameter.name != "help" and (record := parameter.get_help_record(context))
    ]
    if records:
        rows = [
            f"| `{_cell(name)}` | {_cell(help_text).replace('<', '&lt;')} |"
            for name, help_text in records
        ]
        parts.append("\n".join(["| takes | |", "|---|---|", *rows]))
    return parts


def _text(help_text: str) -> str:
    """A help text as Markdown; its examples become code."""
    shown = []
    for paragraph in help_text.split("\n\n"):
        joined = " ".join(paragraph.replace("\b", "").split())
        before, colon, call = joined.partition(": enraya ")
        shown.append(f"{before}: `enraya {call}`" if colon else joined)
    return "\n\n".join(shown)


def _cell(text: str) -> str:
    """A text, escaped for a cell of a Markdown table."""
    return " ".join(text.split()).replace("|", "\\|")
