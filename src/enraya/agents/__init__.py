"""Agents: how to make one from its text, and how to have it choose a move."""

from enraya.agents.players.agent import Agent, Choice, prepare
from enraya.agents.registry import AGENTS, check_rules, parse_agent
from enraya.limit import Limit

__all__ = [
    "AGENTS",
    "Agent",
    "Choice",
    "Limit",
    "check_rules",
    "parse_agent",
    "prepare",
]
