"""Native frames in Python tracebacks, and Python frames in native backtraces.

A backtrace is text with one frame a line, the most recent call first:
`  File "src/add.rs", line 12, in tensor.add`. A Python traceback is a chain that begins at the outermost
call. A native frame becomes a traceback entry around a frame of a code object that carries its file and
name.
"""

from __future__ import annotations

from types import FunctionType, TracebackType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

_MOST_FRAMES = 64
"""How many frames of a Python traceback go into the text: the innermost ones."""

_MOST_PLACES = 1024

_frames: dict[tuple[str, str], FrameType] = {}
_places: dict[str, tuple[FrameType, int]] = {}


def text_of(error: BaseException) -> str:
    """The frames of an exception's traceback as backtrace text."""
    entries: list[TracebackType] = []
    traceback = error.__traceback__
    while traceback is not None:
        entries.append(traceback)
        traceback = traceback.tb_next
        if len(entries) == _MOST_FRAMES + 1:
            known = _remembered(error, entries)
            if known is not None:
                _remember(error, entries[0], known)
                return known
    text = "".join(map(_line_of, entries[: -_MOST_FRAMES - 1 : -1]))
    if len(entries) > _MOST_FRAMES:
        _remember(error, entries[0], text)
    return text


def _line_of(entry: TracebackType) -> str:
    code = entry.tb_frame.f_code
    return f'  File "{code.co_filename}", line {entry.tb_lineno}, in {code.co_name}\n'


_FRAMES = "__tvmlike_frames__"
"""The attribute of an exception with more frames than are in the text: the `id` of a traceback entry, and the
text of the innermost frames, which are behind it. It spares an exception that crosses many calls a walk
through all its frames at each of them: a traceback grows at its beginning."""


def _remembered(error: BaseException, entries: list[TracebackType]) -> str | None:
    """The text that an exception remembers, if it is that of one of these entries."""
    try:
        at, text = object.__getattribute__(error, _FRAMES)
    except Exception:
        return None
    return text if isinstance(text, str) and any(id(entry) == at for entry in entries) else None


def _remember(error: BaseException, entry: TracebackType, text: str) -> None:
    try:
        BaseException.__setattr__(error, _FRAMES, (id(entry), text))
    except Exception:
        pass  # it is walked through again


def behind(backtrace: str, error: BaseException) -> str:
    """What was added to a backtrace behind the frames of the exception that it began with."""
    own = text_of(error)
    return backtrace[len(own) :] if backtrace.startswith(own) else ""


def extended(traceback: TracebackType | None, backtrace: str) -> TracebackType | None:
    """A traceback with the frames of a backtrace in front, that is, as its callers."""
    for line in backtrace.splitlines():
        place = _places.get(line) or _place(line)
        if place is not None:
            traceback = TracebackType(traceback, place[0], -1, place[1])
    return traceback


def _place(line: str) -> tuple[FrameType, int] | None:
    """The frame and the line number of a line of a backtrace; None if it is not a frame."""
    parsed = _parse(line)
    if parsed is None:
        return None  # such lines may be anything, and are not remembered
    file, number, name = parsed
    if len(_places) >= _MOST_PLACES:
        _places.clear()
    place = _places[line] = native_frame(file, name), number
    return place


def _parse(line: str) -> tuple[str, int, str] | None:
    head, quote, rest = line.strip().partition('", line ')
    number, comma, name = rest.partition(", in ")
    if not (head.startswith('File "') and quote and comma and number.isdigit()):
        return None
    return head[len('File "') :], int(number), name


def native_frame(file: str, name: str) -> FrameType:
    """A frame that represents native code."""
    frame = _frames.get((file, name))
    if frame is None:
        # The frame of a generator that has not begun: it has no caller, so keeping it keeps nothing else.
        scope: dict[str, FunctionType] = {}
        exec(compile("def native(): yield", file, "exec"), scope)
        code = scope["native"].__code__.replace(co_name=name)
        frame = _frames[file, name] = FunctionType(code, {})().gi_frame
    return frame
