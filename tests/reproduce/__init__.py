"""Tests of the reproduction of the five reports."""
