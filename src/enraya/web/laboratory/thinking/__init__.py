"""Agents that think for the page: their queues, their moves, the compilation of kernels."""
