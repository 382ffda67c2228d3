"""What MLIR's bindings have and this package does not, and what it would need."""

from __future__ import annotations

_DIALECTS = "dialects have no hooks for it yet"
_DEFINED = "tvmlike.dialects.ext has the classes of types and attributes that programs define"
_REMARKS = "remarks report what passes did, which do not exist yet"
_SCOPES = "types and attributes live as long as their context; make a context for the scope"

ABSENT = {
    "Context.begin_transient_scope": _SCOPES,
    "Context.end_transient_scope": _SCOPES,
    "Context.is_in_transient_scope": _SCOPES,
    "Context.transient_scope": _SCOPES,
    "Context.enable_remarks": _REMARKS,
    "Context.finalize_remarks": _REMARKS,
    "Context.remarks_enabled": _REMARKS,
    "Location.emit_remark": _REMARKS,
    "Remark": _REMARKS,
    "RemarkFormat": _REMARKS,
    "RemarkKind": _REMARKS,
    "RemarkPolicy": _REMARKS,
    "ConditionallySpeculatable": _DIALECTS,
    "DynamicAttr": _DEFINED,
    "DynamicType": _DEFINED,
    "InferShapedTypeOpInterface": _DIALECTS,
    "MemoryEffect": _DIALECTS,
    "MemoryEffectInstance": _DIALECTS,
    "MemoryEffectsOpInterface": _DIALECTS,
    "ShapedTypeComponents": _DIALECTS,
    "SideEffectResource": _DIALECTS,
    "Speculatability": _DIALECTS,
    "register_type_caster": "classes of types are those of the library",
    "loc_tracebacks": "pass `loc`, or make a location current",
}
"""Names of the module, or members of its classes, and why they are absent."""


def why(name: str) -> str:
    """The end of the error for an absent name."""
    reason = ABSENT.get(name)
    return "" if reason is None else f": {reason}"
