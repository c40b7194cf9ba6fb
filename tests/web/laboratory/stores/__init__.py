"""Tests of `enraya.web.laboratory.stores`."""
