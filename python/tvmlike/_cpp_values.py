"""The text of C++ types without an object behind them: enumerations and plain structs.

An enumeration becomes an `enum class` over `std::int64_t`; flags get the operators that combine them. A plain
struct becomes an aggregate whose fields are those of the record; a field that may be left out is a
`std::optional`. How both cross is in `tvmlike/vocabulary.hpp`, which needs to know what is written here.
"""

from __future__ import annotations

from ._cpp_names import comment, identifier, literal
from ._cpp_types import optional_type, value_type
from ._cpp_wrapper import within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._cpp_types import ClassOf
    from ._enums import Members

_MINIMUM = -(2**63)


def enum_text(full: str, key: str, doc: str, told: Members) -> str:
    """An enumeration with what is known of it; `full` is its name from the global namespace."""
    scope, _, name = full.rpartition("::")
    names: list[str] = []
    lines = []
    for member, value, text in told.members:
        names.append(identifier(member, names))
        lines.append(f"{comment(text, '  ')}  {names[-1]} = {_number(value)},\n")
    body = f"{comment(doc)}enum class {name} : std::int64_t {{\n{''.join(lines)}}};\n"
    if told.flags:
        body += "".join(
            f"constexpr {name} operator{sign}({name} a, {name} b) noexcept {{\n"
            f"  using Bits = std::int64_t;\n"
            f"  return static_cast<{name}>(static_cast<Bits>(a) {sign} static_cast<Bits>(b));\n"
            "}\n"
            for sign in "|&"
        )
    values = ", ".join(_number(value) for _, value, _ in told.members)
    info = (
        f"template <>\nstruct tvmlike::EnumInfo<{full}> {{\n"
        f"  static constexpr std::string_view kKey = {literal(key)};\n"
        f"  static constexpr bool kFlags = {'true' if told.flags else 'false'};\n"
        f"  static constexpr std::int64_t kValues[] = {{{values}}};\n}};\n"
        f"template <>\nstruct tvmlike::Traits<{full}> : tvmlike::EnumTraits<{full}> {{}};\n"
    )
    return within(scope, body) + info


def _number(value: int) -> str:
    return f"{value + 1} - 1" if value == _MINIMUM else str(value)


class RecordText:
    """One plain struct."""

    def __init__(self, full: str, kind: list[Any], class_of: ClassOf) -> None:
        self._full = full
        self._scope, _, self._name = full.rpartition("::")
        self._key, self._doc = kind[1], kind[2] if isinstance(kind[2], str) else ""
        self._fields: list[tuple[str, str, str, bool]] = []
        """The name in C++, the name in the record, the type, and whether it may be left out."""
        taken: list[str] = [self._name]
        for name, field, *more in fields_of(kind):
            taken.append(identifier(name, taken))
            text = value_type(field, class_of)
            text = "tvmlike::Any" if text == "void" else text
            self._fields.append((taken[-1], name, optional_type(text) if more else text, bool(more)))

    def forward(self) -> str:
        """The declaration of the name."""
        return f"namespace {self._scope[2:]} {{ struct {self._name}; }}\n"

    def definition(self) -> str:
        """The struct, and what is known of it."""
        fields = "".join(f"  {kind} {name}{{}};\n" for name, _, kind, _ in self._fields)
        calls = "".join(
            f"    call({literal(name)}, record.{own}, {'true' if optional else 'false'});\n"
            for own, name, _, optional in self._fields
        )
        body = f"{comment(self._doc)}struct {self._name} {{\n{fields}}};\n"
        info = (
            f"template <>\nstruct tvmlike::RecordInfo<{self._full}> {{\n"
            f"  static constexpr std::string_view kName = {literal(self._key)};\n"
            "  template <class R, class F>\n"
            "  static void each([[maybe_unused]] R& record, [[maybe_unused]] F&& call) {\n"
            f"{calls}  }}\n}};\n"
            f"template <>\nstruct tvmlike::Traits<{self._full}> : tvmlike::RecordTraits<{self._full}> {{}};\n"
        )
        return within(self._scope, body) + info


def fields_of(kind: list[Any]) -> list[list[Any]]:
    """The fields of a record of a plain struct: name, type, and a word where it may be left out."""
    return [one for one in kind[3:] if isinstance(one, list) and len(one) > 1 and isinstance(one[0], str)]


def records_in(kind: Any, found: dict[str, list[Any]]) -> None:
    """Adds the plain structs that a type record names, each behind those that it holds."""
    if not isinstance(kind, list):
        return
    is_record = kind[:1] == ["record"] and len(kind) > 2 and isinstance(kind[1], str)
    if is_record and kind[1] in found:
        return
    for part in kind:
        records_in(part, found)
    if is_record:
        found[kind[1]] = kind
