"""Properties of every command, and the small commands."""

import shlex
from pathlib import Path

import pytest

from enraya.agents import AGENTS
from enraya.agents.text.named_players import BARCELONA, GRANADA, MADRID, NAMED_PLAYERS
from tests.cli.running import answer, enraya, printed

HUGE = "1" + "0" * 30


def test_rules_lists_every_rule_set() -> None:
    names = [entry["name"] for entry in answer("rules")]
    assert names == ["classic", "boom", "desconecta"]
    assert "desconecta" in enraya("rules").stdout


def test_agents_lists_every_agent_and_groups_players_by_paper() -> None:
    entries = {entry["name"]: entry for entry in answer("agents")}
    assert list(entries) == [*AGENTS, "file:PATH", "program:COMMAND", *NAMED_PLAYERS]
    assert entries["QMatic"]["paper"] == NAMED_PLAYERS["QMatic"].paper
    assert entries["QMatic"]["stands_for"] == {
        "QMatic(8)": "alphabeta(depth=8, eval=qmatic(published=true), style=upc)"
    }
    text = printed("agents")
    assert "…" not in text  # an agent can be copied whole
    shown = ("alphabeta", MADRID, "Madrid-3", GRANADA, "ninja", BARCELONA)
    places = [text.index(part) for part in shown]
    assert places == sorted(places)


def test_warmup_is_silent_without_a_terminal() -> None:
    done = enraya("warmup")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("show 44x", "move 3 of '44x': 'x' is not a move; columns are 1-7"),
        ("show 4444444", "move 7 of '4444444': column 4 is full after '444444'"),
        ("show 44556671", "move 8 of '44556671': the game '4455667' is over"),
        ("show B", "rule set 'classic' has no bombs"),
        ("show --rules bom 4", "unknown rule set 'bom'; did you mean 'boom'?"),
        ("show --size 3x3", "at least 4"),
        ("show --size 9x8", "at most 64 cells"),
        ("show --rules 'classic(columns=8'", "expected ',' or ')'"),
        ("show --rules 'classic(width=8)'", "has no parameter 'width'"),
        ("perft --distinct --rules boom", "cannot be counted"),
        ("perft", "give a depth of 0 or more"),
        ("perft -- -1", "give a depth of 0 or more"),
        (f"perft {HUGE}", "a depth is from 0 to 100, not 1"),
        ("nonsense", "No such command"),
        ("slove 44", "Did you mean 'solve'"),
        ("bench sovler", "Did you mean 'solver'"),
        ("solve 44 --tabel-mb 9", "--table-mb"),
        ("solve 4455 --table-mb 99999999", "does not fit"),
        ("move 4 --agent mtcs", "did you mean 'mcts'"),
        ("heuristics rivset 4", "did you mean 'rivest'"),
        ("features 4 --set theirs", "unknown set of features 'theirs'"),
        ("features 4 --size 8x8", "features are of classic"),
        ("features 4 --rules boom", "features are of classic"),
        ("traits 4453 --genes 1,2,0,0", "g2 must be from 0 to 1"),
        ("traits 4453 --genes 1,0", "needs g3"),
        ("traits 4453 --genes random", "g1 must be a number"),
        ("traits 1212121 --genes 1,1,1,1", "is over"),
        ("traits 9", "is not a move"),
        ("play --second rndom", "did you mean 'random'?"),
        ("play --first file:absent.py", "there is no file"),
        ("play --stats third", "unknown player 'third'; there are: both, first, second"),
        ("play --level 3 --first human --second random", "--level is your opponent's"),
        ("engine --agent nobody", "unknown agent 'nobody'"),
        ("engine --agent human", "'human' plays in `enraya play` only"),
        ("engine --agent perfect --rules boom", "plays classic games only"),
        ("engine --agent 'level(3)' --rules chess", "unknown rule set 'chess'"),
        ("engine", "Missing option '--agent'"),
        ("sprt random", "give two agents to play, or --counts"),
        ("sprt", "give two agents to play, or --counts"),
        ("sprt random greedy --counts 1,1,1,1,1", "give two agents or --counts, not both"),
        ("sprt --counts 1,2,3,4", "is not five counts of pairs"),
        ("sprt --counts 1,2,3,4,-5", "is not five counts of pairs"),
        ("sprt --counts 1,2,3,4,9999999999", "is not five counts of pairs"),
        ("sprt --counts 1,2,3,4,5 --elo0 5 --elo1 5", "elo0 must be less than elo1"),
        ("charts random randm --out page.html", "unknown agent 'randm'"),
        ("charts random --human 19 --out page.html", "'9' is not a move"),
        ("bench solver --set easy", "unknown set of positions 'easy'"),
        ("bench mistakes --make begin-hrad", "did you mean 'begin-hard'"),
        ("bench analysis --stones 40-42", "--stones '40-42': at most 41"),
        ("bench analysis --beside bitbully", "needs --stones"),
        ("reproduce --out none/page.html", "there is no such directory"),
        ("serve --proxy nginx", "write an address or a network"),
        ("serve --name https://lab.example.org/", "write the name alone"),
        ("evolve --gen_number:20 --pop_number:1 --next_gen_agents:80", "must be from 2"),
        ("evolve --gen_number:20 --pop_number:20 --next_gen_agents:180", "from 0 to 100"),
        ("evolve genes --mutation 7", "from 0 to 1, not 7"),
        ("evolve genes --seed -1", "the seed must be from 0"),
        ("evolve genes --out /absent/run.json", "no such directory"),
        ("evolve genes --engine cloud", "unknown engine 'cloud'"),
        ("evolve report absent.json --out page.html", "cannot read 'absent.json'"),
        ("evolve weights --heuristic treats --out x.json", "did you mean 'threats'"),
        ("evaluate tables --depths 0 --part half", "choose test or all"),
        ("evaluate tables --depths 0 --out page.html", "the page needs --data"),
        ("evaluate tables --depths 3-2", "at most 20, the smaller one first"),
        ("evaluate nobody", "unknown model or model file"),
        ("export tables --to c", "cannot be exported"),
        ("export nobody.npz --to c", "unknown model or model file"),
        ("train ntuple --out m --data data.parquet", "leave out --data"),
        ("train 'ntuple(stp=1)' --out m --games 1", "did you mean 'step'"),
        ("train 'ntuple(step=-1)' --out m --games 1", "from 0 to 100"),
        ("train ntuple --out m --without seen.txt", "leave out --data"),
        ("train ntuple --out m --split 600", "no data to split or print"),
        ("train ntuple --out m --published", "no data to split or print"),
        ("train ntuple --out m --print", "no data to split or print"),
        ("train ntuple --out m --print --json", "choose one of them"),
        ("train ntuple --out m --games 1 --size 4x9", "at most 8 rows"),
        ("train poly --out m --games 5", "go with ntuple only"),
        ("train poly --out m --size 5x4", "go with ntuple only"),
        ("train poly --out m --print", "learns from data"),
        ("train poly --out m --json", "learns from data"),
        ("train poly --out m", "learns from data"),
        ("dataset --out absent/data --positions 5 --format csv", "no such directory"),
        ("dataset --out data --positions 5 --format xml", "parquet, csv"),
        ("dataset --out data --positions 5 --stones few", "write a number"),
        ("dataset --out data --positions 5 --stones 4-14-20", "write a number"),
        ("dataset --out data --positions 5 --published --sampler random-games", "'paper' only"),
        ("league status", "there is no league here"),
        ("league serve --folder nowhere", "make one with: enraya league new"),
        ("league new X --zone Mars", "unknown time zone 'Mars'"),
        ("league new X --deadline soon", "cannot read the time 'soon'"),
        ("league new X --deadline 9999-12-31T23:59", "the year of"),
        ("league new X --languages cobol", "unknown language 'cobol'"),
        ("league new X --baseline levle", "unknown agent 'levle'"),
        ("league roster nobody.csv", "cannot read 'nobody.csv'"),
        ("league restore nothing.zip", "cannot restore"),
        ("report --store absent", "there is no store"),
    ],
)
def test_bad_input_gets_a_sentence_and_exit_code_2_and_leaves_no_file(
    command: str, sentence: str, here: Path
) -> None:
    done = enraya(*shlex.split(command))
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert list(here.iterdir()) == []
