"""The commands of the arena, as a user types them."""

import csv
import shlex
from pathlib import Path

import pytest

from enraya.agents.text.spec import EXAMPLE_GENES
from enraya.arena.plan.presets import PRESETS
from enraya.cli.arena.options import GameOptions
from enraya.cli.arena.tournament import _rules_of
from enraya.errors import EnrayaError
from tests.cli.running import answer, enraya, printed

FAST = ("--engine", "serial")
PROGRAM = "#!/bin/sh\nwhile read moves; do echo 4; done\n"
WIDE = "classic(columns=9, rows=7)"
FIRST_OPEN = "def choose(position, limit):\n    return position.legal_moves[0]\n"
LAST_OPEN = FIRST_OPEN.replace("[0]", "[-1]")
BROKEN = "import no_such_module\n"
CLASS = {"anna": FIRST_OPEN, "bert": LAST_OPEN, "carla": BROKEN, "david": FIRST_OPEN}


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(tmp_path / "games.sqlite")


def test_a_match_swaps_sides_and_repeating_the_command_plays_no_game(store: str) -> None:
    command = ("match", "random", "level(3)", "--games", "10", "--store", store, *FAST)
    first = printed(*command)
    for heading in ("agent", "elo", "±", "won", "first", "second", "s/move"):
        assert heading in first
    assert "10 games, 10 of them played now" in first
    again = printed(*command)
    assert "10 games, 0 of them played now; --again" in again
    assert again.splitlines()[:5] == first.splitlines()[:5]
    assert "tournament 2: 10 games, 10 of them" in printed(*command, "--again")
    found = answer(*command)
    assert (found["kind"], found["games"], found["finished"]) == ("match", 10, True)
    best, other = found["agents"]
    assert (best["name"], best["rank"]) == ("level(3)", 1)
    for agent in (best, other):
        assert sum(agent["as_first"].values()) == sum(agent["as_second"].values()) == 5
        assert sum(agent["pentanomial"]) == 5
        assert agent["elo_low"] <= agent["elo"] <= agent["elo_high"]
        assert agent["seconds_per_move"] > 0
    assert best["points"] + other["points"] == 10


def test_agents_have_the_names_they_are_given(store: str, tmp_path: Path) -> None:
    path = tmp_path / "agents.toml"
    path.write_text('[agents]\nold = "level(2)"\nnew = "level(3)"\n')
    written = ("Madrid-3(depth=1)", EXAMPLE_GENES)
    found = answer("tournament", *written, "--file", str(path), "--store", store, *FAST)
    names = {agent["name"]: agent["agent"] for agent in found["agents"]}
    assert names.keys() == {"old", "new", *written}
    assert (names["old"], names["new"]) == ("level(2)", "level(3)")


def test_a_tournament_resumes_by_number(store: str) -> None:
    first = answer("tournament", "random", "greedy", "--store", store, *FAST)
    again = answer("tournament", "--resume", "1", "--store", store, *FAST)
    assert again == first


def test_limits_and_openings_are_stored(store: str, tmp_path: Path) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("44\n")
    answer(
        "match", "alphabeta(depth=6)", "alphabeta(depth=8)", "--games", "2",
        "--nodes", "50", "--depth", "2", "--clock", "60+1", "--size", "6x5",
        "--openings", str(openings), "--store", store, *FAST,
    )  # fmt: skip
    game = answer("games", "show", "1", "--store", store)
    assert game["rules"] == "classic(columns=6, rows=5)"
    assert game["opening"] == "44"
    assert all(note["nodes"] <= 50 for note in game["notes"])


def test_games_are_listed_shown_exported_and_imported(store: str, tmp_path: Path) -> None:
    answer("tournament", "random", "greedy", "level(2)", "--store", store, *FAST)
    (listed,) = answer("games", "list", "--store", store)
    assert (listed["tournament"], listed["games"], listed["finished"]) == (1, 6, True)
    assert "round-robin" in printed("games", "list", "--store", store)
    games = answer("games", "list", "1", "--store", store)["games"]
    assert len(games) == 6
    assert str(games[0]["game"]) in printed("games", "list", "1", "--store", store)
    shown = printed("games", "show", str(games[0]["game"]), "--store", store)
    assert '[First "' in shown
    assert " 1  2  3  4  5  6  7" in shown
    assert "elo" in printed("games", "table", "1", "--store", store)
    assert answer("games", "table", "1", "--store", store)["games"] == 6
    out, copy = tmp_path / "games.jsonl", str(tmp_path / "copy.sqlite")
    printed("games", "export", "1", "--out", str(out), "--store", store)
    assert printed("games", "export", "1", "--store", store) == out.read_text()
    assert printed("games", "export", "1", "--format", "csv", "--store", store).count("\n") == 7
    assert "6 games of classic" in printed("games", "import", str(out), "--store", copy)
    assert answer("games", "list", "--store", copy)[0]["games"] == 6


def test_mistakes_are_part_of_the_table(store: str) -> None:
    command = ("match", "perfect", "random", "--games", "2", "--size", "5x4", "--mistakes")
    found = answer(*command, "--store", store, *FAST)
    losing = {agent["name"]: agent["mistakes"]["losing"] for agent in found["agents"]}
    assert losing["perfect"] == 0
    assert "wrong" in printed("games", "table", "1", "--store", store)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("match random randm", "unknown agent 'randm'; did you mean 'random'?"),
        ("match random file:absent.py", "there is no file 'absent.py'"),
        ("match program:./absent random", "there is no program './absent'"),
        ("match random human", "'human' plays in `enraya play` only"),
        ("tournament ./clas/", "there is no agent, file or folder './clas/'"),
        ("tournament random greedy --kind sprt", "a sequential test needs its bounds"),
        ("tournament random greedy --kind league", "unknown kind of tournament 'league'"),
        ("tournament --preset sedes", "unknown preset 'sedes'; did you mean 'seeds'?"),
        ("tournament random greedy --file absent.toml", "cannot read 'absent.toml'"),
        ("tournament --resume 9", "has no tournament 9"),
        ("tournament --preset boom --resume 1", "--resume continues the tournament as it was"),
        ("tournament random --resume 1", "--resume continues the tournament as it was"),
        ("match random greedy --engine cloud", "unknown engine 'cloud'"),
        ("match random greedy --reserve 1", "give --seconds or --clock, too"),
        ("match random greedy --reserve 1e9 --clock 60", "reserve must be from 0 to 1,000,000"),
        ("tournament", "at least two agents"),
        ("tournament random", "at least two agents"),
        ("tournament 'nobody(3)'", "at least two agents"),
        ("tournament file:absent", "at least two agents"),
        ("match random greedy --clock soon", "'soon' is not a clock"),
        ("match random greedy --openings absent.txt", "cannot read 'absent.txt'"),
        ("match random greedy --rules boom --balanced", "cannot be balanced"),
        ("match perfect greedy --rules boom", "plays classic games only"),
        ("games show 5", "has no game 5"),
        ("games export 3", "has no tournament 3"),
        ("games export 1 --format xml", "unknown format 'xml'"),
        ("games import absent.jsonl", "cannot read 'absent.jsonl'"),
    ],
)
def test_errors_are_reported_before_the_first_game(here: Path, command: str, words: str) -> None:
    store = str(here / "games.sqlite")
    printed("match", "random", "random", "--games", "1", "--store", store, *FAST)
    with pytest.raises(EnrayaError) as refused:
        printed(*shlex.split(command), "--store", store)
    assert words in str(refused.value)
    assert len(answer("games", "list", "--store", store)) == 1


def test_a_file_over_the_limit_is_named_below_the_table(store: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("#" * 5000)
    agents = tmp_path / "agents.toml"
    agents.write_text(f'max_bytes = 4096\n[agents]\nmine = "file:{mine}"\nother = "random"\n')
    shown = printed("tournament", "--file", str(agents), "--store", store, *FAST)
    words = "mine was not played: its file has 5,000 bytes, allowed 4,096"
    assert words in shown
    assert "failed" in shown.splitlines()[1]
    assert words in printed("games", "table", "1", "--store", store)
    assert "its file has 5,000 bytes, allowed 4,096" in printed(
        "games", "show", "1", "--store", store
    )
    stricter = ("match", f"file:{mine}", "random", "--max-bytes", "2048", "--games", "2")
    _, last = answer(*stricter, "--store", store, *FAST)["agents"]
    assert last["barred"] == "its file has 5,000 bytes, allowed 2,048"
    assert (last["win_share"], last["faults"]) == (0.0, {"file size": 2})


def test_a_reserve_is_stored_with_the_tournament_and_its_games(store: str) -> None:
    agents = ("minimax(depth=30)", "random")
    limits = ("--seconds", "0.01", "--reserve", "30", "--games", "1")
    answer("match", *agents, *limits, "--store", store, *FAST)
    game = answer("games", "show", "1", "--store", store)
    assert game["reserve"] == 30
    assert [note["stopped"] for note in game["notes"] if "stopped" in note][:1] == [True]
    shown = printed("games", "show", "1", "--store", store)
    assert '[Reserve "30"]' in shown
    assert "{stopped}" in shown


@pytest.mark.slow
def test_a_program_plays_with_and_without_a_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "mi programa"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    text = f"program:\"'{program}'\""
    command = ["match", text, "script(1212)", "--games", "2", "--opening-plies", "0"]
    command += ["--store", str(tmp_path / "store"), "--seconds", "20"]
    for mode in ("full", "off"):
        monkeypatch.setenv("ENRAYA_SANDBOX", mode)
        done = enraya(*command, "--again")
        assert done.returncode == 0, done.stderr
        assert "2 wins" in done.stdout
        assert ("there is no sandbox here" in done.stderr) == (mode == "off")


@pytest.mark.parametrize(
    ("preset", "options", "rules"),
    [
        (None, GameOptions(), "classic"),
        (None, GameOptions(rules="boom"), "boom"),
        ("8x8", GameOptions(), PRESETS["8x8"].rules),
        ("8x8", GameOptions(rules=WIDE), WIDE),
        ("8x8", GameOptions(size="9x7"), "classic"),
    ],
)
def test_a_preset_has_its_own_rules_unless_others_are_given(
    preset: str | None, options: GameOptions, rules: str
) -> None:
    assert _rules_of(preset, options) == rules


def test_a_folder_gives_a_ranking_reasons_and_a_spreadsheet(tmp_path: Path) -> None:
    folder = tmp_path
    for name, content in CLASS.items():
        (folder / f"{name}.py").write_text(content)
    command = ["tournament", str(folder), "--seconds", "20", "--store", str(folder / "store")]
    done = enraya(*command, "--csv", str(folder / "class.csv"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("No module named 'no_such_module'") == 1
    assert "carla lost 6 games by failing (import): ModuleNotFoundError" in done.stdout
    assert "anna and david have identical files" in done.stdout
    assert f"spreadsheet: {folder / 'class.csv'}\n" in done.stdout
    assert "for a spreadsheet" not in done.stdout
    table = done.stdout.partition("carla lost")[0].splitlines()
    assert max(map(len, table)) <= 80
    assert table[1].split()[-1] == "failed"
    with (folder / "class.csv").open() as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    assert set(rows) == set(CLASS)
    assert rows["carla"]["reason"].startswith("import: ModuleNotFoundError")
    assert (rows["carla"]["failed"], rows["anna"]["same_as"]) == ("6", "david")
