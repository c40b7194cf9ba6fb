"""What only developers measure; each module is a program: ``python -m tools.bench.NAME --help``."""
