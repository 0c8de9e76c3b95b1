# Everything a newcomer or a contributor runs. Each target makes .venv first when it is needed.

BIN := .venv/bin
PLAY := .venv/.ready
DEV := .venv/.ready-dev
WHEEL := .venv-compiled/.ready
CODE := src tests bench tools hatch_build.py
RULE_TESTS := tests/engine tests/testing tests/games

.PHONY: play serve test lint format unit compiled web page pictures bench soak clean

play: $(PLAY)
	@$(BIN)/paiju $(ARGS)

serve: $(PLAY) page
	@$(BIN)/paiju serve $(ARGS)

test: lint unit compiled web

lint: $(DEV)
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy src tests bench tools
	@$(BIN)/lint-imports > .cache/imports.log || { cat .cache/imports.log; exit 1; }

format: $(DEV)
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

unit: $(DEV) page
	@browser=$$(tools/browser.sh); [ -n "$$browser" ] || without=--ignore=tests/web; \
	set -x; CHROMIUM_PATH=$$browser $(BIN)/pytest -n 2 -q $$without $(ARGS)

# The wheel with the compiled engine, in an environment of its own, must pass the same tests of rules.
compiled: $(WHEEL)
	.venv-compiled/bin/python -m pytest -n 2 -q $(RULE_TESTS)

web: $(DEV)
	@if [ -f web/package.json ]; then $(BIN)/python tools/page.py test; fi

# Tests ask for all npm packages at once: installing those of the build first would install them twice.
unit: PAGE_OPTIONS := --dev
page: $(PLAY)
	@$(BIN)/python tools/page.py build $(PAGE_OPTIONS)

pictures: $(DEV)
	$(BIN)/python -m tools.pictures

bench: $(DEV) $(WHEEL)
	$(BIN)/python -m bench $(ARGS)

soak: $(DEV)
	$(BIN)/python -m paiju.testing.soak $(or $(ARGS),--game uno --actions 2000000 --seed 1)
	$(BIN)/python -m tests.server.soak
	$(BIN)/python -m tests.server.broken

clean:
	rm -rf .venv .venv-* .cache build dist src/paiju/server/static web/node_modules
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PLAY): pyproject.toml hatch_build.py tools/install
	@tools/install play
	@touch $@

$(DEV): pyproject.toml hatch_build.py tools/install
	@tools/install dev
	@mkdir -p .cache
	@touch $(PLAY) $@

$(WHEEL): $(DEV) tools/wheel $(shell find src -name '*.py' -o -name '*.po')
	tools/wheel
	@touch $@
