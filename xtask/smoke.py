"""Checks that an installed tvmlike works. Run it in an environment that contains only tvmlike.

    python -I xtask/smoke.py PATH PLACE

PATH is the expected call path, `native` or `ctypes`. PLACE is the expected location of the libraries: `wheel`
for the package itself, `checkout` for this repository's target/release.
"""

from __future__ import annotations

import ctypes
import doctest
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import metadata, version
from pathlib import Path

import tvmlike

ROOT = Path(__file__).resolve().parent.parent


def main(path: str, place: str) -> None:
    assert tvmlike.ffi_path() == path, f"the call path is {tvmlike.ffi_path()}, expected {path}"
    the_files_are_the_packages_own(place)
    functions_are_called()
    python_is_called_back()
    errors_keep_their_identity()
    tensors_need_no_numpy()
    front_ends_find_their_libraries()
    the_metadata_links_to_the_repository()
    if place == "wheel":
        the_guide_runs_with_the_sample_plugin()
    print(f"    {path}: everything works; the import takes {import_time() * 1000:.1f} ms beyond bare Python")


def the_files_are_the_packages_own(place: str) -> None:
    package = Path(tvmlike.__file__).resolve().parent
    library = Path(tvmlike.library_path()).resolve()
    expected = package / "lib" if place == "wheel" else ROOT / "target" / "release"
    assert library.parent == expected, f"the library is {library}, expected below {expected}"
    if tvmlike.ffi_path() == "native":
        accelerator = Path(sys.modules["tvmlike._backend"].native.__file__).resolve()
        expected = package if place == "wheel" else expected
        assert accelerator.parent == expected, f"the accelerator is {accelerator}, expected below {expected}"
    assert (Path(tvmlike.include_dir()) / "tvmlike" / "c_api.h").is_file()
    assert version("tvmlike") == tvmlike.__version__ == tvmlike.runtime.version()


def functions_are_called() -> None:
    assert list(tvmlike.array.map(abs, [1, -2, 3])) == [1, 2, 3]
    refused = raised_by(tvmlike.tensor.sum, "no tensor")
    assert isinstance(refused, TypeError), refused
    assert "tensor.sum" in str(refused), refused


def python_is_called_back() -> None:
    @tvmlike.register_func("smoke.double")
    def double(x: int) -> int:
        return x * 2

    assert tvmlike.get_global_func("smoke.double")(21) == 42
    tvmlike.remove_global_func("smoke.double")


def errors_keep_their_identity() -> None:
    mine = KeyError("mine")

    def fail(_: int) -> None:
        raise mine

    assert raised_by(tvmlike.array.map, fail, [1]) is mine


def tensors_need_no_numpy() -> None:
    tensor = tvmlike.zeros((2, 3), "float32")
    tvmlike.tensor.fill(tensor, 1.5)
    assert tvmlike.tensor.sum(tensor) == 9.0
    assert "numpy" not in sys.modules


def front_ends_find_their_libraries() -> None:
    """The libraries that `tvmlike env` names exist and share the functions of this process."""
    for front_end, variable, stem in (
        ("tvm", "TVM_LIBRARY_PATH", "tvm_runtime"),
        ("dgl", "DGL_LIBRARY_PATH", "dgl"),
    ):
        said = subprocess.run(
            [sys.executable, "-I", "-m", "tvmlike", "env", front_end, "--json"],
            check=True,
            capture_output=True,
            text=True,
        )
        folder = Path(json.loads(said.stdout)[variable])
        assert folder.samefile(Path(tvmlike.library_path()).parent), f"{front_end}: {folder}"
        suffix = "dylib" if sys.platform == "darwin" else "so"
        library = ctypes.CDLL(str(folder / f"lib{stem}.{suffix}"))
        get = getattr(library, f"{front_end.upper()}FuncGetGlobal")
        handle = ctypes.c_void_p()
        assert get(b"tensor.sum", ctypes.byref(handle)) == 0
        assert handle, f"{front_end}: tensor.sum is not found"
        assert getattr(library, f"{front_end.upper()}FuncFree")(handle) == 0


def the_metadata_links_to_the_repository() -> None:
    """PyPI shows the README, without the files to which it links."""
    described = metadata("tvmlike")
    urls = dict(entry.split(", ", 1) for entry in described.get_all("Project-URL"))
    assert {"Repository", "Documentation", "Changelog"} <= urls.keys(), urls
    readme = described.get_payload()
    links = re.findall(r"\]\(([^)]*)\)", readme)
    assert len(links) > 30, f"the description has {len(links)} links"
    relative = [link for link in links if not link.startswith(("https://", "#"))]
    assert not relative, f"relative links in the description: {relative}"
    assert f"]({urls['Repository']}/blob/main/docs/python.md#conversions)" in readme
    assert f"]({urls['Repository']}/raw/main/benches/results/python.png)" in readme


def the_guide_runs_with_the_sample_plugin() -> None:
    """The session of the guide that needs nothing but the wheel."""
    guide = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    sessions = re.findall(r"^```python wheel\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    assert sessions, "docs/python.md has no session for the wheel"
    for session in sessions:
        test = doctest.DocTestParser().get_doctest(session, {}, "docs/python.md", None, 0)
        ran = doctest.DocTestRunner().run(test)
        assert ran.attempted > 3, ran
        assert not ran.failed, ran
    size = Path(tvmlike.sample_plugin()).stat().st_size
    assert size < 100_000, f"the sample plugin has {size} bytes"


def raised_by(function: Callable[..., object], *arguments: object) -> BaseException | None:
    """Returns the exception that a call raises, or None."""
    try:
        function(*arguments)
    except Exception as error:
        return error
    return None


def import_time() -> float:
    """Returns the seconds that the import adds to an empty program, by the fastest runs of both."""
    best = {"pass": float("inf"), "import tvmlike": float("inf")}
    for _ in range(7):
        for program in best:
            start = time.perf_counter()
            subprocess.run([sys.executable, "-I", "-c", program], check=True)
            best[program] = min(best[program], time.perf_counter() - start)
    return best["import tvmlike"] - best["pass"]


if __name__ == "__main__":
    main(*sys.argv[1:])
