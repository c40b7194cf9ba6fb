"""The rules and the grades of a league, in words for people and as CSV for course platforms."""

from collections.abc import Sequence

from enraya.errors import InvalidSetting
from enraya.league.model.grading_rules import GradingRules
from enraya.league.model.records import Team
from enraya.league.model.settings import LeagueSettings
from enraya.league.rank.grades import Grade, GradeItem
from enraya.league.store.roster import TEAM, StudentList, format_rows
from enraya.texts import Texts


def rules_in_words(settings: LeagueSettings, t: Texts) -> list[str]:
    """The rules of a league, line by line; lines that begin with a dash list what earns points.

    >>> from enraya.texts import texts_in
    >>> rules_in_words(LeagueSettings("IA"), texts_in("en"))[0]
    'The game is classic.'
    """
    rules = settings.grading_rules
    return [*_play(settings, t), *_grades(settings, rules, t)]


def _play(settings: LeagueSettings, t: Texts) -> list[str]:
    limits = []
    if settings.seconds is not None:
        seconds, reserve = float(settings.seconds), float(settings.reserve)
        limits.append(t("league.rules.seconds", seconds=seconds, reserve=reserve))
    if settings.nodes is not None:
        limits.append(t("league.rules.nodes", nodes=t.number(settings.nodes)))
    languages = ", ".join(settings.languages)
    size = t.number(settings.max_bytes)
    deadline = (
        t("league.rules.deadline", deadline=settings.deadline, zone=settings.zone)
        if settings.deadline
        else t("league.rules.no_deadline")
    )
    return [
        t("league.rules.game", rules=str(settings.rule_set)),
        *limits,
        t("league.rules.memory", memory=t.number(settings.memory_mb)),
        t("league.rules.languages", languages=languages, bytes=size),
        t("league.rules.quota", quota=settings.quota),
        deadline,
        t("league.rules.ladder"),
        t("league.rules.aliases") if settings.shows_aliases else t("league.rules.names"),
        *([t("league.rules.top", top=settings.top)] if settings.top else []),
        t("league.rules.source"),
    ]


def _grades(settings: LeagueSettings, rules: GradingRules, t: Texts) -> list[str]:
    most = rules.most_points(settings.baselines, settings.rule_set)
    lines = [t("league.rules.grades", most=float(most))]
    for name in settings.baselines:
        worth = float(rules.points_for(name))
        lines.append(f"- {t('league.rules.baseline', baseline=name, points=worth)}")
    if rules.judges(settings.rule_set):
        for band in sorted(rules.bands, key=lambda band: band.share):
            share = t.share(band.share, 0 if round(100 * band.share, 6).is_integer() else 1)
            lines.append(f"- {t('league.rules.band', share=share, points=float(band.points))}")
    if rules.event:
        for place, worth in enumerate(rules.places, start=1):
            line = t("league.rules.place", place=place, event=rules.event, points=float(worth))
            lines.append(f"- {line}")
    most_pairs = min(rules.pairs, settings.most_pairs(settings.openings))
    test = {"elo0": float(rules.elo0), "elo1": float(rules.elo1), "pairs": most_pairs}
    lines.append(t("league.rules.test", alpha=t.share(rules.alpha, 0), **test))
    if rules.judges(settings.rule_set):
        lines.append(t("league.rules.judged", moves=t.number(rules.moves)))
    if rules.scale:
        lines.append(t("league.rules.scale", scale=float(rules.scale)))
    if not (rules.event and rules.places):
        lines.append(t("league.rules.independent"))
    return lines


def evidence_in_words(grade: Grade, t: Texts) -> list[str]:
    """The evidence for a grade, a sentence for each item."""
    if grade.version is None:
        return [t("league.grade.no_version")]
    return [item_in_words(item, t) for item in grade.items]


def item_in_words(item: GradeItem, t: Texts) -> str:
    """The evidence for the points of an item, as a sentence."""
    if item.judged is not None:
        moves, losing = t.number(item.judged.moves), t.number(item.judged.losing)
        if item.is_final:
            share = t.share(item.judged.share)
            return t("league.grade.moves", losing=losing, moves=moves, share=share)
        return t("league.grade.moves_running", moves=moves, least=t.number(item.least_moves))
    if item.kind == "place":
        if item.place is not None:
            return t("league.grade.place", event=item.what, place=item.place)
        key = "league.grade.no_place" if item.is_final else "league.grade.place_running"
        return t(key, event=item.what)
    if item.test is None or not item.test.pairs:
        return t("league.grade.waiting", baseline=item.what)
    tally = " ".join(map(str, item.test.counts))
    return t(
        f"league.grade.{item.test.state.replace(' ', '_')}",
        baseline=item.what,
        pairs=item.test.pairs,
        tally=tally,
        llr=t.number(item.test.llr, 2),
    )


def item_name(item: GradeItem, t: Texts) -> str:
    """The name of an item in tables."""
    return item.what or t("league.grade.item_moves")


def missing_in_words(grade: Grade, item: GradeItem, rules: GradingRules, t: Texts) -> str:
    """What a team must still do for more points of an item; empty if no more can be earned."""
    if item.points >= item.most:
        return ""
    if item.kind == "place":
        return "" if item.is_final else t("league.missing.event", event=item.what)
    if grade.version is None:
        return t("league.missing.version")
    return _missing_moves(item, rules, t) if item.kind == "moves" else _missing(item, rules, t)


def _missing(item: GradeItem, rules: GradingRules, t: Texts) -> str:
    test = item.test
    if test is None or not test.pairs:
        return t("league.missing.games", baseline=item.what)
    if test.is_final:
        return t("league.missing.baseline", baseline=item.what)
    _, upper = rules.test.bounds
    return t(
        "league.missing.test", baseline=item.what, pairs=test.left,
        llr=t.number(test.llr, 2), upper=t.number(upper, 2),
    )  # fmt: skip


def _missing_moves(item: GradeItem, rules: GradingRules, t: Texts) -> str:
    judged = item.judged
    if judged is None or not judged.is_final:
        done = judged.moves if judged is not None else 0
        return t("league.missing.moves", moves=t.number(rules.moves - done))
    better = [band for band in rules.bands if band.points > item.points]
    nearest = max(better, key=lambda band: band.share)
    return t(
        "league.missing.band", share=t.share(nearest.share), points=float(nearest.points),
        now=t.share(judged.share),
    )  # fmt: skip


def grades_csv(
    grades: Sequence[Grade], teams: Sequence[Team], t: Texts, roster: StudentList | None = None
) -> str:
    """The grades as CSV, a row for each student: the team, the grade, the points and the evidence.

    Args:
        grades: of the teams.
        teams: all teams of the league.
        t: the language of the headings and of the feedback.
        roster: the operator's list of students. Its columns, such as an e-mail address, identify
            the students for the course platform; without it, rows have the names of members that
            the teams gave.

    Raises:
        InvalidSetting: when the list names a team that the league does not have.
    """
    by_id = {team.id: team for team in teams}
    cells = {grade.team: _cells(grade, by_id[grade.team], t) for grade in grades}
    added = list(next(iter(cells.values()), {}))
    if roster is None:
        member = t("league.grade.column.member")
        rows = [
            {member: who} | line
            for number, line in cells.items()
            for who in by_id[number].members or (by_id[number].name,)
        ]
        return format_rows([member, *added], rows)
    column = roster.column(TEAM)
    assert column is not None
    known = {team.name.casefold(): team.id for team in teams}
    rows = []
    for row in roster.rows:
        name = row[column].strip()
        if name and name.casefold() not in known:
            raise InvalidSetting(f"the list names a team that is not in the league: {name!r}")
        line = cells.get(known.get(name.casefold(), 0), {})
        rows.append(row | {key: line.get(key, "") for key in added})
    return format_rows(
        [*roster.columns, *(key for key in added if key not in roster.columns)], rows
    )


def _cells(grade: Grade, team: Team, t: Texts) -> dict[str, str]:
    """The cells about the team in a student's row, by column heading."""
    answers = (t("league.grade.no"), t("league.grade.yes"))
    cells = {
        "team": team.name,
        "version": "" if grade.version is None else str(grade.version),
        "late": answers[grade.is_late],
        "grade": _number(grade.grade),
    }
    feedback = "; ".join(evidence_in_words(grade, t))
    return (
        {t(f"league.grade.column.{name}"): cell for name, cell in cells.items()}
        | {item_name(item, t): _number(item.points) for item in grade.items}
        | {
            t("league.grade.column.final"): answers[grade.is_final],
            t("league.grade.column.feedback"): feedback,
        }
    )


def _number(value: float) -> str:
    """A number with a decimal point and at most two decimals, as course platforms read it."""
    return f"{round(value, 2):g}"
