"""The synthetic crates of the module benchmark: the same functions and classes for each peer.

Invariant: the function bodies are the same text in every crate, so that the crates differ only in the
bindings.
"""

from __future__ import annotations

from pathlib import Path

MEMBERS = 7
"""The number of members of a class: two fields, a constructor and four methods."""


# Each shape: Rust parameters as (name, type, default or None), the result, the body with `{i}` for a number.
SHAPES = [
    ([("a", "i64", None), ("b", "i64", None)], "i64", "a.wrapping_mul({i}).wrapping_add(b)"),
    ([("x", "f64", None), ("n", "i64", "1")], "f64", "x * n as f64 + {i}.0"),
    ([("name", "&str", None)], "i64", "name.len() as i64 + {i}"),
    ([("items", "Vec<i64>", None)], "i64", "items.iter().sum::<i64>().wrapping_add({i})"),
    (
        [("name", "&str", None), ("quiet", "bool", None)],
        "String",
        'if quiet {{ String::new() }} else {{ format!("{{name}}-{i}") }}',
    ),
]

# Methods of a class: name, parameters, result, body.
METHODS = [
    ("add", [("n", "i64", None)], "i64", "self.first.wrapping_add(n).wrapping_add({i})"),
    ("scale", [("k", "f64", None), ("n", "i64", "1")], "f64", "self.second * k * n as f64"),
    ("label", [], "String", 'format!("{{}}-{i}", self.first)'),
    ("count", [("name", "&str", None)], "i64", "name.len() as i64 + self.first"),
]


def _parameters(parameters: list[tuple[str, str, str | None]], default: str) -> str:
    texts = []
    for name, kind, value in parameters:
        mark = f"#[default({value})] " if default and value is not None else ""
        texts.append(f"{mark}{name}: {kind}")
    return ", ".join(texts)


def tvmlike(functions: int, classes: int) -> str:
    """Returns the source of a plugin."""
    lines = ["use tvmlike::prelude::*;", 'tvmlike::plugin!(name = "synthetic", version = "1");']
    for i in range(functions):
        parameters, result, body = SHAPES[i % len(SHAPES)]
        lines += [
            f"/// Function {i} of many.",
            f'#[packed_func("synthetic.f{i}")]',
            f"fn f{i}({_parameters(parameters, 'default')}) -> {result} {{ {body.format(i=i)} }}",
        ]
    for i in range(classes):
        lines += [
            f"/// Class {i} of many.",
            "#[derive(Object)]",
            f'#[object(key = "synthetic.C{i}")]',
            f"struct C{i} {{",
            "    /// The first number.",
            "    #[field]",
            "    first: i64,",
            "    /// The second number.",
            "    #[field]",
            "    second: f64,",
            "}",
            "#[methods]",
            f"impl C{i} {{",
            "    #[init]",
            "    fn new(first: i64, second: f64) -> Self { Self { first, second } }",
        ]
        for name, parameters, result, body in METHODS:
            rest = "".join(f", {text}" for text in [_parameters(parameters, "default")] if text)
            lines += [
                f"    /// Method {name} of class {i}.",
                f"    fn {name}(&self{rest}) -> {result} {{ {body.format(i=i)} }}",
            ]
        lines.append("}")
    return "\n".join(lines) + "\n"


def pyo3(functions: int, classes: int) -> str:
    """Returns the source of a PyO3 extension module."""

    def signature(parameters: list[tuple[str, str, str | None]]) -> str:
        if all(value is None for _, _, value in parameters):
            return ""
        texts = [name if value is None else f"{name}={value}" for name, _, value in parameters]
        return f"#[pyo3(signature = ({', '.join(texts)}))]"

    # Not `f{i}`: the macro would find the types `f16` and `f32` instead.
    lines = ["use pyo3::prelude::*;"]
    for i in range(functions):
        parameters, result, body = SHAPES[i % len(SHAPES)]
        lines += [
            f"/// Function {i} of many.",
            "#[pyfunction]",
            signature(parameters),
            f"fn function_{i}({_parameters(parameters, '')}) -> {result} {{ {body.format(i=i)} }}",
        ]
    for i in range(classes):
        lines += [
            f"/// Class {i} of many.",
            "#[pyclass(frozen)]",
            f"struct C{i} {{",
            "    /// The first number.",
            "    #[pyo3(get)]",
            "    first: i64,",
            "    /// The second number.",
            "    #[pyo3(get)]",
            "    second: f64,",
            "}",
            "#[pymethods]",
            f"impl C{i} {{",
            "    #[new]",
            "    fn new(first: i64, second: f64) -> Self { Self { first, second } }",
        ]
        for name, parameters, result, body in METHODS:
            rest = "".join(f", {text}" for text in [_parameters(parameters, "")] if text)
            marked = (
                [signature(["self" and ("self", "", None), *parameters])] if signature(parameters) else []
            )
            lines += [
                f"    /// Method {name} of class {i}.",
                *[f"    {mark.replace('(self, ', '(')}" for mark in marked],
                f"    fn {name}(&self{rest}) -> {result} {{ {body.format(i=i)} }}",
            ]
        lines.append("}")
    lines += ["#[pymodule]", "fn synthetic(m: &Bound<'_, PyModule>) -> PyResult<()> {"]
    lines += [f"    m.add_function(wrap_pyfunction!(function_{i}, m)?)?;" for i in range(functions)]
    lines += [f"    m.add_class::<C{i}>()?;" for i in range(classes)]
    lines += ["    Ok(())", "}"]
    return "\n".join(lines) + "\n"


def plain(functions: int, classes: int) -> str:
    """Returns the function bodies only, with a table so that the linker keeps them."""
    lines, table = [], []
    for i in range(functions):
        parameters, result, body = SHAPES[i % len(SHAPES)]
        lines.append(f"fn f{i}({_parameters(parameters, '')}) -> {result} {{ {body.format(i=i)} }}")
        table.append(f"F(f{i} as *const ())")
    for i in range(classes):
        lines += [
            f"struct C{i} {{ first: i64, second: f64 }}",
            f"impl C{i} {{",
            "    fn new(first: i64, second: f64) -> Self { Self { first, second } }",
        ]
        table.append(f"F(C{i}::new as *const ())")
        for name, parameters, result, body in METHODS:
            rest = "".join(f", {text}" for text in [_parameters(parameters, "")] if text)
            lines.append(f"    fn {name}(&self{rest}) -> {result} {{ {body.format(i=i)} }}")
            table.append(f"F(C{i}::{name} as *const ())")
        lines.append("}")
    lines += [
        "pub struct F(pub *const ());",
        "unsafe impl Sync for F {}",
        "#[unsafe(no_mangle)]",
        f"pub static TABLE: [F; {len(table)}] = [{', '.join(table)}];",
    ]
    return "\n".join(lines) + "\n"


def manifest(name: str, dependency: str) -> str:
    """Returns the manifest of a crate outside the workspace, with the profile of plugins."""
    return f"""[workspace]

[package]
name = "{name}"
version = "0.0.0"
edition = "2024"

[lib]
crate-type = ["cdylib"]

[dependencies]
{dependency}

[profile.release]
lto = "fat"
codegen-units = 1
"""


def write(folder: Path, name: str, dependency: str, source: str) -> None:
    """Writes a crate; unchanged files keep their time."""
    (folder / "src").mkdir(parents=True, exist_ok=True)
    for path, text in ((folder / "Cargo.toml", manifest(name, dependency)), (folder / "src/lib.rs", source)):
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
