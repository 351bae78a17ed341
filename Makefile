# Thin on purpose: uv does the work, and is brought along where it is missing (in a venv of its own).
UV := $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
RUN := $(UV) run --frozen
# Two processes, a file of tests at a time, in the order of tests/conftest.py.
PYTEST := $(RUN) pytest -n 2 --dist loadfile --no-loadscope-reorder --max-worker-restart 0

.PHONY: demo environment test test-long check lint types contracts

demo: $(UV)
	$(RUN) --no-dev evergraph demo

environment: $(UV)
	$(UV) sync --frozen --quiet

test: $(UV)
	$(PYTEST)

test-long: $(UV)
	$(PYTEST) -m long --full

check: lint types contracts

lint: $(UV)
	$(RUN) ruff check .

types: $(UV)
	$(RUN) mypy

contracts: $(UV)
	$(RUN) lint-imports

.uv/bin/uv:
	python3 -m venv .uv
	.uv/bin/python -m pip install --quiet --disable-pip-version-check uv
