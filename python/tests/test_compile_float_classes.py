"""`llvm.intr.is.fpclass` by both engines, on numbers of each class of each format."""

from __future__ import annotations

import pytest

import tvmlike

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

try:
    tvmlike.compile("llvm.func @f() { llvm.return }", engine="llvm")
    CLANG = ""
except Exception as error:
    CLANG = str(error)
ENGINES = ["cranelift", pytest.param("llvm", marks=pytest.mark.skipif(bool(CLANG), reason=CLANG or "-"))]
CLASSES = {
    "snan": 1,
    "qnan": 2,
    "-inf": 4,
    "-normal": 8,
    "-subnormal": 16,
    "-zero": 32,
    "zero": 64,
    "subnormal": 128,
    "normal": 256,
    "inf": 512,
}
# Bits of numbers of each class, by format.
PATTERNS = {
    "f16": dict(zip(CLASSES, (0x7C01, 0x7E00, 0xFC00, 0x8400, 0x83FF, 0x8000, 0, 1, 0x7BFF, 0x7C00))),
    "bf16": dict(zip(CLASSES, (0xFF81, 0xFFC0, 0xFF80, 0x8080, 0x8001, 0x8000, 0, 0x7F, 0x3F80, 0x7F80))),
    "f32": dict(
        zip(
            CLASSES,
            (
                0x7F800001,
                0x7FC00000,
                0xFF800000,
                0xFF7FFFFF,
                0x80000001,
                0x80000000,
                0,
                0x7FFFFF,
                0x800000,
                0x7F800000,
            ),
        )
    ),
    "f64": {
        "snan": 0xFFF0000000000001,
        "qnan": 0x7FF8000000000000,
        "-inf": 0xFFF0000000000000,
        "-normal": 0x8010000000000000,
        "-subnormal": 0x800FFFFFFFFFFFFF,
        "-zero": 1 << 63,
        "zero": 0,
        "subnormal": 1,
        "normal": 0x7FEFFFFFFFFFFFFF,
        "inf": 0x7FF0000000000000,
    },
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("element", PATTERNS)
def test_classes_of_floats(engine, element):
    bits = f"i{64 if element == 'f64' else 32 if element == 'f32' else 16}"
    masks = [*CLASSES.values(), 0, 3, 0x204, 0x1F8, 0x60, 0x3FF, 0x108, 0x3C]
    functions = "".join(
        f"""
        llvm.func @f{mask}(%a: {bits}) -> i1 {{
          %0 = llvm.bitcast %a : {bits} to {element}
          %1 = "llvm.intr.is.fpclass"(%0) <{{bit = {mask} : i32}}> : ({element}) -> i1
          llvm.return %1 : i1
        }}"""
        for mask in masks
    )
    lib = tvmlike.compile(functions, engine=engine)
    width = int(bits[1:])
    for name, pattern in PATTERNS[element].items():
        signed = pattern - (1 << width) if pattern >> (width - 1) else pattern
        for mask in masks:
            assert lib[f"f{mask}"](signed) == bool(mask & CLASSES[name]), (name, mask)
