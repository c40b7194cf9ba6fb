"""Searches that stop at a depth or a time: alpha-beta and Monte-Carlo trees."""
