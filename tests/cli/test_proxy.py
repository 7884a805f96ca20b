"""A proxy that the environment names and that cannot be used is told at once."""

import pytest

from tests.cli.conftest import Command


@pytest.mark.parametrize("variable", ["http_proxy", "all_proxy", "ALL_PROXY"])
def test_a_socks_proxy_is_one_clear_line(lineage_verify: Command, variable: str) -> None:
    env = {"http_proxy": "", "HTTP_PROXY": "", "all_proxy": "", "ALL_PROXY": "", "no_proxy": "x"}
    result = lineage_verify(
        "find",
        "http://mill.example/",
        "The wheel turns.",
        env={**env, variable: "socks5://127.0.0.1:1080"},
    )
    assert result.code == 2
    assert result.err.splitlines()[-1].startswith(f"lineage-verify: {variable} does not name")
