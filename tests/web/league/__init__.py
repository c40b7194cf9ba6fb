"""Tests of `enraya.web.league`."""
