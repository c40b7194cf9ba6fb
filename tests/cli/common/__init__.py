"""Tests of `enraya.cli.common`."""
