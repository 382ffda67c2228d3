"""Pipelines and passes of Python."""

from __future__ import annotations

import importlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import tvmlike
from tvmlike import ir
from tvmlike.passmanager import PassManager

TEXT = """
func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 2 : i32
  %2 = arith.addi %0, %1 : i32
  %3 = arith.addi %a, %2 : i32
  return %3 : i32
}
func.func @g(%a: i32) -> (i32, i32) {
  %0 = arith.muli %a, %a : i32
  %1 = arith.muli %a, %a : i32
  return %0, %1 : i32, i32
}
"""


@pytest.fixture
def context():
    with ir.Context() as context:
        yield context


def test_a_pipeline_runs_and_prints_as_it_was_read(context):
    text = "builtin.module(func.func(cse),canonicalize{max-iterations=2})"
    manager = PassManager.parse(text)
    full = str(manager)
    assert full.startswith("builtin.module(func.func(cse),canonicalize{  max-iterations=2 ")
    assert str(PassManager.parse(full)) == full
    module = ir.Module.parse(TEXT)
    manager.run(module.operation)
    assert "arith.constant 3 : i32" in str(module)
    assert str(module).count("arith.muli") == 1
    manager.run(module)
    assert str(PassManager()) == "any()"


def test_the_modules_under_the_name_of_another_package():
    ir.install_as("passes_of_mlir")
    passmanager = importlib.import_module("passes_of_mlir.passmanager")
    rewrite = importlib.import_module("passes_of_mlir.rewrite")
    assert passmanager.PassManager is PassManager
    assert rewrite.RewritePatternSet is tvmlike.rewrite.RewritePatternSet


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("builtin.module(cse,nothing)", ":1:5: error: 'nothing' does not refer to a registered pass"),
        ("builtin.module(canonicalize{a=1})", "no such option a"),
        ("builtin.module(canonicalize{max-iterations=x})", "'x' value invalid for long argument"),
        ("cse", "wrapped with the anchor operation type"),
        ("builtin.module(cse", "wrapped with the anchor operation type"),
    ],
)
def test_wrong_pipelines_are_refused(context, text, message):
    with pytest.raises(ValueError, match=message):
        PassManager.parse(text)


def test_a_function_is_a_pass_and_its_pass_is_named_by_stale_handles(context):
    module = ir.Module.parse(TEXT)
    seen = []

    def erase_one(op, pass_):
        seen.append(op.name)
        last = op.regions[0].blocks[0].operations[1]
        last.result.replace_all_uses_with(op.regions[0].blocks[0].operations[0].result)
        last.erase()

    function = module.body.operations[1]
    product = function.regions[0].blocks[0].operations[1]
    manager = PassManager("builtin.module")
    nested = PassManager("func.func")
    nested.add(erase_one, "Eraser", argument="erase-one")
    nested.run(function)
    assert seen == ["func.func"]
    with pytest.raises(Exception, match="erased by erase-one"):
        _ = product.name
    manager.add("cse")
    manager.add(lambda op, pass_: seen.append(op.name), "count")
    manager.run(module.operation)
    assert seen == ["func.func", "builtin.module"]
    assert str(manager) == "builtin.module(cse,count)"


def test_native_passes_are_named_by_stale_handles_too(context):
    module = ir.Module.parse(TEXT)
    product = module.body.operations[1].regions[0].blocks[0].operations[1]
    PassManager.parse("builtin.module(cse)").run(module.operation)
    with pytest.raises(Exception, match="erased by cse"):
        _ = product.name


def test_a_stale_block_argument_or_region_names_the_pass(context):
    module = ir.Module.parse("""
        func.func @f(%a: i32, %c: i1) -> i32 {
          cf.cond_br %c, ^last(%a : i32), ^last(%a : i32)
        ^last(%b: i32):
          return %b : i32
        ^unreachable(%d: i32):
          cf.br ^unreachable(%d : i32)
        }
        func.func private @g() {
          return
        }""")
    first, second = module.body.operations
    _, last, unreachable = first.regions[0].blocks
    passed, argument = last.arguments[0], unreachable.arguments[0]
    region = second.regions[0]
    PassManager.parse("builtin.module(canonicalize,symbol-dce)").run(module.operation)
    for act, what in (
        (lambda: passed.type, "an argument of a block of `func.func` was erased by canonicalize"),
        (lambda: argument.type, "an argument of a block of `func.func` was erased by canonicalize"),
        (lambda: list(unreachable.operations), "a block of `func.func` was erased by canonicalize"),
        (lambda: list(region.blocks), "region 0 of `func.func` was erased by symbol-dce"),
    ):
        with pytest.raises(Exception, match=what):
            act()


def test_what_a_function_raises_is_raised(context):
    module = ir.Module.parse(TEXT)

    class OwnError(Exception):
        pass

    def fail(op, pass_):
        raise OwnError("no")

    manager = PassManager("builtin.module")
    manager.add(fail)
    with pytest.raises(OwnError, match="no"):
        manager.run(module.operation)
    # It can run again.
    with pytest.raises(OwnError):
        manager.run(module.operation)


def test_a_pass_signals_failure_and_later_passes_do_not_run(context):
    module = ir.Module.parse(TEXT)
    seen = []
    manager = PassManager("builtin.module")
    manager.add(lambda op, pass_: pass_.signal_pass_failure())
    manager.add(lambda op, pass_: seen.append(op.name))
    with pytest.raises(ir.MLIRError, match="Failure while executing pass pipeline"):
        manager.run(module.operation)
    assert seen == []


def test_what_a_pass_leaves_is_verified(context):
    module = ir.Module.parse(TEXT)

    def break_it(op, pass_):
        del op.attributes["sym_name"]

    manager = PassManager("func.func")
    manager.add(break_it)
    with pytest.raises(ir.MLIRError, match="requires attribute 'sym_name'"):
        manager.run(module.body.operations[0])
    manager.enable_verifier(False)
    module = ir.Module.parse(TEXT)
    manager.run(module.body.operations[0])


def test_a_pass_that_erases_its_own_operation_is_an_error(context):
    module = ir.Module.parse(TEXT)
    manager = PassManager("func.func")
    manager.add(lambda op, pass_: op.erase(), "self-eraser")
    with pytest.raises(ir.MLIRError, match="was erased by self-eraser"):
        manager.run(module.body.operations[0])
    assert len(module.body.operations) == 1


def test_a_running_manager_cannot_run_again(context):
    module = ir.Module.parse(TEXT)
    manager = PassManager("builtin.module")
    manager.add(lambda op, pass_: manager.run(op))
    with pytest.raises(RuntimeError, match="the pass manager is running"):
        manager.run(module.operation)


def test_a_pass_can_run_another_pipeline(context):
    module = ir.Module.parse(TEXT)
    inner = PassManager.parse("builtin.module(canonicalize,cse)")
    manager = PassManager("builtin.module")
    manager.add(lambda op, pass_: inner.run(op))
    manager.run(module.operation)
    assert str(module).count("arith.muli") == 1


def test_the_wrong_operation_is_refused(context):
    module = ir.Module.parse(TEXT)
    with pytest.raises(ir.MLIRError, match=r"can't run 'func.func' pass manager on 'builtin.module' op"):
        PassManager.parse("func.func(cse)").run(module.operation)
    with ir.Context():
        other = ir.Module.parse(TEXT)
    with pytest.raises(ValueError, match="another context"):
        PassManager.parse("builtin.module(cse)").run(other.operation)


def test_a_registered_function_is_a_pass_with_options(context):
    calls = []

    def mark(op: ir.Operation, label: str = "x", times: int = 1, loud: bool = False) -> None:
        """Marks operations."""
        calls.append((op.name, label, times, loud))

    tvmlike.register_func("ir.pass.test-mark", mark)
    try:
        manager = PassManager.parse("builtin.module(test-mark{times=3 label=y},func.func(test-mark))")
        assert "test-mark{label=y loud=false times=3}" in str(manager)
        manager.run(ir.Module.parse(TEXT).operation)
        assert calls == [
            ("builtin.module", "y", 3, False),
            ("func.func", "x", 1, False),
            ("func.func", "x", 1, False),
        ]
        assert tvmlike.passmanager.passes()["test-mark"] == "Marks operations."
    finally:
        tvmlike.remove_global_func("ir.pass.test-mark")
    with pytest.raises(RuntimeError, match=r"ir.pass.test-mark.* was removed"):
        manager.run(ir.Module.parse(TEXT).operation)
    with pytest.raises(ValueError, match="does not refer to a registered pass"):
        PassManager.parse("builtin.module(test-mark)")


LISTS = [  # options, as they are printed, the first as by mlir-opt 22, and the values
    ("", "{ sizes={1,2}}", [], [1, 2]),
    ("{names=a,b}", "{names={a,b} sizes={1,2}}", ["a", "b"], [1, 2]),
    ("{names={a, {b c}} sizes={3, 0x10}}", "{names={a,{b c}} sizes={3,16}}", ["a", "b c"], [3, 16]),
    ("{sizes=3 names='x,y' sizes=4,5}", "{names={x,y} sizes={3,4,5}}", ["x", "y"], [3, 4, 5]),
    ("{sizes= names={}}", "{names={} sizes={}}", [], []),
    ("{names={a},{b} sizes=-1}", "{names={a,b} sizes={-1}}", ["a", "b"], [-1]),
    ('{names=(a,b),"c,d",}', "{names={(a,b),c,d,} sizes={1,2}}", ["(a,b)", "c,d", ""], [1, 2]),
]


@pytest.mark.parametrize(("options", "printed", "names", "sizes"), LISTS)
def test_a_registered_function_has_options_that_are_lists(context, options, printed, names, sizes):
    calls = []

    def tile(op: ir.Operation, sizes: list[int] = [1, 2], names: Sequence[str] = ()) -> None:  # noqa: B006
        calls.append((list(names), list(sizes)))

    tvmlike.register_func("ir.pass.test-tile", tile)
    try:
        manager = PassManager.parse(f"builtin.module(test-tile{options})")
        assert str(manager) == f"builtin.module(test-tile{printed})"
        manager.run(ir.Module.parse(TEXT).operation)
        assert calls == [(names, sizes)]
        assert str(PassManager.parse(str(manager))) == str(manager)
    finally:
        tvmlike.remove_global_func("ir.pass.test-tile")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("{sizes=1,a}", "for the --sizes option: 'a' value invalid for long argument"),
        ("{sizes=1,}", "for the --sizes option: '' value invalid for long argument"),
        ("{sizes=1, 2}", "for the --sizes option: '' value invalid for long argument"),
        ("{sizes}", "for the --sizes option: requires a value!"),
    ],
)
def test_wrong_elements_of_lists_are_errors(context, options, message):
    def tile(op: ir.Operation, sizes: list[int] = []) -> None:  # noqa: B006
        pass

    tvmlike.register_func("ir.pass.test-tile", tile)
    try:
        with pytest.raises(ValueError, match=message):
            PassManager.parse(f"builtin.module(test-tile{options})")
    finally:
        tvmlike.remove_global_func("ir.pass.test-tile")


def test_an_option_without_a_type_is_an_error(context):
    def unannotated(op, name="a"):
        pass

    def anything(op: ir.Operation, name: object = 1) -> None:
        pass

    for function in (unannotated, anything, lambda op, name=1: None):
        tvmlike.register_func("ir.pass.test-tile", function)
        try:
            with pytest.raises(
                ValueError, match=r"'name' .* has no type that an option can have, .*options are"
            ):
                PassManager.parse("builtin.module(test-tile)")
        finally:
            tvmlike.remove_global_func("ir.pass.test-tile")


def test_a_list_of_what_is_no_option_is_an_error(context):
    def wrong(op: ir.Operation, parts: list[ir.Type] = []) -> None:  # noqa: B006
        pass

    def other(op: ir.Operation, parts: list[int] = ["a"]) -> None:  # noqa: B006
        pass

    def one(op: ir.Operation, part: ir.Type | None = None) -> None:
        pass

    for function, message in (
        (wrong, "options are bool, int, float, str, lists"),
        (other, "parameter 'parts'"),
        (one, "'part' of its function has no type that an option can have, .*options are bool"),
    ):
        tvmlike.register_func("ir.pass.test-tile", function)
        try:
            with pytest.raises(ValueError, match=message):
                PassManager.parse("builtin.module(test-tile)")
        finally:
            tvmlike.remove_global_func("ir.pass.test-tile")


def test_a_pass_of_the_library_is_not_replaced(context):
    tvmlike.register_func("ir.pass.cse", lambda op: None)
    try:
        with pytest.raises(
            ValueError, match=r"pass 'cse' is registered twice: .*register the function under another"
        ):
            PassManager.parse("builtin.module(cse)")
        assert "cse" in tvmlike.passmanager.passes()
    finally:
        tvmlike.remove_global_func("ir.pass.cse")
    assert str(PassManager.parse("builtin.module(cse)")) == "builtin.module(cse)"


@pytest.mark.parametrize("name", ["sccp", "convert-arith-to-llvm", "remove-dead-values"])
def test_a_pass_on_what_does_not_verify(context, name):
    module = ir.Module.parse("func.func @f(%a: i64) -> i64 { return %a : i64 }")
    block = module.body.operations[0].regions[0].blocks[0]
    with ir.InsertionPoint.at_block_begin(block), ir.Location.file("made.py", 7, 1):
        ir.Operation.create("arith.addi", results=[block.arguments[0].type], operands=[block.arguments[0]])
    before = str(module)
    manager = PassManager.parse(f"builtin.module({name})")
    with pytest.raises(
        ir.MLIRError, match=r"(?s)panicked: .*\"made.py\":7:1: 'arith.addi' op expected 2 operands"
    ):
        manager.run(module.operation)
    assert str(module) == before


def test_reports_are_printed(context, capfd):
    manager = PassManager.parse("builtin.module(canonicalize,func.func(cse))")
    manager.enable_timing()
    manager.enable_statistics()
    manager.enable_ir_printing(print_before_all=True, print_after_change=True)
    manager.run(ir.Module.parse(TEXT).operation)
    text = capfd.readouterr().err
    assert "// -----// IR Dump Before Canonicalizer (canonicalize) //----- //" in text
    assert "// -----// IR Dump After CSE (cse) //----- //" in text
    assert text.count("IR Dump After CSE") == 1
    assert "(S) 1 num-cse'd - Number of operations CSE'd" in text
    assert "... Execution time report ..." in text
    assert "'func.func' Pipeline" in text


TREE = """
module @"../top" {
  func.func @f(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    return %0 : i32
  }
  module {
    func.func @g() {
      return
    }
  }
}
"""
TREE_PIPELINE = "builtin.module(canonicalize,func.func(cse),builtin.module(func.func(cse)),symbol-dce)"


def test_what_passes_leave_is_printed_to_a_tree_of_files(context, tmp_path, capfd):
    manager = PassManager.parse(TREE_PIPELINE)
    manager.enable_ir_printing(
        print_before_all=True, print_generic_op_form=True, tree_printing_dir_path=str(tmp_path / "new" / "ir")
    )
    manager.run(ir.Module.parse(TREE).operation)
    assert capfd.readouterr().err == ""
    files = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    # Before and after each pass, with a number for each operation around.
    assert [str(path.relative_to(tmp_path / "new" / "ir")) for path in files] == [
        "builtin_module_.._top/0_canonicalize.mlir",
        "builtin_module_.._top/1_canonicalize.mlir",
        "builtin_module_.._top/2_symbol-dce.mlir",
        "builtin_module_.._top/3_symbol-dce.mlir",
        "builtin_module_.._top/builtin_module_no-symbol-name/func_func_g/1_0_0_cse.mlir",
        "builtin_module_.._top/builtin_module_no-symbol-name/func_func_g/1_0_1_cse.mlir",
        "builtin_module_.._top/func_func_f/1_0_cse.mlir",
        "builtin_module_.._top/func_func_f/1_1_cse.mlir",
    ]
    text = files[-1].read_text()
    assert text.startswith('// -----// IR Dump After CSE (cse) //----- //\n"func.func"() <{')


def test_what_is_around_counts_as_printed_to_a_tree_of_files(context, tmp_path):
    manager = PassManager.parse("builtin.module(func.func(cse),builtin.module(func.func(cse)),symbol-dce)")
    manager.enable_ir_printing(tree_printing_dir_path=str(tmp_path))
    manager.run(ir.Module.parse(TREE).operation)
    assert sorted(path.name for path in tmp_path.rglob("*.mlir")) == [
        "0_0_0_cse.mlir",
        "0_0_cse.mlir",
        "1_symbol-dce.mlir",
    ]


def test_a_tree_of_files_that_cannot_be_written_is_an_error(context, tmp_path):
    (tmp_path / "file").write_text("")
    manager = PassManager.parse("builtin.module(cse)")
    manager.enable_ir_printing(tree_printing_dir_path=str(tmp_path / "file"))
    with context.attach_diagnostic_handler(lambda found: seen.append(str(found)) or True):
        seen = []
        manager.run(ir.Module.parse(TEXT).operation)
    assert len(seen) == 1
    assert f"cannot write the IR to `{tmp_path / 'file'}/builtin_module_no-symbol-name/0_cse.mlir`" in seen[0]


@pytest.mark.skipif(not shutil.which("mlir-opt-22"), reason="mlir-opt 22 is not installed")
def test_the_tree_of_files_is_that_of_mlir_opt(tmp_path):
    (tmp_path / "in.mlir").write_text(TREE.replace("../top", "top"))
    found = []
    for program in (
        [sys.executable, "-c", "import sys, tvmlike; tvmlike.tools.opt(*sys.argv[1:])"],
        ["mlir-opt-22"],
    ):
        folder = tmp_path / str(len(found))
        flags = [
            f"--pass-pipeline={TREE_PIPELINE}",
            "--mlir-print-ir-before-all",
            "--mlir-print-ir-after-all",
        ]
        flags += [
            "--mlir-print-ir-module-scope",
            "--mlir-disable-threading",
            f"--mlir-print-ir-tree-dir={folder}",
        ]
        subprocess.run([*program, str(tmp_path / "in.mlir"), *flags], check=True, stdout=subprocess.DEVNULL)
        files = [path for path in folder.rglob("*") if path.is_file()]
        found.append({str(path.relative_to(folder)): path.read_text() for path in files})
    assert len(found[0]) == 8
    assert found[0] == found[1]


def test_places_in_a_text_become_locations(context, tmp_path):
    module = ir.Module.parse("func.func @f(%a: i32) -> i32 { %0 = arith.addi %a, %a : i32 return %0 : i32 }")
    path = tmp_path / "shown.mlir"
    PassManager.parse(f"builtin.module(snapshot-op-locations{{filename={path}}})").run(module.operation)
    assert path.read_text() == str(module)
    add, end = module.body.operations[0].regions[0].blocks[0].operations
    assert str(add.location) == f'loc("{path}":3:4)'
    assert str(end.location) == f'loc("{path}":4:4)'
    PassManager.parse("builtin.module(snapshot-op-locations{tag=second})").run(module.operation)
    again = re.fullmatch(rf'loc\(fused\["{path}":3:4, "second"\("(.*)":3:4\)\]\)', str(add.location))
    assert again
    shown = Path(again[1])
    assert shown.read_text() == str(module)
    shown.unlink()
    nowhere = tmp_path / "no" / "folder"
    manager = PassManager.parse(f"builtin.module(snapshot-op-locations{{filename={nowhere}}})")
    with pytest.raises(ir.MLIRError, match=f"cannot open output file '{nowhere}': No such file"):
        manager.run(module.operation)


def test_a_graph_is_printed(context, capfd):
    module = ir.Module.parse("func.func @f(%a: i32) -> i32 { %0 = arith.addi %a, %a : i32 return %0 : i32 }")
    PassManager.parse("builtin.module(view-op-graph{print-attrs=false})").run(module.operation)
    text = capfd.readouterr().err
    assert text.startswith("digraph G {\n  compound = true;\n")
    assert "{{<arg_arg0> %arg0|<arg_arg0> %arg0}|arith.addi\\l|{<res_0> %0 i32}}" in text
    assert text.count("style = solid") == 3


def test_results_do_not_depend_on_the_number_of_threads(context):
    functions = [
        f"func.func @f{n}(%a: i32) -> i32 {{ %0 = arith.addi %a, %a : i32 %1 = arith.addi %a, %a : i32 "
        f"%2 = arith.muli %0, %1 : i32 return %2 : i32 }}"
        for n in range(100)
    ]
    results = []
    for threads in (False, True):
        context.enable_multithreading(threads)
        module = ir.Module.parse("\n".join(functions))
        PassManager.parse("builtin.module(func.func(canonicalize,cse))").run(module.operation)
        results.append(str(module))
    assert results[0] == results[1]
    assert results[0].count("arith.addi") == 100


def test_a_report_shows_what_each_pass_changed(tmp_path: Path) -> None:
    page = tmp_path / "out.html"
    with ir.Context():
        module = ir.Module.parse(
            "func.func @f(%a: i32) -> i32 { %0 = arith.addi %a, %a : i32  %1 = arith.addi %a, %a : i32"
            "  %2 = arith.muli %0, %1 : i32  return %2 : i32 }"
        )
        manager = PassManager.parse("builtin.module(func.func(cse),symbol-dce)")
        manager.enable_report(str(page))
        manager.run(module.operation)
    html = page.read_text()
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', html, re.DOTALL)
    assert found
    data = json.loads(found.group(1))
    assert data["pipeline"].startswith("builtin.module(func.func(cse),symbol-dce")
    cse, dce = data["passes"]
    (run,) = cse["runs"]
    assert (run["op"], run["outcome"], run["operations"]) == ("func.func @f", "changed", [5, 4])
    before, after = (data["texts"][number] for number in run["texts"])
    assert (before.count("addi"), after.count("addi")) == (2, 1)
    # The parts of the comparison, one after the other, give both texts.
    assert [part[0] for part in run["diff"]] == ["=", "~", "="]
    assert [dce["runs"][0][key] for key in ("op", "outcome", "diff")] == ["builtin.module", "unchanged", []]
    with ir.Context():
        module = ir.Module.parse("")
        manager = PassManager.parse("builtin.module(cse)")
        manager.enable_report(str(tmp_path / "no" / "out.html"))
        with pytest.raises(OSError, match="cannot write the report"):
            manager.run(module.operation)


def test_notebooks_show_modules_and_operations() -> None:
    with ir.Context() as context:
        context.allow_unregistered_dialects = True
        module = ir.Module.parse(
            '"test.op"() {a = "<b>", c = dense<"0x' + "00" * 400 + '"> : tensor<100xi32>} : () -> ()'
        )
        html = module._repr_html_()
        assert html.startswith('<pre class="mlir">module')
        assert "&lt;b&gt;" in html
        assert "<b>" not in html
        operation = module.body.operations[0].operation
        assert operation._repr_html_().startswith('<pre class="mlir">"test.op"')


def test_accesses_that_are_not_valid_are_canonicalized_without_a_panic(context):
    context.allow_unregistered_dialects = True
    module = ir.Module.parse('"test.use"() : () -> ()')
    affine_map = "affine_map<(d0)[s0] -> (d0, s0)>"
    with ir.InsertionPoint(module.body), ir.Location.unknown():
        for name in ("affine.store", "affine.prefetch", "affine.parallel", "memref.store"):
            ir.Operation.create(name, attributes={"map": ir.Attribute.parse(affine_map)})
    manager = PassManager.parse("builtin.module(canonicalize)")
    manager.enable_verifier(False)
    manager.run(module.operation)
    assert "test.use" in str(module)


def test_the_reference_of_passes_is_current():
    script = Path(__file__).resolve().parents[3] / "docs" / "pass_reference.py"
    if not script.is_file():
        pytest.skip("the tests lie outside a checkout")
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_memory_spaces_that_nothing_tells_are_errors_of_functions(context):
    options = "bufferize-function-boundaries=true must-infer-memory-space=true"
    module = ir.Module.parse("func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> { return %t : tensor<4xf32> }")
    with pytest.raises(
        ir.MLIRError, match="whose memory space nothing tells; leave out 'must-infer-memory-space'"
    ):
        PassManager.parse(f"builtin.module(one-shot-bufferize{{{options}}})").run(module.operation)
    assert "tensor<4xf32>" in str(module)
