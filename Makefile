# Two commands do everything: `make demo` and `make test`. Needs only Python 3.11+, make and git.
PYTHON ?= python3
# tests that compute at once, one for each processor; each takes up to 2.5 GB
WORKERS ?= 2
# tests marked `waiting` at once beside them: servers, browsers, processes that are killed
WAITERS ?= 3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# pip would compile one file after the other; see .venv/.test
INSTALL := $(PIP) install --quiet --no-compile --constraint constraints.txt
# what is compiled is kept: the servers and commands that tests start would each compile the package anew
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test quick test-long check docs bench clean constraints

demo: .venv/.base
	$(BIN)/anaphor demo

test:
	@$(MAKE) --no-print-directory --jobs 2 .venv/.test .venv/.system
	$(BIN)/ruff check src tests bench docs
	$(BIN)/ruff format --check src tests bench docs
	# types and pages beside the tests; those that wait for servers and browsers run beside those that compute
	$(BIN)/mypy & types=$$!; NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet & pages=$$!; \
	$(BIN)/python -m pytest -n $(WAITERS) --dist worksteal -m "waiting and not long" -o cache_dir=.pytest_cache/waiting \
		> .venv/waiting.log 2>&1 & waiting=$$!; \
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not waiting and not long"; failed=$$?; \
	wait $$waiting || failed=1; cat .venv/waiting.log; \
	wait $$types || failed=1; wait $$pages || failed=1; exit $$failed

quick: .venv/.test
	$(BIN)/ruff check src tests bench docs
	$(BIN)/ruff format --check src tests bench docs
	$(BIN)/mypy & types=$$!; $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "not (slow or waiting or long)"; tests=$$?; wait $$types && exit $$tests

test-long: .venv/.bench .venv/.system
	$(BIN)/mypy --platform darwin src
	HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not long"
	HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest -m long
	bash tests/install/every_extra.sh

check: .venv/.test
	$(BIN)/ruff check src tests bench docs
	$(BIN)/ruff format --check src tests bench docs
	$(BIN)/mypy

docs: .venv/.test
	$(BIN)/python -m docs.generate
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: .venv/.bench
	$(BIN)/python -m bench

# --- set-up: one environment; the base for the demo, more for the tests -------------------------------------------

.venv/.pip: constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("anaphor needs Python 3.11 or newer; say which with: make PYTHON=python3.12") if sys.version_info < (3, 11) else 0'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(INSTALL) --upgrade pip
	touch $@

.venv/.base: .venv/.pip pyproject.toml
	$(INSTALL) --editable .
	touch $@

.venv/.torch: .venv/.pip # by itself: a range would fetch the newest build with its GPU libraries; beside the base, so alone
	$(INSTALL) --no-deps torch==2.13.0
	touch $@

.venv/.test: .venv/.base .venv/.torch
	$(INSTALL) --editable '.[build,cluster,hf,kenlm,lm,oidc,postgres,tls]' --group test --group docs
	$(INSTALL) --no-deps irrCAC # a peer in the tests; its own pins are too old
	$(BIN)/python -m compileall -q -j 0 -x '/tests?/' .venv/lib src >/dev/null || true # on all cores; templates are no Python
	touch $@

.venv/.bench: .venv/.test
	$(INSTALL) --group bench
	touch $@

.venv/.system:
	bash tests/install/system_packages.sh
	mkdir -p .venv && touch $@

constraints: .venv/.bench
	$(PIP) freeze --all --exclude-editable | sed 's/+cpu//; /@ file:/d' > constraints.txt

clean:
	rm -rf .venv dist site anaphor-demo .mypy_cache .ruff_cache .pytest_cache .hypothesis
