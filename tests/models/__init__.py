"""Tests of the trained models."""
