"""The jobs that a worker's processes do: trying submissions, playing games and judging them."""

from dataclasses import replace
from pathlib import Path
from socket import gethostname
from typing import NamedTuple

from enraya.agents.isolated.agent import make_isolated
from enraya.agents.isolated.compiling import BadSource, compile_agent, read_source
from enraya.agents.isolated.lines import Role
from enraya.agents.text.spec import AgentSpec, parse_spec
from enraya.arena.plan.schedule import Pairing, derive_seed
from enraya.arena.play.jobs import GameJob, Order, play_order
from enraya.arena.play.live_games import end_live_game
from enraya.arena.results.mistakes import JudgeJob, judge_game
from enraya.arena.store.game_row import GameRow, encode_row
from enraya.arena.store.store import Judged, Tournament
from enraya.errors import EnrayaError, InvalidSetting, StoreFailure
from enraya.files import is_file
from enraya.heuristics.userfile import PREFIX
from enraya.isolation import DEFAULT_ALLOWANCE
from enraya.isolation.faults import AgentFault, EndedFromOutside
from enraya.league.model.records import Version, VersionState
from enraya.league.model.settings import LeagueSettings
from enraya.league.store.content import placed, unpack

TRIAL_OPPONENTS = ("random", "level(1)")
TRIALS = 2 * len(TRIAL_OPPONENTS)
"""How many games a submission plays before it is active: each opponent twice, once per side."""


class StepResult(NamedTuple):
    """The result of a step of a submission."""

    state: VersionState
    """The submission's next state: `REJECTED` for a fault of its author or agent, `FAILED` for any
    other error, `ACTIVE` after each trial game without a fault, even if more are to be played."""
    reason: str = ""
    spec: str | None = None
    """The agent's text, if the step found it."""
    game: str = ""
    """The trial game as JSON, if the step played one."""


class SubmissionJob(NamedTuple):
    """A job that takes a version one step further: checks it, compiles it or plays a trial game."""

    folder: str
    version: Version
    """The version, whose state says which step is next."""
    settings: LeagueSettings
    trial: int = 0
    """The number of the trial game."""

    @property
    def side(self) -> int:
        """Which player the version is in the trial game, 1 or 2."""
        return 1 + self.trial % 2

    @property
    def trial_game(self) -> GameJob:
        """The trial game to play, against a simple opponent."""
        spec, opponent = self.version.spec, TRIAL_OPPONENTS[self.trial // 2]
        specs = (spec, opponent) if self.side == 1 else (opponent, spec)
        seed = derive_seed("trial", self.settings.seed, spec, self.trial)
        return one_game(
            Pairing(0, 1, self.trial), specs, "", seed, self.settings, Path(self.folder)
        )


class PlayJob(NamedTuple):
    """A job that plays one game of the ladder or of another tournament."""

    tournament: int
    game: GameJob


Job = SubmissionJob | PlayJob | JudgeJob
Answer = StepResult | GameRow | Judged


class Done(NamedTuple):
    """A job and its result."""

    job: Job
    answer: Answer


def perform(job: Job) -> Done:
    """Does a job and returns it with its result.

    Raises:
        StoreFailure: when this machine lacks a file that the job needs; no agent is to blame.
    """
    match job:
        case SubmissionJob():
            return Done(job, _STEPS[job.version.state](job))
        case PlayJob():
            return Done(job, _played(job.game))
        case JudgeJob():
            return Done(job, judge_game(job))


def _played(job: GameJob) -> GameRow:
    (order,) = job.orders
    _check_files(*order.specs)
    record = play_order(order, job)
    if job.live_folder:
        end_live_game(job.live_folder)
    return encode_row(order.pairing, record)


def _check_files(*specs: AgentSpec) -> None:
    """Refuses to play if an agent's file is not on this machine: it would lose by a fault.

    Raises:
        StoreFailure: when a file is missing.
    """
    for spec in specs:
        if spec.path is not None and not is_file(Path(spec.path)):
            raise StoreFailure(
                f"{gethostname()} has no file {spec.path!r}; every machine that works for a league "
                "needs the league's folder under the same path"
            )


def _checked(job: SubmissionJob) -> StepResult:
    folder = Path(job.folder)
    try:
        spec = unpack(folder, job.version, job.settings)
        read_source(folder / spec.removeprefix(PREFIX))
    except StoreFailure:
        raise
    except InvalidSetting as error:
        return StepResult(VersionState.REJECTED, error.sentence)
    return StepResult(VersionState.CHECKED, spec=spec)


def _compiled(job: SubmissionJob) -> StepResult:
    spec, rules = parse_spec(placed(Path(job.folder), job.version.spec)), job.settings.rule_set
    _check_files(spec)
    allowance = replace(DEFAULT_ALLOWANCE, memory_mb=job.settings.memory_mb)
    try:
        if compile_agent(spec, alone=False) is None:
            with make_isolated(spec, role=Role(rules), allowance=allowance) as agent:
                agent.start()
    except EndedFromOutside as error:
        return StepResult(VersionState.FAILED, error.reason)
    except AgentFault as error:
        return StepResult(VersionState.REJECTED, error.reason)
    except BadSource as error:
        return StepResult(VersionState.REJECTED, error.sentence)
    except EnrayaError as error:
        return StepResult(VersionState.FAILED, error.sentence)
    return StepResult(VersionState.COMPILED)


def _tried(job: SubmissionJob) -> StepResult:
    game = job.trial_game
    (order,) = game.orders
    _check_files(*order.specs)
    try:
        record = play_order(order, game)
    except EnrayaError as error:
        return StepResult(VersionState.FAILED, error.sentence)
    first, second = order.names
    agents = ("submission", second) if job.side == 1 else (first, "submission")
    state = VersionState.ACTIVE
    if record.reason:
        is_own = record.winner == 3 - job.side
        state = VersionState.REJECTED if is_own else VersionState.FAILED
    return StepResult(state, record.reason, game=replace(record, agents=agents).to_json())


_STEPS = {
    VersionState.RECEIVED: _checked,
    VersionState.CHECKED: _compiled,
    VersionState.COMPILED: _tried,
}
"""The function that does the next step of a version in each state of the queue."""


def one_game(
    game: Pairing,
    specs: tuple[str, str],
    opening: str,
    seed: int,
    settings: LeagueSettings,
    folder: Path,
) -> GameJob:
    """A job for one game with the league's rules and limits."""
    first, second = (parse_spec(placed(folder, spec)) for spec in specs)
    order = Order(game, (first, second), opening, seed)
    return GameJob(settings.rules, settings.terms, settings.memory_mb, (order,))


def event_job(
    game: Pairing, tournament: Tournament, settings: LeagueSettings, folder: Path
) -> PlayJob:
    """A job for a game of an event, with the limits that the league had when the event began."""
    event = tournament.settings
    specs = event.agents[game.first].spec, event.agents[game.second].spec
    opening, seed = tournament.opening(game.opening), event.seed_of(game)
    job = one_game(game, specs, opening, seed, settings, folder)
    return PlayJob(tournament.id, job._replace(terms=event.terms, memory_mb=event.memory_mb))
