"""Tests of `enraya.web.routes`."""
