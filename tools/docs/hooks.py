"""The MkDocs hooks of `make docs`: pages for source files, and no inline scripts."""

import re
from hashlib import sha256
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
_LINK = re.compile(r"\]\((\.\./[^)#\s]+)\)")
_INLINE = re.compile(r"<script>(.+?)</script>", re.DOTALL)
_LANGUAGES = {"": "text", ".conf": "nginx", ".lisp": "common-lisp"}
_scripts: dict[str, str] = {}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the icon and a page for each linked source file, and makes index pages of folders."""
    icon = ROOT / "src" / "enraya" / "web" / "static" / "icon.svg"
    files.append(File.generated(config, "images/icon.svg", abs_src_path=str(icon)))
    for source in sorted({found for file in files for found in _sources(file).values()}):
        files.append(File.generated(config, _page_of(source), content=_listing(source)))
    for file in files:
        if file.src_uri.endswith("0-index.md"):
            _make_index(file)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Redirects links to source files to the pages of these files."""
    del config, files
    depth = page.file.src_uri.count("/")
    for link, source in _sources(page.file).items():
        markdown = markdown.replace(f"]({link})", f"]({'../' * depth}{_page_of(source)})")
    return markdown


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Moves inline scripts to files, because a strict content security policy forbids them."""
    del config

    def moved(match: re.Match[str]) -> str:
        name = f"assets/inline/{sha256(match[1].encode()).hexdigest()[:16]}.js"
        _scripts[name] = match[1]
        return f'<script src="{"../" * page.url.count("/")}{name}"></script>'

    return _INLINE.sub(moved, output)


def on_post_build(config: MkDocsConfig) -> None:
    """Writes the scripts that were inline, and removes 404.html, which needs a site's root."""
    Path(config.site_dir, "404.html").unlink(missing_ok=True)
    for name, script in _scripts.items():
        path = Path(config.site_dir, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(script)


def _make_index(file: File) -> None:
    """Makes a page the index of its folder, whatever the page is called."""
    for worked_out in ("dest_uri", "url", "abs_dest_path"):
        vars(file).pop(worked_out, None)
    file.name = "index"


def _sources(file: File) -> dict[str, Path]:
    """The links of a page to files outside the documentation, and the paths of these files."""
    if not file.src_uri.endswith(".md") or file.generated_by:
        return {}
    found = {}
    for link in _LINK.findall(file.content_string):
        target = (ROOT / "docs" / file.src_uri).parent.joinpath(link).resolve()
        if not target.is_relative_to(ROOT / "docs") and target.exists():
            found[link] = target.relative_to(ROOT)
    return found


def _page_of(source: Path) -> str:
    return f"source/{source.as_posix()}.md"


def _listing(source: Path) -> str:
    """A page that shows a file or lists a folder, and that the search ignores."""
    path = ROOT / source
    if path.is_dir():
        names = "\n".join(sorted(entry.name for entry in path.iterdir()))
        language, text = "text", names
    else:
        language, text = _LANGUAGES.get(path.suffix, path.suffix[1:]), path.read_text()
    fence = "`" * 6
    head = "---\nsearch:\n  exclude: true\n---\n"
    return f"{head}# {source.as_posix()}\n\n{fence}{language}\n{text}\n{fence}\n"
