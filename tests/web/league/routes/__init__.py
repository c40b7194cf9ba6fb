"""Tests of `enraya.web.league.routes`."""
