"""The dialect amdgpu: the types that describe moves of tensors."""

from __future__ import annotations

from ..ir import _this as ir
from ._module import fill
from ._types import type_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._amdgpu_ops_gen import *  # noqa: F403


def _base_get(element_type: Any, context: Any = None) -> Any:
    """The type of a pair of addresses of elements."""
    return ir.Type.parse(f"!amdgpu.tdm_base<{element_type}>", context=context or element_type.context)


def _gather_get(element_type: Any, index_type: Any, context: Any = None) -> Any:
    """The type of a pair of addresses of elements, which indices of a type select."""
    text = f"!amdgpu.tdm_gather_base<{element_type}, {index_type}>"
    return ir.Type.parse(text, context=context or element_type.context)


TDMBaseType = type_class("amdgpu", "tdm_base", "TDMBaseType", {"get": staticmethod(_base_get)})
TDMDescriptorType = type_class("amdgpu", "tdm_descriptor", "TDMDescriptorType")
TDMGatherBaseType = type_class(
    "amdgpu", "tdm_gather_base", "TDMGatherBaseType", {"get": staticmethod(_gather_get)}
)

fill("amdgpu", globals())
