"""A display that is drawn again and again: on a terminal in its place, elsewhere one below the other.

However it ends, the terminal is what it was before.
"""

from __future__ import annotations

import os
import shutil
import sys
import time

from .show import print_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

_STEP_SECONDS = 0.1

# The other screen, without a cursor; and back.
_ENTER = "\x1b[?1049h\x1b[?25l"
_LEAVE = "\x1b[?25h\x1b[?1049l"
_HOME = "\x1b[H\x1b[2J"


class Screen:
    """A display, to be entered like a file. Keys are heard where standard input is a terminal too."""

    def __init__(self) -> None:
        self._terminal = self.possible()
        self._input: int | None = None
        self._before: list[Any] = []

    @staticmethod
    def possible() -> bool:
        """Whether standard output is a terminal on which something can be drawn."""
        return sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"

    def __enter__(self) -> Screen:
        if self._terminal:
            if sys.stdin.isatty():
                self._hear()
            sys.stdout.write(_ENTER)
            sys.stdout.flush()
        return self

    def _hear(self) -> None:
        """Gets keys one by one instead of by the line."""
        try:
            import termios
            import tty
        except ImportError:
            return
        self._input = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._input)
        tty.setcbreak(self._input)

    def __exit__(self, *raised: object) -> None:
        if not self._terminal:
            return
        if self._input is not None:
            import termios

            termios.tcsetattr(self._input, termios.TCSADRAIN, self._before)
        sys.stdout.write(_LEAVE)
        sys.stdout.flush()

    def size(self) -> tuple[int, int]:
        """Columns and rows; 0 where there is no end to them."""
        if not self._terminal:
            return 0, 0
        columns, rows = shutil.get_terminal_size()
        return columns, rows

    def show(self, text: str) -> None:
        """Draws."""
        if self._terminal:
            sys.stdout.write(_HOME)
        print_text(text if self._terminal else f"{text}\n", raw=True)
        sys.stdout.flush()

    def wait(self, seconds: float, ended: Callable[[], int | None] | None = None) -> bool:
        """Waits; returns True early if q is pressed or `ended` returns a status."""
        until = time.monotonic() + seconds
        while True:
            left = until - time.monotonic()
            if self._key(min(max(left, 0.0), _STEP_SECONDS)) in ("q", "Q"):
                return True
            if ended is not None and ended() is not None:
                return True
            if left <= 0:
                return False

    def _key(self, seconds: float) -> str:
        """A key that is pressed within a time; nothing where none is."""
        if self._input is None:
            time.sleep(seconds)
            return ""
        import select

        ready, _, _ = select.select([self._input], [], [], seconds)
        return os.read(self._input, 1).decode(errors="replace") if ready else ""
