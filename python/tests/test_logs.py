"""Log records of Rust libraries in Python's logging."""

from __future__ import annotations

import logging

import pytest

import tvmlike


@pytest.fixture
def logs(testing, caplog):
    """The records of the testing plugin, which forwards them from the first use on."""
    try:
        testing.forward_logs()
    except RuntimeError as error:
        assert "this library has a logger already" in str(error)
    tvmlike.forward_logs()
    tvmlike.forward_logs()  # again: nothing changes
    caplog.set_level(0)
    yield caplog
    tvmlike.remove_global_func("log.write")


def test_levels_targets_and_places(testing, logs):
    for level in ("error", "warn", "info", "debug", "trace"):
        testing.log(level, f"100 % {level}")
    shown = [(record.name, record.levelname, record.getMessage()) for record in logs.records]
    names = ("ERROR", "WARNING", "INFO", "DEBUG", "TRACE")
    words = ("error", "warn", "info", "debug", "trace")
    assert shown == [("testing.messages", name, f"100 % {word}") for name, word in zip(names, words)]
    assert logs.records[0].pathname.endswith("logs.rs")
    assert logs.records[0].lineno > 0


def test_the_level_of_the_logger_decides(testing, logs):
    logging.getLogger("testing.messages").setLevel(logging.ERROR)
    try:
        testing.log("warn", "unseen")
        testing.log("error", "seen")
    finally:
        logging.getLogger("testing.messages").setLevel(logging.NOTSET)
    assert [record.getMessage() for record in logs.records] == ["seen"]


def test_other_threads_and_tracing(testing, logs):
    testing.log_in_thread("from there")
    testing.trace_event(64)
    first, second = logs.records
    assert (first.name, first.getMessage()) == ("tvmlike_testing.logs", "from there")
    assert (second.levelname, second.getMessage()) == ("INFO", "allocated size=64")


def test_a_handler_that_logs_natively_does_not_call_itself(testing, logs):
    seen = []

    class Again(logging.Handler):
        def emit(self, record):
            seen.append(record.getMessage())
            testing.log("error", "again")

    handler = Again()
    logging.getLogger("testing").addHandler(handler)
    try:
        testing.log("error", "once")
        testing.log("error", "twice")
    finally:
        logging.getLogger("testing").removeHandler(handler)
    assert seen == ["once", "twice"]


def test_a_handler_that_raises_does_not_fail_the_function(testing, logs):
    def refuse(record):
        raise KeyError("no")

    logger = logging.getLogger("testing.messages")
    logger.addFilter(refuse)
    try:
        assert testing.log("error", "unseen") is None
    finally:
        logger.removeFilter(refuse)
    testing.log("error", "seen")
    assert [record.getMessage() for record in logs.records] == ["seen"]


def test_records_are_dropped_without_a_sink(testing, logs):
    tvmlike.remove_global_func("log.write")
    try:
        testing.log("error", "unseen")
    finally:
        tvmlike.forward_logs()
    assert not logs.records
