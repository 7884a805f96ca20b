"""Snapshots as one WARC file: the evidence bundle that others can read without this tool."""

import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lineage_verify.errors import OutputError
from lineage_verify.pages import storing
from lineage_verify.pages.snapshot import Provenance, Snapshot

__all__ = ["Exported", "export"]


@dataclass(frozen=True, slots=True)
class Exported:
    """How many pages went into a bundle, and how many of them as a browser rendered them."""

    pages: int = 0
    rendered: int = 0


def export(snapshots: Iterable[Snapshot], path: Path) -> Exported:
    """Write snapshots to one WARC file, whole or not at all.

    Each page stands there in full; where a server confirmed it later, a `revisit` tells when.
    Local files are left out: they are no answers of a server, and lie beside the spec.

    Raises:
        OutputError: the file cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            count = rendered = 0
            for snapshot in snapshots:
                if snapshot.provenance is not Provenance.LOCAL:
                    file.write(storing.write_whole(snapshot, first=count == 0))
                    count += 1
                    rendered += snapshot.rendering is not None
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    return Exported(count, rendered)
