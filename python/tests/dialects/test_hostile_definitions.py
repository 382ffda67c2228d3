"""Definitions of dialects that nest without end, have odd names or two readings, or change in use."""

from __future__ import annotations

import importlib
import re
import threading

import pytest
from test_defined_dialects import TOY, USE, define, error_of, parse  # noqa: F401

import tvmlike
from tvmlike import ir

ANY = 'constraint A "a" anything\n'
INDEX = 'constraint X "index" index type="index"\n'
NUMBER = 'constraint I "i64" all(integer_attr,type[signless(64)]) value="i64"\n'


def check(text):
    return ir._this.check_dialect(text)


def chain(length, parameters):
    """Types that each contain the next one."""
    lines = ["dialect d types=declared"]
    for at in range(length):
        shown = " ".join(f"$p{index}" for index in range(parameters))
        lines.append(f'type t{at:06} format="`<` {shown} `>`"')
        lines += [f"  parameter p{index} type(d.t{at + 1:06})" for index in range(parameters)]
    return "\n".join([*lines, f"type t{length:06}", ""])


def symbol(kind, options=""):
    return (
        'dialect d types=declared\nenum E 32 "e"\n  case "a" 1\n'
        f'type t format="`<` $x `>`"\n  parameter x {kind} {options}\n'
    )


HUGE = {
    "a deep kind of parameter": (symbol("array(" * 100_000 + "i32" + ")" * 100_000), "nested more than"),
    "a deep predicate": (f"dialect d\nconstraint A 'a' {'all(' * 100_000}", "expected a text in quotes"),
    "deep alternatives": (f'dialect d\nconstraint A "a" {"not(" * 100_000}', "nested more than"),
    "a deep format": (
        f'dialect d\n{ANY}operation o format="{"(" * 100_000}"\n  operand? x A\n',
        "nesting exceeds",
    ),
    "a deep default value": (
        f'dialect d\n{ANY}operation o\n  attribute a A default="{"[" * 100_000}"\n',
        "the default value of 'a' is no attribute",
    ),
    "a long chain that ends in itself": (
        chain(20_000, 1).replace("type t020000", 'type t020000 format="$p"\n  parameter p type(d.t000000)'),
        "contains itself without end: t000000 contains t000001",
    ),
    "a width without end": (symbol("i4294967295"), "width"),
    "a position without end": (
        f"dialect d\n{ANY}operation o\n  attribute a A at=4294967295\n",
        "at=4294967295, but there are 0 operands",
    ),
    "clauses without end": (
        f'dialect d\n{NUMBER}operation o format="oilist('
        + " | ".join(f"`a{at}` $a{at}" for at in range(65))
        + ') attr-dict"\n'
        + "".join(f"  attribute? a{at} I\n" for at in range(65)),
        "an oilist has more than 64 clauses",
    ),
}


@pytest.mark.parametrize("case", HUGE)
def test_huge_definitions(case):
    text, expected = HUGE[case]
    assert expected in error_of(lambda: check(text), ValueError)[:1000]


def test_long_definitions_take_linear_time():
    # Each type is looked at once, not once for each way that leads to it.
    assert check(chain(60, 3)) == "d"
    lines = "".join(f"operation o{at}\n" for at in range(2_000))
    assert check(f"dialect d\n{lines}") == "d"


# What is wrong in a format, and one that differs by a word between parts. `end`: the end of the operation.
AMBIGUOUS = {
    "$xs `,` $ys": ("$xs is a list with commas, and a ',' can follow it", "$xs `then` $ys"),
    "$xs $ys": ("$xs can be absent, and a value can follow it", "$xs `then` $ys"),
    "(`[` $xs^ `]`)? $ys end": ("$ys can be absent, and a value can follow it", "(`[` $xs^ `]`)? $ys"),
    "($n^)? $m": ("$n can be absent, and an attribute can follow it", "($n^)? `then` $m"),
    "(`a` $n^)? `a` $m": ("`a` can be absent, and 'a' can follow it", "(`a` $n^)? `b` $m"),
    "oilist(`a` $n | `b` $s) `b` $m": (
        "a clause can be absent, and 'b' can follow it",
        "oilist(`a` $n | `b` $s) `c` $m",
    ),
    "($s^)? end": ("$s can be absent, and a string can follow it", "($s^)?"),
    "(`loc` $n^)? end": ("`loc` can be absent, and 'loc' can follow it", "(`at` $n^)? end"),
    "`a` `` `b`": ("`a` and `b` are printed without a space", "`a` `b`"),
    "`a` `` $m": ("`a` and $m are printed without a space", "`a` $m"),
    "`-` `` `>`": ("`-` and `>` are printed without a space", "`->`"),
}


def definition(form):
    parts = {
        "xs": "operand* xs X",
        "ys": "operand* ys X",
        "n": "attribute? n I",
        "m": "attribute m I",
        "s": "attribute? s S",
    }
    used = [f"  {part}" for name, part in parts.items() if re.search(rf"\${name}\b", form)]
    sized = ["  trait AttrSizedOperandSegments"] if "$xs" in form and "$ys" in form else []
    text = f"attr-dict {form[:-4]}" if form.endswith(" end") else f"{form} `end` attr-dict"
    lines = [f'operation o format="{text}"', *used, *sized]
    return f'dialect d\n{INDEX}{NUMBER}constraint S "string" string_attr\n' + "\n".join(lines) + "\n"


def test_ambiguous_formats():
    for form, (expected, good) in AMBIGUOUS.items():
        message = error_of(lambda form=form: check(definition(form)), ValueError)
        assert f"'d.o': assembly format: format ambiguity: {expected}" in message
        assert check(definition(good)) == "d"


PARAMETERS = {
    symbol("array(array(i32))"): "a list of lists, whose commas look alike",
    symbol("array(i32)").replace("$x `>`", "$x `,` $y `>`")
    + "  parameter y i32\n": "$x is a list with commas",
    symbol("i32") + "  parameter y i32\n": "format is missing reference to parameter: y",
    symbol("i32", 'default="abc"'): "'abc' is no default value of the parameter 'x'",
    symbol("i8", 'default="300"'): "'300' is no default value of the parameter 'x'",
    symbol("type", 'default="!d.t"'): "'!d.t' is no default value of the parameter 'x'",
    symbol("enum(E)", 'default="b"'): "'b' is no default value of the parameter 'x'",
    symbol("enum(F)"): "there is no enum 'F'",
    symbol("other(x)"): "a directive or a parameter without code",
}


def test_parameters_that_cannot_be_read_back():
    for text, expected in PARAMETERS.items():
        assert expected in error_of(lambda text=text: check(text), ValueError)


NAMES = ("a;b", 'a"b', "é", "a/b", "%x", "a(b", "\u202e", "a..b", ".a", "a.", "a\tb")


def test_names():
    for name in NAMES:
        for text in (
            f"dialect d\noperation {name}\n",
            f"dialect d\n{ANY}operation o\n  operand {name} A\n",
            f"dialect d\noperation o\n  region* {name}\n",
            f"dialect d\noperation o class={name}\n",
            f"dialect d types=declared\ntype {name}\n",
            f'dialect d types=declared\ntype t format="params"\n  parameter {name} i32\n',
        ):
            message = error_of(lambda text=text: check(text), ValueError)
            assert "use letters, digits" in message, text
        assert "dialect" in error_of(lambda name=name: check(f"dialect {name}\n"), ValueError)
    for case in ("", "a b", "1", "a,b", "é"):
        text = f'dialect d\nenum E 32 "e"\n  case "{case}" 1\n'
        assert f"'{case}' is no keyword" in error_of(lambda text=text: check(text), ValueError)
    message = error_of(lambda: check('dialect d\nenum E 32 "e" separator="+"\n'), ValueError)
    assert "the separator is ',' or '|', not '+'" in message
    message = error_of(lambda: check("dialect d\noperation a_b\noperation a.b\n"), ValueError)
    assert "the class 'ABOp' is defined twice" in message


NAMED = f"""
dialect names
{ANY}
operation class
operation o
  operand build A
  operand _ods_build A
  operand self A
  operand for A
  operand isinstance A
  attribute attribute A
  attribute? given A
  attribute unit A
  attribute construct A
  result parse A
  region* _ods_given
"""


def test_parts_with_names_of_python(define):  # noqa: F811
    define("ir.dialect.names", lambda: NAMED)
    names = importlib.import_module("tvmlike.dialects.names")
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse("%x = arith.constant 1 : i32")
        x = module.body.operations[0].result
        value = ir.IntegerAttr.get(x.type, 7)
        with ir.InsertionPoint(module.body):
            parts = {
                **dict.fromkeys(("build", "_ods_build_", "self_", "for_", "isinstance"), x),
                **dict.fromkeys(("attribute", "unit", "construct"), value),
            }
            made = names.OOp(parse=x.type, num__ods_given=2, **parts)
            again = names.o(parse=x.type, num__ods_given=0, given=value, **parts)
            names.class_()
        assert (made.build, made.for_, made.attribute, len(made.regions)) == (x, x, value, 2)
        assert again.owner.attributes["given"] == value
        assert module.operation.verify()


def test_attributes_of_any_name(define):  # noqa: F811
    names = ["a b", "a_b", "a\\nb", "x=print(1)", "%20", "é", "for"]
    lines = [f"%{at} = irdl.any" for at in range(len(names))]
    listed = ", ".join(f'"{name}" = %{at}' for at, name in enumerate(names))
    operation = f"irdl.operation @o {{ {' '.join(lines)} irdl.attributes {{{listed}}} }}"
    define("ir.dialect.named", lambda: f"irdl.dialect @named {{ {operation} }}")
    named = importlib.import_module("tvmlike.dialects.named")
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.create()
        values = [ir.StringAttr.get(name) for name in names]
        with ir.InsertionPoint(module.body):
            made = named.OOp(*values)
        plain = [name.replace("\\n", "\n") for name in names]
        assert {name: made.attributes[name] for name in made.attributes} == dict(zip(plain, values))
        assert str(made.attributes["a b"]) == '"a b"'
        assert module.operation.verify()


def test_the_order_of_checks(define):  # noqa: F811
    seen = []

    def note(word):
        def check(op):
            assert ir.Context.current == op.context
            assert ir.Location.current == op.location
            seen.append((word, op.name))

        return check

    text = 'dialect order\nconstraint F "float" float\noperation outer\n  operand? x F\n  region r\n'
    text += "operation inner\n  trait Terminator\n"
    define("ir.dialect.order", lambda: text)
    for name in ("outer", "inner"):
        define(f"ir.verify.order.{name}", note("before"))
        define(f"ir.verify_regions.order.{name}", note("after"))
    parse('"order.outer"() ({ "order.inner"() : () -> () }) : () -> ()')
    assert seen == [
        ("before", "order.outer"),
        ("before", "order.inner"),
        ("after", "order.inner"),
        ("after", "order.outer"),
    ]
    seen.clear()
    wrong = '%x = arith.constant 1 : i32\n"order.outer"(%x) ({}) : (i32) -> ()'
    assert "must be float" in error_of(lambda: parse(wrong), ir.MLIRError)
    assert seen == []


def test_a_check_that_verifies_its_own_operation_ends(define):  # noqa: F811
    define("ir.dialect.toy", lambda: TOY)
    define("ir.verify.toy.scale", lambda op: op.verify() and None)
    assert "more than 16 checks verify operations within each other" in error_of(lambda: parse(USE))
    tvmlike.register_func("ir.verify.toy.scale", lambda op: parse(USE) and None, override=True)
    assert "more than 16 checks verify operations within each other" in error_of(lambda: parse(USE))
    tvmlike.register_func("ir.verify.toy.scale", lambda op: None, override=True)
    assert parse(USE)


def test_code_that_is_registered_late(define):  # noqa: F811
    define("ir.dialect.toy", lambda: TOY)
    module = parse(USE)
    define("ir.verify.toy.scale", lambda op: "is never right")
    reason = "dialect 'toy' is another one since \"ir.verify.toy.scale\" was registered; use a new context"
    assert reason in error_of(lambda: module.operation.verify())
    assert "'toy.scale' op is never right" in error_of(lambda: parse(USE))
    # What is replaced is called at once, and functions for no operation change nothing.
    tvmlike.register_func("ir.verify.toy.scale", lambda op: None, override=True)
    module = parse(USE)
    define("ir.verify.toy.scales", lambda op: "is never called")
    define("ir.infer.toy", lambda op: "is never called")
    assert module.operation.verify()


def test_a_definition_that_is_replaced_while_it_is_read(define):  # noqa: F811
    begun, replaced = threading.Event(), threading.Event()

    def old():
        begun.set()
        assert replaced.wait(10)
        return TOY

    define("ir.dialect.toy", old)
    texts = []
    new = USE.replace("by", "times")
    thread = threading.Thread(target=lambda: texts.append(str(parse(new))))
    thread.start()
    assert begun.wait(10)
    tvmlike.register_func("ir.dialect.toy", lambda: TOY.replace("`by`", "`times`"), override=True)
    replaced.set()
    thread.join()
    assert "times 3" in texts[0]
    assert "times 3" in str(parse(new))


def test_a_definition_that_needs_itself(define):  # noqa: F811
    def uses(other):
        def definition():
            parse(f'"{other}.o"() : () -> ()')
            return "dialect one\noperation o\n"

        return definition

    define("ir.dialect.one", uses("one"))
    message = error_of(lambda: parse('"one.o"() : () -> ()'))
    assert "the definition of dialect 'one' needs the dialect itself" in message
    define("ir.dialect.two", uses("three"))
    define("ir.dialect.three", uses("two"))
    message = error_of(lambda: parse('"two.o"() : () -> ()'))
    assert "the definition of dialect 'two' needs the dialect itself" in message


def test_definitions_change_while_threads_parse(define):  # noqa: F811
    define("ir.dialect.toy", lambda: TOY)
    failures, done = [], threading.Event()

    def work():
        while not done.is_set():
            try:
                module = parse(USE)
                str(module)
                module.operation.verify()
            except (ir.MLIRError, ValueError) as error:
                if "toy" not in str(error):
                    failures.append(error)
            except BaseException as error:
                failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for at in range(60):
        tvmlike.register_func("ir.dialect.toy", lambda: TOY, override=True)
        if at % 3 == 1:
            tvmlike.remove_global_func("ir.dialect.toy")
    done.set()
    for thread in threads:
        thread.join()
    assert not failures
    assert "toy.scale" in str(parse(USE))
