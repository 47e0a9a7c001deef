# Everything runs in .venv; the only things needed beforehand are Python 3.11 or newer, and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export OMP_NUM_THREADS ?= 1
export TOKENIZERS_PARALLELISM ?= false
# Compiled modules are kept: each process would compile the package anew, and pytest all tests.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo test virtuoso lint format bench paper clean

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

lint: $(VENV)/test.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/bandit -q -ll -c pyproject.toml -r pog_agent
	$(BIN)/python -m tests.audited_packages

format: $(VENV)/test.done
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

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

# Wheels that are the same on every machine are held against their SHA-256 first; then come all others, by version.
HASHED := sed -n 's/  \# --hash/ --hash/p'
INSTALL_HASHED = $(BIN)/python -m pip install --quiet --require-hashes --no-deps -r $(VENV)/hashed.txt

$(VENV)/demo.done: pyproject.toml constraints.txt | $(BIN)/python
	sed '/^\# make test/,$$d' constraints.txt | $(HASHED) > $(VENV)/hashed.txt
	$(INSTALL_HASHED)
	$(BIN)/python -m pip install --quiet -c constraints.txt -e .
	touch $@

$(VENV)/test.done: pyproject.toml constraints.txt | $(BIN)/python
	$(HASHED) constraints.txt > $(VENV)/hashed.txt
	$(INSTALL_HASHED)
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[test]"
	touch $@

$(VENV)/bench.done: $(VENV)/test.done
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[bench]"
	touch $@
