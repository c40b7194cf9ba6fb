"""Tests of `enraya.agents.host`."""
