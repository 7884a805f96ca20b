"""The browser that renders pages: found, started when first needed, and stopped."""

import asyncio
import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lineage_verify.pages.faults import one_line

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserType, Playwright

__all__ = ["CannotStartError", "Program"]

_INSTALLED: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_NO_BROWSER = "there is no browser to render with; install one with: playwright install chromium"
_NO_SANDBOX = (
    "the browser that renders pages cannot use its own sandbox here, and runs without one;"
    " as another user than root, where the system permits user namespaces, it can"
)
_NOWHERE = "http://127.0.0.1:9"
"""The discard port: what is not taken from the browser goes here, and no further."""

_ARGUMENTS: Final = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-features=DnsOverHttps,WebRtcHideLocalIpsWithMdns",
)
_PASSED_ON: Final = frozenset(
    {"APPDATA", "HOME", "LANG", "LD_LIBRARY_PATH", "LOCALAPPDATA", "LOGNAME", "PATH"}
    | {"PROGRAMFILES", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "USER", "USERPROFILE", "WINDIR"}
)
"""Of the environment, what a browser needs; tokens and proxies are none of its business."""
_PASSED_ON_PREFIXES: Final = ("FONTCONFIG_", "LC_", "XDG_")


class CannotStartError(Exception):
    """No browser can be started; the message says what to do."""


class Program:
    """One browser, started again where it has gone.

    `executable` names it; else Playwright's own is taken, or else an installed one on the path.
    """

    def __init__(
        self, executable: str | None, environ: Mapping[str, str], notes: Callable[[str], None]
    ) -> None:
        """Start nothing yet; an empty `environ` means this process's own."""
        self._executable = executable
        self._environ = environ or os.environ
        self._notes = notes
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    async def browser(self, seconds: float) -> "Browser":
        """The browser, which may take so many seconds to start.

        Raises:
            CannotStartError: there is none, or it does not start.
        """
        from playwright.async_api import async_playwright

        if self._playwright is None:
            asyncio.get_running_loop().set_exception_handler(_pass_over_the_end)
            self._playwright = await async_playwright().start()
        if self._browser is None or not self._browser.is_connected():
            self._browser = await self._started(self._playwright.chromium, seconds)
        return self._browser

    async def stop(self) -> None:
        """Stop the browser; the next page starts another."""
        if self._playwright is None:
            return
        browser, playwright = self._browser, self._playwright
        self._browser = self._playwright = None
        with suppress(Exception):  # it may have been ended before, together with this process
            if browser is not None:
                await browser.close()
        with suppress(Exception):
            await playwright.stop()

    async def _started(self, kind: "BrowserType", seconds: float) -> "Browser":
        """A browser in its own sandbox where that can be, since any page can be hostile."""
        from playwright.async_api import Error

        if not _is_root():
            with suppress(Error):
                return await self._launched(kind, seconds, sandbox=True)
        try:
            browser = await self._launched(kind, seconds, sandbox=False)
        except Error as error:
            if "executable doesn't exist" in str(error).lower():
                raise CannotStartError(_NO_BROWSER) from None
            line = one_line(str(error).strip().partition("\n")[0])
            raise CannotStartError(f"the browser does not start: {line}") from None
        self._notes(_NO_SANDBOX)
        return browser

    async def _launched(self, kind: "BrowserType", seconds: float, *, sandbox: bool) -> "Browser":
        return await kind.launch(
            executable_path=self._executable or self._found(kind),
            args=list(_ARGUMENTS),
            proxy={"server": _NOWHERE, "bypass": ""},
            env=dict(self._passed_on()),
            chromium_sandbox=sandbox,
            timeout=seconds * 1000,
        )

    def _found(self, kind: "BrowserType") -> str | None:
        """An installed browser on the path, unless Playwright has one of its own."""
        if Path(kind.executable_path).exists():
            return None
        path = self._environ.get("PATH")
        return next(
            (found for name in _INSTALLED if (found := shutil.which(name, path=path))), None
        )

    def _passed_on(self) -> list[tuple[str, str | float | bool]]:
        return [
            (name, value)
            for name, value in self._environ.items()
            if name.upper() in _PASSED_ON or name.upper().startswith(_PASSED_ON_PREFIXES)
        ]


def _pass_over_the_end(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    """Say nothing of what was asked of a browser that a user has interrupted, and nobody awaits."""
    if not str(context.get("exception")).startswith("Connection closed"):
        loop.default_exception_handler(context)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
