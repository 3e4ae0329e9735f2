# ssh-arcade. `make` alone says what there is.
#
# Needs Python 3.11 or newer and a package index. Everything is installed into .venv, at the
# versions and with the hashes of .ci/requirements.lock; PYTHON=python3.13 has an environment of
# its own beside it, .venv-3.13.0, whatever else is asked for: `make test PYTHON=python3.13`.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# PYTHON=/path/to/python chooses one, or its name, also where only pyenv knows it; otherwise the
# first that is new enough. What pyenv builds is not optimized, and takes a sixth more processor time
# for everything than the system's own, which therefore goes before it if it can make environments.
PYTHON ?=
SYSTEMS = $(shell case "$$(command -v python3)" in (*pyenv*) \
  /usr/bin/python3 -c 'import ensurepip, sys; print(sys.executable)' 2> /dev/null;; esac)
CANDIDATES = $(SYSTEMS) python3 python3.14 python3.13 python3.12 python3.11
VENV := .venv
ifneq ($(PYTHON),)
CANDIDATES := $(or $(shell PYENV_VERSION="$$(pyenv whence $(PYTHON) 2> /dev/null | tail -n 1)" \
  $(PYTHON) -c 'import sys; print(sys.executable)' 2> /dev/null),$(PYTHON))
VENV := .venv-$(shell $(CANDIDATES) -c 'import platform; print(platform.python_version())' 2> /dev/null)
endif
BIN := $(VENV)/bin
READY := $(VENV)/ready
LOCK := .ci/requirements.lock
CODE := arcade screens server tests tools docs/examples/cochon docs/examples/ship

SEEDS ?= 1..2000
KILLS ?= 50
VISITS ?= 2000
STORM ?= 50,20,20

.PHONY: help ready serve play test pictures simulate kill soak bench flake check format lock clean hostile cluster release site web

help:  ## say what there is
	@echo "ssh-arcade: French café games over SSH"
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

ready: $(READY)  ## make the environment in .venv, and nothing else (PYTHON=python3.13: another)

serve: $(READY)  ## let people play: ssh -p 2222 play@localhost (settings: ARCADE_PORT …; ARCADE_WEB=8080: browsers too)
	@$(BIN)/python -m tools.assets || echo "Without these files browsers are not served; SSH is."
	@exec $(BIN)/arcade serve

play: $(READY)  ## play on this terminal, without a server
	@exec $(BIN)/arcade play

web: $(READY)  ## fetch what the pages in a browser need from others, into server/web/assets
	@$(BIN)/python -m tools.assets

# Tests wait for terminals and clocks as much as they reckon: eight at once keep two cores busy.
WORKERS ?= 8

# What is compiled is kept, whatever the environment says: many processes load the same code.
test: export PYTHONDONTWRITEBYTECODE :=
test: $(READY)  ## run the tests (pass more with TESTS="-k dice"; PYTHON=python3.13 on another)
	@command -v ssh > /dev/null && command -v ssh-keygen > /dev/null || { \
	  echo "The tests play through the OpenSSH client, and there is no ssh here."; \
	  echo "On Debian and Ubuntu: apt-get install openssh-client"; exit 1; }
	@command -v chromium-headless-shell > /dev/null || .ci/packages chromium-headless-shell || true
	@$(BIN)/python -m tools.assets || true
	@$(BIN)/python -m pytest --workers $(WORKERS) $(TESTS)

RUNS ?= 20

flake: export PYTHONDONTWRITEBYTECODE :=
flake: $(READY)  ## run the tests RUNS=20 times and BUSY=10 times beside a busy process, and name what fails
	@$(BIN)/python -m tools.flake --runs $(RUNS) $(if $(BUSY),--busy $(BUSY)) -- \
	  --workers $(WORKERS) $(TESTS)

simulate: $(READY)  ## run thousands of schedules of faults: SEEDS=1..2000; SEED=17 tells one
	@$(BIN)/python -m tests.simulation $(or $(SEED),$(SEEDS))

FILMED := tests/ssh/films tests/web/test_film.py

pictures: $(READY)  ## draw docs/pictures anew, from the screens as they are now; FILM=1 the films too
	@$(BIN)/python -m pytest -n 0 -q tests/snapshots tests/screens/table/test_rolls.py tests/web/test_together.py $(if $(FILM),$(FILMED)) --rewrite-pictures

kill: $(READY)  ## kill -9 a playing server again and again: KILLS=50
	@$(BIN)/python -m pytest -n 0 -s tests/faults -k killed --kills $(KILLS)

soak: $(READY)  ## let VISITS=2000 guests come and go, and count what stays
	@PYTHONPATH=. $(BIN)/python -m tools.soak.visits --visits $(VISITS)

ROUNDS ?= 5

bench: $(READY)  ## measure what it costs: FULL=1 long, ONLY=keys,idle some, MINUTES=10 of a full house; AGAINST=COMMIT compare, ROUNDS=5 times
	@PYTHONPATH=. $(BIN)/python -m tools.bench$(if $(AGAINST),.against $(AGAINST) --rounds $(ROUNDS)) \
	  $(if $(FULL),--full) $(if $(ONLY),--only $(ONLY)) \
	  $(if $(AGAINST),,--json $(or $(JSON),bench.json) $(if $(MINUTES),--minutes $(MINUTES)))

# The attacks of docs/security.md, those of tests/ssh too.
hostile: $(READY)  ## attack a real server in every way of docs/security.md, and tell what came of it
	@$(BIN)/python -m pytest -n $(WORKERS) -m attack --attacks tests/hostile tests/ssh $(TESTS)

cluster: $(READY)  ## play over two workers and a cluster of logs that are killed, hang and are cut off; prints figures: STORM=50,20,20
	@STORM=$(STORM) $(BIN)/python -m pytest -n 0 tests/club/streams/test_workers.py tests/cluster

check: $(READY)  ## check format, lint, types, imports and the shape of the tree
	@$(BIN)/ruff format --check $(CODE)
	@$(BIN)/ruff check $(CODE)
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tools.structure

format: $(READY)  ## write the code as `make check` wants it
	@$(BIN)/ruff format $(CODE)
	@$(BIN)/ruff check --fix $(CODE)

# What a release and the site need besides lies in an environment of its own.
PUBLISH := .venv-release
TAG ?=

# From the environment: no shell reads a tag's name as commands.
release: export TAG := $(value TAG)
release: $(PUBLISH)/ready web  ## build wheel and sdist twice, try them in clean places, write notes and SBOM into dist/
	@$(PUBLISH)/bin/python -m tools.release "$$TAG"

site: $(PUBLISH)/ready  ## write the documentation as pages into dist/site; dead links are errors
	@$(PUBLISH)/bin/python -m sphinx -q -W --keep-going -E -c tools/site -b html . dist/site
	@echo "dist/site/index.html"

$(PUBLISH)/ready: $(READY) .ci/release.lock
	@$(BIN)/python -m venv --clear $(PUBLISH)
	@$(PUBLISH)/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r .ci/release.lock
	@$(PUBLISH)/bin/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# requirements.lock: to work on it; image.lock: what the container's image is built from.
LOCKED := requirements:dev image:cluster,web,webhooks,build release:release

lock: $(READY)  ## write .ci/*.lock anew from pyproject.toml, and server/web/package-lock.json (with npm)
	@for one in $(LOCKED); do \
	  $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
	    --no-annotate --no-header --no-emit-index-url \
	    $$(printf -- '--extra %s ' $$(echo "$${one#*:}" | tr , ' ')) pyproject.toml -o ".ci/$${one%%:*}.lock"; done
	@npm install --prefix server/web --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund --silent

clean:  ## remove the environments and everything made from the code (not data, not keys)
	@rm -rf .venv .venv-* build dist server/web/assets .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find $(CODE) -name __pycache__ -prune -exec rm -rf {} +

$(READY): pyproject.toml $(LOCK)
	@found=; for one in $(CANDIDATES); do \
	  if "$$one" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; then \
	    found="$$one"; break; fi; done; \
	if [ -z "$$found" ]; then \
	  echo "Python 3.11 or newer is needed; tried: $(CANDIDATES)."; \
	  echo "Name one with: make PYTHON=/path/to/python3.11 …"; exit 1; fi; \
	echo "Making $(VENV) with $$("$$found" --version) …"; \
	"$$found" -m venv $(VENV) || { \
	  echo "No environment could be made. On Debian and Ubuntu: apt-get install python3-venv"; \
	  exit 1; }
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r $(LOCK) || { \
	  echo "The packages could not be installed. Is there a network, or a package index of your own"; \
	  echo "(PIP_INDEX_URL)? The lines above say what pip met; then run make again."; exit 1; }
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
