# Everything a newcomer or a contributor runs. Each target makes .venv first when it is needed.

BIN := .venv/bin
PLAY := .venv/.ready
DEV := .venv/.ready-dev
COLLECTED := .venv/.collected
WHEEL := .venv-compiled/.ready
UNOPTIMIZED := .venv-unoptimized/.ready
CODE := src tests bench tools hatch_build.py
RULE_TESTS := tests/engine tests/testing tests/games
SERVER_TESTS := tests/storage tests/server
# Browsers, terminals and killed servers are waited for: twice as many workers as cores keep these busy.
PYTEST := pytest -n 4 --dist worksteal -q
# Each target's output in one piece, where make can do that.
IN_PIECES := --no-print-directory $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# Everything below starts Python many times, and byte code goes into this folder only: without it a server takes three
# times as long to start, and the tests twice as long.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play serve test others check lint rules format unit coverage compiled web page pictures reference
.PHONY: bench soak cluster upgrade clean

play: $(PLAY)
	@$(BIN)/paiju $(ARGS)
	@echo "To play again: make play, or $(BIN)/paiju"

serve: $(PLAY) page
	@exec $(BIN)/paiju serve $(ARGS)

# PostgreSQL, Valkey, three nodes and a proxy on this machine; its data are thrown away at the end.
cluster: $(DEV) page
	@exec $(BIN)/python -m tools.cluster $(ARGS)

# The tests often wait, for browsers and servers: what only computes runs beside them, one thing at a time.
# While the page is built, the tests are collected.
test: $(DEV)
	@$(MAKE) --no-print-directory -j2 unit others

others: page
	@$(MAKE) $(IN_PIECES) lint web compiled

# For the loop while writing.
check: $(DEV)
	@$(MAKE) $(IN_PIECES) -j2 lint rules

lint: $(DEV)
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy src tests bench tools
	@$(BIN)/lint-imports > .cache/imports.log || { cat .cache/imports.log; exit 1; }

rules: $(DEV)
	$(BIN)/$(PYTEST) $(RULE_TESTS) tests/storage

format: $(DEV)
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

# The browser tests are left out where there is no Chromium and none can be installed.
WITH_BROWSER = browser=$$(tools/browser.sh); [ -n "$$browser" ] || without=--ignore=tests/web; \
	set -x; CHROMIUM_PATH=$$browser

unit: $(COLLECTED) page
	@$(WITH_BROWSER) $(BIN)/$(PYTEST) --durations=15 $$without $(ARGS)

# What of src/paiju the tests execute. Not part of `unit`, because measuring makes it slower: much slower before
# Python 3.12, whose own way to measure also needs no help with greenlets.
MEASURE = $(shell $(BIN)/python -c 'import sys; sys.version_info >= (3, 12) and print("COVERAGE_CORE=sysmon COVERAGE_ALSO=thread")')

coverage: $(DEV) page
	@$(BIN)/coverage erase
	@$(WITH_BROWSER) $(MEASURE) $(BIN)/coverage run -m $(PYTEST) $$without $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

# The compiled engine must pass the same tests of rules. The C compiler's optimization would take most of the time. The
# server is interpreted here; `make soak` tests it compiled.
compiled: $(UNOPTIMIZED)
	.venv-unoptimized/bin/python -m $(PYTEST) $(RULE_TESTS)

web: $(DEV)
	@if [ -f web/package.json ]; then $(BIN)/python tools/page.py test; fi

# Tests ask for all npm packages at once: installing those of the build first would install them twice.
unit others coverage: PAGE_OPTIONS := --dev
page: $(PLAY)
	@$(BIN)/python tools/page.py build $(PAGE_OPTIONS)

pictures: $(DEV)
	$(BIN)/python -m tools.pictures

# The Python interface as web pages, from docstrings, in build/reference.
reference: $(PLAY)
	@$(BIN)/python tools/reference.py

bench: $(DEV) $(WHEEL)
	$(BIN)/python -m bench $(ARGS)

soak: $(DEV) $(WHEEL)
	.venv-compiled/bin/python -m $(PYTEST) $(RULE_TESTS) $(SERVER_TESTS)
	$(BIN)/python -m paiju.testing.soak $(or $(ARGS),--game uno --actions 2000000 --seed 1)
	$(BIN)/python -m tests.server.soak
	$(BIN)/python -m tests.server.lag
	$(BIN)/python -m tests.server.flood
	$(BIN)/python -m tests.server.broken
	$(BIN)/python -m tests.cluster.faults --faults 500

upgrade:
	tools/upgrade

clean:
	rm -rf .venv .venv-* .cache build dist src/paiju/server/static web/node_modules
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PLAY): pyproject.toml hatch_build.py tools/install constraints.txt
	@tools/install play
	@touch $@

$(DEV): pyproject.toml hatch_build.py tools/install constraints.txt
	@tools/install dev
	@mkdir -p .cache
	@touch $(PLAY) $@

# Before the first run: pytest writes the byte code of everything, which each of its workers would make for itself.
$(COLLECTED): $(DEV)
	@$(BIN)/pytest --collect-only -q > $@.log || { cat $@.log; exit 1; }
	@touch $@

$(UNOPTIMIZED): export PAIJU_OPTIMIZE := 0
$(WHEEL) $(UNOPTIMIZED): $(DEV) tools/wheel $(shell find src -name '*.py' -o -name '*.po')
	tools/wheel $(@D)
	@touch $@
