# Every target does its own set-up. `make setup` makes .venv with everything in it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml CMakeLists.txt $(shell find core -type f)

.PHONY: books setup run test browser parts test-long test-proofs test-faults test-core test-sanitize fuzz lint bench bench-law bench-core bench-levels bench-solver bench-strength bench-ladder bench-builds bench-server bench-load test-load soak bench-batch golden perft clean

setup: $(VENV)/ready

# The package is installed editable: Python changes need nothing, a change of the core rebuilds it.
$(VENV)/tools: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Quincunx needs Python 3.11 or later: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/python -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb")); print("\n".join(p["project"]["dependencies"] + sum(p["project"]["optional-dependencies"].values(), [])))' > $(VENV)/requirements.txt
	$(BIN)/pip install --quiet -r $(VENV)/requirements.txt
	@touch $@

$(VENV)/ready: $(VENV)/tools $(SOURCES)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pip install --quiet --no-build-isolation --no-deps --editable .
	@touch $@

run: setup
	$(BIN)/quincunx

unexport PYTHONDONTWRITEBYTECODE # the tests start hundreds of programs
# What pytest needs is made beside what needs no pytest. Twice as many tests as cores go on at once: many wait for a page, a clock, a process.
test:
	$(MAKE) -j 2 --output-sync=target --no-print-directory setup lint browser parts test-core
	$(BIN)/python -m pytest -n 4 --dist worksteal

# The tests of the pages need Chromium and axe-core, which npm brings. On Debian what is missing is installed where we may. The shell, Chromium without
# windows, takes half the time.
AXE := build/axe/node_modules/axe-core/axe.min.js
CHROMIUM := [ -n "$$QUINCUNX_CHROMIUM" ] || command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome || command -v chrome
install = { [ -e /etc/debian_version ] && [ "$$(id -u)" = 0 ] && flock /var/lib/apt sh -c 'apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends $(1)'; }
ask = { echo "This needs $(1): install it with \`apt install $(1)\` or your system's way."; exit 1; }

browser: $(AXE)
	@{ $(CHROMIUM); } > /dev/null || $(call install,chromium-headless-shell) || $(call install,chromium) || $(call ask,chromium)

$(AXE):
	@command -v npm > /dev/null || $(call install,npm) || $(call ask,npm)
	npm install --silent --no-fund --no-audit --prefix build/axe axe-core@4

# The tests of many processes start PostgreSQL and Redis themselves, in folders of their own, and touch no service of the machine.
parts:
	@{ command -v postgres || ls /usr/lib/postgresql/*/bin/postgres; } > /dev/null 2>&1 || $(call install,postgresql) || $(call ask,postgresql)
	@command -v redis-server > /dev/null || $(call install,redis-server) || $(call ask,redis-server)

# Law against core on a million positions of each game; `make test` compares fifty thousand.
test-long: setup
	QUINCUNX_POSITIONS=1000000 $(BIN)/python -m pytest -n 2 tests/core/test_differential.py

# The big proofs: minutes to hours.
test-proofs: setup
	$(BIN)/python -m pytest -n 2 -m proofs tests

# Every part of the house is killed, cut off, slowed down and filled up while many play; the last test for so many minutes.
test-faults: MINUTES = 3
test-faults: setup parts
	QUINCUNX_FAULTS_MINUTES=$(MINUTES) $(BIN)/python -m pytest -m 'faults or not faults' -s tests/faults

# The core's own tests: plain, and built against bad memory and undefined behaviour, and against data races.
CORE_TESTS := $(basename $(notdir $(wildcard tests/core/test_*.cpp)))
CORE_FLAGS := -std=c++20 -O1 -Wall -Wextra -Icore -pthread
CORE_plain :=
CORE_address := -g -fsanitize=address,undefined -fno-sanitize-recover=all
CORE_thread := -g -fsanitize=thread
FUZZED := positions thoughts proofs

test-core: build/core/plain/tests
	$<

test-sanitize: build/core/address/tests build/core/thread/tests $(FUZZED:%=build/sanitize/replay-%)
	build/core/address/tests
	build/core/thread/tests
	for target in $(FUZZED); do build/sanitize/replay-$$target tests/fuzz/corpus/$$target/* > /dev/null || exit 1; done

# An object for each file, as build/core/plain/test_games.o, and beside it what it includes.
.SECONDEXPANSION:
.SECONDARY:
build/core/%.o: tests/core/$$(*F).cpp
	@mkdir -p $(@D)
	$(CXX) $(CORE_FLAGS) $(CORE_$(*D)) -MMD -MP -c $< -o $@

build/core/%/tests: tests/core/main.cpp $$(addprefix build/core/$$*/,$(addsuffix .o,$(CORE_TESTS)))
	$(CXX) $(CORE_FLAGS) $(CORE_$*) '-DTESTS=$(foreach test,$(CORE_TESTS),TEST($(test)))' $^ -o $@

-include $(wildcard build/core/*/*.d)

build/sanitize/replay-%: tests/fuzz/%.cpp tests/fuzz/replay.cpp tests/fuzz/fuzz.hpp $(SOURCES)
	@mkdir -p $(@D)
	$(CXX) -std=c++20 -O1 -Icore -pthread $(CORE_address) $< tests/fuzz/replay.cpp -o $@

# Any bytes, given by libFuzzer to everything in the core that reads text: `make fuzz SECONDS=3600` shares the time among the targets. What it
# learned is kept in build/fuzz; an input that breaks something is named at the end, and belongs into tests/fuzz/corpus.
SECONDS := 60
CLANG ?= clang++-16

fuzz: $(FUZZED:%=build/fuzz/%)
	for target in $(FUZZED); do \
		mkdir -p build/fuzz/$$target.corpus; \
		build/fuzz/$$target -max_total_time=$$(($(SECONDS) / $(words $(FUZZED)))) -dict=tests/fuzz/words.dict -max_len=700 -print_final_stats=1 \
			-artifact_prefix=build/fuzz/$$target- build/fuzz/$$target.corpus tests/fuzz/corpus/$$target || exit 1; \
	done

build/fuzz/%: tests/fuzz/%.cpp tests/fuzz/fuzz.hpp $(SOURCES)
	@command -v $(CLANG) > /dev/null || $(call install,clang-16 libclang-rt-16-dev) || $(call ask,clang-16)
	@mkdir -p $(@D)
	$(CLANG) -std=c++20 -O1 -g -Icore -pthread -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all $< -o $@

lint: $(VENV)/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

# The books of xtic are certificates, and take hours; those of tactix take 8 GB. SHA256SUMS says which files are believed.
BOOKS := src/quincunx/books
books: setup
	for type in nodiags torus normal; do $(BIN)/quincunx solve xtic:type=$$type --memory 4 --threads 2 --resume build/xtic-$$type.save -o $(BOOKS)/xtic-$$type.gz || exit 1; done
	$(BIN)/quincunx solve tesseract --memory 4 --resume build/tesseract.save -o $(BOOKS)/tesseract.gz
	for goal in last-loses last-wins; do $(BIN)/python -m quincunx.proofs.solving.tactix_book tactix:size=6,goal=$$goal $(BOOKS)/tactix-6-$$goal.gz || exit 1; done
	cd $(BOOKS) && sha256sum *.gz > SHA256SUMS

golden: setup
	$(BIN)/python tests/golden/make.py

perft: setup
	$(BIN)/python tests/data/make_perft.py

# Figures: docs/benchmarks.md tells what they were, and on which machine.
bench: bench-law bench-core bench-levels bench-solver

bench-law: setup
	$(BIN)/python bench/law.py

bench-core bench-levels bench-solver bench-strength bench-ladder bench-builds bench-server: bench-%: setup
	$(BIN)/python bench/$*.py

# Many tables, and many processes; the parts are started by it. `make test-load` only shows that it works.
bench-load: setup parts
	PYTHONPATH=tests/server $(BIN)/python bench/load.py

test-load: setup parts
	PYTHONPATH=tests/server $(BIN)/python bench/load.py --tables 20 --processes 1 2 --shared 20

soak: MINUTES = 15
soak: setup
	PYTHONPATH=tests/server $(BIN)/python bench/soak.py --minutes $(MINUTES)

# The peers, half a gigabyte of them, get a place of their own.
bench-batch: setup
	$(PYTHON) -m venv build/bench-batch
	build/bench-batch/bin/pip install --quiet 'pgx>=2,<3' 'jax[cpu]' 'open_spiel>=2,<3'
	$(BIN)/python bench/batch.py build/bench-batch/bin/python

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
