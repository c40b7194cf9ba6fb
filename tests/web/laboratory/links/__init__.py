"""Tests of `enraya.web.laboratory.links`."""
