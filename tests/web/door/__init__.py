"""Tests of the door."""
