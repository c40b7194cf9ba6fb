"""Searches that stop at a depth or a time: alpha-beta and Monte-Carlo trees.

A search and its caller communicate through an array of counts; the names below are its indices.
"""

STOP_FLAG = 0
"""Set to 1 to stop the search; still set when it returns because it was stopped."""
NODES = 1
"""Positions seen so far."""
LEAVES = 2
"""Positions valued so far."""
COUNTS = 3
"""The length of the array."""
UNLIMITED = 2**62
"""A limit of nodes or games that no search reaches."""
