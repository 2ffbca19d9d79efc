"""Benchmarks are run by people, not by tests: at least every name that they import exists."""

import importlib
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("[a-z]*.py")))
def test_a_benchmark_can_be_imported(name: str) -> None:
    module = importlib.import_module(f"tests.benchmarks.{name}")
    assert callable(module.main)
