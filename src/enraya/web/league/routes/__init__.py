"""The routes of a league's HTTP API and its pages, one module for each topic."""
