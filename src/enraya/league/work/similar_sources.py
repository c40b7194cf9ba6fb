"""Finds sources of different teams that are identical, or similar in their tokens.

Similarity is measured by copydetect, which finds shared runs of tokens by winnowing (Schleimer,
Wilkerson and Aiken 2003) and ignores comments and the names of variables. The result is a list for
a person to look at; it proves nothing.
"""

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

from enraya.errors import InvalidSetting
from enraya.extras import imported
from enraya.league.store.content import content_of, files_of
from enraya.league.store.store import LeagueStore

TOKENS = 25
"""The length from which a run of equal tokens counts; shorter ones occur by chance."""
WINDOW = 1
DEFAULT_SHARE = 0.5


class Source(NamedTuple):
    """All files of a version."""

    team: int
    version: int
    """The number of the version."""
    files: Mapping[str, bytes]
    """The content of each file, by its path."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two versions of different teams that look alike."""

    one: tuple[int, int]
    """The team and the number of its version."""
    other: tuple[int, int]
    share: float
    """The largest share of a file of one version that is also in a file of the other; 1 for the
    same content."""
    is_identical: bool


def sources_of(store: LeagueStore, *, all_versions: bool = False) -> list[Source]:
    """The sources to compare: those of each team's latest version, or of all versions.

    Erased submissions and those that hold no source are left out.
    """
    settings = store.settings
    found: dict[object, Source] = {}
    for version in store.versions.all():
        with suppress(InvalidSetting):  # erased, or never a source
            content = content_of(store.folder, version.digest)
            _, files = files_of(version.file, content, settings)
            key = version.id if all_versions else version.team
            found[key] = Source(version.team, version.number, files)
    return list(found.values())


def identical(sources: Iterable[Source]) -> Iterator[Likeness]:
    """Pairs of versions of different teams whose files have the same content under any names."""
    for one, other in combinations(sources, 2):
        if one.team != other.team and _contents(one) == _contents(other):
            yield Likeness(one[:2], other[:2], 1.0, is_identical=True)


def _contents(source: Source) -> list[bytes]:
    """The contents of the files, sorted, without line endings and trailing spaces.

    Editors change these on their own.
    """
    return sorted(
        b"\n".join(line.rstrip() for line in content.split(b"\n")).strip()
        for content in source.files.values()
    )


def similar(sources: Iterable[Source], least: float = DEFAULT_SHARE) -> list[Likeness]:
    """Pairs of versions of different teams that are at least this similar, the most similar first.

    Raises:
        InvalidSetting: when copydetect is not installed.
    """
    copydetect = imported("copydetect")
    listed = list(sources)
    same = {(pair.one, pair.other): pair for pair in identical(listed)}
    found = list(same.values())
    with tempfile.TemporaryDirectory(prefix="enraya-similar-") as scratch:
        prints = [_fingerprints(copydetect, source, Path(scratch)) for source in listed]
        for i, j in combinations(range(len(listed)), 2):
            one, other = listed[i], listed[j]
            if one.team == other.team or (one[:2], other[:2]) in same:
                continue
            share = _share(copydetect, prints[i], prints[j])
            if share >= least:
                found.append(Likeness(one[:2], other[:2], share, is_identical=False))
    return sorted(found, key=lambda pair: (not pair.is_identical, -pair.share, pair.one))


def _fingerprints(copydetect: Any, source: Source, scratch: Path) -> list[Any]:
    """The copydetect fingerprint of each file of a version; files that are not text are skipped."""
    prints = []
    for number, (name, content) in enumerate(sorted(source.files.items())):
        # The suffix tells copydetect the language; the rest of a team's file name is not used.
        path = scratch / f"{source.team}-{source.version}-{number}{Path(name).suffix}"
        path.write_bytes(content)
        try:
            prints.append(copydetect.CodeFingerprint(str(path), TOKENS, WINDOW))
        except UnicodeDecodeError:
            continue
    return prints


def _share(copydetect: Any, ones: list[Any], others: list[Any]) -> float:
    """The largest share of a file of one source that is in a file of the other."""
    compared = (copydetect.compare_files(*both) for both in product(ones, others))
    return max((float(share) for _, shares, _ in compared for share in shares), default=0.0)
