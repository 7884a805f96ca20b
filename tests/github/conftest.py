"""A scratch place for each test."""

from pathlib import Path

import pytest

from tests.github.bench import Bench, make_bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return make_bench(tmp_path / "bench")
