"""Tests of `enraya.agents.players`."""
