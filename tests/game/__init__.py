"""Tests of `enraya.game`."""
