"""The text of one C++ class: an object type of the registry, with its fields and methods.

A class is a reference to an object, as `tvmlike::ObjectRef` is, and inherits from the class of its type's
parent where the header has that. A field `x` becomes `x()` and, where it can be written to, `set_x(value)`;
the constructor becomes the static function `create`; and what Python names by two underscores gets the name
or the operator that C++ has for it. Scopes are those of `tvmlike::Scope`, so that `__enter__` is left out.
"""

from __future__ import annotations

from ._abi import MEMBER_SEQUENCE
from ._container import container_of
from ._cpp_items import Items, Iteration
from ._cpp_names import comment, identifier, is_reserved, literal, one_line
from ._cpp_wrapper import line_of, within, wrappers_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._cpp_header_names import HeaderNames
    from ._members import TypeDescription, TypeMember

_INHERITED = """
ObjectRef KeyedTraits kTypeKey kTypeIndex get into_handle swap take borrow type_index type_key is_a same_as
use_count
"""
"""What every class inherits, and the headers rely on."""

_NAMES = {
    "__init__": "create",
    "__repr__": "repr",
    "__str__": "str",
    "__len__": "size",
    "__hash__": "hash",
    "__getitem__": "at",
    "__setitem__": "set_at",
    "__delitem__": "remove",
    "__contains__": "contains",
    "__keys__": "keys",
    "__next__": "next",
}
_OPERATORS = {"__eq__": "==", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
_BINARY = {"__add__": "+", "__sub__": "-", "__mul__": "*", "__mod__": "%"}
_HIDDEN = frozenset(
    ("__getstate__", "__from_state__", "__refines__", "__refinement_key__", "__enter__", "__exit__")
)


class ClassText:
    """One class."""

    def __init__(self, cls: TypeDescription, names: HeaderNames) -> None:
        self._cls = cls
        self._names = names
        self._full = names.class_of(cls.key) or ""
        self._scope, _, self._name = self._full.rpartition("::")
        self._parent = names.class_of(cls.parent) or "tvmlike::ObjectRef"
        self._functions: list[_Function] = []
        self._operators = [member.name for member in cls.members if member.name in _OPERATORS]
        get = container_of(cls)
        iteration = Iteration.of(cls, self._name, names) if get is None else None
        taken = {*_INHERITED.split(), self._name}
        if get is not None or iteration is not None:
            taken.update(("begin", "end"))
        if cls.refines is not None:
            taken.update(("isa", "cast", "try_cast"))
        self._items: Items | Iteration | None = iteration
        plain = {member.name for member in cls.members}
        for member in cls.members:
            if member.name in _HIDDEN or member.name in _OPERATORS:
                continue
            if member.name == "__iter__" and iteration is not None:
                continue
            name = _NAMES.get(member.name, member.name)
            if member.name in _BINARY and _is_binary(member, names):
                name = f"operator{_BINARY[member.name]}"
            else:
                # A method `add` has its name before `__add__`, whose underscores C++ reserves.
                name = identifier(name, {*taken, *plain} if is_reserved(name) else taken)
                taken.add(name)
            self._functions.append(_Function(member, name, names))
            if member is get:
                wrapper = wrappers_of(member.record, names.class_of)[0]
                self._items = Items(self._name, name, wrapper, bool(get.flags & MEMBER_SEQUENCE))
        # Behind all others: a method that is called `set_x` has the name before the field `x`.
        for member in cls.members:
            if member.kind == "field" and member.writable:
                name = identifier(f"set_{member.name}", taken)
                taken.add(name)
                self._functions.append(_Function(member, name, names, setter=True))

    def forward(self) -> str:
        """The declaration of the name."""
        return f"namespace {self._scope[2:]} {{ class TVMLIKE_INTERNAL {self._name}; }}\n"

    def definition(self) -> str:
        """The class, whose functions are only declared."""
        lines = [
            comment(self._cls.doc),
            f"class TVMLIKE_INTERNAL {self._name} : public {self._parent} {{\n public:\n",
            f"  static constexpr std::string_view kTypeKey = {literal(self._cls.key)};\n\n",
            "  /// No object; only good for being assigned to.\n",
            f"  {self._name}() noexcept = default;\n",
            f"  /// Around an object of the type `{one_line(self._cls.key)}`.\n",
            f"  explicit {self._name}(tvmlike::ObjectRef object) noexcept\n",
            f"      : {self._parent}(std::move(object)) {{}}\n",
        ]
        if self._cls.refines is not None:
            lines.append("\n" + self._casts())
        for function in self._functions:
            lines.append("\n" + function.declarations())
        if self._items is not None:
            lines.append("\n" + self._items.declarations())
        lines += [f"\n{self._operator(name)}" for name in self._operators]
        return within(self._scope, "".join(lines) + "};\n")

    def traits(self) -> str:
        """How the class crosses."""
        kind = "KeyedTraits" if self._cls.refines is None else "RefinedTraits"
        base = f"tvmlike::{kind}<{self._full}>"
        return f"template <>\nstruct tvmlike::Traits<{self._full}> : {base} {{}};\n"

    def _casts(self) -> str:
        """What tells objects of a refinement from the others that it refines."""
        key, name = one_line(self._cls.key), self._name
        return (
            f"  /// Whether an object is a `{key}`.\n"
            "  static bool isa(const tvmlike::ObjectRef& object) {\n"
            "    return tvmlike::detail::is_instance(kTypeKey, object);\n"
            "  }\n"
            f"  /// The object as a `{key}`. Throws TypeError where it is none.\n"
            f"  static {name} cast(tvmlike::ObjectRef object) {{\n"
            "    if (!isa(object)) tvmlike::detail::throw_not(kTypeKey, object);\n"
            f"    return {name}(std::move(object));\n"
            "  }\n"
            f"  /// The object as a `{key}`, where it is one.\n"
            f"  static std::optional<{name}> try_cast(tvmlike::ObjectRef object) {{\n"
            "    if (!isa(object)) return std::nullopt;\n"
            f"    return {name}(std::move(object));\n"
            "  }\n"
        )

    def bodies(self) -> str:
        """The functions of the class."""
        texts = [function.definitions(self._name, self._cls.key) for function in self._functions]
        if self._items is not None:
            texts.append(self._items.bodies())
        texts += [self._operator_body(name) for name in self._operators]
        return within(self._scope, "\n".join(texts)) if texts else ""

    def _operator(self, name: str) -> str:
        pair = f"(const {self._name}& a, const {self._name}& b)"
        text = f"  friend bool operator{_OPERATORS[name]}{pair};\n"
        if name == "__eq__":
            text += f"  friend bool operator!={pair} {{ return !(a == b); }}\n"
        return text

    def _operator_body(self, name: str) -> str:
        sign = _OPERATORS[name]
        otherwise, empty = f'tvmlike::detail::throw_no_order("{sign}", a, b);', ""
        if sign == "==":
            otherwise, empty = "return a.same_as(b);", "  if (!a || !b) return a.same_as(b);\n"
        return (
            f"TVMLIKE_HIDDEN inline bool operator{sign}(const {self._name}& a, const {self._name}& b) {{\n"
            f"{empty}"
            "  using Answer = std::optional<bool>;\n"
            f"  const Answer answer = tvmlike::detail::call_method<Answer>(a, {literal(name)}, b);\n"
            "  if (answer) return *answer;\n"
            f"  {otherwise}\n"
            "}\n"
        )


def _is_binary(member: TypeMember, names: HeaderNames) -> bool:
    """Whether all overloads of a method can be a binary operator."""
    return member.kind == "method" and all(
        len(wrapper.parameters) == wrapper.required == 1 and not wrapper.variadic
        for wrapper in wrappers_of(member.record, names.class_of)
    )


class _Function:
    """One function of a class."""

    def __init__(self, member: TypeMember, name: str, names: HeaderNames, setter: bool = False) -> None:
        record = member.record
        if setter:
            kind = (record.get("r") or ["unknown"])[0]
            record = {"a": [["named", "value", kind]], "r": []}
        elif member.kind == "field":
            record = {**record, "a": []}
        self._member = member
        self._name = name
        self._setter = setter
        self._static = member.kind in ("static", "constant", "static_property")
        self._wrappers = wrappers_of(record, names.class_of)

    def declarations(self) -> str:
        text = ""
        for wrapper in self._wrappers:
            text += wrapper.comment("  ")
            for parameters, _, template in wrapper.overloads():
                start = f"{'static ' if self._static else ''}{wrapper.result} {self._name}"
                end = ";" if self._static else " const;"
                text += f"  {template}" if template else ""
                text += line_of(start, parameters, end, "  ") + "\n"
        return text

    def definitions(self, owner: str, key: str) -> str:
        return "\n".join(self._bodies(owner, key))

    def _bodies(self, owner: str, key: str) -> Iterator[str]:
        for wrapper in self._wrappers:
            for parameters, passed, template in wrapper.overloads():
                start = f"{template}TVMLIKE_HIDDEN inline {wrapper.result} {owner}::{self._name}"
                line = line_of(start, parameters, " {" if self._static else " const {")
                yield f"{line}\n  {self._call(key, passed, wrapper.result)};\n}}\n"

    def _call(self, key: str, passed: list[str], result: str) -> str:
        member, name = self._member, literal(self._member.name)
        if self._setter:
            return f"tvmlike::ObjectRef::set({name}, {passed[0]})"
        if member.kind == "field":
            return f"return tvmlike::ObjectRef::get<{result}>({name})"
        if member.kind == "method":
            return f"return tvmlike::detail::call_method<{result}>({', '.join(['*this', name, *passed])})"
        if member.kind != "static":
            return f"return tvmlike::detail::class_attribute_as<{result}>({literal(key)}, {name})"
        if member.name == "__init__":
            return f"return {result}(tvmlike::construct({', '.join([literal(key), *passed])}))"
        return f"return tvmlike::detail::call_static<{result}>({', '.join([literal(key), name, *passed])})"
