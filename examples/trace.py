"""Seeing what happens: which functions come and go, which are called, how often, how long.

    python examples/trace.py

While it counts, `tvmlike top` in another terminal shows the same numbers live.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import tvmlike


def main() -> None:
    names_that_come_and_go_are_told()
    calls_are_counted()
    it_costs_nothing_afterwards()
    a_script_runs_under_top()


def names_that_come_and_go_are_told() -> None:
    told: list[tuple[str, list[str]]] = []
    number = tvmlike.registry.subscribe("kitchen", lambda event, names: told.append((event, [*names])))
    tvmlike.register_func("kitchen.boil", lambda minutes: f"boiled for {minutes} minutes")
    tvmlike.register_func("kitchen.boil", lambda minutes: f"boiled {minutes} min", override=True)
    tvmlike.remove_global_func("kitchen.boil")
    tvmlike.registry.unsubscribe(number)
    tvmlike.register_func("kitchen.fry", lambda: None)
    tvmlike.remove_global_func("kitchen.fry")
    print("told:", ", ".join(event for event, _ in told))
    assert told == [(event, ["kitchen.boil"]) for event in ("registered", "overridden", "removed")]


def counted(name: str) -> dict[str, Any]:
    """What was counted of one function."""
    (row,) = (row for row in tvmlike.trace.read() if row["name"] == name)
    return dict(row)


def calls_are_counted() -> None:
    def divide(a: int, b: int) -> int:
        return a // b

    tvmlike.register_func("kitchen.divide", divide)
    handle = tvmlike.kitchen.divide  # got before anything is traced
    tvmlike.trace.start("kitchen")
    for b in range(4):
        try:
            handle(12, b)
        except ZeroDivisionError:
            pass
    # Native code that calls it counts as well.
    tvmlike.array.map(lambda b: handle(12, b), [1, 2, 3])
    tvmlike.trace.stop()
    handle(12, 1)
    row = counted("kitchen.divide")
    calls, errors = row["calls"], row["errors"]
    print(f"counted: {calls} calls, {errors} of them failed, the longest took {row['longest']} ns")
    assert (calls, errors) == (7, 1)
    assert 0 < row["longest"] <= row["total"]


def it_costs_nothing_afterwards() -> None:
    before = counted("kitchen.divide")
    for _ in range(1000):
        tvmlike.kitchen.divide(12, 3)
    assert counted("kitchen.divide") == before
    print("stopped: a thousand more calls, none counted")
    tvmlike.remove_global_func("kitchen.divide")


SCRIPT = """
import tvmlike
print(tvmlike.array.map(lambda x: x * x, [1, 2, 3]))
"""


def a_script_runs_under_top() -> None:
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "squares.py"
        script.write_text(SCRIPT)
        command = [sys.executable, "-m", "tvmlike", "top", "--prefix", "array", "--", str(script)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    print("top:", *done.stdout.splitlines(), sep="\n  ")
    assert "[1, 4, 9]" in done.stdout
    assert "array.map" in done.stdout


if __name__ == "__main__":
    main()
