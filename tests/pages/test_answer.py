"""What an answer says, apart from how it came."""

import httpx
import pytest

from lineage_verify.pages.answer import moved
from lineage_verify.pages.faults import NetworkFaultError
from lineage_verify.pages.snapshot import ErrorKind


@pytest.mark.parametrize("location", ["http://[broken", "http://a.example:x/", "\x01://\x02["])
def test_a_redirect_to_what_is_no_address_is_the_servers_fault(location: str) -> None:
    response = httpx.Response(302, headers={"location": location})
    with pytest.raises(NetworkFaultError) as told:
        moved("http://mill.example/", response)
    assert told.value.kind is ErrorKind.HTTP_STATUS
