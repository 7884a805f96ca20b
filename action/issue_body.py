"""Write the text of the issue that tells what needs mending, from a JSON report.

Words of pages and of specs are hostile: they may hold mentions, HTML comments, Markdown, closing
keywords. They stand in code blocks and code spans alone, behind fences longer than any in them,
with control and invisible characters written out. The text stays under GitHub's limit for a body.
"""

import hashlib
import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote as percent_encoded

Item = Mapping[str, Any]

LIMIT = 60_000
"""Bytes of a body; GitHub takes 65,536 characters."""

WORDS_LIMIT = 600
"""Characters shown of one quote or passage."""

ADDRESS_LIMIT = 2_000
"""Characters of an address that is linked."""

SAFE_URL = re.compile(rf"https?://[A-Za-z0-9._~:/?#@!$&'()*+,;=%\[\]-]{{1,{ADDRESS_LIMIT}}}")

HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def body(report: Item, environ: Mapping[str, str]) -> str:
    """The issue's text; its first line carries a digest of what is broken."""
    head = [f"<!-- lineage-verify evidence {digest(report)} -->", *_head(report, environ)]
    return _fitted("\n".join(head), list(_entries(report, environ)))


def digest(report: Item) -> str:
    """A hash that changes when what is broken changes; dates and unreachable pages do not count."""
    lines = [f"{spec['path']} {_problem_key(problem)}" for spec, problem in _errors(report)]
    lines += [f"{spec['path']} {_finding_key(finding)}" for spec, finding in _broken(report)]
    return hashlib.sha256("\n".join(sorted(lines)).encode("utf-8", "replace")).hexdigest()


def plain(text: str) -> str:
    """A text on one line, with what cannot be seen written out, cut to a readable length."""
    line = " ".join(text.split())
    if len(line) > WORDS_LIMIT:
        line = f"{line[:WORDS_LIMIT]} … ({len(line) - WORDS_LIMIT} characters more)"
    return "".join(_visible(char) for char in line)


def code_span(text: str) -> str:
    """A text as inline code that nothing in it can leave."""
    line = plain(text) or " "
    fence = "`" * (_longest_run(line) + 1)
    padding = " " if line[0] == "`" or line[-1] == "`" else ""
    return f"{fence}{padding}{line}{padding}{fence}"


def code_block(lines: Sequence[str], language: str) -> str:
    """Lines as a code block that nothing in them can leave."""
    shown = [plain(line) for line in lines]
    fence = "`" * max(3, _longest_run("\n".join(shown)) + 1)
    return "\n".join([f"{fence}{language}", *shown, fence])


def _visible(char: str) -> str:
    if unicodedata.category(char) in HIDDEN_CATEGORIES:
        return f"\\u{{{ord(char):04x}}}"
    return char


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def _head(report: Item, environ: Mapping[str, str]) -> Iterator[str]:
    yield "*Each run rewrites this text, and closes the issue when all evidence holds.*"
    yield ""
    counts = report["summary"]
    yield (
        f"**Broken: {counts['drifted'] + counts['missing']}**"
        f" ({counts['drifted']} drifted, {counts['missing']} missing)."
        f" Not checked: {counts['unreachable']}."
        f" Holding: {counts['verbatim'] + counts['typographic']}."
        f" Errors in specs: {len(list(_errors(report)))}."
    )
    yield ""
    yield f"Checked on {plain(str(report['generated_at']))[:10]}. {_run_link(environ)}".rstrip()


def _run_link(environ: Mapping[str, str]) -> str:
    run = environ.get("GITHUB_RUN_ID")
    address = f"{_repository(environ)}/actions/runs/{run}"
    return f"[The run, with its full report]({address})" if run else ""


def _repository(environ: Mapping[str, str]) -> str:
    server = environ.get("GITHUB_SERVER_URL", "https://github.com")
    return f"{server}/{environ.get('GITHUB_REPOSITORY', '')}"


def _fitted(head: str, entries: list[str]) -> str:
    """As many entries as fit; the rest is counted."""
    kept, size = [head], len(head.encode()) + 200
    for index, entry in enumerate(entries):
        size += len(entry.encode()) + 2
        if size > LIMIT:
            kept.append(f"**And {len(entries) - index} more**, which do not fit here: see the run.")
            break
        kept.append(entry)
    return "\n\n".join(kept) + "\n"


def _entries(report: Item, environ: Mapping[str, str]) -> Iterator[str]:
    yield from (_error_entry(spec, problem, environ) for spec, problem in _errors(report))
    yield from (_broken_entry(spec, finding, environ) for spec, finding in _broken(report))
    yield from (_source_entry(spec, source) for spec, source in _unread(report))


def _error_entry(spec: Item, problem: Item, environ: Mapping[str, str]) -> str:
    place = _place(spec, problem, environ)
    return f"### The spec is invalid: {place}\n\n{code_block([problem['message']], 'text')}"


def _broken_entry(spec: Item, finding: Item, environ: Mapping[str, str]) -> str:
    severity = f" ({finding['severity']})" if finding["severity"] else ""
    heading = f"### {finding['verdict']}{severity}: {_place(spec, finding, environ)}"
    about = f"Evidence {code_span(finding['pointer'])}, {_whereabouts(finding)}."
    rest = f"{_page_link(finding['deep_link'])}{_last_held(finding)}{_waived(finding)}"
    return f"{heading}\n\n{about}{rest}\n\n{_words(finding)}"


def _whereabouts(finding: Item) -> str:
    section = finding["section"]
    told = f", section {code_span(section['title'])}" if section else ""
    return f"source {code_span(finding['source'])}{told}"


def _words(finding: Item) -> str:
    if finding["found"] is None:
        return code_block([f"- {finding['quote']}"], "diff")
    return code_block([f"- {finding['quote']}", f"+ {finding['found']}"], "diff")


def _source_entry(spec: Item, source: Item) -> str:
    error = source["error"]
    return (
        f"### Could not be read: source {code_span(source['id'])} of {code_span(spec['path'])}\n\n"
        + code_block([source["url"], f"{error['kind']}: {error['message']}"], "text")
    )


def _place(spec: Item, item: Item, environ: Mapping[str, str]) -> str:
    """The spec's path and line, linked to the commit that was checked."""
    shown = code_span(f"{spec['path']}:{item['line']}")
    commit = environ.get("GITHUB_SHA")
    path = percent_encoded(spec["path"], errors="replace")
    if not commit or len(path) > ADDRESS_LIMIT:
        return shown
    return f"[{shown}]({_repository(environ)}/blob/{commit}/{path}#L{item['line']})"


def _page_link(url: str | None) -> str:
    return f" [The page](<{url}>)." if url and SAFE_URL.fullmatch(url) else ""


def _last_held(finding: Item) -> str:
    return f" It last held on {plain(finding['last_held'])}." if finding["last_held"] else ""


def _waived(finding: Item) -> str:
    waived = finding["waived"]
    return f" Waived until {plain(waived['until'])}." if waived else ""


def _errors(report: Item) -> Iterator[tuple[Item, Item]]:
    for spec in report["specs"]:
        for problem in spec["problems"]:
            if problem["level"] == "error":
                yield spec, problem


def _broken(report: Item) -> Iterable[tuple[Item, Item]]:
    found = [
        (spec, finding)
        for spec in report["specs"]
        for finding in spec["evidence"]
        if finding["verdict"] in {"drifted", "missing"}
    ]
    return sorted(found, key=lambda pair: _rank(pair[1]))


def _rank(finding: Item) -> tuple[bool, int]:
    """Worst first; what is waived comes last."""
    worst = ("meaning", None, "wording", "cosmetic")
    return finding["waived"] is not None, worst.index(finding["severity"])


def _unread(report: Item) -> Iterator[tuple[Item, Item]]:
    for spec in report["specs"]:
        yield from ((spec, source) for source in spec["sources"] if source["error"])


def _problem_key(problem: Item) -> str:
    return f"{problem['pointer']} {problem['code']}"


def _finding_key(finding: Item) -> str:
    return f"{finding['pointer']} {finding['verdict']} {finding['severity']}"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    sys.stdout.write(body(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), os.environ))
