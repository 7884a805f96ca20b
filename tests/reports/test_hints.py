from dataclasses import replace

from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.reports.hints import hints_of, with_hints
from lineage_verify.verdicts.model import Report, SourceResult
from tests.reports import samples


def failed(kind: ErrorKind, url: str, status: int | None = None) -> SourceResult:
    error = Unreachable(kind, "said so", status=status, url=url)
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
    (private,) = hints(failed(ErrorKind.FORBIDDEN_ADDRESS, "http://10.0.0.1/"))
    assert "--allow-private-network" in private
    slow = [failed(ErrorKind.TIMEOUT, f"https://{n}.example/") for n in range(2)]
    assert "--timeout" in hints(*slow)[0]
    (walled,) = hints(failed(ErrorKind.BLOCKED, "https://a.example/"))
    assert "cache import" in walled


def test_a_path_that_leaves_the_tree_is_no_private_network() -> None:
    assert hints(failed(ErrorKind.FORBIDDEN_ADDRESS, "../../etc/passwd")) == ()


def test_quotes_that_stand_in_another_source() -> None:
    report = samples.report(samples.spec(samples.missing(), sources=(samples.source(),)))
    (hint,) = hints_of(report)
    assert hint.startswith("1 missing quote stands in another source of the same spec")


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
