"""The other checkers of quotes, in a virtual environment of their own.

Run as a program in that environment, this file answers one line of JSON on its input with one on
its output: the seconds of the processor's time that a rival takes for one quote on a text.
"""

import importlib
import json
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["NAMES", "Rivals", "installed"]

NAMES = ("linkml-reference-validator", "citations", "proof-citations")
BUDGET = 0.4
"""Seconds after which no further quote is begun: each costs about the same."""


class Rivals:
    """Asks the rivals in their own process."""

    def __init__(self, process: "subprocess.Popen[str]", python: Path) -> None:
        self._process = process
        self.versions = {name: _version(python, name) for name in NAMES}

    def seconds(self, name: str, text: str, quotes: Sequence[str]) -> float | None:
        """What a rival takes for one of the quotes, `None` where it cannot do it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([name, text, list(quotes)]) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline() or '"it has ended"')
        if isinstance(answer, str):
            print(f"{name}: {answer}", file=sys.stderr)
            return None
        return float(answer)


@contextmanager
def installed(folder: Path | None = None) -> Iterator[Rivals]:
    """The rivals, installed from the package registry into a folder, or into a temporary one."""
    with tempfile.TemporaryDirectory() as name:
        place = folder or Path(name) / "rivals"
        python = place / "bin" / "python"
        if not python.exists():
            venv.create(place, with_pip=True)
            for rival in NAMES:
                words = [str(python), "-m", "pip", "install", "--quiet", rival]
                subprocess.run(words, check=False, stdout=subprocess.DEVNULL)
        with subprocess.Popen(
            [str(python), __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            yield Rivals(process, python)
            assert process.stdin is not None
            process.stdin.close()


def _version(python: Path, name: str) -> str:
    words = f"from importlib.metadata import version; print(version({name!r}))"
    done = subprocess.run([str(python), "-c", words], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "does not install"


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        name, text, quotes = json.loads(line)
        try:
            version(name)
            with tempfile.TemporaryDirectory() as folder:
                answer: object = _one(_MADE[name](text, Path(folder)), quotes)
        except (PackageNotFoundError, ImportError) as error:
            answer = str(error)
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
        sys.__stdout__ and print(json.dumps(answer), file=sys.__stdout__, flush=True)


def _one(ask: Callable[[str], object], quotes: Sequence[str]) -> float:
    """Seconds for one quote; the page's own work is in it, divided among the quotes."""
    started = time.process_time()
    asked = 0
    while asked < len(quotes) and time.process_time() - started < BUDGET:
        ask(quotes[asked])
        asked += 1
    return (time.process_time() - started) / asked


def _linkml(text: str, _: Path) -> Callable[[str], object]:
    models = importlib.import_module("linkml_reference_validator.models")
    validation = importlib.import_module(
        "linkml_reference_validator.validation.supporting_text_validator"
    )
    validator = validation.SupportingTextValidator(models.ReferenceValidationConfig())
    reference = models.ReferenceContent(reference_id="URL:mill", content=text)
    return lambda quote: validator.find_text_in_reference(quote, reference)


def _citations(text: str, folder: Path) -> Callable[[str], object]:
    citations = importlib.import_module("citations")
    source = folder / "page.txt"
    source.write_text(text, encoding="utf-8")
    return lambda quote: citations.check_one(quote, source)


def _proof(text: str, _: Path) -> Callable[[str], object]:
    proof = importlib.import_module("proof_citations")

    def ask(quote: str) -> object:
        return proof.verify_citation(
            "https://mill.example/",
            quote,
            "mill",
            snapshot=text,
            skip_live_fetch=True,
            prefer_snapshot=True,
            oa_lookup=False,
        )

    return ask


_MADE = {
    "linkml-reference-validator": _linkml,
    "citations": _citations,
    "proof-citations": _proof,
}

if __name__ == "__main__":
    sys.stdout = sys.stderr  # whatever a rival prints is no answer
    main()
