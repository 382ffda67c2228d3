"""Errors of closures that have no caller to raise in go to `sys.unraisablehook`, as Python's own do.

They come from closures that were not called by a native call of tvmlike. Invariant: a function that the host
has set for such errors stays set.
"""

from __future__ import annotations

import atexit
import sys

from .function import get_global

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable


def _report(error: BaseException, place: str) -> None:
    where = f"Exception ignored in {place}"
    raised: dict[str, Any] = {
        "exc_type": type(error),
        "exc_value": error,
        "exc_traceback": error.__traceback__,
    }
    if sys.unraisablehook is not sys.__unraisablehook__:
        from types import SimpleNamespace

        hook: Callable[[Any], object] = sys.unraisablehook
        hook(SimpleNamespace(**raised, err_msg=where, object=None))
    elif sys.stderr is not None:
        # The interpreter's own hook takes only objects of the interpreter, so this prints the same text.
        import traceback

        text = "".join(traceback.format_exception(*raised.values()))
        sys.stderr.write(f"{where}:\n{text}")
        sys.stderr.flush()


def begin() -> None:
    """Sets the report function of closures, unless one is set."""
    report_to = get_global("native.report_to")
    if report_to is None:
        return
    before = report_to(_report)
    if before is not None:
        report_to(before)
        return
    # Without an interpreter the library prints them itself.
    atexit.register(report_to, None)
