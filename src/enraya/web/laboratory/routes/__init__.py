"""The routes of the laboratory, one module for each topic."""
