"""Tensor classes with DLPack's C exchange API (`__dlpack_c_exchange_api__`), for the accelerator.

A class is registered with its first instance. The accelerator accepts it if its table is complete and of a
version that it knows; else its instances go on by `__dlpack__`, as they do on the ctypes path.
"""

from __future__ import annotations

import sys

from ._backend import native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ATTRIBUTE = "__dlpack_c_exchange_api__"


def offer_exchange(cls: type) -> None:
    """Registers a class with the accelerator if the class defines an exchange API itself.

    A subclass may be anything: it may come and go, and it may change what its base class does. PyTorch's
    `Parameter` is known.
    """
    if native is None:
        return
    torch: Any = sys.modules.get("torch")
    of_torch = torch is not None and issubclass(cls, getattr(torch, "Tensor", ()))
    if _ATTRIBUTE not in vars(cls) and not (of_torch and cls is torch.nn.Parameter):
        return
    native.add_exchange_class(cls, getattr(cls, _ATTRIBUTE, None), _questions(torch) if of_torch else None)


def _questions(torch: Any) -> Any:
    """The methods to check on a tensor of PyTorch, because its exchange API ignores their results."""
    return torch.Tensor.is_neg, torch.Tensor.is_conj, torch.int8, torch.uint8
