"""Tests of enraya.learn."""
