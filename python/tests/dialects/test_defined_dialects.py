"""Dialects that registered functions define: by plugins, or here in Python."""

from __future__ import annotations

import gc
import importlib
import shutil
import subprocess

import pytest
from conftest import ROOT, SUFFIX, plugin_path

import tvmlike
from tvmlike import ir

TOY = """
dialect toy types=declared
enum Mode 32 "how to round"
  case "up" 0
  case "down" 1
type point class=PointType format="`<` $rank `>`"
  parameter rank i32
constraint Float "floating-point" float
constraint I64Attr "64-bit integer attribute" all(integer_attr,type[signless(64)]) value="i64"
constraint Point "point" type(toy.point)
operation scale format="$x `by` $factor attr-dict `:` type($x)"
  attribute factor I64Attr default="2 : i64"
  operand x Float
  result scaled Float
  trait Pure
  trait SameOperandsAndResultType
operation origin format="attr-dict `:` type($at)"
  result at Point
"""

IRDL = """
irdl.dialect @cmath {
  irdl.type @complex {
    %f32 = irdl.is f32
    %f64 = irdl.is f64
    %part = irdl.any_of(%f32, %f64)
    irdl.parameters(part: %part)
  }
  irdl.operation @mul {
    %part = irdl.any
    %complex = irdl.parametric @cmath::@complex<%part>
    irdl.operands(lhs: %complex, rhs: %complex)
    irdl.results(product: %complex)
  }
}
"""

USE = "%x = arith.constant 1.0 : f32\n%y = toy.scale %x by 3 : f32"


@pytest.fixture
def define():
    """Registers functions under names, until the test ends."""
    names = []

    def define(name, function):
        names.append(name)
        tvmlike.register_func(name, function)

    yield define
    for name in names:
        if name in tvmlike.list_global_func_names():
            tvmlike.remove_global_func(name)


def parse(text, context=None):
    with context or ir.Context(), ir.Location.unknown():
        return ir.Module.parse(text)


def error_of(run, kind=Exception):
    with pytest.raises(kind) as caught:
        run()
    return str(caught.value)


def test_a_text_gives_everything(define):
    define("ir.dialect.toy", lambda: TOY)
    module = parse(USE)
    assert "%1 = toy.scale %0 by 3 : f32" in str(module) or "toy.scale %cst by 3 : f32" in str(module)
    assert "toy.origin : !toy.point<3>" in str(parse("%p = toy.origin : !toy.point<3>"))
    message = error_of(lambda: parse(USE.replace("f32", "i32").replace("1.0", "1")))
    assert "'toy.scale' op operand #0 must be floating-point, but got 'i32'" in message
    assert "toy" in ir._this._dialects()


def test_builders_and_views(define):
    define("ir.dialect.toy", lambda: TOY)
    toy = importlib.import_module("tvmlike.dialects.toy")
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse("%x = arith.constant 1.0 : f32")
        x = module.body.operations[0].result
        with ir.InsertionPoint(module.body):
            made = toy.ScaleOp(x)
            again = toy.scale(made.scaled, factor=7)
        assert made.x == x
        assert made.scaled.type == ir.F32Type.get()
        assert made.factor.value == 2
        assert again.owner.name == "toy.scale"
        assert module.operation.verify()
        assert isinstance(module.body.operations[1], toy.ScaleOp)
        assert "toy.scale %0 by 7" in str(module) or "by 7 : f32" in str(module)


def test_irdl(define):
    define("ir.dialect.cmath", lambda: IRDL)
    text = """
        func.func @f(%x: !cmath.complex<f32>) -> !cmath.complex<f32> {
          %y = "cmath.mul"(%x, %x) : (!cmath.complex<f32>, !cmath.complex<f32>) -> !cmath.complex<f32>
          return %y : !cmath.complex<f32>
        }"""
    # The definition is read while the text is being read, and once for all contexts.
    for _ in range(2):
        assert "cmath.mul" in str(parse(text))
    message = error_of(lambda: parse(text.replace("f32", "i32")))
    assert "'i32' does not satisfy the constraint" in message
    wrong = text.replace("-> !cmath.complex<f32>\n", "-> !cmath.complex<f64>\n").replace(
        "return %y : !cmath.complex<f32>", "return"
    )
    message = error_of(lambda: parse(wrong.replace("-> !cmath.complex<f32> {", "{")))
    assert "expected '!cmath.complex<f32>' but got '!cmath.complex<f64>'" in message


@pytest.mark.parametrize(
    "text", [TOY, IRDL.replace("cmath", "toy").replace("mul", "scale")], ids=["data", "irdl"]
)
def test_a_registered_check(define, text):
    seen = []

    def check(op):
        seen.append((op.name, len(op.operands), op.parent.name))
        if "bad" in op.attributes:
            return "must not be bad"
        if "worse" in op.attributes:
            raise ValueError("is worse")
        return None

    define("ir.dialect.toy", lambda: text)
    define("ir.verify.toy.scale", check)
    form = {
        TOY: '%x = arith.constant 1.0 : f32\n%y = "toy.scale"(%x) {{{}}} : (f32) -> f32',
    }.get(
        text,
        '%x = "builtin.unrealized_conversion_cast"() : () -> !toy.complex<f32>\n'
        '%y = "toy.scale"(%x, %x) {{{}}} : (!toy.complex<f32>, !toy.complex<f32>) -> !toy.complex<f32>',
    )
    module = parse(form.format("good"))
    assert seen[-1][0] == "toy.scale"
    assert seen[-1][2] == "builtin.module"
    assert module.operation.verify()
    assert "'toy.scale' op must not be bad" in error_of(lambda: parse(form.format("bad")))
    assert "'toy.scale' op is worse" in error_of(lambda: parse(form.format("worse")))


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_ends_a_program_passes_checks_and_inference(define, kind):
    ends = []

    def check(op):
        if ends:
            raise kind("now")

    def infer(types, attributes):
        if ends:
            raise kind("here")
        return types

    define("ir.dialect.toy", lambda: TOY.replace("  trait SameOperandsAndResultType\n", ""))
    define("ir.verify.toy.scale", check)
    define("ir.infer.toy.scale", infer)
    text = '%x = arith.constant 1.0 : f32\n%y = "toy.scale"(%x) : (f32) -> f32'
    module = parse(text)
    operation = module.body.operations[1]
    ends.append(kind)
    for run in [module.operation.verify, lambda: parse(text, module.context), lambda: str(module)]:
        with pytest.raises(kind):
            run()
    with module.context, ir.Location.unknown(), pytest.raises(kind, match="here"):
        ir.Operation.create("toy.scale", operands=[operation.operands[0]], infer_type=True)
    # Nothing is left of it.
    ends.clear()
    assert module.operation.verify()
    assert "toy.scale" in str(module)


def test_a_check_may_keep_the_operation(define):
    kept = []
    define("ir.dialect.toy", lambda: TOY)
    define("ir.verify.toy.scale", lambda op: kept.append(op))
    module = parse(USE)
    assert kept[0].name == "toy.scale"
    del module
    gc.collect()
    assert "no longer exists" in error_of(lambda: kept[0].name, RuntimeError)
    module = parse(USE)
    module.operation.verify()
    last = kept[-1]
    del module
    gc.collect()
    # It was in a module with an owner.
    assert last.parent.name == "builtin.module"


def test_a_check_cannot_change_the_text_that_is_being_read(define):
    messages = []

    def check(op):
        messages.append(error_of(lambda: op.erase(), RuntimeError))

    define("ir.dialect.toy", lambda: TOY)
    define("ir.verify.toy.scale", check)
    parse(USE)
    assert "context" in messages[0]


def test_a_withdrawn_dialect(define):
    define("ir.dialect.toy", lambda: TOY)
    context = ir.Context()
    module = parse(USE + "\n%p = toy.origin : !toy.point<3>", context)
    tvmlike.remove_global_func("ir.dialect.toy")
    reason = "dialect 'toy' was unloaded with what defined it; use a new context"
    assert '"toy.scale"(%0) <{factor = 3 : i64}> : (f32) -> f32' in str(module)
    assert '"toy.origin"() : () -> !toy.point<3>' in str(module)
    scale = module.body.operations[1]
    assert (scale.name, scale.operands[0].type) == ("toy.scale", scale.results[0].type)
    assert f"'toy.scale' op cannot be verified: {reason}" in error_of(lambda: module.operation.verify())
    for text in USE, '%x = arith.constant 1.0 : f32\n"toy.scale"(%x) : (f32) -> f32':
        assert f"operation 'toy.scale' cannot be made: {reason}" in error_of(
            lambda text=text: parse(text, context)
        )
    with context, ir.Location.unknown():
        assert reason in error_of(lambda: ir.Type.parse("!toy.point<2>"))
        operands = [module.body.operations[0].result]
        create = lambda: ir.Operation.create("toy.scale", [ir.F32Type.get()], operands)  # noqa: E731
        assert reason in error_of(create, ValueError)
        assert reason in error_of(lambda: context.dialects["toy"], IndexError)
    assert "Dialect `toy' not found" in error_of(lambda: parse(USE))
    # Another definition is for other contexts.
    define("ir.dialect.toy", lambda: TOY.replace("`by`", "`times`"))
    assert "toy.scale %cst times 3" in str(parse(USE.replace("by", "times")))
    assert reason in error_of(lambda: parse(USE.replace("by", "times"), context))
    scale.move_before(module.body.operations[0])
    assert module.body.operations[0] == scale
    scale.erase()
    assert "toy.scale" not in str(module)


def test_a_replaced_definition(define):
    define("ir.dialect.toy", lambda: TOY)
    module = parse(USE)
    tvmlike.register_func("ir.dialect.toy", lambda: TOY.replace("`by`", "`times`"), override=True)
    assert "was replaced by another definition; use a new context" in error_of(
        lambda: module.operation.verify()
    )
    assert "toy.scale %cst times 3" in str(parse(USE.replace("by", "times")))


def test_a_context_with_its_own_definition(define):
    context = ir.Context()
    with context, ir.Location.unknown():
        ir.load_irdl(ir.Module.parse(IRDL))
    define("ir.dialect.cmath", lambda: "dialect cmath")
    assert context.dialects["cmath"].descriptor.namespace == "cmath"
    assert context.is_registered_operation("cmath.mul")
    assert not ir.Context().is_registered_operation("cmath.mul")


def test_a_removed_check(define):
    define("ir.dialect.toy", lambda: TOY)
    define("ir.verify.toy.scale", lambda op: None)
    module = parse(USE)
    tvmlike.remove_global_func("ir.verify.toy.scale")
    message = error_of(lambda: module.operation.verify())
    assert "'toy.scale' op cannot be verified: the function \"ir.verify.toy.scale\" was removed" in message


def toy(old, new, text=TOY):
    assert old in text
    return text.replace(old, new)


WRONG = {
    "not a definition": ("nonsense", "line 1, column 1: custom op 'nonsense' is unknown"),
    "no dialect": ("builtin.module {}", "the text defines no dialect"),
    "another name": ("dialect tay", "ir.dialect.toy: the text defines the dialect 'tay'"),
    "a dialect of the library": ("dialect arith", "the library has a dialect of this name"),
    "unknown keyword": (TOY + "operatoin x\n", "line 19: unknown keyword 'operatoin'"),
    "defined twice": (TOY + "operation scale\n", "the operation 'toy.scale' is defined twice"),
    "parts of one name": (toy("result scaled", "result x"), "'toy.scale': the part 'x' is defined twice"),
    "depends on itself": (toy("types=declared", "types=declared depends=toy"), "it depends on 'toy'"),
    "unknown constraint": (toy("operand x Float", "operand x Flaot"), "no constraint 'Flaot' is defined"),
    "unknown test": (toy('point" float', 'point" flaot'), "unknown test 'flaot'"),
    "missing type": (toy("type(toy.point)", "type(toy.pint)"), "there is no type 'toy.pint'"),
    "a type in itself": (toy("rank i32", "rank type(toy.point)"), "point contains point"),
    "a wrong default value": (toy("2 : i64", "2.0 : f32"), "the default value of 'factor'"),
    "two cases of one value": (toy('"down" 1', '"down" 0'), "two cases have the value 0"),
    "a case that is too large": (
        toy("Mode 32", "Mode 1").replace('"down" 1', '"down" 2'),
        "more than 1 bits",
    ),
    "groups that cannot be told apart": (
        toy("operand x Float", "operand* x Float\n  operand* y Float"),
        "it needs the trait AttrSizedOperandSegments",
    ),
    "a trait without operands": (
        toy("result at Point", "result at Point\n  trait SameOperandsAndResultType"),
        "the trait SameOperandsAndResultType needs an operand",
    ),
    "a missing type": (toy("`:` type($at)", ""), "type of result #0, named 'at', is not buildable"),
    "a missing operand": (toy("$x `by`", "`by`"), "operand #0, named 'x', not found"),
    "an ambiguous format": (toy("attr-dict `:`", "attr-dict attr-dict `:`"), "attr-dict"),
    "code that there is not": (toy("$x `by`", "custom<Mine>($x) `by`"), "custom<Mine>"),
    "an unknown type in IRDL": (toy("::@complex<", "::@real<", IRDL), "not found"),
    "alternatives that overlap": (
        toy("%f64 = irdl.is f64", "%f64 = irdl.any", IRDL),
        "any_of constraints are not in the correct form",
    ),
    "a condition in C++": (toy("irdl.is f64", 'irdl.c_pred "x"', IRDL), "irdl.c_pred is a condition in C++"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_definitions(define, case):
    text, expected = WRONG[case]
    name = "cmath" if "cmath" in text else "toy"
    define(f"ir.dialect.{name}", lambda: text)
    with ir.Context() as context:
        message = error_of(lambda: context.get_dialect_descriptor(name), ValueError)
        assert message.startswith(f"ir.dialect.{name}: ")
        assert expected in message
        # Nothing of it is there, and a text says why.
        assert not context.is_registered_operation("toy.scale")
        assert message in error_of(lambda: parse(USE.replace("toy", name), context))
    if case != "another name":
        message = error_of(lambda: ir._this.check_dialect(text), ValueError)
        assert expected in message


def test_check_dialect():
    assert ir._this.check_dialect(TOY) == "toy"
    assert ir._this.check_dialect(IRDL) == "cmath"
    assert "toy" not in ir._this._dialects()
    # Functions that a plugin registers with the dialect are not there in its init.
    text = TOY.replace("  trait SameOperandsAndResultType\n", "")
    assert "named 'scaled', is not buildable" in error_of(lambda: ir._this.check_dialect(text), ValueError)
    assert ir._this.check_dialect(text, inferred=["toy.scale"]) == "toy"


def test_the_function_raises(define):
    def fails():
        raise ValueError("the file is missing")

    define("ir.dialect.toy", fails)
    assert "ir.dialect.toy: the file is missing" in error_of(
        lambda: ir.Context().get_dialect_descriptor("toy")
    )


HYPOT = """
    func.func @f(%a: f64) -> f64 {
      %c = "geometry.hypot"(%a, %a) : (f64, f64) -> f64
      return %c : f64
    }"""


@pytest.fixture
def c_plugin(tmp_path):
    """Builds the C plugin of the examples under a name."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    source = (ROOT / "examples" / "plugin_c" / "plugin_c.c").read_text()

    def build(name, *changes):
        text = source
        for old, new in (("plugin_c.", f"{name}."), ('"plugin_c"', f'"{name}"'), *changes):
            assert old in text
            text = text.replace(old, new)
        (tmp_path / f"{name}.c").write_text(text)
        library = tmp_path / f"lib{name}{SUFFIX}"
        include = ["-I", ROOT / "ffi" / "include"]
        command = [
            compiler,
            "-std=c99",
            "-O0",
            "-shared",
            "-fPIC",
            *include,
            tmp_path / f"{name}.c",
            "-o",
            library,
            "-lm",
        ]
        subprocess.run(command, check=True)
        return library

    names = {plugin["name"] for plugin in tvmlike.list_plugins()}
    yield build
    for plugin in tvmlike.list_plugins():
        if plugin["name"] not in names:
            tvmlike.unload_plugin(plugin["name"])


def test_a_plugin_brings_a_dialect_and_takes_it_away(c_plugin):
    path = c_plugin("one_c")
    tvmlike.load_plugin(path)
    module = parse(HYPOT)
    function = module.body.operations[0]
    assert "'i32' does not satisfy the constraint" in error_of(lambda: parse(HYPOT.replace("f64", "i32")))
    # A dialect in use does not keep the plugin: the definition is data.
    tvmlike.unload_plugin("one_c", refuse_if_held=True)
    assert '"geometry.hypot"(%arg0, %arg0) : (f64, f64) -> f64' in str(module)
    assert "dialect 'geometry' was unloaded with what defined it" in error_of(
        lambda: module.operation.verify()
    )
    assert "geometry.hypot" in str(function.clone())
    assert "unregistered dialect" in error_of(lambda: parse(HYPOT), ir.MLIRError)
    tvmlike.load_plugin(path)
    assert parse(HYPOT).operation.verify()
    # A new build replaces the definition.
    c_plugin("one_c", ("any_of(%f32, %f64)", "any_of(%f64)"))
    tvmlike.reload_plugin("one_c")
    assert "'f32' does not satisfy" in error_of(lambda: parse(HYPOT.replace("f64", "f32")))


def test_two_plugins_define_one_dialect(c_plugin):
    tvmlike.load_plugin(c_plugin("one_c"))
    before = tvmlike.list_global_func_names()
    message = error_of(lambda: tvmlike.load_plugin(c_plugin("two_c")))
    assert '"ir.dialect.geometry" is already registered by one_c' in message
    assert "registering it again by two_c" in message
    assert tvmlike.list_global_func_names() == before
    assert parse(HYPOT).operation.verify()


def test_the_rust_plugin():
    path = plugin_path().with_name(f"libtvmlike_plugin_rust{SUFFIX}")
    if not path.exists():
        pytest.skip(f"{path} is not built")
    tvmlike.load_plugin(path)
    try:
        text = """
            func.func @f(%a: tensor<3xf64>) -> f64 {
              %p = vectors.dot %a, %a : tensor<3xf64>
              return %p : f64
            }"""
        assert "vectors.dot %arg0, %arg0 : tensor<3xf64>" in str(parse(text))
        assert "must be 1-D tensor of f64" in error_of(lambda: parse(text.replace("3x", "3x3x")))
    finally:
        tvmlike.unload_plugin("plugin_rust")
