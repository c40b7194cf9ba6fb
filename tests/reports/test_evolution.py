"""Pages about runs of evolution."""

import json
import re
from typing import Any

import pytest

from enraya.arena.statistics.tally import ResultCounts
from enraya.evolve import GeneSettings, TuningSettings, evolve_genes, tune_weights
from enraya.evolve.winners import FIRST_GENERATION, LEVELS, RANDOM, WinnerScore
from enraya.reports.ancestry import agent_of, ancestors
from enraya.reports.evolution import gene_report
from enraya.reports.tuning import tuning_report
from enraya.texts import texts_in
from tests.reports.support import foreign_texts

RUN = evolve_genes(GeneSettings(population=12, generations=6, seed=4))
MEETINGS = [
    WinnerScore(generation, opponent, ResultCounts(3 * generation, 1, 2))
    for generation in range(1, 7)
    for opponent in (RANDOM, FIRST_GENERATION, *LEVELS)
]


def charts_of(page: str) -> dict[str, Any]:
    """The charts of a page by their labels."""
    pattern = r'<div class="chart"[^>]*aria-label="([^"]*)"[^>]*><script[^>]*>(.*?)</script>'
    return {label: json.loads(text) for label, text in re.findall(pattern, page, re.DOTALL)}


def test_the_page_shows_fitness_genes_family_and_matches() -> None:
    page = gene_report(RUN, MEETINGS).render()
    charts = charts_of(page)
    assert RUN.agent in page
    best = next(t for t in charts["Fitness by generation"]["data"] if t.get("name") == "best")
    assert best["x"] == [1, 2, 3, 4, 5, 6]
    assert best["y"] == [max(g.wins) / g.games for g in RUN.generations]
    clouds = charts["g1 centre and g2 consecutive of all agents."]["data"]
    for cloud, generation in zip(clouds, (RUN.generations[0], RUN.generations[-1]), strict=True):
        assert cloud["x"] == [agent.genes[0] for agent in generation.agents]
    means = charts["Mean of each gene by generation"]["data"]
    assert means[-1]["x"] == [1, 2, 3, 4, 5, 6]
    ladder = charts["Points against the levels"]["data"]
    assert sum("winner" in trace.get("name", "") for trace in ladder) == 2
    assert ladder[-1]["x"] == list(range(1, len(LEVELS) + 1))
    assert any(label.startswith("Family tree") for label in charts)


def test_the_page_says_how_many_agents_were_left() -> None:
    run = evolve_genes(GeneSettings(population=6, generations=4, keep=80, shrinking=True))
    left = [len(generation.agents) for generation in run.generations]
    page = gene_report(run, [m for m in MEETINGS if m.generation <= len(left)])
    assert left[-1] < left[1]
    assert f"6 agents at first, {left[-1]} at the end" in page.subtitle


@pytest.mark.parametrize(
    ("score", "word"),
    [
        (ResultCounts(90, 0, 10), "stronger"),
        (ResultCounts(5, 0, 5), "not known"),
        (ResultCounts(10, 0, 90), "weaker"),
    ],
)
def test_the_page_says_if_the_last_winner_is_stronger(score: ResultCounts, word: str) -> None:
    last = [m for m in MEETINGS if m.generation == 6]
    meetings = [WinnerScore(6, m.opponent, score) for m in last]
    page = gene_report(RUN, [m for m in MEETINGS if m.generation < 6] + meetings).render()
    row = next(line for line in page.splitlines() if f'"row">{RANDOM}<' in line)
    assert f">{score.wins}<" in row
    assert row.endswith(f"<td>{word}</td></tr>")


def test_ancestors_are_counted_and_lead_back_to_the_first_generation() -> None:
    family = ancestors(RUN)
    winner = next(iter(family))
    assert agent_of(RUN, winner).genes == RUN.winner
    for birth, parents in family.items():
        agent = agent_of(RUN, birth)
        assert all(parent.generation < birth.generation for parent in parents)
        assert (birth.generation == 0) == (not parents)
        assert agent.mutated or len(agent.parents) != 1, "it was born before"
        if not agent.mutated and parents:
            genes = [agent_of(RUN, parent).genes for parent in parents]
            assert all(agent.genes[i] in {g[i] for g in genes} for i in range(4))
    assert len(ancestors(RUN, most=3)) == 3
    page = gene_report(RUN, MEETINGS).render()
    born = sum(birth.generation == 0 for birth in family)
    mutated = sum(bool(agent_of(RUN, birth).mutated) for birth in family)
    words = texts_in("en")("report.family.all", agents=len(family), born=born, mutated=mutated)
    assert words in page
    line = page.partition(texts_in("en")("report.family.line"))[2]
    generations = [
        int(n) for n in re.findall(r'<th scope="row"[^>]*>(\d+)<', line.split("</table>")[0])
    ]
    assert generations == sorted(generations, reverse=True)
    assert generations[-1] == 1


def test_the_tree_has_a_point_for_each_ancestor_and_a_line_to_each_parent() -> None:
    family = ancestors(RUN)
    (edges, points) = next(
        chart["data"]
        for label, chart in charts_of(gene_report(RUN, MEETINGS).render()).items()
        if label.startswith("Family tree")
    )
    assert points["x"] == [birth.generation + 1 for birth in family]
    assert all(0 < height < 1 for height in points["y"])
    places = dict(zip(family, zip(points["x"], points["y"], strict=True), strict=True))
    assert len(set(places.values())) == len(family)
    ends = list(zip(edges["x"], edges["y"], strict=True))
    lines = {(ends[at], ends[at + 1]) for at in range(0, len(ends), 3)}
    assert lines == {
        (places[birth], places[parent]) for birth, parents in family.items() for parent in parents
    }
    squares = [symbol == "square" for symbol in points["marker"]["symbol"]]
    assert squares == [bool(agent_of(RUN, birth).mutated) for birth in family]


@pytest.mark.parametrize("language", ["es", "pt", "ca"])
def test_the_page_speaks_one_language(language: str) -> None:
    page = gene_report(RUN, MEETINGS, texts_in(language))
    assert page.title == texts_in(language)("report.evolution")
    assert foreign_texts(page, language) == []


def test_the_page_of_a_tuning_shows_its_test() -> None:
    run = tune_weights(
        TuningSettings("rivest", depth=1, generations=2, candidates=4, pairs=4, test_pairs=30),
        engine="serial",
    )
    page = tuning_report(run).render()
    charts = charts_of(page)
    assert run.verdict in page
    assert " ".join(map(str, run.test.tally.pairs)) in page
    assert set(charts) == {"Points against the original", "Weights", "How the test went"}
    names = {trace.get("name") for trace in charts["Weights"]["data"]}
    assert names == {"one", "two", "three"}
    points = charts["Points against the original"]["data"]
    best = next(trace for trace in points if trace.get("name") == "best candidate")
    assert (best["x"], len(best["y"])) == ([1, 2], 2)
    assert "8 games" in page
    foreign = foreign_texts(tuning_report(run, texts_in("pt")), "pt")
    assert foreign == []
