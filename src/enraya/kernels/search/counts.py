"""The array through which a search and its owner watch each other: where its numbers lie."""

STOP_FLAG = 0
"""Set to 1 to stop the search; still set when it returns because it was stopped."""
NODES = 1
"""Positions seen so far."""
LEAVES = 2
"""Positions valued so far."""
COUNTS = 3
"""The length of the array."""
UNLIMITED = 2**62
"""A number of nodes or games that no search reaches."""
