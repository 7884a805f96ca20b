"""A check whose pages are read elsewhere."""

from collections.abc import Callable

import pytest

from tests.cli.conftest import Command
from tests.lineage import lineage_spec

QUOTE = "The wheel turns the shaft, and the shaft turns the stone."


@pytest.mark.parametrize("address", ["localhost:8786", "dask://", "spark://localhost:1"])
def test_a_wrong_address_is_a_usage_error_in_one_line(
    lineage_verify: Command, write_spec: Callable[..., str], address: str
) -> None:
    name = write_spec(lineage_spec({"m": "https://mill.example/"}, [("m", QUOTE)]))
    done = lineage_verify("check", "--offline", "--executor", address, name)
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert "dask://HOST:PORT" in line
