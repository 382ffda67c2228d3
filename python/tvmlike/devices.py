"""Devices, named as PyTorch and TVM name them: `cpu:0`, `cuda:1`."""

from __future__ import annotations

from ._abi import DEVICES, HOST_ACCESSIBLE

_NAMES = {number: name for name, number in DEVICES.items()}


class Device:
    """Where a tensor's memory is: DLPack's device type and the number of the device."""

    __slots__ = ("device_type", "index")

    device_type: int
    index: int

    def __init__(self, device_type: int | str, index: int = 0) -> None:
        if isinstance(device_type, str):
            name, colon, number = device_type.partition(":")
            if name not in DEVICES or (colon and not (number.isascii() and number.isdigit())):
                raise ValueError(f"{device_type!r} is not a device; examples: cpu, cuda:1")
            device_type = DEVICES[name]
            index = int(number) if colon else index
        if not 0 <= device_type < 2**31 or not 0 <= index < 2**31:
            raise ValueError(
                f"({device_type}, {index}) is not a device: expected numbers from 0 to 2**31 - 1"
            )
        object.__setattr__(self, "device_type", device_type)
        object.__setattr__(self, "index", index)

    @property
    def name(self) -> str:
        """The name of the device's type, such as `cuda`."""
        return _NAMES.get(self.device_type, f"device{self.device_type}")

    @property
    def is_host_accessible(self) -> bool:
        """Whether the CPU can read and write its memory."""
        return self.device_type in HOST_ACCESSIBLE

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Device is immutable")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Device):
            return NotImplemented
        return self.device_type == other.device_type and self.index == other.index

    def __hash__(self) -> int:
        return hash((self.device_type, self.index))

    def __str__(self) -> str:
        return f"{self.name}:{self.index}"

    def __repr__(self) -> str:
        return f"Device({str(self)!r})"

    def __reduce__(self) -> tuple[type[Device], tuple[int, int]]:
        return Device, (self.device_type, self.index)


def device(name: str | Device, index: int = 0) -> Device:
    """A device by name: `device("cuda:1")`, `device("cuda", 1)`."""
    return name if isinstance(name, Device) else Device(name, index)


def cpu(index: int = 0) -> Device:
    """The CPU."""
    return Device(DEVICES["cpu"], index)


def device_bits(where: Device) -> int:
    """The payload of a value that holds the device."""
    return where.device_type | where.index << 32


def device_from_bits(head: int, bits: int) -> Device:
    """The device in a payload."""
    # Whatever the library says comes through, numbers that no name stands for too.
    made = Device.__new__(Device)
    object.__setattr__(made, "device_type", bits & 0xFFFFFFFF)
    object.__setattr__(made, "index", bits >> 32)
    return made
