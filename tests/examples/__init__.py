"""Tests of the agents in examples/agents, as their readers would run them."""
