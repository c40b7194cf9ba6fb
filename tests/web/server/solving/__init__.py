"""Tests of `enraya.web.server.solving`."""
