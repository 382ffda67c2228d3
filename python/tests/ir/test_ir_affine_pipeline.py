"""`affine-pipeline-data-transfer` leaves loops alone where MLIR 22 changes what a function computes."""

from __future__ import annotations

import pytest

from tvmlike import ir
from tvmlike.passmanager import PassManager

START = "affine.dma_start %A[%i], %b[0], %t[0], %c : memref<64xf32>, memref<8xf32, 1>, memref<1xi32>"
WAIT = "affine.dma_wait %t[0], %c : memref<1xi32>"
USE = """%v = affine.load %b[3] : memref<8xf32, 1>
"test.use"(%v) : (f32) -> ()"""


def piped(body: str, bounds: str = "0 to 8", count: int = 8, memory: str = "") -> tuple[str, str]:
    """A loop before and after the pass."""
    allocated = "%b = memref.alloc() : memref<8xf32, 1>" if not memory else ""
    text = f"""
        func.func @f(%A: memref<64xf32>{memory}) {{
          {allocated}
          %t = memref.alloc() : memref<1xi32>
          %c = arith.constant {count} : index
          affine.for %i = {bounds} {{
            {body}
          }}
          return
        }}"""
    with ir.Context() as context:
        context.allow_unregistered_dialects = True
        module = ir.Module.parse(text)
        before = str(module)
        PassManager.parse("builtin.module(func.func(affine-pipeline-data-transfer))").run(module.operation)
        return before, str(module)


def test_a_copy_is_started_an_iteration_early() -> None:
    before, after = piped(f"{START}\n{WAIT}\n{USE}")
    assert before != after
    assert after.count("affine.dma_start") == after.count("affine.dma_wait") == 2
    assert "memref<2x8xf32, 1>" in after


@pytest.mark.parametrize(
    ("body", "options"),
    [
        pytest.param(f"{START}\n{WAIT}\n{USE}", {"bounds": "0 to 0"}, id="no iteration"),
        pytest.param(
            f"{START}\n{WAIT}\n{USE}", {"memory": ", %b: memref<8xf32, 1>"}, id="the caller's buffer"
        ),
        pytest.param(f"{USE}\n{START}\n{WAIT}", {}, id="what the iteration before copied"),
        pytest.param(
            f"{START}\n{WAIT}\n{USE}\naffine.store %v, %A[%i + 1] : memref<64xf32>", {}, id="a written source"
        ),
        pytest.param(
            f"{START}\n{WAIT}\n{USE}\naffine.store %v, %b[5] : memref<8xf32, 1>",
            {"count": 4},
            id="a part of a written buffer",
        ),
        pytest.param(f"{WAIT}\n{START}\n{USE}", {}, id="a wait for the copy before"),
        pytest.param(f"{START}\n{WAIT}\n{USE}\n{START}\n{WAIT}", {}, id="two copies to one buffer"),
        pytest.param(
            f'{START}\n{WAIT}\n"test.use"(%b) : (memref<8xf32, 1>) -> ()',
            {},
            id="a buffer of which a view may be",
        ),
    ],
)
def test_a_loop_stays(body: str, options: dict) -> None:
    before, after = piped(body, **options)
    assert before == after
