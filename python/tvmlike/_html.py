"""Values as HTML, for notebooks. Invariant: every text from a value is escaped, and the size is bounded."""

from __future__ import annotations

from html import escape
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_ROWS = 50
_CELLS = 10
_TEXT = 1000


def table_of_pairs(kind: str, count: int, pairs: Iterable[tuple[Any, Any]]) -> str:
    """A table of keys and values."""
    rows = [
        f"<tr><th>{_text(repr(key))}</th><td>{_value(value)}</td></tr>" for key, value in islice(pairs, _ROWS)
    ]
    if count > _ROWS:
        rows.append(f"<tr><th>…</th><td>{count - _ROWS} more</td></tr>")
    return f"<div>{_text(kind)} of {count}</div><table>{''.join(rows)}</table>"


def of_elements(head: str, elements: Any) -> str:
    """A head, and below it a NumPy array of one or two dimensions as a table."""
    if elements is None or not 1 <= elements.ndim <= 2:
        return f"<div>{_text(head)}</div>"
    rows = elements[None, :] if elements.ndim == 1 else elements
    lines = [_row(row) for row in rows[:_CELLS]]
    if len(rows) > _CELLS:
        lines.append(f"<tr><td>… {len(rows) - _CELLS} more</td></tr>")
    return f"<div>{_text(head)}</div><table>{''.join(lines)}</table>"


def of_function(name: str, signature: str, doc: str | None) -> str:
    """A function with its signature and docstring."""
    return f"<div><code>{_text(name + signature)}</code></div>" + (f"<pre>{escape(doc)}</pre>" if doc else "")


def _row(row: Any) -> str:
    cells = "".join(f"<td>{_text(str(item))}</td>" for item in row[:_CELLS])
    return f"<tr>{cells}{'<td>…</td>' if len(row) > _CELLS else ''}</tr>"


def _value(value: Any) -> str:
    return _text(value if type(value) is str else repr(value))


def _text(text: str) -> str:
    return escape(text if len(text) <= _TEXT else f"{text[:_TEXT]}…")
