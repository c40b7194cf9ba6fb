"""The table of rights: who may use which route. A test compares it with what the server does."""

from enraya.web.league.askers import Right

_EVERYBODY, _TEAM, _OPERATOR = Right.EVERYBODY, Right.TEAM, Right.OPERATOR
RIGHTS: dict[tuple[str, str], Right] = {
    ("GET", "/api/league"): _EVERYBODY,
    ("GET", "/api/league/ranking"): _EVERYBODY,
    ("GET", "/api/league/queue"): _EVERYBODY,
    ("GET", "/api/league/games"): _EVERYBODY,
    ("GET", "/api/league/games/{number}"): _EVERYBODY,
    ("GET", "/api/league/events"): _EVERYBODY,
    ("POST", "/api/league/session"): _EVERYBODY,
    ("DELETE", "/api/league/session"): _EVERYBODY,
    ("POST", "/api/league/teams"): _EVERYBODY,
    ("GET", "/api/league/team"): _TEAM,
    ("POST", "/api/league/team/link"): _TEAM,
    ("POST", "/api/league/versions"): _TEAM,
    ("GET", "/api/league/versions/{number}"): _TEAM,
    ("GET", "/api/league/versions/{number}/source"): _TEAM,
    ("POST", "/api/league/versions/{number}/choose"): _TEAM,
    ("GET", "/api/league/operator"): _OPERATOR,
    ("GET", "/api/league/operator/teams"): _OPERATOR,
    ("GET", "/api/league/operator/log"): _OPERATOR,
    ("GET", "/api/league/operator/settings"): _OPERATOR,
    ("PATCH", "/api/league/operator/settings"): _OPERATOR,
    ("POST", "/api/league/operator/join-link"): _OPERATOR,
    ("POST", "/api/league/operator/teams/{number}/remove"): _OPERATOR,
    ("POST", "/api/league/operator/teams/{number}/return"): _OPERATOR,
    ("POST", "/api/league/operator/teams/{number}/erase"): _OPERATOR,
    ("POST", "/api/league/operator/teams/{number}/link"): _OPERATOR,
    ("POST", "/api/league/operator/versions/{number}/accept"): _OPERATOR,
    ("POST", "/api/league/operator/versions/{number}/choose"): _OPERATOR,
    ("GET", "/api/league/operator/versions/{number}"): _OPERATOR,
    ("GET", "/api/league/operator/versions/{number}/source"): _OPERATOR,
    ("POST", "/api/league/operator/games/{number}/exclude"): _OPERATOR,
}
"""By method and path; a team sees only what is its own, whatever numbers it asks for."""
