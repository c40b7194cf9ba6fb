"""Tests of `enraya.agents.text`."""
