"""Snapshots as one WARC file: the evidence bundle that others can read without this tool."""

import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from lineage_verify.errors import OutputError
from lineage_verify.pages import storing
from lineage_verify.pages.snapshot import Provenance, Snapshot

__all__ = ["export"]


def export(snapshots: Iterable[Snapshot], path: Path) -> int:
    """Write snapshots to one WARC file, whole or not at all; returns how many went in.

    Each page stands there in full; where a server confirmed it later, a `revisit` tells when.
    Local files are left out: they are no answers of a server, and lie beside the spec.

    Raises:
        OutputError: the file cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            count = 0
            for snapshot in snapshots:
                if snapshot.provenance is not Provenance.LOCAL:
                    file.write(storing.write_whole(snapshot, first=count == 0))
                    count += 1
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    return count
