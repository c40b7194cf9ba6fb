"""Tests of `enraya.web.laboratory.thinking`."""
