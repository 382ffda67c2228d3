"""Compiles a C++ program with what `tvmlike config` prints, and one with the CMake package, and runs them.

    python -I xtask/link_wheel.py FOLDER

Run it in an environment that contains only the tvmlike of a wheel.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM = r"""
#include <tvmlike/tvmlike.hpp>

#include <cstdio>

int main() {
  std::string version = tvmlike::Function::get_global("runtime.version")();
  std::puts(version.c_str());
}
"""
PROJECT = """
cmake_minimum_required(VERSION 3.16)
project(linked CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(tvmlike 0.1 CONFIG REQUIRED)
add_executable(linked linked.cpp)
target_link_libraries(linked PRIVATE tvmlike::tvmlike)
"""


def main(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "linked.cpp").write_text(PROGRAM, encoding="utf-8")
    compiler = os.environ.get("CXX", "c++")
    flags = [option for line in config("--cflags", "--libs") for option in shlex.split(line)]
    run(compiler, "-std=c++17", "linked.cpp", *flags, "-o", "linked", cwd=folder)
    version = config_version()
    said = run("./linked", cwd=folder)
    assert said == version, f"the linked program printed {said!r}, expected {version!r}"
    print("    a C++ program links the library by `tvmlike config --cflags --libs`")
    if shutil.which("cmake") is None:
        print("    the CMake package is not tested: there is no cmake")
        return
    (folder / "CMakeLists.txt").write_text(PROJECT, encoding="utf-8")
    (package,) = config("--cmakedir")
    run("cmake", "-S", ".", "-B", "build", f"-Dtvmlike_DIR={package}", cwd=folder)
    run("cmake", "--build", "build", cwd=folder)
    said = run("build/linked", cwd=folder)
    assert said == version, f"the program of CMake printed {said!r}, expected {version!r}"
    print("    a C++ program links the library by `tvmlike config --cmakedir`")


def config(*options: str) -> list[str]:
    """What `tvmlike config` prints, as lines."""
    return run(sys.executable, "-I", "-m", "tvmlike", "config", *options).splitlines()


def config_version() -> str:
    """The version of the package."""
    return run(sys.executable, "-I", "-m", "tvmlike", "--version").split()[1]


def run(*command: str, cwd: Path | None = None) -> str:
    """Runs a command and returns what it prints."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, f"{shlex.join(command)} failed:\n{done.stdout}{done.stderr}"
    return done.stdout.strip()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
