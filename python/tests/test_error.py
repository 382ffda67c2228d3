"""Native errors as Python exceptions, and Python exceptions that pass through native code."""

from __future__ import annotations

import builtins
import gc
import sys
import traceback
import weakref

import pytest

import tvmlike


def raise_(testing, kind, message="the message"):
    getattr(testing, "raise")(kind, message)


KINDS = (
    "ValueError TypeError KeyError IndexError AttributeError OverflowError RuntimeError NotImplementedError "
    "MemoryError OSError ImportError StopIteration KeyboardInterrupt SystemExit ZeroDivisionError "
    "BufferError RecursionError AssertionError FileNotFoundError UnicodeError"
).split()


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_are_classes(testing, kind):
    with pytest.raises(getattr(builtins, kind)) as caught:
        raise_(testing, kind)
    assert type(caught.value) is getattr(builtins, kind)
    assert caught.value.args == ("the message",)


def test_unknown_kinds(testing):
    with pytest.raises(tvmlike.Error, match="the message") as caught:
        raise_(testing, "ir.ParseError")
    assert caught.value.kind == "ir.ParseError"
    assert isinstance(caught.value, RuntimeError)
    with pytest.raises(tvmlike.Error) as caught:
        raise_(testing, "")
    assert caught.value.kind == ""


def test_exception_classes_that_need_more_than_a_message(testing):
    with pytest.raises(UnicodeError) as caught:
        raise_(testing, "UnicodeDecodeError")
    assert caught.value.args == ("the message",)


def test_registered_kinds(testing):
    @tvmlike.register_error("pytest.ParseError")
    class ParseError(ValueError):
        pass

    with pytest.raises(ParseError, match="the message"):
        raise_(testing, "pytest.ParseError")

    def fails():
        raise ParseError("from Python")

    assert testing.swallow(fails) == "pytest.ParseError: from Python"


def test_registered_by_its_own_name(testing):
    @tvmlike.register_error
    class PytestOwnName(Exception):
        pass

    with pytest.raises(PytestOwnName):
        raise_(testing, "PytestOwnName")


def test_a_registered_class_that_cannot_be_made(testing):
    @tvmlike.register_error("pytest.Picky")
    class Picky(LookupError):
        def __init__(self, one, two):
            super().__init__(one, two)

    with pytest.raises(LookupError, match="the message"):
        raise_(testing, "pytest.Picky")


def test_invalid_registrations_are_errors():
    with pytest.raises(TypeError, match="expected an exception class"):
        tvmlike.register_error("pytest.X", int)
    with pytest.raises(TypeError, match="expected str or an exception class, got int"):
        tvmlike.register_error(3)


def test_an_error_class_chooses_its_kind(testing):
    class Own(tvmlike.Error):
        pass

    def fails():
        raise tvmlike.Error("text", kind="some.Kind")

    def fails_too():
        raise Own("text")

    assert testing.swallow(fails) == "some.Kind: text"
    assert testing.swallow(fails_too) == "Own: text"


def test_causes_of_native_errors(testing):
    with pytest.raises(RuntimeError) as caught:
        testing.raise_with_cause()
    assert type(caught.value.__cause__) is ValueError
    assert str(caught.value.__cause__)


def test_a_panic_is_an_error(testing):
    with pytest.raises(tvmlike.Error, match="all is lost") as caught:
        testing.panic("all is lost")
    assert caught.value.kind == "InternalError"
    assert testing.add3(1, 2, 3) == 6


def test_messages_of_any_content(testing):
    for message in ("", "line one\nline two", "é: ValueError: nested", "x" * 10_000):
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            raise_(testing, "ValueError", message)
        assert str(caught.value) == message


class Own(Exception):
    """An exception with attributes and its own constructor."""

    def __init__(self, code, *, detail):
        super().__init__(code)
        self.code = code
        self.detail = detail


class Base(BaseException):
    pass


@pytest.mark.parametrize(
    "error",
    [ValueError("x"), Own(7, detail=[1]), KeyboardInterrupt(), SystemExit(3), Base("b"), StopIteration(4)]
    + [GeneratorExit(), KeyError("k"), OSError(2, "no file", "name"), AssertionError(), UnicodeError("u")],
    ids=lambda error: type(error).__name__,
)
def test_an_exception_keeps_its_identity(testing, error):
    args, attributes = error.args, dict(vars(error))

    def fails():
        raise error

    for call in (lambda: testing.call(fails), lambda: testing.call(testing.call, testing.call, fails)):
        with pytest.raises(type(error)) as caught:
            call()
        assert caught.value is error
        assert error.args == args
        assert vars(error) == attributes
        assert error.__cause__ is None
        assert error.__context__ is None


def test_through_a_native_thread(testing):
    error = Own(1, detail=2)

    def fails(x):
        raise error

    with pytest.raises(Own) as caught:
        testing.call_in_thread(fails, 1)
    assert caught.value is error


def test_cause_and_context_stay(testing):
    def fails():
        try:
            raise KeyError("first")
        except KeyError as first:
            raise ValueError("second") from first

    def fails_in_a_handler():
        try:
            raise KeyError("first")
        except KeyError:
            raise ValueError("second")  # noqa: B904

    with pytest.raises(ValueError, match="second") as caught:
        testing.call(fails)
    assert type(caught.value.__cause__) is KeyError
    assert caught.value.__suppress_context__
    with pytest.raises(ValueError, match="second") as caught:
        testing.call(fails_in_a_handler)
    assert caught.value.__cause__ is None
    assert type(caught.value.__context__) is KeyError


def test_the_context_is_that_of_the_raise_statement(testing):
    def fails():
        try:
            raise KeyError("inner")
        except KeyError:
            raise ValueError("second")  # noqa: B904

    try:
        try:
            raise IndexError("outer")
        except IndexError:
            testing.call(fails)
    except ValueError as error:
        assert type(error.__context__) is KeyError
        assert type(error.__context__.__context__) is IndexError
        return
    raise AssertionError


def test_the_context_of_an_error_that_native_code_raises(testing):
    try:
        try:
            raise KeyError("handled")
        except KeyError:
            raise_(testing, "ValueError")
    except ValueError as error:
        assert type(error.__context__) is KeyError
        return
    raise AssertionError


def test_native_code_sees_kind_message_and_cause(testing):
    def fails():
        raise Own(7, detail=None) from ValueError("why")

    def cannot_say():
        class Mute(Exception):
            def __str__(self):
                raise KeyError("no text")

        raise Mute

    assert testing.swallow(fails) == "Own: 7"
    assert testing.swallow(lambda: None) == ""
    assert testing.swallow(cannot_say).startswith("Mute: <str() of the exception failed")


def test_cyclic_causes(testing):
    first, second = ValueError("first"), ValueError("second")
    first.__cause__, second.__cause__ = second, first

    def fails():
        raise first

    with pytest.raises(ValueError, match="first") as caught:
        testing.call(fails)
    assert caught.value is first


def frames(error):
    return [(frame.name, frame.filename) for frame in traceback.extract_tb(error.__traceback__)]


def test_the_traceback_has_all_frames_in_order(testing):
    def inner():
        raise ValueError("x")

    def outer():
        return inner()

    with pytest.raises(ValueError, match="x") as caught:
        testing.call(outer)
    names = [name for name, _ in frames(caught.value)]
    # The ctypes path has a frame for the call itself.
    names = [name for name, file in frames(caught.value) if not file.endswith("_call.py")]
    assert names == ["test_the_traceback_has_all_frames_in_order", "testing.call", "outer", "inner"]
    native = dict(frames(caught.value))["testing.call"]
    assert native.endswith(".rs")


def test_native_frames_of_a_native_error(testing):
    with pytest.raises(TypeError) as caught:
        testing.add3(1, "x", 3)
    name, file = frames(caught.value)[-1]
    assert name == "testing.add3"
    assert file.endswith(".rs")
    assert f'File "{file}", line ' in caught.value.backtrace
    assert "in testing.add3" in "".join(traceback.format_exception(TypeError, caught.value, caught.tb))


def test_an_exception_that_crosses_many_calls(testing):
    """The text of its innermost frames is kept, not made at each call."""
    error = ValueError("deep")

    def fails(left):
        if left == 0:
            raise error
        testing.call(fails, left - 1)

    def crosses(levels):
        with pytest.raises(ValueError, match="deep") as caught:
            fails(levels)
        assert caught.value is error
        return [frame.name for frame in traceback.extract_tb(error.__traceback__)]

    names = crosses(40)
    assert names.count("fails") == 41
    assert names.count("testing.call") == 40
    lines = vars(error)["__tvmlike_frames__"][1].splitlines()
    assert len(lines) == 64
    assert lines[0].endswith(", in fails")
    assert lines[1].endswith(", in testing.call")
    # Raised again from another place, without the frames that it had: nothing of them is left.
    error.__traceback__ = None
    names = crosses(30)
    assert (names.count("fails"), names.count("testing.call")) == (31, 30)
    short = ValueError("short")

    def raises():
        raise short

    with pytest.raises(ValueError, match="short"):
        testing.call(raises)
    assert "__tvmlike_frames__" not in vars(short)


def test_an_error_keeps_no_frame_alive(testing):
    class Marker:
        pass

    def call():
        marker = Marker()
        alive.append(weakref.ref(marker))

        def fails():
            raise ValueError(marker and "x")

        try:
            testing.call(fails)
        except ValueError:
            pass
        try:
            testing.add3(marker, 1, 2)
        except TypeError:
            pass

    alive: list[weakref.ref[Marker]] = []
    gc.disable()
    try:
        for _ in range(5):
            call()
        assert [ref() for ref in alive] == [None] * 5
    finally:
        gc.enable()


def test_a_swallowed_error_is_released(testing):
    error = Own(1, detail=2)
    alive = weakref.ref(error)
    count = sys.getrefcount(error)

    def fails(error=error):
        raise error

    for _ in range(20):
        assert testing.swallow(fails) == "Own: 1"
    error.__traceback__ = None
    assert sys.getrefcount(error) == count + 1
    del error, fails
    gc.collect()
    assert alive() is None


def test_exceptions_as_values(testing):
    error = Own(1, detail=2)
    assert testing.echo(error) is error
    assert testing.call(lambda: error) is error


def test_an_interrupt_in_a_callback(run_python):
    status, out, err = run_python("""
        import signal
        # A background process may ignore the signal.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        def interrupted(x):
            signal.raise_signal(signal.SIGINT)
            for _ in range(1000): pass
            return x
        try:
            testing.call_n(interrupted, 10)
        except KeyboardInterrupt:
            print("interrupted", testing.add3(1, 2, 3))
    """)
    assert (status, out.strip(), err) == (0, "interrupted 6", "")


def test_an_exit_in_a_callback(run_python):
    status, out, err = run_python("testing.call(lambda: sys.exit(7))")
    assert (status, out, err) == (7, "", "")
