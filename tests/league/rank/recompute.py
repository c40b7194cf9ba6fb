"""Recomputes the grades of a league from its export, without importing enraya.

It shares no code with enraya: tests by their definition in plain Python, other numerical methods.
"""

import csv
import io
import json
import math
import zipfile
from typing import Any

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
Row = dict[str, str]


def grades_of(archive: bytes) -> dict[int, dict[str, Any]]:
    """The grade, points and counts of every team, by its number."""
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        league = json.loads(files.read("league.json"))
        players = list(csv.DictReader(io.StringIO(files.read("players.csv").decode())))
        games = list(csv.DictReader(io.StringIO(files.read("ladder.csv").decode())))
    settings, grading = league["settings"], league["settings"]["grading"]
    places = {row["name"]: row["player"] for row in players if not row["team"]}
    baselines = [(name, places[name]) for name in settings["baselines"]]
    found = {}
    for row in players:
        if row["team"] and row["active"] == "1":
            found[int(row["team"])] = _grade(row, baselines, games, grading, league["events"])
    return found


def _grade(
    row: Row, baselines: list[tuple[str, str]], games: list[Row], grading: Any, events: Any
) -> dict[str, Any]:
    me = row["player"]
    items = []
    for name, place in baselines:
        most = grading["points"].get(name, 1.0)
        state, counts = _test(_pairs(me, place, games), me, grading)
        items.append((most if state == "beaten" else 0.0, most, state, counts))
    if grading["bands"]:
        moves, losing = _judged(me, [place for _, place in baselines], games, grading["moves"])
        points = 0.0
        if moves >= grading["moves"]:
            points = max([p for share, p in grading["bands"] if losing / moves <= share] + [0.0])
        items.append((points, max(p for _, p in grading["bands"]), "moves", [moves, losing]))
    if grading["event"] and grading["places"]:
        placed = [
            one["place"]
            for event in events
            if event["name"] == grading["event"]
            for one in event["places"]
            if str(one["team"]) == row["team"]
        ]
        worth = grading["places"]
        points = sum(worth[place - 1] for place in placed if place <= len(worth))
        items.append((points, max(worth), "place", placed))
    total, most = sum(item[0] for item in items), sum(item[1] for item in items)
    scale = grading["scale"]
    return {"grade": scale * total / most if scale else total, "points": total, "items": items}


def _pairs(one: str, other: str, games: list[Row]) -> list[list[Row]]:
    """The pairs of two players by number, up to the first gap; without excluded ones."""
    found: dict[int, list[Row]] = {}
    for game in games:
        if {game["first"], game["second"]} == {one, other}:
            found.setdefault(int(game["pair"]), []).append(game)
    pairs = []
    number = 0
    while len(found.get(number, [])) == 2:
        if not any(game["excluded"] == "1" for game in found[number]):
            pairs.append(found[number])
        number += 1
    return pairs


def _points(me: str, game: Row) -> float:
    if game["winner"] in ("", "0"):
        return 0.5
    winner = game["first"] if game["winner"] == "1" else game["second"]
    return 1.0 if winner == me else 0.0


def _test(pairs: list[list[Row]], me: str, grading: Any) -> tuple[str, list[int]]:
    counts = [0] * 5
    upper = math.log((1 - grading["beta"]) / grading["alpha"])
    lower = math.log(grading["beta"] / (1 - grading["alpha"]))
    for pair in pairs[: grading["pairs"]]:
        counts[round(2 * sum(_points(me, game) for game in pair))] += 1
        ratio = _log_likelihood(counts, grading["elo1"]) - _log_likelihood(counts, grading["elo0"])
        if ratio >= upper:
            return "beaten", counts
        if ratio <= lower:
            return "not beaten", counts
    return ("undecided" if len(pairs) >= grading["pairs"] else "running"), counts


def _log_likelihood(counts: list[int], elo: float) -> float:
    """The log-likelihood under the likeliest distribution whose mean is t deviations above a half.

    The best fit under which some values have mean zero is q / (1 + x v); the condition here is not
    linear in p, so it is made so around the last p until nothing changes.
    """
    t = elo / (800 / math.log(10)) * math.sqrt(2)
    filled = [n if n else 0.001 for n in counts]
    q = [n / sum(filled) for n in filled]
    p = [1 / 5] * 5
    for _ in range(200):  # the condition (mean - ½) - t deviation = 0, made linear again and again
        mean = sum(x * s for x, s in zip(p, SCORES, strict=True))
        deviation = math.sqrt(sum(x * (s - mean) ** 2 for x, s in zip(p, SCORES, strict=True)))
        values = [s - 0.5 - t * deviation / 2 * (1 + ((s - mean) / deviation) ** 2) for s in SCORES]
        before, p = p, _tilted(q, values)
        if max(abs(x - y) for x, y in zip(before, p, strict=True)) < 1e-12:
            break
    return sum(n * math.log(x) for n, x in zip(counts, p, strict=True))


def _tilted(q: list[float], values: list[float]) -> list[float]:
    """The q / (1 + x v) under which v has mean zero, by Newton's method kept inside its bounds."""
    low, high = -1 / max(values), -1 / min(values)
    x = 0.0
    for _ in range(200):
        slopes = [a * v / (1 + x * v) for a, v in zip(q, values, strict=True)]
        value = sum(slopes)
        if abs(value) < 1e-14:
            break
        low, high = (x, high) if value > 0 else (low, x)
        step = value / sum(a * (v / (1 + x * v)) ** 2 for a, v in zip(q, values, strict=True))
        x = x + step if low < x + step < high else (low + high) / 2
    return [a / (1 + x * v) for a, v in zip(q, values, strict=True)]


def _judged(me: str, places: list[str], games: list[Row], least: int) -> tuple[int, int]:
    """Moves and value-losing ones, in rounds of one pair against every baseline."""
    rounds: list[list[list[Row]]] = []
    numbered: dict[tuple[str, int], list[Row]] = {}
    for game in games:
        for place in places:
            if {game["first"], game["second"]} == {me, place}:
                numbered.setdefault((place, int(game["pair"])), []).append(game)
    number = 0
    while all(len(numbered.get((place, number), [])) == 2 for place in places):
        rounds.append([numbered[place, number] for place in places])
        number += 1
    moves = losing = 0
    for pairs in rounds:
        if moves >= least:
            break
        counted = [pair for pair in pairs if not any(game["excluded"] == "1" for game in pair)]
        if any(game["first_judged"] == "" for pair in counted for game in pair):
            break
        for pair in counted:
            for game in pair:
                side = "first" if game["first"] == me else "second"
                moves += int(game[f"{side}_judged"])
                losing += int(game[f"{side}_losing"])
    return moves, losing
