# make demo    rule a bundled scene and draw it
# make test    the tests and the doctests
# make lint    ruff, mypy and the layering
# make docs    the site: out/docs/index.html
# make lock    settle requirements/*.lock anew from pyproject.toml (UPGRADE=1: newest releases)
# make clean   remove everything that make made
#
# Any Python from 3.11 on will do: make demo PYTHON=python3.12

PYTHON ?= python3
UV ?= uv

VENV := .venv
BIN := $(VENV)/bin
DEMO := scenes/burst-across-levels.toml
PICTURE := out/burst-across-levels.png

# Nothing of the caller's own Python may leak into the environment built here.
unexport PYTHONHOME PYTHONPATH VIRTUAL_ENV
unexport PIP_CONSTRAINT PIP_NO_BINARY PIP_PREFIX PIP_REQUIREMENT PIP_REQUIRE_VIRTUALENV PIP_TARGET PIP_USER

INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check
# The locked build backend is in every lock used here, so nothing unlocked is fetched.
INSTALL_LOCKED = $(INSTALL) --only-binary :all: --require-hashes -r
INSTALL_SELF = $(INSTALL) --no-deps --no-build-isolation --editable .

.DELETE_ON_ERROR:
.PHONY: help demo test lint docs lock clean always

help:
	@sed -n '/^# /s/^# //p' Makefile

demo: $(VENV)/run.stamp
	@$(BIN)/blastfocus rule $(DEMO)
	@mkdir -p $(dir $(PICTURE))
	@status=0; $(BIN)/blastfocus draw $(DEMO) -o $(PICTURE) || status=$$?; \
	if [ $$status -eq 2 ]; then \
	    echo "The ruling above stands: only its picture can't be drawn on this machine."; \
	else exit $$status; fi

test: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n auto --dist worksteal

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# A warning is an error, and so is a page that would ask a network for anything.
docs: $(VENV)/dev.stamp
	$(BIN)/python -m sphinx -q -W --keep-going -b html -d out/docs-cache docs out/docs
	$(BIN)/python -m docs.generate.offline out/docs
	@echo "wrote out/docs/index.html"

# To rule and to draw.
$(VENV)/run.stamp: $(VENV)/interpreter requirements/viewer.lock pyproject.toml
	@echo "Installing what drawing and ruling need into $(VENV) (about 830 MB, once)"
	@$(INSTALL_LOCKED) requirements/viewer.lock
	@$(INSTALL_SELF)
	@touch $@

# The same and the tools: dev.lock holds all of viewer.lock at the same versions.
$(VENV)/dev.stamp: $(VENV)/interpreter requirements/dev.lock pyproject.toml
	@echo "Installing what the checks need into $(VENV) (about 1 GB, once)"
	@$(INSTALL_LOCKED) requirements/dev.lock
	@$(INSTALL_SELF)
	@touch $@ $(VENV)/run.stamp

# Made anew when another Python is asked for; left alone, and older than the stamps, otherwise.
$(VENV)/interpreter: always
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    found=$$("$(PYTHON)" --version 2>/dev/null) || found="not to be found"; \
	    echo "Blast Focus needs Python 3.11 or newer, and $(PYTHON) is $$found:" \
	        "name another, as in: make demo PYTHON=python3.12" >&2; \
	    exit 1; }
	@asked=$$("$(PYTHON)" -c 'import sys; print(*sys.version_info[:3], sys.base_prefix)'); \
	if [ ! -x $(BIN)/python ] || [ "$$asked" != "$$(cat $@ 2>/dev/null)" ]; then \
	    "$(PYTHON)" -m venv --clear $(VENV) && echo "$$asked" > $@; \
	fi

# One resolution for every platform and every Python from 3.11 on. The three agree with one
# another: the two that people install from are cut from the one that the tests run in.
lock:
	@command -v "$(UV)" > /dev/null || { echo "make lock needs uv: pip install uv" >&2; exit 1; }
	$(COMPILE) --extra viewer --extra fast --extra web --group dev -o requirements/dev.lock
	$(COMPILE) --extra viewer --group build -c requirements/dev.lock -o requirements/viewer.lock
	$(COMPILE) -c requirements/dev.lock -o requirements/base.lock

COMPILE = "$(UV)" pip compile pyproject.toml --quiet --no-config --universal --python-version 3.11 \
    --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
    --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

clean:
	rm -rf $(VENV) out docs/generated build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find meshes spatial rules viewer tests -name __pycache__ -type d -exec rm -rf {} +
