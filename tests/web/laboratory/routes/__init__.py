"""Tests of `enraya.web.laboratory.routes`."""
