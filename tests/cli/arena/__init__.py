"""Tests of `enraya.cli.arena.running`."""
