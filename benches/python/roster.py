"""The peers: the name, the adapter and the environment variables of each.

An adapter is `peers/FOLDER/peer.py`. Its `version()` returns the name and version of the peer; its
`code(built, wanted)` returns the timed `Code` by case, at least for the wanted cases that the peer supports.
If it raises, the peer is reported as skipped, with the reason.
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
