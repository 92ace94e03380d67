# Every target does its own set-up. `make run` installs what the server needs, `make setup` everything else too.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE_SOURCES := $(shell find core checkers -type f)
STEP := @$(PYTHON) tools/step.py
PIP := $(BIN)/pip --disable-pip-version-check --no-input install --progress-bar off

.PHONY: run setup test test-python test-more browser parts proxy test-long test-proofs test-faults check-history test-core test-sanitize test-clang test-without-game clang-is-there libc++-is-there emscripten-is-there fuzz \
	wasm bundle pyodide lint lint-python lint-cpp lint-js lint-github docs wheels lock image books proofs golden perft soak test-load learn clean \
	bench bench-law bench-core bench-levels bench-solver bench-strength bench-stubborn bench-blunders bench-opponents bench-ladder bench-calibration bench-builds \
	bench-answer bench-messages bench-move bench-server bench-phone bench-proofs bench-wasm bench-load bench-attack bench-batch

setup: $(VENV)/everything $(VENV)/core

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Quincunx needs Python 3.11 or later: make PYTHON=python3.11"; exit 1; }
	$(STEP) "Making a virtual environment in $(VENV)" $(PYTHON) -m venv $(VENV)

$(VENV)/build-tools: pyproject.toml tools/requirements.py | $(BIN)/python
	@$(BIN)/python tools/requirements.py build > $@.txt
	$(STEP) "Installing the build tools" $(PIP) -r $@.txt
	@touch $@

$(VENV)/server: pyproject.toml tools/requirements.py | $(VENV)/build-tools
	@$(BIN)/python tools/requirements.py server > $@.txt
	$(STEP) "Installing the server's packages" $(PIP) -r $@.txt
	@touch $@

# Not compiled: most of it is never imported.
$(VENV)/everything: pyproject.toml tools/requirements.py | $(VENV)/server
	@$(BIN)/python tools/requirements.py build all > $@.txt
	$(STEP) "Installing the packages of all extras and the tests" $(PIP) --no-compile -r $@.txt
	@touch $@

# The package is installed editable: Python changes need nothing, a change of the core rebuilds it. Only the build that
# this machine uses is made; wheels have all.
$(VENV)/core: pyproject.toml CMakeLists.txt $(CORE_SOURCES) | $(VENV)/build-tools
	$(STEP) "Compiling the core" env -u MAKEFLAGS PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) --verbose --no-build-isolation --no-deps \
		--config-settings=cmake.define.QUINCUNX_CORES=machine --config-settings=build-dir=build/machine --editable .
	@touch $@

# The core is compiled while the server's packages are installed.
run:
	@$(MAKE) -j 2 --no-print-directory $(VENV)/server $(VENV)/core
	@$(BIN)/quincunx

unexport PYTHONDONTWRITEBYTECODE # the tests start hundreds of programs
# More tests than cores run at once, and what needs no pytest beside them: many tests wait for a page, a clock or a process.
# The pages load their modules as a bundle here, which takes less time, and one by one in `make test-more`.
# The core's tests are compiled while packages are fetched and installed.
test:
	$(MAKE) -j 3 --output-sync=target --no-print-directory setup browser parts bundle build/core/plain/run-tests
	$(MAKE) -j 2 --output-sync=target --no-print-directory test-python lint test-core

# Runs pytest. Some tests share a busy machine with browsers, servers and databases, so what failed gets a second try with
# nothing beside it. A test that passes only then is still worth an issue: the output names it, with why it failed. (Pytest
# exits with 1 if tests failed, and otherwise if it was stopped or could not begin.)
tested = $(BIN)/python -m pytest $(1) || { [ $$? -eq 1 ] && \
	echo "Running what failed once more, one by one. A test that passes now depends on time: please open an issue." && \
	$(BIN)/python -m pytest $(1) -n 0 --dist no --last-failed --last-failed-no-failures none --exitfirst --verbose; }

# The first command compiles the tests, which every worker would do at the same time.
test-python: setup browser parts bundle
	-@$(BIN)/python -m pytest --collect-only -q > /dev/null
	+@$(call tested,-n 6 --dist worksteal)

# What takes longer: wheels tried from nothing, another compiler and standard library, full matrices, a proxy, random faults.
# Most have a smaller version in `make test`.
FULL_TESTS := $(shell grep -rl 'QUINCUNX_FULL\|full_run\|QUINCUNX_POSITIONS\|make wasm\|make bundle' tests --include='test_*.py')
test-more: setup browser parts proxy wasm bundle pyodide wheels lint-github
	$(MAKE) -j 2 --no-print-directory test-clang
	rm -rf src/quincunx/web/bundles
	@export QUINCUNX_FULL=1 QUINCUNX_POSITIONS=50000; $(call tested,-n 4 --dist worksteal $(FULL_TESTS))
	@export QUINCUNX_WITHOUT_WASM=1; $(call tested,-n 4 tests/browser/test_study.py)
	$(MAKE) --no-print-directory test-without-game
	$(MAKE) --no-print-directory check-history MINUTES=1

# The tree without each of the games in turn: built, started, and the others played.
test-without-game: setup
	$(BIN)/python tools/try_without_game.py

# The tests of the pages need Chromium and axe-core, which npm brings. On Debian what is missing is installed where we may. The shell, Chromium without
# windows, takes half the time.
AXE := build/axe/node_modules/axe-core/axe.min.js
CHROMIUM := [ -n "$$QUINCUNX_CHROMIUM" ] || command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome || command -v chrome
install = { [ -e /etc/debian_version ] && [ "$$(id -u)" = 0 ] && flock /var/lib/apt sh -c 'apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends $(1)'; }
ask = { echo "This needs $(1): install it with \`apt install $(1)\` or your system's way."; exit 1; }

FONTS := /usr/share/fonts/truetype
browser: $(AXE)
	@{ $(CHROMIUM); } > /dev/null || $(call install,chromium-headless-shell) || $(call install,chromium) || $(call ask,chromium)
	@ls $(FONTS)/dejavu $(FONTS)/liberation* > /dev/null 2>&1 || $(call install,fonts-dejavu-core fonts-liberation) || $(call ask,fonts-dejavu-core fonts-liberation)

$(AXE):
	@command -v npm > /dev/null || $(call install,npm) || $(call ask,npm)
	$(STEP) "Installing axe" npm install --no-fund --no-audit --prefix build/axe axe-core@4

# The tests of many processes start PostgreSQL and Redis themselves, in folders of their own, and touch no service of the machine.
# systemd-analyze judges the units in deploy/.
parts:
	@{ command -v postgres || ls /usr/lib/postgresql/*/bin/postgres; } > /dev/null 2>&1 || $(call install,postgresql) || $(call ask,postgresql)
	@command -v redis-server > /dev/null || $(call install,redis-server) || $(call ask,redis-server)
	@command -v systemd-analyze > /dev/null || $(call install,systemd) || $(call ask,systemd)

# The proxy of docs/operations.md, which a test starts on ports of its own.
proxy:
	@{ command -v nginx || ls /usr/sbin/nginx; } > /dev/null 2>&1 || $(call install,nginx-light) || $(call ask,nginx-light)
	@command -v openssl > /dev/null || $(call install,openssl) || $(call ask,openssl)

# Law against core on a million positions of each game; `make test` compares eight thousand, `make test-more` fifty.
test-long: setup
	QUINCUNX_POSITIONS=1000000 $(BIN)/python -m pytest -n 2 tests/core/test_differential.py

# The big proofs: minutes to hours.
test-proofs: setup
	$(BIN)/python -m pytest -n 2 -m proofs tests

# Every part of the server is killed, cut off, slowed down and filled up during play; MINUTES is the length of the last test.
test-faults: MINUTES = 3
test-faults: setup parts
	QUINCUNX_FAULTS_MINUTES=$(MINUTES) $(BIN)/python -m pytest -m 'faults or not faults' -s tests/faults

# Kills, freezes, network cuts and clock steps at random, half of the time against SQLite, half against PostgreSQL and Redis.
check-history: MINUTES = 2
check-history: setup parts
	@ls /usr/lib/*/faketime/libfaketime.so.1 > /dev/null 2>&1 || $(call install,faketime) || $(call ask,faketime)
	$(BIN)/python tests/faults/check_history.py $(MINUTES)

# The core for browsers, as WebAssembly. Wheels and the pages have it if it was built; without it the pages ask the server.
# Its exceptions and vectors need a browser of 2023. No JavaScript of emscripten is used: web/engine/core.js loads it.
WASM := src/quincunx/web/wasm/core.wasm
# Bytes, gzipped.
WASM_MOST := 250000
WASM_SOURCES := core/wasm.cpp core/words.cpp $(filter-out %/bindings.cpp,$(wildcard core/games/*/*.cpp))
WASM_FLAGS := -std=c++20 -O3 -Wall -Wextra -Icore -ffp-contract=off -fwasm-exceptions -msimd128
WASM_LINK := -sSTANDALONE_WASM --no-entry -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=16MB -sMAXIMUM_MEMORY=256MB -sABORTING_MALLOC=0 \
	-sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0
wasm: $(WASM)

$(WASM): $(WASM_SOURCES:%.cpp=build/wasm/%.o)
	@mkdir -p $(@D)
	$(STEP) "Linking the core for browsers" em++ $(WASM_FLAGS) $(WASM_LINK) $^ -o build/wasm/core.wasm
	@size=$$(gzip -9c build/wasm/core.wasm | wc -c); echo "core.wasm: $$size bytes gzipped, $(WASM_MOST) at most"; [ $$size -le $(WASM_MOST) ]
	@mv build/wasm/core.wasm $@

# Words are asked for once a move, and their code would grow to twice the size.
build/wasm/core/words.o: WASM_FLAGS += -Oz
build/wasm/core/games/%/words.o: WASM_FLAGS += -Oz
build/wasm/%.o: %.cpp | emscripten-is-there
	@mkdir -p $(@D)
	$(STEP) "Compiling $< for browsers" em++ $(WASM_FLAGS) -MMD -MP -c $< -o $@
-include $(shell find build/wasm -name '*.d' 2> /dev/null)

# The modules of the pages in one file, which loads much sooner on a slow connection. Wheels have it; pages use it while it
# fits their modules, and load these one by one otherwise.
ESBUILD := build/bundle/node_modules/.bin/esbuild
bundle: $(VENV)/server $(VENV)/core $(ESBUILD)
	$(STEP) "Bundling the modules of the pages" $(BIN)/python tools/bundle.py $(ESBUILD)

$(ESBUILD):
	@command -v npm > /dev/null || $(call install,npm) || $(call ask,npm)
	$(STEP) "Installing esbuild" npm install --no-fund --no-audit --prefix build/bundle esbuild@0.28.2

# Python for browsers: `quincunx site --proofs` puts it beside the pages on which visitors check proofs.
PYODIDE := pyodide@314.0.7
pyodide: build/pyodide/$(PYODIDE)

build/pyodide/$(PYODIDE):
	@command -v npm > /dev/null || $(call install,npm) || $(call ask,npm)
	$(STEP) "Installing Pyodide" npm install --no-fund --no-audit --prefix build/pyodide $(PYODIDE)
	@touch $@

emscripten-is-there:
	@command -v em++ > /dev/null || $(call install,emscripten) || $(call ask,emscripten)

# The core's own tests: plain; against bad memory, undefined behaviour and data races; and with clang, on libstdc++ and libc++.
CLANG ?= clang++-16
CORE_TESTS := $(basename $(notdir $(wildcard tests/core/test_*.cpp)))
CORE_GAMES := $(filter-out %/bindings.cpp %/wasm.cpp %/words.cpp,$(wildcard core/games/*/*.cpp))
CORE_FLAGS := -std=c++20 -Wall -Wextra -Icore -pthread
CORE_plain := $(CXX) -O1
CORE_address := $(CXX) -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
CORE_thread := $(CXX) -O1 -g -fsanitize=thread
CORE_gcc := $(CXX) -O3 -mavx2 -mbmi -mbmi2 -mpopcnt -Werror
CORE_clang := $(CLANG) -O3 -Werror
CORE_libc++ := $(CLANG) -O3 -Werror -stdlib=libc++
CORE_fuzz := $(CLANG) -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
CORE_KINDS := plain address thread gcc clang libc++ fuzz
FUZZED := positions thoughts proofs
# The checkers of proofs are modules of Python, and use nothing of core/.
CHECKERS := $(basename $(notdir $(wildcard checkers/*.cpp)))
CHECKER_FLAGS = -std=c++20 -Wall -Wextra -fPIC -fvisibility=hidden $(shell $(BIN)/python -c 'import nanobind, sysconfig; places = [nanobind.include_dir(), nanobind.include_dir() + "/../ext/robin_map/include", sysconfig.get_path("include")]; print(*("-isystem " + place for place in places))')

test-core: build/core/plain/run-tests
	$<

test-sanitize: setup build/core/address/run-tests build/core/thread/run-tests $(FUZZED:%=build/core/address/replay-%) $(CHECKERS:%=build/core/address/checkers/%.so)
	build/core/address/run-tests
	build/core/thread/run-tests
	ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" $(BIN)/python tests/proofs/with_checkers.py build/core/address/checkers
	for target in $(FUZZED); do build/core/address/replay-$$target tests/fuzz/corpus/$$target/* > /dev/null || exit 1; done

test-clang: setup build/core/gcc/run-tests build/core/clang/run-tests build/core/libc++/run-tests $(foreach kind,gcc clang libc++,$(CHECKERS:%=build/core/$(kind)/checkers/%.so))
	for kind in gcc clang libc++; do build/core/$$kind/run-tests > /dev/null || exit 1; done
	$(BIN)/python tests/proofs/with_checkers.py build/core/clang/checkers

clang-is-there:
	@command -v $(CLANG) > /dev/null || $(call install,clang-16 libclang-rt-16-dev) || $(call ask,clang-16)
libc++-is-there: clang-is-there
	@ls /usr/lib/llvm-16/include/c++/v1 > /dev/null 2>&1 || $(call install,libc++-16-dev libc++abi-16-dev) || $(call ask,libc++-16-dev)
CORE_NEEDS_clang := clang-is-there
CORE_NEEDS_fuzz := clang-is-there
CORE_NEEDS_libc++ := libc++-is-there

# An object for each file, as build/core/plain/tests/core/test_games.o, and beside it what it includes. The standard library's
# headers are compiled once: they would take a third of the time.
.SECONDARY:
define core_kind
build/core/$(1)/standard.hpp.gch: tests/core/standard.hpp | $$(CORE_NEEDS_$(1))
	@mkdir -p $$(@D)
	$$(CORE_$(1)) $(CORE_FLAGS) -x c++-header $$< -o $$@
build/core/$(1)/%.o: %.cpp build/core/$(1)/standard.hpp.gch
	@mkdir -p $$(@D)
	$$(CORE_$(1)) $(CORE_FLAGS) -include build/core/$(1)/standard.hpp -MMD -MP -c $$< -o $$@
build/core/$(1)/run-tests: tests/core/main.cpp $(CORE_TESTS:%=build/core/$(1)/tests/core/%.o) $(CORE_GAMES:%.cpp=build/core/$(1)/%.o)
	$$(CORE_$(1)) $(CORE_FLAGS) '-DTESTS=$(foreach test,$(CORE_TESTS),TEST($(test)))' $$^ -o $$@
build/core/$(1)/replay-%: build/core/$(1)/tests/fuzz/%.o build/core/$(1)/tests/fuzz/replay.o $(CORE_GAMES:%.cpp=build/core/$(1)/%.o)
	$$(CORE_$(1)) $(CORE_FLAGS) $$^ -o $$@
build/core/$(1)/nanobind.o: | $(VENV)/build-tools $$(CORE_NEEDS_$(1))
	@mkdir -p $$(@D)
	$$(CORE_$(1)) $$(CHECKER_FLAGS) -w -c $$$$($(BIN)/python -c 'import nanobind; print(nanobind.source_dir())')/nb_combined.cpp -o $$@
build/core/$(1)/checkers/%.so: checkers/%.cpp build/core/$(1)/nanobind.o $(wildcard checkers/*.hpp)
	@mkdir -p $$(@D)
	$$(CORE_$(1)) $$(CHECKER_FLAGS) -shared $$(filter-out %.hpp,$$^) -o $$@
endef
$(foreach kind,$(CORE_KINDS),$(eval $(call core_kind,$(kind))))
-include $(shell find build/core -name '*.d' 2> /dev/null)

# Any bytes, given by libFuzzer to everything in the core that reads text: `make fuzz SECONDS=3600` shares the time among the
# targets. What it learned is kept in build/fuzz; an input that breaks something is named at the end, and belongs into
# tests/fuzz/corpus.
SECONDS := 60

fuzz: $(FUZZED:%=build/core/fuzz/fuzz-%)
	for target in $(FUZZED); do \
		mkdir -p build/fuzz/$$target.corpus; \
		build/core/fuzz/fuzz-$$target -max_total_time=$$(($(SECONDS) / $(words $(FUZZED)))) -dict=tests/fuzz/words.dict -max_len=700 \
			-print_final_stats=1 -artifact_prefix=build/fuzz/$$target- build/fuzz/$$target.corpus tests/fuzz/corpus/$$target || exit 1; \
	done

build/core/fuzz/fuzz-%: build/core/fuzz/tests/fuzz/%.o $(CORE_GAMES:%.cpp=build/core/fuzz/%.o)
	$(CORE_fuzz) $(CORE_FLAGS) $^ -o $@

# The documentation as a site, with a reference made from the docstrings. It loads nothing from other hosts.
docs: setup
	$(STEP) "Building the documentation" $(BIN)/python -m sphinx --fail-on-warning --quiet -c docs -d build/docs/doctrees . build/docs/html
	@echo "Open build/docs/html/index.html in a browser."

# The sdist, a wheel for Python 3.11 and one for all later ones, each tried in a clean environment.
wheels: wasm bundle
	$(PYTHON) tools/wheels.py

# Hash-locked requirements of the server image, made again from pyproject.toml.
lock:
	requirements/refresh.sh

# Builds the image on BASE with buildah and plays a game on it.
image:
	tools/try_image.sh $(BASE)

lint-github:
	tools/lint_github.sh

lint: lint-python lint-cpp lint-js

lint-python: $(VENV)/everything
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

lint-cpp: $(VENV)/everything
	$(BIN)/clang-format --dry-run --Werror $(shell git ls-files '*.hpp' '*.cpp')

BIOME := build/lint/node_modules/.bin/biome
lint-js: $(BIOME)
	$(BIOME) check --error-on-warnings

$(BIOME):
	@command -v npm > /dev/null || $(call install,npm) || $(call ask,npm)
	$(STEP) "Installing Biome" npm install --no-fund --no-audit --prefix build/lint @biomejs/biome@2.6

# The books of xtic are certificates, and take hours; those of tactix take 8 GB. SHA256SUMS says which files are believed.
BOOKS := src/quincunx/games
books: setup
	for type in nodiags torus normal; do \
		$(BIN)/quincunx solve xtic:type=$$type,goal=complete --memory 4 --threads 2 --resume build/xtic-$$type-complete.save -o $(BOOKS)/xtic/data/xtic-$$type-complete.gz || exit 1; \
		$(BIN)/quincunx solve xtic:type=$$type --memory 4 --threads 2 --resume build/xtic-$$type.save -o $(BOOKS)/xtic/data/xtic-$$type.gz || exit 1; done
	$(BIN)/quincunx solve tesseract --memory 4 --resume build/tesseract.save -o $(BOOKS)/tesseract/data/tesseract.gz
	$(BIN)/quincunx solve tesseract:dims=3 --memory 4 --resume build/tesseract-3.save -o $(BOOKS)/tesseract/data/tesseract-3.gz
	for goal in last-loses last-wins; do $(BIN)/python -m quincunx.games.tactix.make_book tactix:size=6,goal=$$goal $(BOOKS)/tactix/data/tactix-6-$$goal.gz || exit 1; done
	for game in xtic tesseract tactix; do (cd $(BOOKS)/$$game/data && sha256sum *.gz > SHA256SUMS) || exit 1; done

# Checks everything that docs/solved.md claims, to the last leaf. Takes about two hours of a core; it can be stopped and continued.
proofs: setup
	$(BIN)/python tools/proofs.py
	$(BIN)/python -m quincunx.games.tactix.halves 7

golden: setup
	$(BIN)/python tests/golden/make.py

perft: setup
	$(BIN)/python tests/data/make_perft.py

# Figures: docs/benchmarks.md has them, with the machine and the date.
bench: bench-law bench-core bench-levels bench-solver

bench-law: setup
	$(BIN)/python bench/law.py

bench-core bench-levels bench-solver bench-strength bench-stubborn bench-blunders bench-opponents bench-ladder bench-calibration bench-builds bench-answer bench-messages bench-move bench-server: bench-%: setup
	$(BIN)/python bench/$*.py

# The static site on a slow phone. Only a quiet machine gives figures.
bench-phone: setup wasm bundle browser
	$(BIN)/python bench/phone.py

# Checks of proofs in the browser: some twenty minutes.
bench-proofs: setup wasm pyodide browser
	$(BIN)/python bench/proof_pages.py

bench-wasm: setup wasm
	PYTHONPATH=tests/wasm $(BIN)/python bench/wasm.py

# Many tables, and many processes; the parts are started by it. `make test-load` only shows that it works.
bench-load: setup parts
	PYTHONPATH=tests/server $(BIN)/python bench/load.py

test-load: setup parts
	PYTHONPATH=tests/server $(BIN)/python bench/load.py --tables 20 --processes 1 2 --shared 20

# One address attacks, others play on.
bench-attack: SECONDS = 10
bench-attack: setup
	PYTHONPATH=tests/server $(BIN)/python bench/attack.py --seconds $(SECONDS)

soak: MINUTES = 15
soak: setup
	PYTHONPATH=tests/server $(BIN)/python bench/soak.py --minutes $(MINUTES)

# The peers, half a gigabyte of them, get a place of their own.
bench-batch: setup
	$(PYTHON) -m venv build/bench-batch
	build/bench-batch/bin/pip install --quiet 'pgx>=2,<3' 'jax[cpu]' 'open_spiel>=2,<3'
	$(BIN)/python bench/batch.py build/bench-batch/bin/python

# The example with MaskablePPO of sb3-contrib. PyTorch, which takes a gigabyte, gets a place of its own, next to what is here.
LEARN := build/learn
learn: setup
	$(PYTHON) -m venv $(LEARN)
	$(LEARN)/bin/pip install --quiet 'torch<2.14' 'sb3-contrib>=2,<3'
	echo "import site; site.addsitedir('$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')')" \
		> $$($(LEARN)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/quincunx-here.pth
	$(LEARN)/bin/python examples/ppo_tactix.py

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
