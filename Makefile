# make run       set up, then the laboratory  make check   lint and types
# make test      set up, then the fast suite  make bench   speed tables
# make test-all  the rest of the tests: slow ones, and the kernels with Numba's checks and without it
#
# Needs Python 3.11 or newer with venv (Debian: python3-venv) and make; the rest is installed here, for
# the browser tests of test-all also Debian's chromium when it is missing and we are root.

VENV ?= .venv
PYTHON ?= $(shell command -v python3.11 || command -v python3)
TESTDATA ?=
BIN := $(VENV)/bin
PYTEST := $(BIN)/pytest -n 2 -q $(if $(TESTDATA),--testdata=$(TESTDATA))
SCRATCH_CACHE = ENRAYA_CACHE_DIR=$$(mktemp -d) NUMBA_CACHE_DIR=

.PHONY: run test test-all browser check bench clean

run: $(VENV)/.run
	@$(BIN)/enraya serve

test: check
	@$(BIN)/enraya warmup
	$(PYTEST)

test-all: $(VENV)/.dev browser
	@$(BIN)/enraya warmup
	$(PYTEST) -m slow
	$(SCRATCH_CACHE) NUMBA_BOUNDSCHECK=1 $(PYTEST) tests/kernels
	$(SCRATCH_CACHE) NUMBA_DISABLE_JIT=1 $(PYTEST) tests/kernels

browser:
	@command -v chromium >/dev/null \
		|| { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq chromium; } \
		|| { echo "the browser tests need Chromium: install the package chromium" >&2; exit 1; }

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.run
	$(BIN)/enraya bench playouts
	$(BIN)/enraya bench solver --quick

clean:
	rm -rf $(VENV)

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[learn]'
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/.run
