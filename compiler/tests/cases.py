"""The corpus, the print options, and the runs of a program over them.

A file of the corpus has several cases, separated by `// -----` lines. A case is read from stdin, so
messages name `<stdin>` and lines of the case. `corpus/*.mlir` is what MLIR accepts, `corpus/invalid/*.mlir`
what it refuses, and `corpus/crashing.mlir` what makes mlir-opt 22 crash, which a correct program refuses.
"""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
CORPUS = HERE / "corpus"
SEPARATOR = "// -----"
CRASHING = "crashing"
ALWAYS = "--allow-unregistered-dialect"
SECONDS = 60
# mlir-opt needs seconds to name the functions on the stack when it crashes.
ENVIRONMENT = {**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"}

# The print options that each accepted case is printed with. Refused cases are run with the first only.
OPTIONS: dict[str, list[str]] = {
    "default": [],
    "generic": ["--mlir-print-op-generic"],
    "debuginfo": ["--mlir-print-debuginfo"],
    "debuginfo-generic": ["--mlir-print-debuginfo", "--mlir-print-op-generic"],
    "debuginfo-local": ["--mlir-print-debuginfo", "--mlir-print-local-scope"],
    "pretty": ["--mlir-print-debuginfo", "--mlir-pretty-debuginfo"],
    "pretty-local": ["--mlir-print-debuginfo", "--mlir-pretty-debuginfo", "--mlir-print-local-scope"],
    "local": ["--mlir-print-local-scope"],
    "local-generic": ["--mlir-print-local-scope", "--mlir-print-op-generic"],
    "elide": ["--mlir-elide-elementsattrs-if-larger=2"],
    "hex": ["--mlir-print-elementsattrs-with-hex-if-larger=1"],
    "no-hex": ["--mlir-print-elementsattrs-with-hex-if-larger=-1"],
    "elide-resources": ["--mlir-elide-resource-strings-if-larger=20"],
    "assume-verified": ["--mlir-print-assume-verified"],
    "skip-regions": ["--mlir-print-skip-regions"],
    "unique-ids": ["--mlir-print-unique-ssa-ids"],
    "users": ["--mlir-print-value-users"],
    "name-prefix": ["--mlir-use-nameloc-as-prefix"],
    "name-prefix-generic": ["--mlir-use-nameloc-as-prefix", "--mlir-print-op-generic"],
}


@dataclass(frozen=True)
class Result:
    """What a program wrote and how it ended."""

    status: int
    out: str
    err: str

    @property
    def accepted(self) -> bool:
        return self.status == 0

    @property
    def crashed(self) -> bool:
        """Ended by a signal, or by a panic with a status of its own."""
        return self.status not in (0, 1)

    def messages(self) -> list[str]:
        """The first lines of the diagnostics: place, severity and text, without excerpts of the source."""
        return [line for line in self.err.splitlines() if re.search(r": (error|warning|note|remark): ", line)]


def topics() -> list[tuple[str, Path]]:
    """The files of the corpus, by name: `types_scalar`, `invalid/types`."""
    files = sorted(CORPUS.glob("*.mlir")) + sorted(CORPUS.glob("invalid/*.mlir"))
    return [(file.relative_to(CORPUS).with_suffix("").as_posix(), file) for file in files]


def cases(file: Path) -> list[str]:
    """The cases of a file, each with one line break at its end."""
    parts = file.read_text(encoding="utf-8").split(SEPARATOR + "\n")
    return [part.strip("\n") + "\n" for part in parts]


def options_of(topic: str) -> dict[str, list[str]]:
    """The options with which a topic is run."""
    if topic.startswith("invalid/") or topic == CRASHING:
        return {"default": OPTIONS["default"]}
    return OPTIONS


def run(program: str, options: list[str], text: str) -> Result:
    """Runs a program with mlir-opt's interface on a text."""
    command = [program, ALWAYS, *options]
    try:
        done = subprocess.run(
            command, input=text.encode(), capture_output=True, timeout=SECONDS, env=ENVIRONMENT
        )
    except subprocess.TimeoutExpired:
        return Result(-1, "", f"no end within {SECONDS} seconds")
    out, err = (stream.decode("utf-8", "backslashreplace") for stream in (done.stdout, done.stderr))
    return Result(done.returncode, out, err)


def mlir_opt() -> str | None:
    """mlir-opt of LLVM 22, if it is installed. On Debian, its name ends with the version."""
    for name in ("mlir-opt-22", "mlir-opt"):
        try:
            done = subprocess.run([name, "--version"], capture_output=True, timeout=SECONDS, check=True)
        except (OSError, subprocess.SubprocessError):
            continue
        if b"version 22." in done.stdout:
            return name
    return None
