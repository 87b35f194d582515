# Everything a newcomer needs: make demo, make play, make test. Nothing is installed outside .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
DEV_READY := $(VENV)/dev-ready
FUZZ_READY := $(VENV)/fuzz-ready

# Python keeps what it has compiled, whatever the shell says: a test starts hundreds of programs.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo play test test-fast flaky golden pictures soak check bench train forecasts catalogues generated clean foreign fuzz lowest conformance dist windows

$(READY): pyproject.toml
	@test -d $(VENV) || { echo "Making the virtual environment in $(VENV) …"; $(PYTHON) -m venv $(VENV); }
	@echo "Installing mandala-lan and what it needs …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(DEV_READY): $(READY)
	@echo "Installing the tools for tests and checks …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	@touch $@

demo: $(READY)
	@$(BIN)/mandala-lan demo $(if $(GAME),--game $(GAME))

play: $(READY)
	@$(BIN)/mandala-lan play $(if $(GAME),--game $(GAME))

# What comes of chance is the same each time; MANDALA_TEST_SEED has another number, from which it follows.
# A file stays in one process, which remembers its cards, and files begin in the order of tests/pace.py.
test: $(DEV_READY)
	PYTHONHASHSEED=$${MANDALA_TEST_SEED:-0} $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

# Those that only compute, for the inner loop: tests/pace.py says by one rule which they are.
test-fast: $(DEV_READY)
	PYTHONHASHSEED=$${MANDALA_TEST_SEED:-0} $(BIN)/python -m pytest -q -n auto --dist worksteal --fast

# The same tests many times with other seeds, several runs at once: whatever fails by chance shows itself.
TESTS ?= tests/e2e
TIMES ?= 50
AT_ONCE ?= 4
SEED ?= 1
flaky: $(DEV_READY)
	nice -n 15 $(BIN)/python -m tests.flaky --times $(TIMES) --at-once $(AT_ONCE) --first-seed $(SEED) $(TESTS)

# Draw all golden screens anew, and none that no test looks at any more; then read what changed.
golden: $(DEV_READY)
	rm -f tests/client/golden/*.txt
	MANDALA_WRITE_GOLDEN=1 $(BIN)/python -m pytest -q -n auto --dist loadfile tests/client
	git diff --stat -- tests/client/golden

# Draw the pictures of the documents anew, from the real screens.
pictures: $(READY)
	$(BIN)/python docs/generate_pictures.py

soak: $(DEV_READY)
	MANDALA_TESTS_WHOLE=1 $(BIN)/python -m pytest -m "soak or portion" -s -o faulthandler_timeout=0
	$(MAKE) conformance

# Whole runs of the tester against programs in which it must find nothing; BUSY is a number of processes that load the
# machine meanwhile. make conformance PROFILE=quick RUNS=5 BUSY=4 PEERS="ours foreign:mandala foreign:guest"
PROFILE ?= standard
RUNS ?= 1
BUSY ?= 0
conformance: $(DEV_READY)
	$(BIN)/python -m tests.conformance.whole_runs --profile $(PROFILE) --runs $(RUNS) --busy $(BUSY) $(PEERS)

# The program is also typed for Windows and macOS; the tests are not, as they speak of what this system does.
PACKAGES := -p mandala_protocol -p mandala_net -p mandala_client -p mandala_conformance
check: $(DEV_READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 $(PACKAGES)
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin $(PACKAGES)
	$(BIN)/zizmor --offline --quiet .github/workflows
	$(BIN)/jactionlint --strict-exit --shellcheck= --pyflakes= .github/workflows/*.yml

# With the lowest versions that pyproject.toml allows the program plays, and the tests that only compute pass.
LOWEST := build/lowest
lowest:
	rm -rf $(LOWEST)
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check uv
	VIRTUAL_ENV=$(LOWEST) $(LOWEST)/bin/uv pip install --quiet --resolution lowest-direct -e .
	VIRTUAL_ENV=$(LOWEST) $(LOWEST)/bin/uv pip install --quiet --group dev
	$(LOWEST)/bin/mandala-lan demo --seed 1
	PYTHONHASHSEED=0 $(LOWEST)/bin/python -m pytest -q -n auto --dist worksteal --fast

# In dist/: wheel, source, and the programs for people without Python on this system; each form is tried.
dist:
	$(PYTHON) -m bundle.make

# The program for Windows under wine: the tests that only compute, and those of tests/windows. MATCH=console selects some.
WINDOWS := build/windows
$(WINDOWS)/ready: tests/windows/building.py pyproject.toml $(DEV_READY)
	rm -rf $(WINDOWS)
	$(BIN)/python -m tests.windows.building $(WINDOWS)
	@touch $@

windows: $(WINDOWS)/ready
	rm -rf $(WINDOWS)/wheel
	$(BIN)/python -m build --wheel --outdir $(WINDOWS)/wheel > $(WINDOWS)/wheel.log
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target $(WINDOWS)/python/Lib/site-packages $(WINDOWS)/wheel/*.whl
	MANDALA_TEST_WINDOWS=$(WINDOWS) $(BIN)/python -m pytest -n 0 -v --durations 0 -o faulthandler_timeout=0 tests/windows $(if $(MATCH),-k "$(MATCH)")

# make bench ROWS=redraws measures only the rows that have this word in their name.
bench: $(DEV_READY)
	$(BIN)/python -m bench.budgets $(ROWS)

# Train what the levels of Mandala judge by, then what the teachers' searches mean: the same seed and numbers of games
# give the same files. Each training ends with how well the chances come true; make forecasts does the second part alone.
# Its numbers are the games of the fit, and those after it.
TRAIN_SEED ?= 7
TRAIN_GAMES ?= 16000
MANDALA_FORECASTS ?= 400 400
PATTERNS_FORECASTS ?= 300 400
train: $(READY)
	$(BIN)/python -m training.mandala.weights $(TRAIN_SEED) $(TRAIN_GAMES)
	$(MAKE) forecasts

forecasts: $(READY)
	$(BIN)/python -m training.mandala.forecasts $(TRAIN_SEED) $(MANDALA_FORECASTS)
	$(BIN)/python -m training.patterns.forecasts $(TRAIN_SEED) $(PATTERNS_FORECASTS)

# Without a wheel of atheris for this machine the fuzzer goes by chance alone, and says so.
$(FUZZ_READY): $(DEV_READY)
	@echo "Installing the guide of the fuzzer …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --group fuzz \
		|| echo "There is no wheel of atheris for this Python and machine."
	@touch $@

# make fuzz SECONDS=600 TARGET=session,store; the docstring of the folder says more.
SECONDS ?= 120
fuzz: $(FUZZ_READY)
	$(BIN)/python -m fuzz run --seconds $(SECONDS) $(if $(TARGET),--target $(TARGET))

# The packages of the second peer, in JavaScript, which tests/foreign lets play with ours; skipped by the tests without.
foreign:
	cd tests/foreign && npm install --no-package-lock --no-audit --no-fund

# Bring the catalogues of German and Dutch up to the messages in the code, sorted, so that moved code moves nothing in them;
# then translate what is empty and run it again.
CATALOGUES := client/mandala_client/text/catalogues
catalogues: $(DEV_READY)
	@mkdir -p build
	$(BIN)/pybabel extract -F $(CATALOGUES)/babel.cfg -k Sentence -k marked -k InContext:1c,2 -k Plural:1,2 --no-location --sort-output --no-wrap -o build/mandala.pot .
	$(BIN)/pybabel update -i build/mandala.pot -d $(CATALOGUES) -D mandala --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap
	$(BIN)/pybabel compile -d $(CATALOGUES) -D mandala

# All that is made of other things, but pictures, golden screens and vectors: run it after changing a text, a command, a
# setting, a theme, a message, a requirement or the test of one. What needs no change stays as it is.
generated: catalogues
	for name in generate generate_settings generate_colours generate_man; do $(BIN)/python -m docs.$$name || exit 1; done
	git diff --stat -- docs $(CATALOGUES)

clean:
	rm -rf $(VENV) tests/foreign/node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
