"""Tests of the reproduction of the five papers."""
