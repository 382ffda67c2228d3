"""The dialect gpu: kernels and their launches, with sizes as numbers or values."""

from __future__ import annotations

from ..ir import _this as ir
from ._module import base_class, dialect_class, fill, generated_class
from ._ods_common import get_op_result_or_op_results, register_operation
from ._region_op import region_op
from ._types import type_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ._gpu_ops_gen import *  # noqa: F403

_Dialect = dialect_class("gpu")

AsyncTokenType = type_class("gpu", "async.token", "AsyncTokenType")


def gpu_async_token() -> Any:
    """The type of tokens."""
    return AsyncTokenType.get()


def _sizes(given: Sequence[Any] | None) -> list[Any]:
    """Three values; numbers become constants."""
    from .arith import constant

    if given is None:
        return [None] * 3
    return [constant(ir.IndexType.get(), one) if isinstance(one, int) else one for one in given]


@register_operation(_Dialect, replace=True)
class GPUFuncOp(base_class("gpu", "GPUFuncOp")):  # type: ignore[misc]
    """A function that runs on a GPU."""

    __slots__ = ()

    KERNEL_ATTR_NAME = "gpu.kernel"
    KNOWN_BLOCK_SIZE_ATTR_NAME = "known_block_size"
    KNOWN_GRID_SIZE_ATTR_NAME = "known_grid_size"
    FUNCTION_TYPE_ATTR_NAME = "function_type"
    SYM_NAME_ATTR_NAME = "sym_name"

    def __init__(
        self,
        function_type: Any,
        sym_name: Any = None,
        arg_attrs: Any = None,
        res_attrs: Any = None,
        kernel: bool | None = None,
        workgroup_attrib_attrs: Any = None,
        private_attrib_attrs: Any = None,
        known_block_size: Any = None,
        known_grid_size: Any = None,
        loc: Any = None,
        ip: Any = None,
        body_builder: Callable[[Any], Any] | None = None,
    ) -> None:
        """Makes a function without blocks; with `body_builder`, it makes those of an entry block."""
        if not isinstance(sym_name, (str, ir.StringAttr)):
            raise ValueError("sym_name must be a string or a StringAttr")
        if not isinstance(function_type, ir.TypeAttr):
            function_type = ir.TypeAttr.get(function_type)
        super().__init__(
            function_type,
            arg_attrs=arg_attrs,
            res_attrs=res_attrs,
            workgroup_attrib_attrs=workgroup_attrib_attrs,
            private_attrib_attrs=private_attrib_attrs,
            loc=loc,
            ip=ip,
        )
        name = sym_name if isinstance(sym_name, ir.StringAttr) else ir.StringAttr.get(sym_name)
        self.attributes[self.SYM_NAME_ATTR_NAME] = name
        if kernel:
            self.attributes[self.KERNEL_ATTR_NAME] = ir.UnitAttr.get()
        for name, size in (
            (self.KNOWN_BLOCK_SIZE_ATTR_NAME, known_block_size),
            (self.KNOWN_GRID_SIZE_ATTR_NAME, known_grid_size),
        ):
            if isinstance(size, (list, tuple)):
                size = ir.DenseI32ArrayAttr.get(list(size))
            if isinstance(size, ir.DenseI32ArrayAttr):
                self.attributes[name] = size
            elif size is not None:
                raise ValueError(f"{name} must be a list of integers or a DenseI32ArrayAttr")
        if body_builder is not None:
            with ir.InsertionPoint(self.add_entry_block()):
                body_builder(self)

    @property
    def name(self) -> Any:
        """The name, an attribute."""
        return self.attributes[self.SYM_NAME_ATTR_NAME]

    @property
    def is_kernel(self) -> bool:
        """Whether the host can launch the function."""
        return self.KERNEL_ATTR_NAME in self.attributes

    def add_entry_block(self) -> Any:
        """Makes the first block, with an argument for each input of the type."""
        if len(self.body.blocks):
            raise RuntimeError(f"Entry block already exists for {self.name.value}")
        inputs = self.function_type.value.inputs
        return self.body.blocks.append(*inputs, arg_locs=[self.location] * len(inputs))

    @property
    def entry_block(self) -> Any:
        """The first block."""
        if not len(self.body.blocks):
            raise RuntimeError(
                f"Entry block does not exist for {self.name.value}. "
                "Do you need to call the add_entry_block() method on this GPUFuncOp?"
            )
        return self.body.blocks[0]

    @property
    def arguments(self) -> Any:
        """The types of the inputs."""
        return self.function_type.value.inputs


@register_operation(_Dialect, replace=True)
class LaunchFuncOp(base_class("gpu", "LaunchFuncOp")):  # type: ignore[misc]
    """The launch of a kernel by its name."""

    __slots__ = ()

    def __init__(
        self,
        kernel: list[str],
        grid_size: Sequence[Any],
        block_size: Sequence[Any],
        kernel_operands: Sequence[Any] | None = None,
        async_dependencies: Sequence[Any] | None = None,
        dynamic_shared_memory_size: Any = None,
        async_object: Any = None,
        cluster_size: Sequence[Any] | None = None,
        *,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes a launch; with dependencies, it returns a token. Sizes are numbers or values."""
        grid, block, cluster = _sizes(grid_size), _sizes(block_size), _sizes(cluster_size or None)
        super().__init__(
            gpu_async_token() if async_dependencies else None,
            async_dependencies or [],
            kernel,
            *grid,
            *block,
            kernel_operands or [],
            clusterSizeX=cluster[0],
            clusterSizeY=cluster[1],
            clusterSizeZ=cluster[2],
            dynamicSharedMemorySize=dynamic_shared_memory_size,
            asyncObject=async_object,
            loc=loc,
            ip=ip,
        )


def launch_func(*args: Any, **kwargs: Any) -> Any:
    """Launches a kernel by its name, with the arguments of `LaunchFuncOp`: its token, or the operation."""
    made = LaunchFuncOp(*args, **kwargs)
    return made.results[0] if len(made.results) else made


@register_operation(_Dialect, replace=True)
class LaunchOp(base_class("gpu", "LaunchOp")):  # type: ignore[misc]
    """A launch with the kernel in its region."""

    __slots__ = ()

    def __init__(
        self,
        grid_size: Sequence[Any],
        block_size: Sequence[Any],
        async_dependencies: Sequence[Any] | None = None,
        dynamic_shared_memory_size: Any = None,
        *,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes a launch with a block, whose arguments are ids and sizes of blocks and threads."""
        super().__init__(
            gpu_async_token() if async_dependencies else None,
            async_dependencies or [],
            *_sizes(grid_size),
            *_sizes(block_size),
            dynamicSharedMemorySize=dynamic_shared_memory_size,
            loc=loc,
            ip=ip,
        )
        self.regions[0].blocks.append(*[ir.IndexType.get()] * 12)


def launch_(
    grid_size: Sequence[Any],
    block_size: Sequence[Any],
    async_dependencies: Sequence[Any] | None = None,
    dynamic_shared_memory_size: Any = None,
    *,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    """A launch with the kernel in its region."""
    return LaunchOp(grid_size, block_size, async_dependencies, dynamic_shared_memory_size, loc=loc, ip=ip)


def _terminator(_values: list[Any]) -> Any:
    return generated_class("gpu", "TerminatorOp")()


launch = region_op(launch_, terminator=_terminator)


def wait(async_dependencies: Sequence[Any] | None = None, *, loc: Any = None, ip: Any = None) -> Any:
    """A token that is ready after others."""
    made = generated_class("gpu", "WaitOp")(gpu_async_token(), async_dependencies or [], loc=loc, ip=ip)
    return get_op_result_or_op_results(made)


def printf(format: Any, *args: Any, loc: Any = None, ip: Any = None) -> Any:
    """A print on the device."""
    return generated_class("gpu", "PrintfOp")(format, list(args), loc=loc, ip=ip)


fill("gpu", globals())
