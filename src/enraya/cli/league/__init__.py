"""`enraya league`: a class's tournament, its commands by what they are about."""

from enraya.cli.common.verbs import Verb, make_app

# fmt: off
VERBS = (
    Verb("new", "league.storage", "Make a league: one assignment of one class."),
    Verb("serve", "league.serve",
         "Serve a league: teams join and submit, the ladder plays."),
    Verb("status", "league.status",
         "Show how a league does: its teams, its queue, its ranking."),
    Verb("teams", "league.status", "List the teams with their versions, or show one of them."),
    Verb("queue", "league.status", "List the submissions that wait for their turn."),
    Verb("link", "league.serve",
         "Print a new link for the operator, a team, or teams that want to join."),
    Verb("roster", "league.serve",
         "Make teams from a list of students, and print a link for each."),
    Verb("accept", "league.decisions",
         "Put a version that was kept aside into the queue: late, over quota, failed."),
    Verb("choose", "league.decisions", "Let an earlier version play for its team."),
    Verb("remove", "league.decisions",
         "Take a team out of the league; its results stay."),
    Verb("readmit", "league.decisions", "Let a team that was taken out play again."),
    Verb("erase", "league.decisions",
         "Delete the names and sources of a team for good; its results stay, anonymous."),
    Verb("exclude", "league.decisions",
         "Do not count a game of the ladder, nor the one with sides swapped."),
    Verb("settings", "league.grading",
         "Show the settings of a league, or change some of them."),
    Verb("rules", "league.grading",
         "Print the rules of a league in plain words, for its students."),
    Verb("event", "league.event",
         "Events: tournaments of the versions of a date, planned, played, published."),
    Verb("grades", "league.grading",
         "Show what every team has earned: baselines beaten, moves judged, places in an event."),
    Verb("similar", "league.status",
         "List sources of different teams that look alike, for a person to look at."),
    Verb("export", "league.storage",
         "Write all games, ratings and grades of a league to an archive, without names or "
         "sources."),
    Verb("log", "league.status", "List what was done, by whom and why."),
    Verb("backup", "league.storage", "Write a league to one file, while it runs."),
    Verb("restore", "league.storage", "Make a league again from its backup."),
    Verb("copy", "league.storage",
         "Make a new league with the same settings and no teams."),
)
# fmt: on

app = make_app(VERBS, help="A class's tournament: teams, submissions, ladder, grades.")
