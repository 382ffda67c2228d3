"""Diagnostics: handlers and what they receive."""

import pytest
from mlir_api import UPSTREAM, ir


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as ctx:
        yield ctx


def test_a_handler_receives_errors(context):
    seen = []

    def handler(diagnostic):
        seen.append(str(diagnostic))
        assert diagnostic.severity == ir.DiagnosticSeverity.ERROR
        assert diagnostic.message == "foobar"
        assert diagnostic.location == ir.Location.unknown()
        assert len(diagnostic.notes) == 0
        return True

    handle = context.attach_diagnostic_handler(handler)
    assert isinstance(handle, ir.DiagnosticHandler)
    assert handle.attached
    assert not handle.had_error
    ir.Location.unknown().emit_error("foobar")
    assert seen == ["foobar"]
    handle.detach()
    assert not handle.attached
    assert not handle.had_error
    handle.detach()


def test_the_last_handler_comes_first(context):
    order = []
    with (
        context.attach_diagnostic_handler(lambda d: order.append("outer") or True),
        context.attach_diagnostic_handler(lambda d: order.append("inner") or d.message == "mine"),
    ):
        ir.Location.unknown().emit_error("mine")
        ir.Location.unknown().emit_error("yours")
    assert order == ["inner", "inner", "outer"]


def test_a_handler_that_fails(context):
    def handler(diagnostic):
        raise ValueError("in the handler")

    outer = context.attach_diagnostic_handler(lambda d: True)
    handle = context.attach_diagnostic_handler(handler)
    ir.Location.unknown().emit_error("x")
    assert handle.had_error
    assert not outer.had_error
    handle.detach()
    outer.detach()


def test_notes(context):
    seen = []

    def handler(diagnostic):
        seen.append((diagnostic.message, [(note.message, str(note.location)) for note in diagnostic.notes]))
        return True

    context.allow_unregistered_dialects = True
    context.emit_error_diagnostics = True
    with context.attach_diagnostic_handler(handler), pytest.raises(ir.MLIRError):
        ir.Module.parse('%0 = "test.op"() : () -> i32\n%0 = "test.op"() : () -> i32')
    assert seen == [("redefinition of SSA value '%0'", [("previously defined here", 'loc("-":1:1)')])]


def test_errors_of_calls_go_to_the_exception(context):
    seen = []
    with (
        context.attach_diagnostic_handler(lambda d: seen.append(d.message) or True),
        pytest.raises(ir.MLIRError) as caught,
    ):
        ir.Type.parse("bad")
    assert seen == []
    assert [one.message for one in caught.value.error_diagnostics] == ["expected non-function type"]


def test_diagnostic_info_outlives_the_handler(context):
    kept = []
    with context.attach_diagnostic_handler(lambda d: kept.append(ir.DiagnosticInfo(d)) or True):
        ir.Location.name("n").emit_error("kept")
    assert kept[0].message == "kept"
    assert str(kept[0]) == "kept"
    assert kept[0].severity == ir.DiagnosticSeverity.ERROR
    assert kept[0].location == ir.Location.name("n")
    assert kept[0].notes == []


@pytest.mark.skipif(UPSTREAM, reason="upstream's errors cannot be made in Python")
def test_error_without_diagnostics():
    error = ir.MLIRError("message", [])
    assert error.message == "message"
    assert error.error_diagnostics == []
    assert isinstance(error, Exception)


def test_emitted_errors_are_not_in_the_exception(context):
    seen = []
    context.emit_error_diagnostics = True
    handler = context.attach_diagnostic_handler(lambda one: seen.append(str(one)) or True)
    with handler, pytest.raises(ir.MLIRError, match=r"^Unable to parse type$") as caught:
        ir.Type.parse("tensor<")
    assert caught.value.error_diagnostics == []
    assert seen == ["expected non-function type"]


def test_errors_of_handlers_are_printed(context, capfd):
    def broken(diagnostic):
        raise ValueError("on purpose")

    with (
        context.attach_diagnostic_handler(lambda one: True),
        context.attach_diagnostic_handler(broken) as handler,
    ):
        ir.Location.unknown().emit_error("x")
        assert handler.had_error
    assert "ValueError: on purpose" in capfd.readouterr().err
