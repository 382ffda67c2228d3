"""docs/mlir-parity.md is true, and explains every member of upstream's bindings."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from mlir_api import UPSTREAM, ir

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.skipif(UPSTREAM, reason="about tvmlike")


def test_the_page_is_true():
    if "TVMLIKE_IR_MEMBERS" in os.environ:
        pytest.skip("it runs these tests")
    if not os.environ.get("TVMLIKE_TEST_ALL"):
        pytest.skip("it takes half a minute; it runs with --long")
    import tvmlike

    if tvmlike.ffi_path() != "native":
        pytest.skip("the run of the native path checks the page")
    script = ROOT / "docs" / "mlir_parity.py"
    if not script.is_file():
        pytest.skip("the tests lie outside a checkout")
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_enumerations():
    severity = ir.DiagnosticSeverity
    assert list(severity) == [severity.ERROR, severity.WARNING, severity.NOTE, severity.REMARK]
    assert [one.name for one in ir.IntegerType.Signedness] == ["SIGNLESS", "SIGNED", "UNSIGNED"]
    assert ir.IntegerType.SIGNLESS is ir.IntegerType.Signedness.SIGNLESS
    assert (str(severity.NOTE), f"{ir.WalkOrder.PRE_ORDER}") == (
        "DiagnosticSeverity.NOTE",
        "WalkOrder.PRE_ORDER",
    )
    assert severity.NOTE == 2


def test_absent_names():
    with pytest.raises(AttributeError, match="'MemoryEffectsOpInterface': dialects have no hooks"):
        ir.MemoryEffectsOpInterface
    with pytest.raises(AttributeError, match=r"has no attribute 'nothing'$"):
        ir.nothing
    with ir.Context() as ctx:
        with pytest.raises(AttributeError, match="'transient_scope': types and attributes live as long"):
            ctx.transient_scope()
        with pytest.raises(
            AttributeError, match="'FileLineColLoc' object has no attribute 'emit_remark': remarks"
        ):
            ir.Location.file("f", 1, 1).emit_remark()
        with pytest.raises(AttributeError, match=r"has no attribute 'nothing'$"):
            ctx.nothing


def test_every_public_name_can_be_imported():
    names = ir.__all__
    assert {"Context", "AttrBuilder", "get_ops_of_type", "OpAdaptor", "MLIRError"} <= set(names)
    assert all(hasattr(ir, name) for name in names)
    assert not {"TYPE_CHECKING", "sys", "walk"} & set(names)


def test_bytecode_is_refused(tmp_path):
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.create()
    assert callable(ir._OperationBase.write_bytecode)
    with pytest.raises(NotImplementedError, match="bytecode is not supported"):
        module.operation.write_bytecode(tmp_path / "x")


def test_another_name_for_the_package():
    name = "tvmlike_test_mlir"
    ir.install_as(name)
    try:
        assert __import__(f"{name}.ir").ir is ir
        ir.install_as(name)
    finally:
        for module in (name, f"{name}.ir"):
            del sys.modules[module]
