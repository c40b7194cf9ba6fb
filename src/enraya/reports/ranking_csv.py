"""The ranking of a tournament as a table for other programs."""

import csv
import io

from enraya.arena.statistics.summary import Summary


def ranking_csv(summary: Summary) -> str:
    """One line per agent, best first, with the names of the columns above."""
    lines = []
    for agent in summary.to_object()["agents"]:
        line: dict[str, object] = {}
        for key, value in agent.items():
            if isinstance(value, dict) and key != "faults":
                line |= {f"{key}_{part}": number for part, number in value.items()}
            elif isinstance(value, dict):
                line[key] = sum(value.values())
            else:
                line[key] = " ".join(map(str, value)) if isinstance(value, list) else value
        lines.append(line)
    columns = list(dict.fromkeys(key for line in lines for key in line))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue()
