from dataclasses import replace
from datetime import date

from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.reports.hints import hints_of, with_hints
from lineage_verify.verdicts.model import Report, SourceResult, Waived
from tests.reports import samples

REFUSED = "10.0.0.1 is a private address; --allow-private-network permits it"


def failed(
    kind: ErrorKind, url: str, status: int | None = None, message: str = "said so"
) -> SourceResult:
    error = Unreachable(kind, message, status=status, url=url)
    return SourceResult(id=url, url=url, title="", error=error)


def hints(*sources: SourceResult) -> tuple[str, ...]:
    return hints_of(samples.report(samples.spec(sources=sources)))


def test_a_run_without_trouble_has_no_hints() -> None:
    assert (
        hints_of(samples.report(samples.spec(samples.verbatim(), sources=(samples.source(),))))
        == ()
    )


def test_a_host_that_asks_for_fewer_requests() -> None:
    many = [failed(ErrorKind.HTTP_STATUS, f"https://docs.a.example/{n}", 429) for n in range(5)]
    other = failed(ErrorKind.HTTP_STATUS, "https://b.example/", 500)
    (hint,) = hints(*many, other)
    assert hint == (
        "5 of 6 failures are 429 (too many requests) from docs.a.example: lower --per-host,"
        " or try again later"
    )


def test_pages_that_are_not_cached() -> None:
    (hint,) = hints(*(failed(ErrorKind.NOT_CACHED, f"https://a.example/{n}") for n in range(3)))
    assert hint == "3 pages not in the cache: run once without --offline"


def test_one_page_is_counted_once_however_many_sources_name_it() -> None:
    page = "https://a.example/"
    (hint,) = hints(*(failed(ErrorKind.NOT_CACHED, f"{page}#{n}") for n in range(3)))
    assert hint.startswith("1 page not in the cache")


def test_no_network_at_all() -> None:
    dead = [failed(ErrorKind.DNS, f"https://{n}.example/") for n in range(3)]
    assert hints(*dead) == ("no host answered at all: is there a network connection?",)
    assert hints(*dead, failed(ErrorKind.HTTP_STATUS, "https://b.example/", 404)) == ()


def test_other_kinds_have_their_option() -> None:
    (private,) = hints(failed(ErrorKind.FORBIDDEN_ADDRESS, "http://10.0.0.1/", message=REFUSED))
    assert private.startswith("1 page in a private network: --allow-private-network permits it,")
    slow = [failed(ErrorKind.TIMEOUT, f"https://{n}.example/") for n in range(2)]
    assert hints(*slow) == (
        "2 pages took too long: raise --timeout, or lower --per-host on a slow line",
    )
    (walled,) = hints(failed(ErrorKind.BLOCKED, "https://a.example/"))
    assert "save it in a browser and add it with lineage-verify cache import" in walled


def test_hints_agree_with_their_numbers() -> None:
    many = [
        failed(ErrorKind.FORBIDDEN_ADDRESS, f"http://10.0.0.{n}/", message=REFUSED)
        for n in range(2)
    ]
    assert hints(*many)[0].startswith(
        "2 pages in a private network: --allow-private-network permits them,"
    )
    one = failed(ErrorKind.HTTP_STATUS, "https://a.example/", 429)
    other = failed(ErrorKind.HTTP_STATUS, "https://b.example/", 500)
    assert hints(one, other)[0].startswith("1 of 2 failures is 429")


def test_what_no_option_permits_is_no_private_network() -> None:
    scheme = "the scheme file is not http or https"
    assert hints(failed(ErrorKind.FORBIDDEN_ADDRESS, "https://a.example/", message=scheme)) == ()


def test_a_path_that_leaves_the_tree_is_no_private_network() -> None:
    assert hints(failed(ErrorKind.FORBIDDEN_ADDRESS, "../../etc/passwd")) == ()


def test_quotes_that_stand_in_another_source() -> None:
    report = samples.report(samples.spec(samples.missing(), sources=(samples.source(),)))
    (hint,) = hints_of(report)
    assert hint.startswith("1 missing quote stands in another source of the same spec")


def test_only_missing_quotes_are_counted_as_missing() -> None:
    beside = ("guide",)
    drifted = samples.drifted(elsewhere=beside)
    waived = samples.missing(waived=Waived("known", date(2026, 12, 24)))
    report = samples.report(samples.spec(drifted, samples.missing(), waived, sources=()))
    moved, repaired = hints_of(report)
    assert moved.startswith("1 missing quote stands in another source of the same spec:")
    assert repaired.startswith("lineage-verify repair")


def test_what_is_waived_has_no_hint() -> None:
    waived = Waived("known", date(2026, 12, 24))
    report = samples.report(
        samples.spec(
            samples.drifted(waived=waived),
            samples.missing(waived=waived),
            samples.missing(waived=waived, elsewhere=()),
            sources=(),
        )
    )
    assert hints_of(report) == ()


def test_drift_names_the_command_that_mends_it() -> None:
    (hint,) = hints_of(samples.report(samples.spec(samples.reworded(), sources=())))
    assert "lineage-verify repair" in hint


def test_hints_travel_with_the_report() -> None:
    report = samples.everything()
    told: Report = with_hints(report)
    assert told.hints == hints_of(report)
    assert replace(told, hints=()) == replace(report, hints=())


def test_a_missing_quote_that_stands_nowhere_is_mended_by_hand() -> None:
    lost = samples.missing(elsewhere=())
    (hint,) = hints_of(samples.report(samples.spec(lost, sources=(samples.source(),))))
    assert "lineage-verify find" in hint
