"""Tests of `enraya.web.laboratory`."""
