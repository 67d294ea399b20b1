# Flagfall. `make play` and `make test` are all that a newcomer needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help play measures puzzles test test-all test-again test-long mutate bench check types format golden pictures reports man levels tables tasks screenshots lock bench-start bench-hidden bench-traps critic bench-page bench-online bench-hostile clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

play: $(VENV)/play ## set up and play (without a terminal: a demonstration game)
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/flagfall; else $(BIN)/flagfall demo; fi

test: $(VENV)/dev ## set up and run the tests, without the long ones and each with one of the games (GAME=flag-chase: with that one)
	QUICK=1 $(BIN)/python -m pytest -n 3 --dist worksteal

test-all: $(VENV)/dev ## run every test with every game, as before a change lands; none may be skipped
	ALL=1 $(BIN)/python -m pytest -n 3 --dist worksteal

test-again: $(VENV)/dev ## run what failed last time once more, one test after the other
	ALL=1 $(BIN)/python -m pytest --last-failed --last-failed-no-failures none

test-long: $(VENV)/dev ## check millions of random positions of the large variations, for some minutes
	SAMPLE=200000 $(BIN)/python -m pytest -n 2 tests/solve/test_bulk_rules.py

mutate: $(VENV)/mutate ## change the rules and the protocol at random, and print what no test notices (15 minutes; ALL=1, ONLY=match, SEED=7)
	$(BIN)/python tools/mutate.py $(if $(ALL),--all) $(if $(ONLY),--only $(ONLY)) $(if $(SEED),--seed $(SEED))

bench: $(VENV)/bench ## measure solving against its targets (some of it: make bench ONLY=cold,slope)
	$(BIN)/python -m bench.solving $(ONLY)

check: $(VENV)/dev $(VENV)/javascript/ready ## format, lint, types (also of the page's scripts), and which room may import which
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.page_types --check
	$(BIN)/node $(VENV)/javascript/node_modules/typescript/bin/tsc --project tools/javascript

types: $(VENV)/dev ## write anew what the page's scripts are checked against
	$(BIN)/python -m tools.page_types

format: $(VENV)/dev ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

pictures: $(VENV)/dev ## draw the README's pictures anew, from the real program
	$(BIN)/python -m tools.pictures

measures: $(VENV)/play ## play games of hidden information for the coach's errors and the report (an hour; GAMES=100, ANEW=1 if the bot has changed)
	$(BIN)/python -m tools.measures

reports: $(VENV)/play ## judge every game for its designer, into docs/reports (some minutes)
	$(BIN)/python -m tools.reports

man: $(VENV)/play ## write the man page anew, from what --help knows
	$(BIN)/python -m tools.man

tables: $(VENV)/play ## write the tables by which a browser knows the solved games, from rules and solutions (some minutes; ONLY=flag-chase)
	$(BIN)/python -m tools.tables $(ONLY)

tasks: $(VENV)/play ## work out the page's lessons and puzzles anew, with all that is said of them (some minutes)
	$(BIN)/python -m tools.tasks

levels: $(VENV)/play ## space the bots' levels evenly, and write the odds between them (half a minute)
	$(BIN)/python tools/levels.py

bench-start: $(VENV)/dev ## from the command to a usable full screen, and from a key to its answer, on a real terminal
	$(BIN)/python -m bench.start

bench-hidden: $(VENV)/bench ## solve games of hidden information within a cap, and compare with OpenSpiel (a minute)
	$(BIN)/python -m bench.hidden

bench-traps: $(VENV)/bench ## how strong level:10 is at hidden traps, and how far from unbeatable (hours; GAMES=20 STEPS=100 MINUTES=2 ONLY=matches)
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m bench.traps $(if $(GAMES),--games $(GAMES)) $(if $(STEPS),--steps $(STEPS)) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(ONLY),--only $(ONLY))

critic: $(VENV)/bench ## teach the critic of hidden traps, which bench-traps measures beside level:10 (MINUTES=90; ANEW=1 from nothing)
	OPENBLAS_NUM_THREADS=1 NUMBA_NUM_THREADS=1 $(BIN)/python -m bench.traps.critic.learning $(if $(MINUTES),--minutes $(MINUTES)) $(if $(ANEW),--anew)

bench-page: $(VENV)/dev ## what the pages weigh, when they show a board on a phone network, and how much they jump (minutes)
	$(BIN)/python -m bench.page

bench-online: $(VENV)/dev ## the server under load, beside boardgame.io (minutes; QUICK=1, ONLY=flagfall, SIZES=1,50)
	$(BIN)/python -m bench.online $(if $(QUICK),--quick) $(if $(ONLY),--only $(ONLY)) $(if $(SIZES),--sizes $(SIZES))

bench-hostile: $(VENV)/dev ## what one hostile visitor does to the others, on both stores (minutes; ONLY="pings chat")
	$(BIN)/python -m bench.hostile $(if $(ONLY),--only $(ONLY))

golden: $(VENV)/dev ## write the demonstration games' screens anew, after a change that is meant
	GOLDEN=write $(BIN)/python -m pytest tests/test_playthroughs.py

puzzles: $(VENV)/play ## find the puzzles that come with the package anew (some minutes)
	$(BIN)/python -m tools.puzzles

screenshots: $(VENV)/dev ## photograph the web page in a real browser (needs Chromium)
	$(BIN)/python -m tools.screenshots

lock: $(VENV)/dev ## pin the newest dependencies, with their hashes
	cd requirements && for name in build online dev bench mutate javascript; do \
	  ../$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	    --no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command 'make lock' $$name.in -o $$name.txt || exit 1; \
	done

clean: ## remove what the other commands made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .poodle-temp

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Flagfall needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "Setting up (once) ..."
	@$(PYTHON) -m venv $(VENV) \
	  || { echo "Python has no venv module here (on Debian and Ubuntu: apt-get install python3-venv)." >&2; rm -rf $(VENV); exit 1; }

$(VENV)/play: $(VENV)/bin/python requirements/build.txt requirements/online.txt pyproject.toml
	@$(PIP) install --require-hashes -r requirements/build.txt -r requirements/online.txt
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/dev: $(VENV)/play requirements/dev.txt
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

$(VENV)/bench: $(VENV)/dev requirements/bench.txt
	@$(PIP) install --require-hashes -r requirements/bench.txt
	@touch $@

$(VENV)/mutate: $(VENV)/dev requirements/mutate.txt
	@$(PIP) install --require-hashes -r requirements/mutate.txt
	@touch $@

$(VENV)/javascript/ready: $(VENV)/dev requirements/javascript.txt tools/javascript/package-lock.json
	@$(PIP) install --require-hashes -r requirements/javascript.txt
	@mkdir -p $(VENV)/javascript && cp tools/javascript/package.json tools/javascript/package-lock.json $(VENV)/javascript
	@cd $(VENV)/javascript && PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
	@touch $@
