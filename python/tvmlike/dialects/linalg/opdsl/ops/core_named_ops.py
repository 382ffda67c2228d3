"""The functions that make the named operations of linalg, which are those of `linalg`."""

from __future__ import annotations

from .....ir import _this as ir
from .... import linalg

globals().update({name: getattr(linalg, name) for name in ir._structured_operations()})
