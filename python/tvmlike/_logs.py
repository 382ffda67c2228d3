"""Log records of native libraries as records of Python's logging.

A Rust library that calls `tvmlike::log::forward` calls the function `log.write` for each record.
"""

from __future__ import annotations

import logging

_TRACE = 5
"""The level below DEBUG that Rust has."""

if logging.getLevelName(_TRACE) == f"Level {_TRACE}":
    logging.addLevelName(_TRACE, "TRACE")


def write(level: int, target: str, message: str, file: str = "", line: int = 0) -> None:
    """Writes a log record of a native library to Python's logging."""
    logger = logging.getLogger(target.replace("::", "."))
    if logger.isEnabledFor(level):
        # Not as a format: the message may contain percent signs.
        logger.handle(logger.makeRecord(logger.name, level, file, line, message, (), None))
