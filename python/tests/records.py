"""Records of the function ABI and calls with them, for several tests."""

from __future__ import annotations

import pytest

from tvmlike import abi

F32 = ["ndarray", "f32", 1, None]


def a(*slots, **more):
    """Returns a record with these arguments and without results."""
    return {"a": list(slots), "r": [], **more}


def gets(record, *args, **keywords):
    """Returns the arguments that the native function receives in a call."""
    calls = []
    abi.attach(lambda *given: calls.append(given), record)(*args, **keywords)
    return calls[0]


def refuses(record, *args, error=TypeError, match=None, **keywords):
    """Returns the error message of a call that fails before the native function is called."""
    calls = []
    function = abi.attach(lambda *given: calls.append(given), record, name="f")
    with pytest.raises(error, match=match) as caught:
        function(*args, **keywords)
    assert not calls
    return str(caught.value)
