"""`enraya league`: the list of commands for a class's tournament."""

from enraya.cli.common.verbs import Verb, make_app

# fmt: off
VERBS = (
    Verb("new", "league.storage", "Create a league for one assignment of one class."),
    Verb("serve", "league.serve",
         "Serve a league, so that teams can join and submit, and play its games."),
    Verb("status", "league.status",
         "Show the state of a league: its teams, its queue, its ranking."),
    Verb("teams", "league.status", "List all teams, or the versions of one team."),
    Verb("queue", "league.status", "List the submissions in the queue."),
    Verb("link", "league.serve",
         "Print a new link for the operator, for a team, or for joining."),
    Verb("roster", "league.serve",
         "Create teams from a list of students, and print a link for each."),
    Verb("accept", "league.decisions",
         "Put a version into the queue that was late, over quota, rejected, failed or replaced."),
    Verb("choose", "league.decisions", "Make an earlier version the active one of its team."),
    Verb("remove", "league.decisions",
         "Remove a team from the league; its results stay."),
    Verb("readmit", "league.decisions", "Let a removed team play again."),
    Verb("erase", "league.decisions",
         "Permanently delete the names and sources of a team; its results stay, anonymous."),
    Verb("exclude", "league.decisions",
         "Exclude a game of the ladder, and the one with sides swapped, from ratings and grades."),
    Verb("settings", "league.grading",
         "Show the settings of a league, or change some of them."),
    Verb("rules", "league.grading",
         "Print the rules of a league in plain words, for its students."),
    Verb("event", "league.event",
         "Plan events, which are tournaments of the teams' versions, and publish them."),
    Verb("grades", "league.grading",
         "Show the grades: for baselines beaten, quality of moves, and places in an event."),
    Verb("similar", "league.status",
         "List similar sources of different teams, for a person to look at."),
    Verb("export", "league.storage",
         "Write all games, ratings and grades of a league to an archive, without names or "
         "sources."),
    Verb("log", "league.status", "List what was done, by whom and why."),
    Verb("backup", "league.storage", "Save a league in one file, even while it is being served."),
    Verb("restore", "league.storage", "Restore a league from a backup."),
    Verb("copy", "league.storage",
         "Create a league with the settings of an existing one, but no teams."),
)
# fmt: on

app = make_app(VERBS, help="A class's tournament: teams, submissions, ladder, grades.")
