"""Tests of the web laboratory."""
