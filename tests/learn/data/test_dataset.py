"""Data sets: samplers, labels, files and parts."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from zlib import crc32

import numpy as np
import pyarrow.parquet as pq
import pytest

from enraya.errors import EnrayaError, InvalidSetting
from enraya.game.position import Position
from enraya.learn.data.dataset import (
    Dataset,
    boards_after,
    joined,
    keys_of,
    make_dataset,
    without_repeats,
)
from enraya.learn.data.labelling import BLOCK, Labelled, label_block, label_positions
from enraya.learn.data.published import as_published, drawn_patterns, is_lost
from enraya.learn.data.samplers import SAMPLERS, Pattern, Sampling, draw_pattern, sample
from enraya.learn.data.split import split_as_paper, split_by_position
from enraya.learn.data.storage import read_dataset, write_dataset
from enraya.models.features import PAPER_NAMES
from enraya.solver import Solver, analyse
from tests.learn.support import LATE, data, labels

SOLVER = Solver(table_mb=8)


def test_a_pattern_stops_before_the_first_win() -> None:
    rng = np.random.default_rng(1)
    lengths = set()
    for _ in range(300):
        pattern = draw_pattern(rng)
        lengths.add(len(pattern.drawn))
        assert all(pattern.drawn.count(column) <= 6 for column in "1234567")
        assert not pattern.position.is_over
        assert pattern.drawn.startswith(pattern.position.moves)
        if pattern.is_truncated:
            following = pattern.drawn[pattern.position.plies]
            assert pattern.position.play(int(following)).is_over
    assert (min(lengths), max(lengths)) == (5, 35)


@pytest.mark.parametrize("name", SAMPLERS)
def test_a_sampler_gives_undecided_positions_that_its_seed_decides(name: str) -> None:
    sampling = Sampling(name, ("greedy", "random"), epsilon=0.95, stones=(20, 30))
    found = [position.moves for position in sample(sampling, 3, 0, 5, SOLVER)]
    again = [position.moves for position in sample(sampling, 3, 0, 5, SOLVER)]
    other = [position.moves for position in sample(sampling, 3, 1, 5, SOLVER)]
    assert found == again != other
    assert not any(Position.parse(moves).is_over for moves in found)
    if name != "paper":
        assert all(20 <= len(moves) <= 30 for moves in found)


def test_the_samples_of_an_interrupted_0_2_0_are_still_labelled(tmp_path: Path) -> None:
    job = [{**Sampling().as_json(), "sampler": "report", "stones": [0, 41]}, 1, 0, 2, False]
    digest = sha256(json.dumps([job]).encode()).hexdigest()
    done = [0, [["44444432", [None] * 7, 0.5]]]
    lines = [{"jobs": 1, "digest": digest, "sums": True}, [*done, crc32(json.dumps(done).encode())]]
    part = tmp_path / "data.part"
    part.write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = label_positions(Sampling("paper"), 2, seed=1, checkpoint=part)
    assert [position.moves for position in found.positions] == ["44444432"]
    assert len(label_block([*job[:3], 1, False])) == 1


@pytest.mark.parametrize(
    ("sampling", "words"),
    [
        (Sampling("papre"), "did you mean 'paper'"),
        (Sampling(stones=(9, 3)), "not 9 to 3"),
        (Sampling(stones=(0, 42)), "not 0 to 42"),
        (Sampling(stones=(-1, 9)), "not -1 to 9"),
        (Sampling(epsilon=2), "from 0 to 1"),
        (Sampling(epsilon=-0.1), "from 0 to 1"),
        (Sampling("selfplay", agents=()), "needs an agent"),
        (Sampling("selfplay", agents=("nobody",)), "unknown agent"),
    ],
)
def test_impossible_samples_are_refused(sampling: Sampling, words: str) -> None:
    with pytest.raises(EnrayaError, match=words):
        label_positions(sampling, 1, 0, engine="serial")


def test_too_little_data_is_refused() -> None:
    with pytest.raises(EnrayaError, match="cannot label 0 positions"):
        label_positions(LATE, 0, 0, engine="serial")
    with pytest.raises(InvalidSetting, match="too little data"):
        split_by_position(data().take(np.array([0])))


def test_labelling_reports_progress_by_block_and_time_by_number_of_stones() -> None:
    told: list[int] = []
    started = perf_counter()
    found = label_positions(LATE, BLOCK + 3, 5, engine="serial", on_done=told.append)
    passed = perf_counter() - started
    assert len(found.positions) == BLOCK + 3
    assert found.positions == labels().positions[: BLOCK + 3]
    assert told == [0, BLOCK, BLOCK + 3]
    assert found.seconds.keys() == {len(position.moves) for position in found.positions}
    assert min(found.seconds.values()) > 0
    assert sum(found.seconds.values()) <= passed + 0.001


def test_a_row_is_the_board_after_a_move_with_its_score() -> None:
    rows = data()
    boards = rows.need_boards()
    for i in range(0, len(rows), 97):
        position = Position.parse(boards.moves[i][:-1])
        column = int(boards.moves[i][-1])
        assert rows.labels[i] == analyse(SOLVER, position).scores[column - 1]
        board = position.play(column).board
        assert (board.first, board.second) == (boards.first[i], boards.second[i])
        assert rows.paper[i, 0] == position.plies + 1


def test_mirror_images_share_a_key_and_other_positions_do_not() -> None:
    moves = ["4453", "4435", "4454", "1", "7", "", "11"]
    keys = keys_of(*boards_after(moves)).tolist()
    assert keys[0] == keys[1]
    assert keys[3] == keys[4]
    assert len(set(keys)) == 5


def test_duplicates_and_mirror_images_are_dropped() -> None:
    once = [Labelled("4453", (1,) * 7), Labelled("4435", (1,) * 7), Labelled("4453", (1,) * 7)]
    assert len(make_dataset(once, {})) == 21
    kept = without_repeats(make_dataset(once, {}))
    assert list(kept.need_boards().moves) == [f"4453{column}" for column in range(1, 8)]


def test_joined_data_has_boards_if_all_parts_have_them() -> None:
    assert joined([data()]) is data()
    both = joined([data(), data()])
    assert len(both) == 2 * len(data())
    assert len(both.need_boards().moves) == len(both)
    bare = replace(data(), boards=None)
    assert joined([data(), bare]).boards is None
    assert np.array_equal(joined([data(), bare]).labels, both.labels)


def test_the_parts_share_neither_boards_nor_positions() -> None:
    rows = data()
    mirrored = make_dataset(
        [
            Labelled(Position.parse(p.moves).mirror().moves, p.scores[::-1])
            for p in labels().positions
        ],
        {},
    )
    both = joined([rows, mirrored])
    split, boards = split_by_position(both), both.need_boards()
    keys = boards.keys()
    parts = [split.train, split.validation, split.test]
    for i, one in enumerate(parts):
        for other in parts[i + 1 :]:
            assert not np.intersect1d(keys[one], keys[other]).size
            assert not np.intersect1d(boards.parents[one], boards.parents[other]).size
    assert all(0.03 < part.mean() < 0.2 for part in parts[1:])
    assert split.train.mean() > 0.5
    half = len(rows)
    assert np.array_equal(split.test[:half].sum(), split.test[half:].sum())


@pytest.mark.parametrize(("rows", "learned"), [(1000, 842), (160_000, 134_821), (160_001, 160_000)])
def test_the_papers_split_learns_from_the_first_rows(rows: int, learned: int) -> None:
    split = split_as_paper(Dataset(np.zeros(rows), np.zeros((rows, len(PAPER_NAMES)))))
    assert split.train[:learned].all()
    assert split.test[learned:].all()
    assert (int(split.train.sum()), int(split.test.sum())) == (learned, rows - learned)


@pytest.mark.parametrize("ours", [True, False])
def test_written_data_is_read_back(tmp_path: Path, ours: bool) -> None:
    write_dataset(tmp_path / "data.parquet", data(), ours=ours)
    columns = pq.read_schema(tmp_path / "data.parquet").names
    common = ["moves", "first", "second", "parent", "label", *PAPER_NAMES]
    assert columns[: len(common)] == common
    assert (len(columns) > len(common)) == ours
    found = read_dataset(tmp_path / "data.parquet")
    assert np.array_equal(found.labels, data().labels)
    assert np.array_equal(found.paper, data().paper)
    assert list(found.need_boards().moves) == list(data().need_boards().moves)
    assert np.array_equal(found.need_boards().parents, data().need_boards().parents)
    assert found.facts == json.loads(json.dumps(data().facts))


def test_the_papers_format_has_eleven_features_and_the_label(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    with pytest.raises(InvalidSetting, match="parquet, csv"):
        write_dataset(path, data(), "xml")
    write_dataset(path, data(), "csv")
    heading, first = path.read_text().splitlines()[:2]
    assert heading.split(", ")[0] == "N_PIECES"
    assert len(first.split(", ")) == 12
    found = read_dataset(path)
    assert found.paper == pytest.approx(data().paper)
    path.write_text("\n".join(path.read_text().splitlines()[1:]))  # a heading is not needed
    assert np.array_equal(read_dataset(path).paper, found.paper)
    with pytest.raises(InvalidSetting, match="holds no boards"):
        found.need_boards()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "holds no rows"),
        (b"a, b\n1, 2\n", "11 features and the label"),
        (b"a, b\n1, x\n", "not a table of numbers"),
        (b"heading\n" + b", ".join([b"nan"] * 12) + b"\n", "not finite"),
        (b"1, " * 11 + b"inf\n", "not finite"),
        (b"1, " * 12 + b"1\n", "11 features and the label"),
        (b"PAR1 nonsense", "damaged"),
        (b"\xff\xfe\n\xff", "not a table of numbers"),
    ],
)
def test_bad_data_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "data"
    path.write_bytes(content)
    with pytest.raises(EnrayaError, match=words):
        read_dataset(path)


def test_the_published_program_counts_stones_wrongly_and_loses_patterns() -> None:
    patterns = drawn_patterns(60, 3)
    rows = make_dataset(
        [
            Labelled(
                p.position.moves,
                tuple(0 if m in p.position.legal_moves else None for m in range(1, 8)),
            )
            for p in patterns
        ],
        {},
    )
    assert len(patterns) == 60
    blocks = [sample(Sampling("paper"), 3, *block, SOLVER) for block in ((0, BLOCK), (1, 10))]
    drawn = [position.moves for block in blocks for position in block]
    assert [pattern.position.moves for pattern in patterns] == drawn
    found = as_published(rows, patterns)
    kept = [pattern for pattern in patterns if not is_lost(pattern)]
    assert 0 < len(kept) < len(patterns)
    assert len(found) == sum(len(pattern.position.legal_moves) for pattern in kept)
    first = kept[0]
    before = first.position.plies + first.is_truncated
    assert found.paper[0, 0] == before + 1
    assert found.paper[1, 0] == before + 2


def test_the_published_variant_needs_its_own_patterns() -> None:
    with pytest.raises(InvalidSetting, match="sampler 'paper'"):
        as_published(data(), drawn_patterns(2, 99))
    position, rows = Position.parse("445566"), make_dataset([Labelled("445566", (0,) * 7)], {})
    cut, pattern = Pattern("4455667", position), Pattern("445566", position)
    assert as_published(rows, [cut]).paper[0, 0] == 8, "a cut pattern counts one stone more"
    with pytest.raises(InvalidSetting, match="sampler 'paper'"):
        as_published(rows, [pattern, pattern])
