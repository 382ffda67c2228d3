"""tvmlike: packed functions, called by name from Python.

>>> import tvmlike
>>> tvmlike.runtime.version()
>>> tvmlike.load_plugin("libmy_plugin.so")
>>> f = tvmlike.get_global_func("my.add")
>>> f(1, 2)

Every namespace of the registry is an attribute of the package: `tvmlike.tensor.add` is the function
registered as `tensor.add`. Only the package's own names take precedence: those of `__all__`,
and its modules `container`, `devices`, `dtype`, `error`, `function`, `namespace`, `object`, `plugins`,
`registry` and `tensor`, of which the last two hold the functions of their namespaces as well, and `abi`,
`native`, `stubs` and `typing`, which are imported at the first use.
`get_global_func` returns every function, whatever its name. `_init_api` fills a module of your own. If a
namespace is missing and an installed plugin provides it, the plugin is loaded.
"""

from ._backend import ffi_path
from ._convert import convert
from ._hooks import set_late as _set_late
from ._loader import include_dir, library_path, sample_plugin
from ._loader import library_version as _library_version
from .container import Array, Map, Shape
from .devices import Device, cpu, device
from .dtype import DataType
from .error import Error, register_error
from .function import PackedFunc, aio
from .namespace import _init_api
from .object import Object, register_object
from .plugins import list_plugins, load_plugin, load_plugins, reload_plugin, unload_plugin
from .registry import (
    forward_logs,
    get_global_func,
    list_global_func_names,
    register_func,
    remove_global_func,
)
from .tensor import Tensor, from_dlpack, zeros

if ffi_path() == "native":
    from . import _accelerate  # noqa: F401
else:
    from . import _conversions  # noqa: F401
from . import _fork, _interrupt  # noqa: F401

__version__: str = _library_version()

__all__ = [
    "Array",
    "DataType",
    "Device",
    "Error",
    "Map",
    "Object",
    "PackedFunc",
    "Shape",
    "Tensor",
    "__version__",
    "_init_api",
    "aio",
    "compile",
    "convert",
    "cpu",
    "device",
    "ffi_path",
    "forward_logs",
    "from_dlpack",
    "get_global_func",
    "include_dir",
    "library_path",
    "list_global_func_names",
    "list_plugins",
    "load_plugin",
    "load_plugins",
    "register_error",
    "register_func",
    "register_object",
    "reload_plugin",
    "remove_global_func",
    "sample_plugin",
    "unload_plugin",
    "zeros",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from . import array as array
    from . import memref as memref
    from . import native as native
    from . import plugin as plugin
    from . import runtime as runtime
    from . import trace as trace
    from .engine import Library

    def __getattr__(name: str) -> ModuleType: ...


del TYPE_CHECKING


def compile(source: object, pipeline: "str | None" = None, **options: object) -> "Library":
    """Compiles a module of the compiler's IR, or the text of one; see `engine.compile`."""
    from .engine import compile as compiled

    return compiled(source, pipeline, **options)  # type: ignore[arg-type]


# The modules of upper layers that lower layers call, imported at the first call.
_set_late(
    __name__,
    {
        "adaptor_class": ".dialects._classes",
        "class_of_key": "._classes",
        "container_from_json": "._json",
        "class_of_registered": "._classes",
        "enum_of_key": "._enums",
        "exception_of_kind": "._exceptions",
        "fit_class": "._classes",
        "import_converters": "._conversions",
        "load_all": "._discovery",
        "make_declared": "._exceptions",
        "load_for": "._discovery",
        "load_unless_registered": "._discovery",
        "name_classes": "._class_names",
        "tensor_from_json": "._json",
        "to_json": "._json",
        "why_missing": "._discovery",
    },
)

_init_api("", __name__, submodules=True)
_init_api("registry", f"{__name__}.registry", submodules=True)
_init_api("tensor", f"{__name__}.tensor", submodules=True)
