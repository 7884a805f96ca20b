"""How much memory and time hostile and large answers take.

    python benchmarks/network.py [--sources 10000] [CASE ...]

Each case runs in a process of its own against a server on loopback in another, so that the peak is
the fetcher's alone. `start` is what a fetcher takes that has read one small page.
"""

import argparse
import asyncio
import gzip
import os
import resource
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import zstandard

from lineage_verify.pages.fetch import Fetcher
from lineage_verify.pages.shelf import DiskShelf
from lineage_verify.pages.snapshot import Unreachable
from lineage_verify.settings import Limits, Policy, Settings
from lineage_verify.sources.target import Target

GIB = 1 << 30
MIB = 1 << 20
HOSTS = 50
PROCESSES = get_context("spawn")


def gzip_zeros(size: int) -> bytes:
    """A gzip file of zeros, made without ever holding them."""
    engine = zlib.compressobj(9, wbits=zlib.MAX_WBITS | 16)
    pieces = [engine.compress(bytes(MIB)) for _ in range(size // MIB)]
    return b"".join(pieces) + engine.flush()


def answer(body: bytes, *headers: str, status: str = "200 OK") -> bytes:
    lines = (f"HTTP/1.1 {status}", "Content-Type: text/html", *headers)
    return "\r\n".join((*lines, f"Content-Length: {len(body)}")).encode() + b"\r\n\r\n" + body


def answers() -> dict[str, Callable[[str], bytes]]:
    """What the server says to each first part of a path."""
    page = b"<p>" + b"A worker holds its plan until the job is closed. " * 40 + b"</p>"
    noise = os.urandom(19 * MIB)
    bombs = {
        "gzip": gzip_zeros(GIB),
        "br": brotli.compress(bytes(GIB // 4)),
        "zstd": zstandard.ZstdCompressor().compress(bytes(GIB)),
    }
    said = {
        f"bomb-{name}": answer(body, f"Content-Encoding: {name}") for name, body in bombs.items()
    }
    said |= {"small": answer(page), "large": answer(noise)}
    said |= {"large-gzip": answer(gzip.compress(noise, 1), "Content-Encoding: gzip")}
    table: dict[str, Callable[[str], bytes]] = {
        name: (lambda _path, body=body: body)  # type: ignore[misc]
        for name, body in said.items()
    }
    table["round"] = lambda path: answer(b"", f"Location: {path}x", status="302 Found")
    return table


async def say(
    table: dict[str, Callable[[str], bytes]],
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> None:
    """Answer the requests of one connection."""
    try:
        while head := await reader.readuntil(b"\r\n\r\n"):
            path = head.split(b" ")[1].decode()
            name = path.split("/")[1]
            if name == "gib":
                writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                for _ in range(GIB // MIB):
                    writer.write(b"100000\r\n" + bytes(MIB) + b"\r\n")
                    await writer.drain()
                writer.write(b"0\r\n\r\n")
            else:
                writer.write(table[name](path))
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


def serve(port: Connection) -> None:
    """Be the server."""

    async def run() -> None:
        table = answers()
        server = await asyncio.start_server(
            lambda reader, writer: say(table, reader, writer), "127.0.0.1", 0, backlog=512
        )
        port.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())


def fetch(port: int, paths: Sequence[str], told: Connection) -> None:
    """Fetch some paths in a new cache, and tell the seconds, the peak in bytes and the results."""

    async def loopback(host: str, port: int) -> Sequence[str]:
        return ["127.0.0.1"] if host and port else []

    async def run(cache: Path) -> Counter[str]:
        settings = Settings(limits=Limits(retries=0), policy=Policy(allow_private_network=True))
        async with Fetcher(
            DiskShelf(cache),
            settings,
            root=Path(),
            now=lambda: datetime.now(UTC),
            environ={},
            resolve=loopback,
        ) as fetcher:

            async def one(index: int, path: str) -> str:
                url = f"http://host{index % HOSTS}.example:{port}{path}"
                result = await fetcher.get(Target(url=url, address=url))
                return result.kind if isinstance(result, Unreachable) else "page"

            return Counter(await asyncio.gather(*(one(i, path) for i, path in enumerate(paths))))

    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        counted = asyncio.run(run(Path(folder) / "cache"))
        seconds = time.perf_counter() - begun
    scale = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale
    told.send((seconds, peak, dict(counted)))


def cases(sources: int) -> dict[str, list[str]]:
    return {
        "start": ["/small"],
        "gzip bomb of 1 GiB": ["/bomb-gzip"],
        "br bomb of 256 MiB": ["/bomb-br"],
        "zstd bomb of 1 GiB": ["/bomb-zstd"],
        "body of 1 GiB": ["/gib"],
        "redirects without end": ["/round/"],
        "8 gzip bombs at once": [f"/bomb-gzip/{n}" for n in range(8)],
        "a page of 19 MiB": ["/large"],
        "8 pages of 19 MiB at once": [f"/large/{n}" for n in range(8)],
        "8 coded pages of 19 MiB at once": [f"/large-gzip/{n}" for n in range(8)],
        f"{sources} sources": [f"/small/{n}" for n in range(sources)],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sources", type=int, default=10_000)
    parser.add_argument("case", nargs="*")
    chosen = parser.parse_args()
    here, there = PROCESSES.Pipe()
    server = PROCESSES.Process(target=serve, args=(there,), daemon=True)
    server.start()
    port = here.recv()
    print(f"{'case':<34}{'seconds':>9}{'peak MiB':>10}  result")
    for name, paths in cases(chosen.sources).items():
        if chosen.case and name not in chosen.case:
            continue
        run = PROCESSES.Process(target=fetch, args=(port, paths, there))
        run.start()
        seconds, peak, counted = here.recv()
        run.join()
        result = ", ".join(f"{count} {kind}" for kind, count in counted.items())
        print(f"{name:<34}{seconds:>9.2f}{peak / MIB:>10.0f}  {result}")
    server.terminate()


if __name__ == "__main__":
    main()
