"""What a stub says of classes whose objects are sequences or mappings, before its names are resolved."""

from __future__ import annotations

from ._abi import MEMBER_SEQUENCE
from ._annotations import accepted_text, type_text
from ._container import is_mutable
from ._parameters import parameters_of, result_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._members import TypeDescription, TypeMember


def container_texts(cls: TypeDescription, get: TypeMember) -> tuple[str, list[str]]:
    """What the class inherits from, and the lines that stand for what its type declares in another form."""
    item = type_text(result_of(get.record))
    parameters = parameters_of(get.record) or []
    place = parameters[0].record if parameters else "unknown"
    if get.flags & MEMBER_SEQUENCE:
        return f"Sequence[{item}]", [
            "@overload",
            f"def __getitem__(self, index: {accepted_text(place)}) -> {item}: ...",
            "@overload",
            f"def __getitem__(self, index: slice) -> list[{item}]: ...",
        ]
    key = type_text(place)
    kind = "MutableMapping" if is_mutable(cls) else "Mapping"
    return f"{kind}[{key}, {item}]", [f"def __iter__(self) -> Iterator[{key}]: ..."]
