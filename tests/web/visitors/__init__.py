"""Tests of `enraya.web.visitors`."""
