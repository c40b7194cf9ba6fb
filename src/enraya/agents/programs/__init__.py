"""Agents in any language: programs that read the moves so far and print a column."""
