"""Agents from users' files, each in a process of its own with limits."""

from enraya.arena.isolation.agent import IsolatedAgent, needs_isolation
from enraya.arena.isolation.bounds import DEFAULT_BOUNDS, Bounds

__all__ = ["DEFAULT_BOUNDS", "Bounds", "IsolatedAgent", "needs_isolation"]
