"""The build hook: builds the libraries and tvmlike-opt with cargo and puts them and the headers in the wheel.

The wheel holds libtvmlike and the two libraries by which the front ends of TVM and DGL run on it, which know
nothing of Python, and the accelerator, an extension module of CPython's stable ABI. So one wheel serves every
CPython from 3.9 on, and its tag says so: cp39-abi3. An interpreter that cannot load such a module (another
implementation, a free-threaded build) gets a wheel without it, py3-none, and calls through ctypes.

A library that is built already is taken instead of building it: `TVMLIKE_LIBRARY`, `TVMLIKE_LIBRARY_FOR_TVM`,
`TVMLIKE_LIBRARY_FOR_DGL`, `TVMLIKE_ACCELERATOR` and `TVMLIKE_OPT` name the files, `TVMLIKE_LIBRARY_PATH` a
folder with all.
`TVMLIKE_WHEEL_PLATFORM` is the platform in the wheel's tag, for one who has looked at what the libraries ask
of a machine (`cargo xtask wheel` does); without it the tag names the platform of this interpreter, which
promises nothing about others. `TVMLIKE_WHEEL_SMALLEST=1` compresses with Zopfli, which takes minutes and
saves 3 %: `cargo xtask wheel` asks for it.

An editable install gets only the program: the package finds the libraries in the checkout's target/release.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import zipfile
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SUFFIX = "dylib" if sys.platform == "darwin" else "so"
# Programs that link the library load it by this name. A wheel has no symbolic links, so the other name is a
# script for linkers.
SONAME = f"libtvmlike.{SUFFIX}" if sys.platform == "darwin" else "libtvmlike.so.0"
LINKER_SCRIPT = "/* GNU ld script */\nINPUT(libtvmlike.so.0)\n"


class Library(NamedTuple):
    """A library or program: the crate that makes it, its file, the variable that names a finished one."""

    package: str
    file_name: str
    variable: str
    place: str


RUNTIME = Library("tvmlike-ffi", f"libtvmlike.{SUFFIX}", "TVMLIKE_LIBRARY", f"tvmlike/lib/{SONAME}")
# They look for libtvmlike beside themselves.
FOR_TVM = Library(
    "tvmlike-tvm-runtime",
    f"libtvm_runtime.{SUFFIX}",
    "TVMLIKE_LIBRARY_FOR_TVM",
    f"tvmlike/lib/libtvm_runtime.{SUFFIX}",
)
FOR_DGL = Library(
    "tvmlike-dgl", f"libdgl.{SUFFIX}", "TVMLIKE_LIBRARY_FOR_DGL", f"tvmlike/lib/libdgl.{SUFFIX}"
)
# CPython looks for modules of the stable ABI under this suffix on macOS, too.
ACCELERATOR = Library(
    "tvmlike-python-native",
    f"libtvmlike_native.{SUFFIX}",
    "TVMLIKE_ACCELERATOR",
    "tvmlike/_native.abi3.so",
)
# The program becomes a script of the environment. It finds libtvmlike in the package.
PROGRAM = Library("tvmlike-opt", "tvmlike-opt", "TVMLIKE_OPT", "tvmlike-opt")
# rustc ends the symbol of each Rust function with a hash. Stack traces show the name without it, nothing
# exports it, and it cannot be compressed: all hashes together are 3 % of the library in the wheel.
HASH = re.compile(rb"(?<=17h)[0-9a-f]{16}(?=E\0)")
# How often Zopfli looks for shorter codes; more than that save less than 0.1 %.
ROUNDS = 5


def smallest() -> bool:
    """Whether the wheel is to be as small as possible, however long that takes."""
    return os.environ.get("TVMLIKE_WHEEL_SMALLEST") == "1"


class LibraryHook(BuildHookInterface):  # type: ignore[type-arg]
    """What hatchling calls before it writes a wheel."""

    def dependencies(self) -> list[str]:
        return ["zopflipy==1.14"] if smallest() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        editable = version == "editable"
        accelerated = loads_the_stable_abi()
        libraries = [RUNTIME, FOR_TVM, FOR_DGL, PROGRAM, *([ACCELERATOR] if accelerated else [])]
        files = {library: chosen(library) for library in libraries}
        missing = [library for library, file in files.items() if file is None]
        if missing:
            files.update(built(self.root, missing, in_checkout=editable))
        build_data["pure_python"] = False
        build_data["tag"] = f"{'cp39-abi3' if accelerated else 'py3-none'}-{platform_tag()}"
        included = build_data["force_include"]
        for library, file in files.items():
            if editable and library is not PROGRAM:
                continue
            # A copy of our own: cargo may write the original while the wheel is made.
            copy = os.path.join(self.directory, "library", library.file_name)
            lay(str(file), copy)
            target = build_data["shared_scripts"] if library is PROGRAM else included
            target[copy] = library.place
        if editable:
            return
        included[os.path.join(self.root, "ffi", "include", "tvmlike")] = "tvmlike/include/tvmlike"
        for place, text in for_linkers(self.root, self.metadata.version).items():
            file = os.path.join(self.directory, "library", "linkers", os.path.basename(place))
            os.makedirs(os.path.dirname(file), exist_ok=True)
            with open(file, "w", encoding="utf-8") as out:
                out.write(text)
            included[file] = place
        sample = compiled_sample(self.root, os.path.join(self.directory, "library"))
        if sample is not None:
            included[sample] = f"tvmlike/lib/plugins/{os.path.basename(sample)}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            compress(artifact_path)


def for_linkers(root: str, version: str) -> dict[str, str]:
    """The files by which programs in C and C++ link the library: their places in the wheel, their texts."""
    texts = {} if sys.platform == "darwin" else {"tvmlike/lib/libtvmlike.so": LINKER_SCRIPT}
    folder = os.path.join(root, "ffi", "cmake")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".cmake.in"):
            with open(os.path.join(folder, name), encoding="utf-8") as template:
                text = template.read().replace("@VERSION@", version)
            texts[f"tvmlike/lib/cmake/tvmlike/{name[:-3]}"] = text
    return texts


def compiled_sample(root: str, folder: str) -> str | None:
    """The plugin of examples/plugin_c, for users who try the guides; None without a C compiler."""
    library = os.path.join(folder, f"libplugin_c.{SUFFIX}")
    source = os.path.join(root, "examples", "plugin_c", "plugin_c.c")
    compiler = shlex.split(os.environ.get("CC") or "cc")
    options = ["-std=c99", "-O2", "-shared", "-fPIC", "-Wl,-s", "-I", os.path.join(root, "ffi", "include")]
    try:
        subprocess.run([*compiler, *options, source, "-o", library, "-lm"], check=True)
    except FileNotFoundError:
        print(f"{compiler[0]} is not installed: the wheel has no sample plugin", file=sys.stderr)
        return None
    return library


def loads_the_stable_abi() -> bool:
    """Whether this interpreter can load the accelerator."""
    return sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")


def platform_tag() -> str:
    """The platform in the wheel's tag."""
    name = os.environ.get("TVMLIKE_WHEEL_PLATFORM") or sysconfig.get_platform()
    return name.replace("-", "_").replace(".", "_")


def chosen(library: Library) -> str | None:
    """The finished library that the environment names."""
    variable = library.variable
    file = os.environ.get(variable)
    folder = os.environ.get("TVMLIKE_LIBRARY_PATH")
    if not file and folder:
        variable, file = "TVMLIKE_LIBRARY_PATH", os.path.join(folder, library.file_name)
    if file and not os.path.isfile(file):
        raise FileNotFoundError(f"{variable}: there is no {file}")
    return file or None


def built(root: str, libraries: list[Library], *, in_checkout: bool) -> dict[Library, str]:
    """Builds libraries, all in one go; cargo says where they are."""
    command = ["cargo", "build", "--release", "--message-format=json-render-diagnostics"]
    for library in libraries:
        command += ["--package", library.package]
    if in_checkout:
        # Where the package looks for them, wherever the user's own cargo builds.
        command += ["--target-dir", os.path.join(root, "target")]
    try:
        output = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, check=True).stdout
    except FileNotFoundError:
        raise RuntimeError("tvmlike is built with cargo, which is not here: see https://rustup.rs") from None
    except subprocess.CalledProcessError as error:
        raise RuntimeError(f"`{' '.join(command)}` failed with status {error.returncode}") from None
    files = {
        os.path.basename(file): str(file)
        for message in map(json.loads, output.splitlines())
        if message["reason"] == "compiler-artifact"
        and not {"cdylib", "bin"}.isdisjoint(message["target"]["kind"])
        for file in message["filenames"]
    }
    for library in libraries:
        if library.file_name not in files:
            raise RuntimeError(f"`{' '.join(command)}` made no {library.file_name}")
    return {library: files[library.file_name] for library in libraries}


def lay(source: str, target: str) -> None:
    """Copies a library by write and rename: a process that has the old file mapped keeps it.

    In an ELF file the hashes of symbols become zeros. On macOS a signature covers them.
    """
    os.makedirs(os.path.dirname(target), exist_ok=True)
    fresh = f"{target}.{os.getpid()}"
    with open(source, "rb") as library, open(fresh, "wb") as out:
        content = library.read()
        out.write(HASH.sub(b"0" * 16, content) if content.startswith(b"\x7fELF") else content)
    os.chmod(fresh, 0o755)
    os.replace(fresh, target)


def compress(wheel: str) -> None:
    """Writes a wheel again with the best compression, which hatchling has no option for."""
    options: dict[str, Any] = {}
    writer = zipfile.ZipFile
    if smallest():
        import zopfli

        writer, options = zopfli.ZipFile, {"iterations": ROUNDS}
    fresh = f"{wheel}.{os.getpid()}"
    with zipfile.ZipFile(wheel) as old, writer(fresh, "w", zipfile.ZIP_DEFLATED, **options) as new:
        for member in old.infolist():
            new.writestr(member, old.read(member), zipfile.ZIP_DEFLATED, compresslevel=9)
    os.replace(fresh, wheel)
