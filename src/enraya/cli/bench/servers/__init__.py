"""Benchmarks of servers with many visitors."""
