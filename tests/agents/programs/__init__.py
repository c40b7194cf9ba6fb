"""Tests of `enraya.agents.isolated`."""
