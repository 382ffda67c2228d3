"""docs/mlir-parity.md is current, and explains every member of upstream's bindings."""

import subprocess
import sys
from pathlib import Path

import pytest
from mlir_api import UPSTREAM, ir

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.skipif(UPSTREAM, reason="about tvmlike")


def test_the_page_is_current():
    script = ROOT / "docs" / "mlir_parity.py"
    if not script.is_file():
        pytest.skip("the tests lie outside a checkout")
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_enumerations():
    assert [one.name for one in ir.DiagnosticSeverity] == ["ERROR", "WARNING", "NOTE", "REMARK"]
    assert [one.name for one in ir.IntegerType.Signedness] == ["SIGNLESS", "SIGNED", "UNSIGNED"]
    assert ir.IntegerType.SIGNLESS is ir.IntegerType.Signedness.SIGNLESS


def test_bytecode_is_refused(tmp_path):
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.create()
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
