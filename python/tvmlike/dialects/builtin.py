"""The dialect builtin: modules."""

from __future__ import annotations

from ._module import base_class, dialect_class, fill, generated_class
from ._ods_common import register_operation
from ._region_op import region_op

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ._builtin_ops_gen import *  # noqa: F403


@register_operation(dialect_class("builtin"), replace=True)
class ModuleOp(base_class("builtin", "ModuleOp")):  # type: ignore[misc]
    """A module."""

    __slots__ = ()

    def __init__(self, *, loc: Any = None, ip: Any = None) -> None:
        """Makes a module with an empty block."""
        super().__init__(loc=loc, ip=ip)
        self.regions[0].blocks.append()

    @property
    def body(self) -> Any:
        """The block of the module."""
        return self.regions[0].blocks[0]


def _module(
    *,
    sym_name: Any = None,
    sym_visibility: Any = None,
    attrs: Mapping[str, Any] | None = None,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    made = generated_class("builtin", "ModuleOp")(
        sym_name=sym_name, sym_visibility=sym_visibility, loc=loc, ip=ip
    )
    for name, attribute in (attrs or {}).items():
        made.attributes[name] = attribute
    return made


module = region_op(_module)

fill("builtin", globals())
