"""Calls of functions whose arguments and results are converted by their record.

The rules are in `_by_record`, which is imported when the first such function is looked up.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._by_record import CallPlan


def plan_of_described(name: str, info: Any) -> CallPlan | None:
    """The plan for the function that is registered under a name; `info` is `registry.info`, or None."""
    import json

    from ._parameters import checked_record

    return plan_of_record(checked_record(json.loads(info(name))) if info is not None else {})


def plan_of_text(text: str) -> CallPlan | None:
    """The plan for the record of a bound function, as JSON text; None for most records."""
    import json

    from ._parameters import checked_record

    return plan_of_record(checked_record(json.loads(text)))


def plan_of_record(record: dict[str, Any]) -> CallPlan | None:
    """The plan for a record; None for most records."""
    from ._by_record import call_plan

    return call_plan(record)
