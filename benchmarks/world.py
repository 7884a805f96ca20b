"""A made-up world to measure on: pages, quotes, specs and a server, all from one seed.

Every word is our own; the same numbers give the same bytes.
"""

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

__all__ = ["Corpus", "Page", "page", "serving"]

SEED = 8
SOURCES = 8
"""Pages that one spec quotes."""
QUOTES = 5
"""Quotes of one spec on one page."""


def _words(text: str) -> list[str]:
    return text.split()


_THINGS = _words(
    "worker scheduler queue batch buffer kernel graph cache token request planner engine loader "
    "parser compiler runtime tensor stream shard replica router gateway ledger index journal "
    "checkpoint snapshot segment block page frame packet channel socket thread process core "
    "device driver module bridge adapter filter sampler decoder encoder tokenizer dispatcher "
    "collector allocator profiler tracer monitor watcher beacon timer clock counter registry"
)
_KINDS = _words(
    "first second local remote shared private idle busy empty full fast slow cold warm small large "
    "static dynamic lazy eager stable draft nested flat sparse dense quiet loud early late open "
    "closed inner outer upper lower main spare"
)
_DEEDS = _words(
    "holds sends reads keeps starts stops opens closes merges splits copies moves sorts counts "
    "checks skips drops builds loads stores waits signals claims frees maps folds flushes drains "
    "fills marks binds wraps renames retries resumes replays"
)
_WHERE = _words("before after beside behind within without under over near past through against")
_WHEN = (
    "when the run begins",
    "once a second",
    "until the job is done",
    "for every request",
    "by default",
    "only where it was asked to",
    "in the order of arrival",
    "as soon as there is room",
    "unless a limit is set",
    "at the end of a round",
)


_STARTS = _words("b br c cl d dr f fl g gr h j k l m n p pl qu r s sh sk sl sp st t tr v w z")
_MIDDLES = _words("a e i o u ai ea ee oa ou")
_ENDS = _words("b ck d ft g k l ld lm m mp n nd ng nt p r rd rk rm rn s sk st t x")


def _lexicon(count: int) -> list[str]:
    """Known words first, then as many made-up ones as are wanted, two or three syllables long."""
    draw = random.Random(SEED)
    found = dict.fromkeys(_THINGS)
    while len(found) < count:
        syllables = (
            draw.choice(_STARTS) + draw.choice(_MIDDLES) + draw.choice(_ENDS)
            for _ in range(draw.randrange(2, 4))
        )
        found["".join(syllables)] = None
    return list(found)


_LEXICON = _lexicon(6_000)


def _thing(draw: random.Random) -> str:
    """A word; like those of a language, few are frequent and most are rare."""
    return _LEXICON[int(len(_LEXICON) ** draw.random()) - 1]


_FORMS = (
    "The {kind} {one} {deed} {number} {two} entries {where} the {three} {when}.",
    "Each {one} hands its {kind} {two} to the {three}, which {deed} {number} of them {when}.",
    "A {kind} {one} of {number} {two} units fits into one {three}; the {four} {deed} it.",
    "Set --{one}-{two} to {number} where the {kind} {three} has no {four} left {when}.",
    "Once there are {number} of them, the {kind} {one} {deed} every {two} {where} its {three}.",
    "It takes {number} rounds until a {one} reaches the {two}: the {three} {deed} one {when}.",
    "With {number} or more, {one} and {two} share a {kind} {three} that no {four} {deed}.",
    "What the {one} {deed} {when} is a {kind} {two} with {number} marks {where} a {three}.",
)
_CHANGEABLE = frozenset((*_LEXICON, *_KINDS))


@dataclass(frozen=True)
class Page:
    """One page, its sentences in the order in which they stand on it."""

    number: int
    sentences: tuple[str, ...]

    @cached_property
    def text(self) -> str:
        """The page as plain text."""
        return "\n".join(self.sentences)

    @cached_property
    def html(self) -> bytes:
        """The page as a documentation site would send it."""
        return "".join(_html(self)).encode()

    def exact(self, count: int, draw: random.Random) -> list[str]:
        """Sentences of the page; the same more than once where it has not so many."""
        return draw.choices(self.sentences, k=count)

    def drifted(self, count: int, draw: random.Random) -> list[str]:
        """Sentences of the page with one word changed."""
        return [_changed(one, draw) for one in self.exact(count, draw)]

    def missing(self, count: int, draw: random.Random) -> list[str]:
        """Sentences of the same words that are not on the page."""
        return [_sentence(draw) for _ in range(count)]


@lru_cache(maxsize=64)
def page(number: int, size: int) -> Page:
    """A page of about `size` characters."""
    draw = random.Random(f"{SEED}/{number}")
    sentences: list[str] = []
    length = 0
    while length < size:
        sentences.append(_sentence(draw))
        length += len(sentences[-1]) + 1
    return Page(number, tuple(sentences))


def _sentence(draw: random.Random) -> str:
    words = {
        **{name: _thing(draw) for name in ("one", "two", "three", "four")},
        "kind": draw.choice(_KINDS),
        "deed": draw.choice(_DEEDS),
        "where": draw.choice(_WHERE),
        "when": draw.choice(_WHEN),
        "number": draw.randrange(2, 9_999),
    }
    return draw.choice(_FORMS).format_map(words)


def _changed(sentence: str, draw: random.Random) -> str:
    """The sentence with its number and one word changed."""
    words = [str(int(word) + 1) if word.isdigit() else word for word in sentence.split(" ")]
    places = [place for place, word in enumerate(words) if word in _CHANGEABLE]
    if places:
        words[draw.choice(places)] = _thing(draw)
    return " ".join(words)


def _html(made: Page) -> Iterator[str]:
    title = f"Manual, part {made.number}"
    yield f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title></head>"
    yield '<body><nav><ul><li><a href="/">Home</a></li><li><a href="/all">All parts</a></li></ul>'
    yield f"</nav><main><h1>{title}</h1>\n"
    for start in range(0, len(made.sentences), 4):
        if start % 24 == 0:
            yield f"<h2 id=s{start}>Section {start // 24 + 1}</h2>\n"
        first, *rest = made.sentences[start : start + 4]
        words = first.split(" ")
        words[1] = f"<code>{words[1]}</code>"
        yield f"<p>{' '.join(words)} {' '.join(rest)}</p>\n"
    yield "</main><footer><p>Made for measuring.</p></footer></body></html>\n"


@dataclass(frozen=True)
class Corpus:
    """As many specs as said, on as many pages; where `shared`, each page is quoted by eight specs.

    Specs that share a page lie far apart, which is what costs most. One quote in 1,000 has drifted,
    and one in 2,000 is missing.
    """

    specs: int
    hosts: int = 4
    size: int = 20_000
    shared: bool = True

    @property
    def pages(self) -> int:
        """How many pages the specs quote."""
        return self.specs if self.shared else self.specs * SOURCES

    def write(self, folder: Path, port: int) -> None:
        """Write the specs below a folder."""
        step = max(1, self.specs // SOURCES)
        for number in sorted(range(self.specs), key=lambda number: number % step):
            below = folder / f"{number // 100:03}"
            below.mkdir(parents=True, exist_ok=True)
            text = json.dumps(self._spec(number, port), indent=2)
            (below / f"how-part-{number:05}-runs.json").write_text(text, encoding="utf-8")

    def _pages_of(self, number: int) -> list[int]:
        if not self.shared:
            return list(range(number * SOURCES, (number + 1) * SOURCES))
        step = max(1, self.specs // SOURCES)
        return list(dict.fromkeys((number + turn * step) % self.specs for turn in range(SOURCES)))

    def _url(self, number: int, port: int) -> str:
        return f"http://127.0.0.{1 + number % self.hosts}:{port}/{self.size}/{number}"

    def _spec(self, number: int, port: int) -> dict[str, object]:
        draw = random.Random(f"{SEED}/spec/{number}")
        pages = self._pages_of(number)
        quotes = [
            {"source": f"part-{one}", "quote": quote}
            for one in pages
            for quote in page(one, self.size).exact(QUOTES * SOURCES // len(pages), draw)
        ]
        if number % 25 == 0:
            quotes[0]["quote"] = _changed(quotes[0]["quote"], draw)
        if number % 50 == 0:
            (quotes[1]["quote"],) = page(pages[0], self.size).missing(1, draw)
        sources = {
            f"part-{one}": {"url": self._url(one, port), "title": f"Manual, part {one}"}
            for one in pages
        }
        return _lineage(number, sources, quotes)


def _lineage(number: int, sources: object, quotes: list[dict[str, str]]) -> dict[str, object]:
    """A spec of twenty stages and nineteen steps with two quotes each, or one."""
    words = {
        "version": "1.0",
        "slug": f"how-part-{number}-runs",
        "name": f"Part {number}",
        "title": f"How part {number} runs",
        "h1": f"What happens when part {number} runs?",
        "description": "Follow one request through the part.",
        "verified_on": "2026-01-15",
        "verified_against": "the manual",
        "scope": "One request.",
        "answer": "The request becomes an answer.",
    }
    stages = [
        {
            "id": f"stage{row}",
            "name": f"Stage {row}",
            "kind": "runtime",
            "layer": "framework",
            "pos": [row % 5, row // 5],
            "summary": "Takes the work from the stage before it and does its share.",
            "evidence": quotes[row::39][:1] + quotes[39:][: row == 0],
        }
        for row in range(20)
    ]
    steps = [
        {
            "from": f"stage{row}",
            "to": f"stage{row + 1}",
            "kind": "calls",
            "label": "hands on to",
            "explanation": "One stage hands its work to the next one.",
            "evidence": quotes[20 + row : 21 + row],
        }
        for row in range(19)
    ]
    return {**words, "sources": sources, "stages": stages, "steps": steps}


@contextmanager
def serving(latency: float, ready: Corpus | None = None) -> Iterator[int]:
    """A server of pages on all of 127.0.0.0/8, in a process of its own; gives its port.

    It answers after `latency` seconds, and with 304 to whom has the page already. The pages of
    `ready` are made before, so that their making takes no time of whoever asks for them.
    """
    processes = get_context("spawn")
    ours, theirs = processes.Pipe()
    process = processes.Process(target=_serve, args=(theirs, latency, ready), daemon=True)
    process.start()
    theirs.close()  # so that a server that dies is no reason to wait
    try:
        yield ours.recv()
    finally:
        process.terminate()
        process.join()


def _serve(port: Connection, latency: float, ready: Corpus | None) -> None:
    made = range(ready.pages) if ready else ()
    bodies = {f"/{ready.size}/{number}": page(number, ready.size).html for number in made if ready}

    async def run() -> None:
        server = await asyncio.start_server(
            lambda reader, writer: _answer(reader, writer, latency, bodies),
            "0.0.0.0",
            0,
            backlog=256,
        )
        port.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())


async def _answer(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    latency: float,
    bodies: dict[str, bytes],
) -> None:
    """Answer the requests of one connection."""
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            due = asyncio.get_running_loop().time() + latency
            path = head.split(" ", 2)[1]
            tag = f'"{path}"'
            known = f"if-none-match: {tag}" in head.lower()
            status, body = (
                ("304 Not Modified", b"") if known else ("200 OK", bodies.get(path) or _body(path))
            )
            lines = [f"HTTP/1.1 {status}", "Content-Type: text/html; charset=utf-8", f"ETag: {tag}"]
            lines += [] if known else [f"Content-Length: {len(body)}"]
            await asyncio.sleep(due - asyncio.get_running_loop().time())
            writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


def _body(path: str) -> bytes:
    _, size, number = path.split("/")
    return page(int(number), int(size)).html
