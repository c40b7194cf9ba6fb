"""The players."""

from enraya.agents.agent import Agent, Choice
from enraya.agents.random_agent import RandomAgent
from enraya.types import Limit

__all__ = ["Agent", "Choice", "Limit", "RandomAgent"]
