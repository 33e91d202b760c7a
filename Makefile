# Everything a fresh machine needs is made here: python3 (3.11 or newer) and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Workers of the test run; 0 runs it in one process.
JOBS ?= auto

.PHONY: run test check lint types bench clean

run: $(VENV)/.run
	@$(BIN)/scorekeeper run $(ARGS)

test: $(VENV)/.test
	@$(BIN)/pytest -n $(JOBS) $(ARGS)

check: lint types test

lint: $(VENV)/.dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(VENV)/.dev
	@$(BIN)/mypy

bench: $(VENV)/.run
	@$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV)

# One stamp for each set of packages; a changed pyproject.toml installs anew.
$(VENV)/.run: EXTRAS :=
$(VENV)/.test: EXTRAS := [test]
$(VENV)/.dev: EXTRAS := [dev]
$(VENV)/.run $(VENV)/.test $(VENV)/.dev: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.$(EXTRAS)'
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.12 ..." if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV)
