"""Tests of `enraya.web.engine`."""
