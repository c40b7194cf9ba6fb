"""Kernels over whole games: playing random ones, counting all, and replaying recorded ones."""
