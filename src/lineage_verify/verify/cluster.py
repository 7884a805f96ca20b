"""Pages read on a Dask cluster that runs already; they are still got by this process alone.

Whoever names a cluster trusts it: page and answer travel as pickles, as all of Dask's do.
"""

import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from platform import node, python_version
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from warnings import catch_warnings, filterwarnings

from lineage_verify._version import __version__
from lineage_verify.errors import MissingExtraError, SettingsError
from lineage_verify.verify.fingerprint import fingerprint

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["OtherProgramError", "open_cluster"]

P = ParamSpec("P")
T = TypeVar("T")

CONNECT_S = 10.0
"""How long a scheduler may take to answer, and then its first worker to be there."""
ALONE_S = 15.0
"""How long a cluster may be without any worker, before its work is done here."""
_VERSION = "__import__('lineage_verify').__version__"
_ADDRESS = re.compile(r"dask://(?P<place>(?:[\w.-]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5})")


class OtherProgramError(SettingsError):
    """A worker's code, libraries or Python are not this process's: its verdicts may differ."""


@contextmanager
def open_cluster(address: str) -> Iterator[Executor]:
    """The executor of the cluster whose scheduler is at `dask://HOST:PORT`.

    What a worker did not finish because it died is done by another one, and what no worker finishes
    is handed back as a broken executor's work is.

    Raises:
        SettingsError: the address is none, or no scheduler with a worker answers there.
        MissingExtraError: Dask is not installed.
    """
    place = _ADDRESS.fullmatch(address)
    if place is None:
        raise SettingsError(f"--executor {address}: write dask://HOST:PORT, a scheduler's address")
    with catch_warnings():
        # A page may have megabytes, and is sent once.
        filterwarnings("ignore", "Sending large graph", UserWarning)
        client = _connected(address, f"tcp://{place['place']}")
        try:
            executor = _ClusterExecutor(client)
            with executor:
                yield executor
        finally:
            client.close(timeout=CONNECT_S)  # type: ignore[no-untyped-call]


def _connected(address: str, place: str) -> "Client":
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise MissingExtraError(
            f"--executor {address}: Dask is not installed: pip install 'lineage-verify[dask]'"
        ) from None
    for name in ("distributed", "distributed.client", "distributed.core", "distributed.comm"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters is told here
    try:
        client = Client(  # type: ignore[no-untyped-call]
            place, timeout=CONNECT_S, set_as_default=False, name="lineage-verify"
        )
    except (OSError, ValueError) as error:
        why = "no answer" if isinstance(error, TimeoutError) else str(error).splitlines()[0]
        raise SettingsError(
            f"--executor {address}: no Dask scheduler can be reached there: {why}"
        ) from None
    try:
        client.wait_for_workers(1, timeout=CONNECT_S)
        _check_workers(client, address)
    except BaseException as error:
        client.close()  # type: ignore[no-untyped-call]
        if isinstance(error, TimeoutError):
            raise SettingsError(f"--executor {address}: the cluster has no worker") from None
        raise
    return client


def _check_workers(client: "Client", address: str) -> None:
    """See that every worker that is there has this very program."""
    for worker, version in client.run(eval, _VERSION, on_error="return").items():
        if not isinstance(version, str):
            raise OtherProgramError(
                f"--executor {address}: the worker {worker} has no lineage-verify; install"
                f" {__version__} there, with the same libraries as here"
            )
    for worker, told in client.run(_told, on_error="return").items():
        if told != _told():
            raise OtherProgramError(f"--executor {address}: {_difference(worker, told, _told())}")


def _told() -> tuple[str, str]:
    """The digest of this program, and what it is in words."""
    return fingerprint(), f"lineage-verify {__version__} on Python {python_version()}"


def _difference(worker: str, there: object, here: tuple[str, str]) -> str:
    other = there[1] if isinstance(there, tuple) else repr(there)
    return (
        f"the worker {worker} has another program ({other}) than this run ({here[1]}), so that its"
        " verdicts could differ; install the same version and the same libraries everywhere"
    )


class _ClusterExecutor(Executor):
    """The cluster's own executor, watched: it never leaves a caller waiting for nobody."""

    def __init__(self, client: "Client") -> None:
        self._client = client
        self._inner: Executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
        self._pending: set[Future[Any]] = set()
        self._closed = Event()
        self._watcher = Thread(target=self._watch, name="lineage-verify cluster", daemon=True)
        self._watcher.start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Have a worker of the same program do it."""
        outer: Future[T] = Future()
        outer.set_running_or_notify_cancel()
        self._pending.add(outer)
        inner = self._inner.submit(_same_program, _told(), fn, args, kwargs)
        inner.add_done_callback(partial(self._done, outer))
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 - the interface's own
        """Give up what is under way; the cluster goes on."""
        self._closed.set()
        self._watcher.join()
        self._break("the run has ended")
        self._inner.shutdown(wait=False)

    def _done(self, outer: "Future[T]", inner: "Future[T]") -> None:
        from distributed import KilledWorker

        if outer not in self._pending:
            return
        self._pending.discard(outer)
        if inner.cancelled():  # the scheduler has gone, and with it all that it knew
            outer.set_exception(BrokenExecutor("the cluster dropped its work"))
            return
        error = inner.exception()
        if isinstance(error, KilledWorker | CancelledError | OSError):
            outer.set_exception(BrokenExecutor(str(error)))
        elif error is not None:
            outer.set_exception(error)
        else:
            outer.set_result(inner.result())

    def _watch(self) -> None:
        """Break what is pending, once there has been no worker for long enough."""
        alone = 0.0
        while not self._closed.wait(ALONE_S / 5):
            alone = 0.0 if self._client.scheduler_info()["workers"] else alone + ALONE_S / 5
            if alone >= ALONE_S:
                self._break("the cluster has no worker any more")

    def _break(self, why: str) -> None:
        for outer in list(self._pending):
            self._pending.discard(outer)
            outer.set_exception(BrokenExecutor(why))


def _same_program(
    here: tuple[str, str], fn: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> T:
    """Do a piece of work, on a worker, unless that has another program than the run."""
    if _told() != here:
        raise OtherProgramError(_difference(f"on {node()}", _told(), here))
    return fn(*args, **kwargs)
