"""Benchmarks for developers; each module is a program: ``python -m tools.bench.NAME --help``."""
