# Everything a fresh machine needs is made here: python3 (3.11 or newer) and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Linter and type checker of the script; node comes with the development packages of Python.
SCRIPT := PATH="$(abspath $(BIN)):$$PATH" $(VENV)/script/node_modules/.bin
SCRIPT_TOOLS := @biomejs/biome@2.6.6 typescript@7.0.2
# Workers of the test run, two more than cores: browser tests often wait. 0 runs it in one process.
JOBS ?= $(shell $(PYTHON) -c 'import os; print(len(os.sched_getaffinity(0)) + 2 if hasattr(os, "sched_getaffinity") else os.cpu_count())')
# The programs that tests start, hundreds of times, need not be compiled every time.
export PYTHONDONTWRITEBYTECODE :=
# The tests that also run on PostgreSQL.
POSTGRES_TESTS := tests/store tests/actions tests/fuzz/test_tables.py tests/web/table tests/web/event tests/web/season \
  tests/web/serving/test_waiting_writers.py tests/browser/table/test_live.py tests/browser/table/test_nothing_lost.py
INSTALL := DEBIAN_FRONTEND=noninteractive apt-get -qq install -y

.PHONY: run test test-all image-check test-postgres check lint types bench plant soak pictures clean browser postgres fuzz

# For this machine and for phones in the same network; ARGS="--host 127.0.0.1" is for this machine alone.
run: $(VENV)/.run
	@$(BIN)/scorekeeper run --host 0.0.0.0 $(ARGS)

# Before every commit: at most six minutes on two cores.
test: $(VENV)/.test browser
	@$(BIN)/pytest -n $(JOBS) --dist worksteal $(ARGS)

# The long tests too, with more random examples; CI runs it.
test-all: $(VENV)/.test browser
	@TEST_ALL=1 $(BIN)/pytest -n $(JOBS) --dist worksteal $(ARGS)

# The build steps of the Dockerfile in a clean folder, and a server from what they installed.
image-check: | $(BIN)/python
	@$(BIN)/python -m tests.image_check

# What touches the database, again on PostgreSQL, with a temporary server of its own.
test-postgres: $(VENV)/.test browser postgres
	@$(BIN)/python -m tests.postgres $(BIN)/pytest -n $(JOBS) --dist worksteal $(POSTGRES_TESTS) $(ARGS)

check: lint types test-all test-postgres

lint: $(VENV)/.dev $(VENV)/.script
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/python -m tests.lint_words
	@$(SCRIPT)/biome check --config-path=tests/script --error-on-warnings static

types: $(VENV)/.dev $(VENV)/.script
	@$(BIN)/mypy
	@$(SCRIPT)/tsc -p tests/script/tsconfig.json
	@$(SCRIPT)/tsc -p tests/script/tsconfig.worker.json

bench: $(VENV)/.test browser
	@$(BIN)/python -m tests.bench

# Forty known bugs, planted one at a time in a copy: which of them do the tests miss?
plant: $(VENV)/.test browser
	@$(BIN)/python -m tests.plant

# A hundred games through a network that drops, cuts, loses and trickles; then 200 kills of the server while phones save.
soak: $(VENV)/.test browser
	@SOAK=20 $(BIN)/pytest -n $(JOBS) --dist worksteal tests/browser/offline/test_bad_weather.py
	@SOAK_KILLS=200 $(BIN)/pytest tests/fuzz/test_kills.py

# Random tables, records and requests for so many minutes, always others, and more requests to the API.
MINUTES ?= 5
fuzz: $(VENV)/.test
	@FUZZ_MINUTES=$(MINUTES) $(BIN)/pytest -n 3 tests/fuzz/test_tables.py tests/fuzz/test_records.py
	@FUZZ_MINUTES=$(MINUTES) $(BIN)/pytest -n $(JOBS) --dist worksteal tests/web/api/test_schemathesis.py

# The pictures on the About page and in the README, taken from the running app.
pictures: $(VENV)/.test browser
	@$(BIN)/python -m tests.pictures

clean:
	rm -rf $(VENV)

# The browser tests drive Chromium, best without its window (half the time); where it is missing and we may, it is installed.
# Where it cannot be had, the other tests run, and pytest says what was left out; in CI that is a failure.
browser:
	@command -v chromium-headless-shell >/dev/null \
	|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get -qq update >/dev/null \
	     && { $(INSTALL) chromium-headless-shell || $(INSTALL) chromium; } >/dev/null 2>&1; } \
	|| command -v chromium chromium-browser google-chrome >/dev/null \
	|| { echo "Chromium was not found, so the browser tests are left out: install the package chromium." >&2; [ "$$CI" != true ]; }

postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null \
	|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get -qq update >/dev/null && $(INSTALL) postgresql >/dev/null 2>&1; } \
	|| { echo "PostgreSQL is needed for these tests: install the package postgresql." >&2; exit 1; }

# One stamp for each set of packages; a changed pyproject.toml or .constraints.txt installs anew.
$(VENV)/.run: EXTRAS :=
$(VENV)/.test: EXTRAS := [test]
$(VENV)/.dev: EXTRAS := [dev]
$(VENV)/.run $(VENV)/.test $(VENV)/.dev: pyproject.toml .constraints.txt | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint .constraints.txt --editable '.$(EXTRAS)'
	@touch $@

$(VENV)/.script: Makefile | $(VENV)/.dev
	@PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npm install --prefix $(VENV)/script --no-save --no-package-lock --no-audit --no-fund --silent \
	  $(SCRIPT_TOOLS)
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.12 ..." if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV)
