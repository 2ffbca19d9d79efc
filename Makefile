# make demo   plays, stores, checks and ranks a tournament; writes its web pages
# make test   the tests (two minutes);  make check: style, types, layers, docs
# make full   the slower tests too; make campaign: the ones that take an hour
# make fast   compiles the engines and bots with the C compiler of the machine
# make site   the docs as a site with search, in build/site
# make docs   writes the generated pages and pictures of docs/ and the output under every command
# Each sets up its own .venv in this folder when pyproject.toml is newer than it.

VENV  := .venv
PY    := $(VENV)/bin/python
PIP   := $(PY) -m pip -qq --disable-pip-version-check
CORE  := $(VENV)/.core
DEV   := $(VENV)/.dev
SITE  := $(VENV)/.site
HEADERS := import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))
NEEDS := import sys; sys.exit(sys.version_info < (3, 11))

.PHONY: demo test check full campaign fast compiled docs site clean

demo: $(CORE)
	@$(PY) -m tourney demo

test: $(DEV)
	$(PY) -m pytest -n auto --maxprocesses 4 --ignore tests/layers --ignore tests/docs

check: $(DEV)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m pytest -q -n auto --maxprocesses 4 -m "not campaign" tests/layers tests/docs

full: $(DEV)
	$(PY) -m pytest -n auto --maxprocesses 4 -m "not campaign"

campaign: $(DEV)
	$(PY) -m pytest -m campaign

fast: compiled
	@test ! -f engines/compiled.txt || $(PY) -m tests.benchmarks.compiled --turns 1

compiled: $(CORE)
	@if ! command -v $${CC:-cc} >/dev/null 2>&1; then \
	  echo "no C compiler found ($${CC:-cc}); tourney goes on from its sources"; \
	elif ! $(PY) -c '$(HEADERS)'; then \
	  echo "no Python.h found (python3-dev or the like has it); tourney goes on from its sources"; \
	else \
	  echo "compiling the engines and bots; this takes a minute or two"; \
	  HATCH_BUILD_HOOKS_ENABLE=1 $(PIP) install --no-deps -e . && \
	  TOURNEY_REQUIRE_COMPILED=1 $(PY) -m tourney --version; \
	fi

docs: $(DEV)
	$(PY) -m tests.docs.reference --write
	$(PY) -m tests.docs.transcripts --write
	$(PY) -m tests.docs.pictures --write
	$(PY) -m tests.docs.components --write

site: $(SITE)
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict -f mkdocs.ja.yml
	@echo "open build/site/index.html; for the search: $(PY) -m http.server -d build/site"

clean:
	find engines tourney -name '*.so' -exec rm {} +
	rm -rf $(VENV) engines/compiled.txt tourney__mypyc*.so .pytest_cache .mypy_cache .ruff_cache dist build

$(CORE): pyproject.toml $(PY)
	@echo "installing tourney into $(VENV)"
	@$(PIP) install -e .
	@echo "installed; to have tourney on your path: . $(VENV)/bin/activate"
	@touch $@

$(DEV): pyproject.toml $(PY)
	@echo "installing tourney and what its tests need into $(VENV)"
	@$(PIP) install -e '.[dev]'
	@$(PY) -m compileall -q -j 0 engines tourney  # else all workers of the tests do it at once
	@touch $@ $(CORE)

$(SITE): pyproject.toml $(PY)
	@echo "installing what the site needs into $(VENV)"
	@$(PIP) install -e '.[docs]'
	@touch $@ $(CORE)

# Set PYTHON to use another interpreter; else the first that is new enough.
$(PY):
	@for p in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
	  if command -v $$p >/dev/null 2>&1 && $$p -c '$(NEEDS)' 2>/dev/null; then \
	    $$p -m venv --clear $(VENV) && exit 0; \
	    rm -rf $(VENV); exit 1; \
	  fi; \
	done; \
	echo "no Python 3.11 or newer found; install one or name it: make PYTHON=/path/to/python3" >&2; \
	exit 1
