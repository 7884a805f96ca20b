# Every target sets up what it needs: a virtual environment of its own in .venv, from pinned and
# hashed requirements. PYTHON names the interpreter to make it with (3.11 or newer).
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help demo test lint types unit format pictures lock clean

help:  ## List the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

$(READY): requirements/dev.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "lineage-verify needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

demo: $(READY)  ## Verify the lineage page about this tool; needs no network once installed
	$(BIN)/lineage-verify specs/how-lineage-verify-runs.json

test: lint types unit  ## Lint, types and the whole test run

lint: $(READY)  ## Style, and that the code is formatted
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)  ## Static types
	$(BIN)/mypy

unit: $(READY)  ## The tests alone
	$(BIN)/python -m pytest

format: $(READY)  ## Format the code and mend what can be mended
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

pictures: $(READY)  ## Draw the README's pictures anew (needs chromium on the path)
	$(BIN)/python docs/make_pictures.py

lock: $(READY)  ## Renew the pinned requirements (needs uv on the path)
	uv pip compile pyproject.toml --group dev --all-extras --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --quiet -o requirements/dev.txt
	uv pip compile pyproject.toml --extra pdf --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --quiet -o requirements/run.txt

clean:  ## Remove the environment and what tools left behind
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
