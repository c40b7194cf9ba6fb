"""The family tree of the winner of an evolution."""

from collections import Counter
from typing import Any, NamedTuple

from enraya.evolve.genes import GeneRun
from enraya.evolve.genetics import Individual, format_genes
from enraya.reports.charts import COLOURS, Chart
from enraya.reports.page import Section, chart, folded, headings
from enraya.result import Html, paragraph, table
from enraya.texts import ENGLISH, Texts

MOST_ANCESTORS = 300
_HEIGHT = 460


class Birth(NamedTuple):
    """The generation and place in which an agent first appeared; surviving is not a new birth."""

    generation: int
    place: int


def ancestors(run: GeneRun, most: int = MOST_ANCESTORS) -> dict[Birth, tuple[Birth, ...]]:
    """The parents of the winner and of its ancestors, nearest first; at most ``most`` agents."""
    last = len(run.generations) - 1
    todo = [_birth(run, last, run.generations[last].ranking[0])]
    family: dict[Birth, tuple[Birth, ...]] = {}
    while todo and len(family) < most:
        birth = todo.pop(0)
        if birth in family:
            continue
        agent = agent_of(run, birth)
        family[birth] = tuple(
            dict.fromkeys(_birth(run, birth.generation - 1, place) for place in agent.parents)
        )
        todo += family[birth]
    return family


def agent_of(run: GeneRun, birth: Birth) -> Individual:
    """The agent with this birth."""
    return run.generations[birth.generation].agents[birth.place]


def _birth(run: GeneRun, generation: int, place: int) -> Birth:
    """The birth of the agent at this place, in this generation or in one it survived from."""
    agent = run.generations[generation].agents[place]
    while len(agent.parents) == 1 and not agent.mutated:
        generation, place = generation - 1, agent.parents[0]
        agent = run.generations[generation].agents[place]
    return Birth(generation, place)


def family_section(run: GeneRun, t: Texts = ENGLISH) -> Section:
    """The section with the winner's family tree, and a table of its line along first parents."""
    family = ancestors(run)
    born = sum(1 for birth in family if birth.generation == 0)
    mutated = sum(1 for birth in family if agent_of(run, birth).mutated)
    key = "report.family.nearest" if len(family) == MOST_ANCESTORS else "report.family.all"
    words = t(key, agents=len(family), born=born, mutated=mutated)
    return Section(
        t("report.family"),
        [
            paragraph(words),
            chart(_tree(run, family, t), t("report.family.caption")),
            folded(t("report.family.line"), [_line(run, family, t)]),
        ],
    )


def _tree(run: GeneRun, family: dict[Birth, tuple[Birth, ...]], t: Texts) -> Chart:
    """A chart of the family, generations from left to right, each in a column of agents."""
    sizes = Counter(birth.generation for birth in family)
    seen: Counter[int] = Counter()
    heights: dict[Birth, float] = {}
    for birth in family:
        seen[birth.generation] += 1
        heights[birth] = (seen[birth.generation] - 0.5) / sizes[birth.generation]
    x: list[int | None] = []
    y: list[float | None] = []
    for birth, parents in family.items():
        for parent in parents:
            if parent in heights:
                x += [birth.generation + 1, parent.generation + 1, None]
                y += [heights[birth], heights[parent], None]
    edges = {
        "type": "scatter", "mode": "lines", "x": x, "y": y, "hoverinfo": "skip",
        "line": {"color": "#999999", "width": 1},
    }  # fmt: skip
    layout = {
        "xaxis": {"title": {"text": t("report.birth")}},
        "yaxis": {"visible": False},
        "showlegend": False,
    }
    points = _points(run, heights, t)
    return Chart(t("report.family"), {"data": [edges, points], "layout": layout}, _HEIGHT)


def _points(run: GeneRun, heights: dict[Birth, float], t: Texts) -> dict[str, Any]:
    agents = [agent_of(run, birth) for birth in heights]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [birth.generation + 1 for birth in heights],
        "y": list(heights.values()),
        "text": [format_genes(agent.genes) for agent in agents],
        "hovertemplate": f"{t('report.birth')}: %{{x}}<br>%{{text}}<extra></extra>",
        "marker": {
            "size": 8,
            "color": [COLOURS[3] if agent.mutated else COLOURS[0] for agent in agents],
            "symbol": ["square" if agent.mutated else "circle" for agent in agents],
        },
    }


def _line(run: GeneRun, family: dict[Birth, tuple[Birth, ...]], t: Texts) -> Html:
    """A table of the winner, its first parent, that agent's first parent, and so on."""
    rows = []
    birth: Birth | None = next(iter(family))
    while birth is not None:
        agent = agent_of(run, birth)
        change = t("report.redrawn", gene=agent.mutated) if agent.mutated else ""
        rows.append((f"{birth.generation + 1}", format_genes(agent.genes), change))
        birth = next(iter(family.get(birth, ())), None)
    return table(headings(t, "generation", "genes", "mutation"), rows, t("report.family.line"))
