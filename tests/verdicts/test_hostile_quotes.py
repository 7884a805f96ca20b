"""Quotes that try to hold where the page says another thing, and the like that are the same."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.matches.model import WarningCode
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import Severity, VerdictKind

NOT_SO = [
    ("the range of 1020 frames is kept", "the range of 10-\n20 frames is kept"),
    ("the value 53 is shown here", "the value 5-\n3 is shown here"),
    ("the version v12 is out today", "the version v1-\n2 is out today"),
    ("released on 2021-0305 at noon", "released on 2021-03-\n05 at noon"),
    ("range of 10-\n20 frames", "range of 1020 frames"),
    ("Der Cache ist ... aktiviert.", "Der Cache ist nicht aktiviert."),
    ("Le cache ... activé par défaut.", "Le cache n’est pas activé par défaut."),
    ("Сервис ... поддерживает сжатие данных", "Сервис не поддерживает сжатие данных"),
    ("默认情况下…启用缓存", "默认情况下不启用缓存"),
    ("网关支持 ... 压缩数据帧的功能", "网关支持加密但不支持压缩数据帧的功能"),
    ("We use [Alice] for scheduling the frames", "We use Bob for scheduling the frames"),
    ("[Alice] wrote the scheduler in 2019", "Bob wrote the scheduler in 2019"),
    ("It was written by [Alice]", "It was written by Bob"),
    ("Frames are stored in [Redis] on each host", "Frames are stored in Postgres on each host"),
    ("The flag [--force] is set on each run", "The flag --dry-run is set on each run"),
    ("The level [DEBUG] is set on each run", "The level TRACE is set on each run"),
    ("The frames are kept for [years] in the store", "The frames are kept for hours in the store"),
    ("It runs [hourly] on each host", "It runs weekly on each host"),
    ("It [supports] streaming of frames", "It forbids streaming of frames"),
    ("It was [removed] in the last release", "It was introduced in the last release"),
    ("The pool runs [ten] workers when idle", "The pool runs workers when idle"),
    ("The pool runs [twice] workers when idle", "The pool runs workers when idle"),
    ("It [hardly] supports streaming of frames", "It supports streaming of frames"),
    ("The gateway [refuses to] read frames at once", "The gateway read frames at once"),
    ("The gateway [is required to] read frames at once", "The gateway read frames at once"),
    ("[It is false that] the gateway drops frames", "the gateway drops frames"),
    ("The limit is [at most] 10 requests per second", "The limit is 10 requests per second"),
    ("the error rate is exactly 10", "the error rate is exactly 10⁻³ per call"),
    ("The fee for a seat is 20", "The fee for a seat is 20€ a month"),
    ("the value is 10", "the value is 10 % of it"),
    ("the length is exactly 3", "the length is exactly 3′ and no more"),
    ("it is at least a 5", "it is at least a 5× speedup"),
    ("requires version 3.1", "requires version 3.1.* or later"),
    ("ready && started is then returned", "!ready && started is then returned"),
    ("the parser calls the function std", "the parser calls the function std::sort on it"),
    ("the type that is returned is Vec", "the type that is returned is Vec<String>."),
    ("the function returns a plain int", "the function returns a plain int[] of sizes"),
    ("see the page at https://example.com/a", "see the page at https://example.com/a?v=2&x=1"),
    ("run it with the flag --foo", "run it with the flag --foo=off always"),
    ("支持缓存和压缩功能", "不支持缓存和压缩功能"),
    ("可以使用此功能", "不可以使用此功能"),
    ("この機能は利用でき", "この機能は利用できません"),
    ("サポートされています", "非サポートされています"),
    ("รองรับการบีบอัดข้อมูล", "ไม่รองรับการบีบอัดข้อมูล"),
]


@pytest.mark.parametrize(("quote", "page"), NOT_SO)
def test_what_a_page_does_not_say_does_not_hold(quote: str, page: str) -> None:
    assert not judge(match_quote(quote, page)).kind.holds


HOLDS = [
    ("the gate-\nway is up", "the gateway is up"),
    ("the gateway is up", "the gate-\nway is up"),
    ("range of 10-20 frames", "range of 10-\n20 frames"),
    ("[Alice] wrote the scheduler in 2019", "He wrote the scheduler in 2019"),
    ("[The pool] runs eight workers.", "It runs eight workers."),
]


@pytest.mark.parametrize(("quote", "page"), HOLDS)
def test_what_a_page_says_holds(quote: str, page: str) -> None:
    assert judge(match_quote(quote, page)).kind.holds


NARROWED = [
    ("The scheduler ... retries failed jobs.", "The scheduler rarely retries failed jobs."),
    ("It is ... recommended for production", "It is hardly recommended for production"),
    ("It is ... recommended for production", "It is far from recommended for production"),
    (
        "You should ... store passwords in plain text.",
        "You should avoid situations where you store passwords in plain text.",
    ),
    (
        "The lock is released ... the transaction commits.",
        "The lock is released unless the transaction commits.",
    ),
    (
        "All models ... support streaming",
        "All models except the two smallest ones support streaming",
    ),
    ("It supports ... Windows and BSD", "It supports Linux and macOS but excludes Windows and BSD"),
    ("It supports Linux ... Windows and BSD", "It supports Linux rather than Windows and BSD"),
    ("The limit is ... 10 frames", "The limit is at most 10 frames"),
    ("enabled by default in this build", "It is not enabled by default in this build."),
    ("we recommend the new gateway", "nor do we recommend the new gateway"),
    ("The leader may write to the log.", "Only the leader may write to the log."),
]


@pytest.mark.parametrize(("quote", "page"), NARROWED)
def test_what_narrows_a_quote_beside_it_is_warned_of(quote: str, page: str) -> None:
    (warning,) = match_quote(quote, page).warnings
    assert warning.code is WarningCode.LEFT_OUT_NEGATION


MEANING = [
    ("It is [un]safe to call this function here", "It is safe to call this function here"),
    ("The pool keeps eight frames in memory.", "The pool keeps 9 frames in memory."),
    ("The pool waits 30 seconds for each frame.", "The pool waits 30ms for each frame."),
    ("Der Dienst ist standardmäßig aktiviert.", "Der Dienst ist standardmäßig nicht aktiviert."),
    ("默认情况下启用缓存功能", "默认情况下不启用缓存功能"),
    (
        "the value that they say improves in the log file",
        "the value that they say reduces in the log file",
    ),
    (
        "the value that they say introduced in the log file",
        "the value that they say removed in the log file",
    ),
    (
        "the value that they say parallel in the log file",
        "the value that they say sequence in the log file",
    ),
    (
        "the value that they say stdout in the log file",
        "the value that they say stderr in the log file",
    ),
    (
        "the value that they say strong in the log file",
        "the value that they say eventual in the log file",
    ),
    (
        "the value that they say real in the log file",
        "the value that they say simulated in the log file",
    ),
    (
        "the value that they say daily in the log file",
        "the value that they say weekly in the log file",
    ),
    (
        "the value that they say fully in the log file",
        "the value that they say partially in the log file",
    ),
    (
        "the value that they say Jones in the log file",
        "the value that they say Brown in the log file",
    ),
    (
        "the value that they say Google in the log file",
        "the value that they say Meta in the log file",
    ),
    (
        "the value that they say usually in the log file",
        "the value that they say occasionally in the log file",
    ),
    (
        "the value that they say observed in the log file",
        "the value that they say doubted in the log file",
    ),
    (
        "the value that they say little-endian in the log file",
        "the value that they say big-endian in the log file",
    ),
    ("The worker polls the queue.", "The worker polls the queue?"),
]


@pytest.mark.parametrize(("quote", "page"), MEANING)
def test_what_turns_a_claim_is_meaning(quote: str, page: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity is Severity.MEANING


OTHER_LANGUAGES = [
    (
        "Der Cache ist ausschließlich lokal verfügbar.",
        "Der Cache ist lokal verfügbar.",
    ),
    (
        "Die Kompression ist standardmäßig aktiviert.",
        "Die Kompression ist standardmäßig deaktiviert.",
    ),
    (
        "Der Dienst kann neu gestartet werden.",
        "Der Dienst muss neu gestartet werden.",
    ),
    (
        "Le cache est activé par défaut.",
        "Le cache est désactivé par défaut.",
    ),
    (
        "La valeur doit être fournie au moins une fois.",
        "La valeur peut être fournie au moins une fois.",
    ),
    (
        "默认情况下启用缓存功能",
        "默认情况下禁用缓存功能",
    ),
    (
        "该引擎可能会丢弃请求",
        "该引擎会丢弃请求",
    ),
    (
        "必须设置此参数才能启动",
        "可以设置此参数才能启动",
    ),
    (
        "キャッシュは既定で有効です",
        "キャッシュは既定で無効です",
    ),
    (
        "この値は最大で百件まで保存されます",
        "この値は最小で百件まで保存されます",
    ),
    (
        "Функция включена по умолчанию в этой сборке.",
        "Функция отключена по умолчанию в этой сборке.",
    ),
    (
        "再試行せずに要求を破棄します",
        "再試行して要求を破棄します",
    ),
    (
        "値は必ず設定してください",
        "値は設定してください",
    ),
    ("メモリは解放されない", "メモリは解放される"),
    ("ワーカーは待ちません。", "ワーカーは待ちます。"),
    (
        "이 엔진은 모든 작업자를 위해 압축 기능을 기본으로 지원합니다",
        "이 엔진은 모든 작업자를 위해 압축 기능을 기본으로 지원하지 않습니다",
    ),
]


@pytest.mark.parametrize(("quote", "page"), OTHER_LANGUAGES)
def test_what_turns_a_claim_of_another_language_is_meaning(quote: str, page: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity is Severity.MEANING


ANSWERED = [
    ("The cache is shared: yes", "The cache is shared: no"),
    ("The cache is shared by default: true", "The cache is shared by default: false"),
    ("Yes. The cache is shared between workers.", "No. The cache is shared between workers."),
    ("Are the workers all thread-safe? Yes.", "Are the workers all thread-safe? No."),
]


@pytest.mark.parametrize(("quote", "page"), ANSWERED)
def test_another_answer_is_told_whole(quote: str, page: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.severity is Severity.MEANING
    assert verdict.found == page


MILD = [
    (
        "The gateway isn't started until the broker is ready.",
        "The gateway is not started until the broker is ready.",
    ),
    ("It doesn't read the file at startup.", "It does not read the file at startup."),
    ("They won’t be read again at startup.", "They will not be read again at startup."),
    ("The gateway can't retry the request at all.", "The gateway cannot retry the request at all."),
    ("The gateway cannot retry the request at all.", "The gateway can't retry the request at all."),
    ("It could not read the file at startup.", "It couldn't read the file at startup."),
    ("The pool keeps 1,000 frames in memory.", "The pool keeps 1000 frames in memory."),
    ("The pool waits 30 seconds for each frame.", "The pool waits 30s for each frame."),
    ("The pool keeps 50% of the frames there.", "The pool keeps 50 percent of the frames there."),
    ("The pool keeps eight frames in memory.", "The pool keeps 8 frames in memory."),
    ("The pool keeps 2 frames in memory.", "The pool keeps two frames in memory."),
    ("It came with v1.2 of the gateway.", "It came with 1.2 of the gateway."),
]


@pytest.mark.parametrize(("quote", "page"), MILD)
def test_another_spelling_of_the_same_is_no_other_meaning(quote: str, page: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity in {Severity.COSMETIC, Severity.WORDING}


@pytest.mark.parametrize(
    ("quote", "page", "reasons"),
    [
        (
            "The gate a = b is read each day.",
            "The gate a == b is read each day.",
            ("operator: = -> ==",),
        ),
        (
            "It costs 5 for each of the seats.",
            "It costs $5 for each of the seats.",
            ("number: 5 -> $5",),
        ),
        (
            "It is written in C for the mill.",
            "It is written in C++ for the mill.",
            ("code: C -> C++",),
        ),
    ],
)
def test_each_change_is_told_once(quote: str, page: str, reasons: tuple[str, ...]) -> None:
    assert judge(match_quote(quote, page)).reasons == reasons
