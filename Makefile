# pbp: everything one does with this repository. Needs git, make and Python 3.11 with venv.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PYTEST := $(BIN)/python -m pytest
ALL_CORES := -n auto --dist worksteal

.PHONY: help setup run demo test check fmt bench faults fuzz secrets servers browser lock clean
.DEFAULT_GOAL := help

# Show what can be made.
help:
	@awk '/^# /{said=substr($$0,3)} /^[a-z]+:/{split($$1,name,":"); printf "make %-7s %s\n", name[1], said}' $(firstword $(MAKEFILE_LIST))

# Make .venv with exactly the pinned libraries, and pbp in it; does nothing when that is done.
setup: $(READY)

$(READY): pyproject.toml requirements.lock requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "pbp needs Python 3.11 or later; say which one: make $(MAKECMDGOALS) PYTHON=/path/to/python3.11" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "setting up $(VENV) (a minute, once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock -r requirements-dev.lock
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

# Start the server with config.yaml, and say what to do next.
run: setup
	@exec $(BIN)/pbp serve --show docs/next.txt

# Play a whole game over real SMTP on this machine, fast (GAME=three_lives, GAME=seven_kill).
demo: setup
	@exec $(BIN)/pbp demo $(if $(GAME),--game $(GAME))

# Run the tests.
test: setup
	$(PYTEST) $(ALL_CORES)

# Run the checks that need no game: format, lint, types, imports between rooms, spelling.
check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/codespell .

# Bring the code into its one format.
fmt: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Measure everything against baselines, into build/bench.json (minutes; QUICK=1: under one).
bench: setup
	$(BIN)/python -m bench

# Run the fault tests and the audits in full: many kills, every scenario again (minutes).
faults: setup
	PBP_FAULTS=full $(PYTEST) tests/faults tests/audit tests/sharing

# Play random games twice with other secrets: 150 of each rule set, nothing may differ (minutes).
secrets: setup
	PBP_SECRETS=full $(PYTEST) $(ALL_CORES) tests/secrets tests/property/test_secrets.py tests/board/test_non_interference.py

# Run 100,000 mutated mails through the reader, and the property tests with many examples (minutes).
fuzz: setup
	$(BIN)/python -m tests.fuzz 100000
	$(PYTEST) --hypothesis-profile=fuzz tests/property

# Run the suite with real mail servers on loopback; needs root, .ci/run names the Debian packages.
servers: setup
	$(PYTEST) -n 2 --dist worksteal tests/servers

# Look at the board on the web with Debian's chromium; screenshots stay in build/browser.
browser: setup
	$(PYTEST) tests/browser

# Pin the newest libraries that pyproject.toml allows, with their hashes.
lock: setup
	sh .ci/lock

# Remove what was made here: the environment and caches; never data/.
clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find pbp tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
