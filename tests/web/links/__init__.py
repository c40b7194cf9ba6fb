"""Tests of games by link."""
