"""Names of the registry as C++ identifiers.

Names there are free text between dots. Invariant: `identifier` gives what every C++ compiler from C++17 on
takes as the name of a function, a class, a namespace or a parameter, and no name that the text of a wrapper
needs for something else; a name that is one already stays as it is. Names that begin with two underscores,
or with one and a capital letter, are the compiler's own.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

_WORDS = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype
default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline
int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template
this thread_local throw true try typedef typeid typename typeof union unsigned using virtual void volatile
wchar_t while xor xor_eq
"""
"""The words of the language, up to C++20 and with GNU's."""

_ELSEWHERE = """
std abi tvmlike posix main assert errno linux unix i386 signbit NULL EOF NAN INFINITY HUGE_VAL stdin stdout
stderr
"""
"""What the text of a header needs itself, and macros and symbols of the system's headers."""

_TAKEN = frozenset((*_WORDS.split(), *_ELSEWHERE.split()))


def identifier(name: str, taken: Collection[str] = ()) -> str:
    """A C++ identifier for a name: another one than those that are taken."""
    text = "".join(_character(one) for one in name)
    if is_reserved(text):
        text = text.strip("_")
    if not text or text[0].isdigit():
        text = f"_{text}"
    while text in _TAKEN or text in taken:
        text = f"{text}_"
    return text


def is_reserved(name: str) -> bool:
    """Whether C++ reserves a name; it is named after those that can stay as they are."""
    return name[:1] == "_" and (name[1:2] == "_" or name[1:2].isupper())


def in_order(names: Collection[str]) -> list[str]:
    """Names in the order in which they choose their identifiers."""
    return sorted(names, key=lambda name: (is_reserved(name), name))


def _character(one: str) -> str:
    if one.isascii():
        return one if one.isalnum() or one == "_" else "_"
    return f"u{ord(one):04x}"


def literal(text: str) -> str:
    """A text as a C++ string literal, in UTF-8 bytes."""
    quoted = []
    for byte in text.encode("utf-8", "surrogatepass"):
        one = chr(byte)
        # Octal, which ends after three digits: a hexadecimal escape would include the characters after it.
        quoted.append(one if " " <= one <= "~" and one not in '"\\?' else f"\\{byte:03o}")
    return '"' + "".join(quoted) + '"'


def comment(text: str, indent: str = "") -> str:
    """A text as lines of a C++ comment; nothing where there is no text."""
    lines = []
    for line in text.strip().split("\n") if text.strip() else ():
        shown = one_line(line).rstrip()
        # A backslash at the end would make the next line part of the comment.
        shown += " ." if shown.endswith("\\") else ""
        lines.append(f"{indent}/// {shown}".rstrip() + "\n")
    return "".join(lines)


def one_line(text: str) -> str:
    """A text as it can stand in a comment: without what would end a line or turn its direction, and without
    the two question marks that a trigraph begins with.
    """
    return "".join(one if one.isprintable() else " " for one in text).replace("??", "? ?")
