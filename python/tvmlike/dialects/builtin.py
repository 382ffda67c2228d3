"""The dialect builtin: modules."""

from __future__ import annotations

from ._module import dialect_class, fill, generated_class
from ._ods_common import register_operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._builtin_ops_gen import *  # noqa: F403


@register_operation(dialect_class("builtin"), replace=True)
class ModuleOp(generated_class("builtin", "ModuleOp")):  # type: ignore[misc]
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


fill("builtin", globals())
