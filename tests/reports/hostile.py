"""Strings that a page or a spec could carry to do harm, and a report that has one everywhere."""

from dataclasses import replace
from datetime import date
from typing import Any

from lineage_verify.matches.model import QuoteWarning, WarningCode
from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.spec.model import Spec
from lineage_verify.spec.problems import Level, Problem
from lineage_verify.verdicts.model import (
    Nearest,
    Report,
    SectionRef,
    Severity,
    SpecReport,
    Verdict,
    VerdictKind,
    Waived,
)
from tests.reports import brook, samples

MARKUP = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "</script><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "</details></section></main><h1>gone</h1>",
    "<!-- comment",
    "--> <b>bold</b>",
    "]]><evil/>",
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
    '" onmouseover="alert(1)',
    "' onfocus='alert(1)' autofocus='",
    "`onload=alert(1)`",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;",
    "<base href=//evil.example>",
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<a href=javascript:alert(1)>x</a>",
    "<style>*{display:none}</style>",
    "<input type=radio name=filter value='' checked>",
]
ADDRESSES = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "//evil.example/x",
    "https://evil.example/) [x](javascript:alert(1)",
    "https://evil.example/><script>alert(1)</script>",
    "https://evil.example/?a=1&b=`x`|y",
    "https://[broken",
    "http://user:secret@evil.example/",
]
MARKDOWN = [
    "[click](https://evil.example)",
    "![pixel](https://evil.example/x.png)",
    "[ref]: https://evil.example\n[ref]",
    "# heading",
    "- item\n- item",
    "> quote",
    "| a | b |\n|---|---|\n| c | d |",
    "` tick `` ticks ``` more",
    "```\ncode\n```",
    "~~~\ncode\n~~~",
    "**bold** _em_ ~~gone~~",
    "@everyone and @octocat",
    "closes #1, GH-2, owner/repo#3",
    "www.evil.example and https://evil.example",
    "trailing backslash \\",
    "a  \nhard break",
    "\n\n---\n\n",
    "<details open><summary>x</summary>",
    "$\\href{javascript:alert(1)}{x}$",
    "[^1]: note",
]
TERMINAL = [
    "\x1b[2J\x1b[H",
    "\x1b]0;title\x07",
    "\x1b]8;;https://evil.example\x1b\\click\x1b]8;;\x1b\\",
    "\x1b]52;c;ZXZpbA==\x07",
    "\x9b31mred\x9b0m",
    "\x9d0;title\x9c",
    "over\rwritten",
    "back\b\b\bspace",
    "bell\x07",
    "nul\x00byte",
    "\x7f\x85\x80",
    "[bold red]rich[/bold red]",
    "[link=https://evil.example]rich[/link]",
    "[/]",
    ":warning: :smile:",
]
CHARACTERS = [
    "\u202egnp.exe\u202c",
    "\u2066isolate\u2069 \u061c \u200e \u200f",
    "zero\u200bwidth\ufeff\u2060joined",
    "tag\U000e0041\U000e0042",
    "lone \ud800 surrogate",
    "non-characters \ufffe \uffff \ufdd0",
    "line\u2028separator\u2029paragraph",
    "soft\u00adhyphen",
    "hangul\u3164filler\uffa0",
    "annotated\ufff9base\ufffatext\ufffb",
    "Z\u0351a\u0351l\u0351g\u0351o" + "\u0351" * 50,
    "👩‍👩‍👧‍👦 family 日本語の文章 العربية",
    "long " + "x" * 20_000,
]
COMMANDS = [
    "x\n::error file=a.json,line=1::forged",
    "\r\n::add-mask::worker",
    "::set-output name=a::b",
    "##[error]forged",
    "%0A::warning::forged",
    "100%25 and 100%",
    "title,line=1::forged",
    '=HYPERLINK("https://evil.example";"x")',
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(1+1)",
    "{{ 7 * 7 }} {% raw %} {0} ${x} #{y}",
    "__proto__",
    "constructor",
    "$(reboot) `reboot` ; reboot",
]

STRINGS = [*MARKUP, *ADDRESSES, *MARKDOWN, *TERMINAL, *CHARACTERS, *COMMANDS]


def encodable(text: str) -> bool:
    """Whether a text can be UTF-8 at all: a spec's model takes no other."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def drawn(text: str) -> Spec:
    """A spec with a text in every place that a reader is shown."""
    option = {"value": text, "label": text, "phrase": text}
    stage = {
        "name": text, "kind": text, "layer": text, "pos": [0, 0], "summary": text, "evidence": [],
    }  # fmt: skip
    return brook.made(
        {
            "version": "1.0", "slug": text, "name": text, "title": text, "h1": text,
            "description": text, "verified_on": text, "verified_against": text, "scope": text,
            "answer": text, "status_template": f"{text} {{{text}}}",
            "dimensions": [{"id": text, "legend": text, "default": text, "options": [option]}],
            "sources": {text: {"url": text, "title": text}},
            "stages": [{"id": text, **stage}, {"id": "other", **stage}],
            "steps": [
                {
                    "from": text, "to": "other", "kind": text, "when": {text: [text]},
                    "label": text, "explanation": text, "evidence": [],
                }
            ],
        }
    )  # fmt: skip


def spec_with(text: str) -> SpecReport:
    """One spec's report with a text wherever text can be."""
    warning = QuoteWarning(WarningCode.TOO_SHORT, text)
    error = Unreachable(ErrorKind.BLOCKED, text, url=text)
    common: dict[str, Any] = {
        "owner_id": text, "source": text, "section": SectionRef(text, text), "deep_link": text,
    }  # fmt: skip
    drift = Verdict(
        kind=VerdictKind.DRIFTED,
        severity=Severity.MEANING,
        reasons=(text,),
        similarity=0.5,
        found=text,
        diff=samples.words(("=", text), ("-", text), ("+", text)),
        warnings=(warning,),
    )
    held = Verdict(kind=VerdictKind.VERBATIM, similarity=1.0, found=text, warnings=(warning,))
    lost = Verdict(kind=VerdictKind.UNREACHABLE, error=error)
    findings = (
        samples.finding(text, drift, line=4, **common),
        samples.missing(1, **common, elsewhere=(text,), nearest=(Nearest(text, None, 0.4),)),
        samples.finding(text, held, line=2, **common),
        samples.finding(text, lost, line=3, **common),
    )
    waived = replace(findings[0], waived=Waived(text, date(2026, 12, 31)))
    quoting = [replace(one, quote=text) for one in (*findings, waived)]
    problem = Problem(text, Level.WARNING, text, replace(samples.at(text, 3)))
    return samples.spec(
        *quoting,
        path=text,
        slug=text,
        verified_on=text,
        problems=(problem, replace(problem, level=Level.ERROR)),
        sources=(
            samples.source(text, text, title=text, media_type=text),
            samples.source("plain", "https://docs.brook.example/", error=error, title=text),
        ),
        spec=drawn(text) if encodable(text) else None,
    )


def report_with(*texts: str) -> Report:
    """A report with one spec a text."""
    return samples.report(*map(spec_with, texts), hints=texts)
