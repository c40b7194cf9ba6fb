"""Tests of `enraya.web.thinking`."""
