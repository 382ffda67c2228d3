"""Runs llvm-tblgen over MLIR's definition files and reads what it writes: records by name.

Each file is read by itself: some files of a dialect cannot be included together.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

# The definition files of each dialect, relative to mlir/Dialect.
SOURCES: dict[str, list[str]] = {
    "acc": ["OpenACC/OpenACCOps.td"],
    "affine": ["Affine/IR/AffineOps.td"],
    "amdgpu": ["AMDGPU/IR/AMDGPU.td"],
    "amx": ["AMX/AMX.td"],
    "arith": ["Arith/IR/ArithOps.td"],
    "arm_neon": ["ArmNeon/ArmNeon.td"],
    "arm_sme": ["ArmSME/IR/ArmSMEOps.td", "ArmSME/IR/ArmSMEIntrinsicOps.td"],
    "arm_sve": ["ArmSVE/IR/ArmSVE.td"],
    "async": ["Async/IR/AsyncOps.td"],
    "bufferization": ["Bufferization/IR/BufferizationOps.td", "Bufferization/IR/BufferizationEnums.td"],
    "builtin": ["../IR/BuiltinOps.td"],
    "cf": ["ControlFlow/IR/ControlFlowOps.td"],
    "complex": ["Complex/IR/ComplexOps.td"],
    "dlti": ["DLTI/DLTIAttrs.td"],
    "emitc": ["EmitC/IR/EmitC.td"],
    "func": ["Func/IR/FuncOps.td"],
    "gpu": ["GPU/IR/GPUOps.td"],
    "index": ["Index/IR/IndexOps.td"],
    "irdl": ["IRDL/IR/IRDLOps.td"],
    "linalg": [
        "Linalg/IR/LinalgOps.td",
        "Linalg/IR/LinalgStructuredOps.td",
        "Linalg/IR/LinalgRelayoutOps.td",
    ],
    "llvm": ["LLVMIR/LLVMOps.td", "LLVMIR/LLVMIntrinsicOps.td", "LLVMIR/LLVMTypes.td"],
    "math": ["Math/IR/MathOps.td"],
    "memref": ["MemRef/IR/MemRefOps.td"],
    "ml_program": ["MLProgram/IR/MLProgramOps.td"],
    "mpi": ["MPI/IR/MPIOps.td"],
    "nvgpu": ["NVGPU/IR/NVGPUOps.td"],
    "nvvm": ["LLVMIR/NVVMOps.td"],
    "omp": ["OpenMP/OpenMPOps.td"],
    "pdl": ["PDL/IR/PDLOps.td"],
    "pdl_interp": ["PDLInterp/IR/PDLInterpOps.td"],
    "ptr": ["Ptr/IR/PtrOps.td"],
    "quant": ["Quant/IR/QuantOps.td"],
    "rocdl": ["LLVMIR/ROCDLOps.td"],
    "scf": ["SCF/IR/SCFOps.td"],
    "shape": ["Shape/IR/ShapeOps.td"],
    "shard": ["Shard/IR/ShardOps.td"],
    "smt": ["SMT/IR/SMT.td"],
    "sparse_tensor": ["SparseTensor/IR/SparseTensorOps.td"],
    "spirv": ["SPIRV/IR/SPIRVOps.td"],
    "tensor": ["Tensor/IR/TensorOps.td"],
    "tosa": ["Tosa/IR/TosaOps.td", "Tosa/IR/TosaShapeOps.td", "Tosa/IR/TosaUtilOps.td"],
    "transform": [
        "Transform/IR/TransformOps.td",
        "Transform/DebugExtension/DebugExtensionOps.td",
        "Transform/IRDLExtension/IRDLExtensionOps.td",
        "Transform/LoopExtension/LoopExtensionOps.td",
        "Transform/PDLExtension/PDLExtensionOps.td",
        "Transform/SMTExtension/SMTExtensionOps.td",
        "Transform/TuneExtension/TuneExtensionOps.td",
        "Affine/TransformOps/AffineTransformOps.td",
        "ArmNeon/TransformOps/ArmNeonVectorTransformOps.td",
        "ArmSVE/TransformOps/ArmSVEVectorTransformOps.td",
        "Bufferization/TransformOps/BufferizationTransformOps.td",
        "DLTI/TransformOps/DLTITransformOps.td",
        "Func/TransformOps/FuncTransformOps.td",
        "GPU/TransformOps/GPUTransformOps.td",
        "Linalg/TransformOps/LinalgMatchOps.td",
        "Linalg/TransformOps/LinalgTransformOps.td",
        "MemRef/TransformOps/MemRefTransformOps.td",
        "NVGPU/TransformOps/NVGPUTransformOps.td",
        "SCF/TransformOps/SCFTransformOps.td",
        "SparseTensor/TransformOps/SparseTensorTransformOps.td",
        "Tensor/TransformOps/TensorTransformOps.td",
        "Vector/TransformOps/VectorTransformOps.td",
        "X86Vector/TransformOps/X86VectorTransformOps.td",
        "XeGPU/TransformOps/XeGPUTransformOps.td",
    ],
    "ub": ["UB/IR/UBOps.td"],
    "vcix": ["LLVMIR/VCIXOps.td"],
    "vector": ["Vector/IR/VectorOps.td", "Vector/Transforms/VectorTransformsBase.td"],
    "wasmssa": ["WasmSSA/IR/WasmSSAOps.td"],
    "x86vector": ["X86Vector/X86Vector.td"],
    "xegpu": ["XeGPU/IR/XeGPUOps.td"],
    "xevm": ["LLVMIR/XeVMOps.td"],
}

Record = dict[str, Any]


class Records:
    """The records of one dialect's definition files."""

    def __init__(self, all_records: dict[str, Any]) -> None:
        self.all = all_records
        self.instances: dict[str, list[str]] = all_records["!instanceof"]

    def of_class(self, name: str) -> list[Record]:
        """The records of a class, in the order of their names."""
        return [self.all[record] for record in self.instances.get(name, [])]

    def get(self, reference: Any) -> Record:
        """The record that a field refers to."""
        record: Record = self.all[reference["def"]]
        return record

    def entries(self, dag: Any) -> list[tuple[Record, str]]:
        """The records and names in a list of arguments."""
        return [(self.get(entry), name or "") for entry, name in dag["args"] if isinstance(entry, dict)]


def is_a(record: Record, name: str) -> bool:
    """Whether a record is of a class."""
    return name in record["!superclasses"]


def dump(tool: str, include: Path, file: str) -> Records:
    """The records of a definition file."""
    path = include / "mlir/Dialect" / file
    command = [tool, "--dump-json", "-I", str(include), "-I", str(path.parent), str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if "error" in line]
        raise SystemExit(f"{file}: llvm-tblgen failed: {lines[0] if lines else done.stderr[:300]}")
    return Records(json.loads(done.stdout))
