"""Tests of `enraya.web.server`."""
