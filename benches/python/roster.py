"""The peers: what each one is called, where its adapter lies, and what its process needs to know.

An adapter is `peers/FOLDER/peer.py`. Its `version()` says what is measured; its `code(built, wanted)` maps
names of cases to the `Code` that is timed: those of the wanted ones that the peer can do, or more. It may
raise: then this peer is named as skipped, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Peer:
    name: str
    title: str
    folder: str
    environment: dict[str, str] = field(default_factory=dict)


PEERS = (
    Peer("tvmlike", "tvmlike", "tvmlike", {"TVMLIKE_FFI": "native"}),
    Peer("tvmlike-ctypes", "tvmlike ctypes", "tvmlike", {"TVMLIKE_FFI": "ctypes"}),
    Peer("c", "METH_FASTCALL C", "c"),
    Peer("python", "plain Python", "python"),
    Peer("pyo3", "PyO3", "pyo3"),
    Peer("pyo3-abi3", "PyO3 abi3", "pyo3_abi3"),
    Peer("nanobind", "nanobind", "nanobind"),
    Peer("pybind11", "pybind11", "pybind11"),
    Peer("cffi", "cffi", "cffi"),
    Peer("tvm-ffi", "tvm-ffi", "tvm_ffi"),
    Peer("ctypes", "raw ctypes", "plain"),
    Peer("dgl", "DGL cython", "dgl", {"DGL_FFI": "cython"}),
    Peer("dgl-ctypes", "DGL ctypes", "dgl", {"DGL_FFI": "ctypes"}),
)


def by_name(name: str) -> Peer:
    return next(peer for peer in PEERS if peer.name == name)
