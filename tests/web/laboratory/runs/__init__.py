"""Tests of `enraya.web.laboratory.runs`."""
