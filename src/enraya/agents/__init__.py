"""The players."""

from enraya.agents.agent import Agent, Choice, Limit
from enraya.agents.random_agent import RandomAgent

__all__ = ["Agent", "Choice", "Limit", "RandomAgent"]
