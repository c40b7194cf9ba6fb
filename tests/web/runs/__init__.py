"""Tests of `enraya.web.runs.runs`."""
