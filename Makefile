# Everything runs in .venv; the only things needed beforehand are Python 3.11 or newer, and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export OMP_NUM_THREADS ?= 1
export TOKENIZERS_PARALLELISM ?= false
# Compiled modules are kept: each process would compile the package anew, and pytest all tests.
export PYTHONDONTWRITEBYTECODE :=
# Parts of an installation, and linters, need one core each: two of them go on at once where one target is made.
MAKEFLAGS += $(if $(word 2,$(MAKECMDGOALS)),,--jobs=2)

.PHONY: demo test virtuoso lint formatted typed unsafe audited format docs bench paper clean

demo: $(VENV)/demo.done
	$(BIN)/pog-agent demo

test: $(VENV)/test.done lint
	@$(HAS_VIRTUOSO) || echo "virtuoso is not installed: its tests are skipped (make virtuoso)"
	$(BIN)/python -m pytest -n 2 --dist worksteal

# A database to test against. Only this target installs anything outside of .venv.
HAS_VIRTUOSO := command -v virtuoso-t >/dev/null && command -v isql-vt >/dev/null
INSTALL_VIRTUOSO := DEBIAN_FRONTEND=noninteractive apt-get install -qq -y virtuoso-opensource
virtuoso:
	@$(HAS_VIRTUOSO) && exit; \
	{ $(INSTALL_VIRTUOSO) || { apt-get update -qq && $(INSTALL_VIRTUOSO); }; } </dev/null >/dev/null 2>&1; \
	$(HAS_VIRTUOSO) || { echo "virtuoso could not be installed: run apt-get install virtuoso-opensource as root" >&2; exit 1; }

lint: formatted typed unsafe audited

formatted: $(VENV)/test.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

typed: $(VENV)/test.done
	$(BIN)/mypy

unsafe: $(VENV)/test.done
	$(BIN)/bandit -q -ll -c pyproject.toml -r pog_agent

audited: $(VENV)/test.done
	$(BIN)/python -m tests.audited_packages

format: $(VENV)/test.done
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The pages as a site, in build/site. A link or an anchor that leads nowhere fails it.
docs: $(VENV)/test.done
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict -f docs/site/mkdocs.yml
	@echo "build/site/index.html"

# SIZES are those of generated graphs (S M L XL), kept in build/bench: XL takes minutes, 7 GB of memory and 3 of disk.
# EARLIER=file compares with the engine.json of an earlier run. DATA=folder with <name>/kg.nt.gz and
# <name>/dev.jsonl adds graph reduction and answer recall.
SIZES ?= S M
bench: $(VENV)/bench.done
	$(BIN)/python -m pytest -n 2 --dist worksteal -m slow
	$(BIN)/python -m tests.benchmarks.demo_questions --show
	$(BIN)/python -m tests.benchmarks.engine --graphs build/bench --sizes $(SIZES) --json build/bench/engine.json \
		--plot build/bench/growth.png $(if $(EARLIER),--compare $(EARLIER)) $(if $(DATA),--metaqa $(dir $(wildcard $(DATA)/*/dev.jsonl)))
	$(BIN)/python -m tests.benchmarks.stores --graphs build/bench
	$(BIN)/python -m tests.benchmarks.endpoint --graph build/bench/M.nt.gz
	$(BIN)/python -m tests.benchmarks.queries
	$(BIN)/python -m tests.benchmarks.proofs
	$(if $(DATA),$(BIN)/python -m tests.benchmarks.recall $(DATA),@echo "recall skipped: give DATA=folder")
	$(if $(DATA),$(BIN)/python -m tests.benchmarks.parity $(DATA) --limit 10)
	$(if $(wildcard $(DATA)/metaqa),$(BIN)/python -m tests.benchmarks.throughput $(DATA)/metaqa)

# PAPER names a configuration of your own data sets, graphs and models; killed, it goes on where it was.
PAPER ?= demo
paper: $(VENV)/test.done
	$(BIN)/pog-agent reproduce $(PAPER) --out build/paper

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# Wheels that are the same on every machine are held against their SHA-256, all others come by version, both at
# once. Then pip adds what is missing. A module is compiled when it is first loaded: most never are.
INSTALL := $(BIN)/python -m pip install --quiet --no-compile
PINS_demo := sed '/^\# make test/,$$d' constraints.txt
PINS_test := cat constraints.txt

$(VENV)/%.hashed: constraints.txt | $(BIN)/python
	$(PINS_$*) | sed -n 's/  \# --hash/ --hash/p' > $@.txt
	$(INSTALL) --no-deps --require-hashes -r $@.txt
	touch $@

$(VENV)/%.others: constraints.txt | $(BIN)/python
	$(PINS_$*) | sed '/\#/d' > $@.txt
	$(INSTALL) --no-deps -r $@.txt
	touch $@

$(VENV)/demo.done: pyproject.toml $(VENV)/demo.hashed $(VENV)/demo.others
	$(INSTALL) -c constraints.txt -e .
	touch $@

$(VENV)/test.done: pyproject.toml $(VENV)/test.hashed $(VENV)/test.others
	$(INSTALL) --no-build-isolation -c constraints.txt -e ".[test]"
	touch $@

$(VENV)/bench.done: $(VENV)/test.done
	$(INSTALL) -c constraints.txt -e ".[bench]"
	touch $@
