//! `cargo xtask new-plugin`: creates a plugin from templates/plugin.
//!
//! Invariant: nothing is written unless the directory is empty or absent, and the name is valid as a crate, a library, a
//! Python package and a namespace of the registry.

use std::path::{Path, PathBuf};

use crate::invocation::{Invocation, unknown};
use crate::process::{Cmd, Context, Error, Result};
use crate::workspace::{create_dir, files, folders, root, write};

pub(crate) const ABOUT: &str = "Create a plugin: a Rust crate with tests and a Python wheel";
pub(crate) const HELP: &str = "\
usage: cargo xtask new-plugin NAME [--dir DIR] [--tvmlike VERSION]

Creates a plugin in Rust from templates/plugin: a function, a class, their tests in Rust and Python, and the files that
build a wheel. Its README contains the two commands that build and test it. NAME is the name of the crate and of the
wheel; with underscores instead of dashes, it is the namespace of the functions and the Python package.

  --dir DIR           the directory to create; it must be absent or empty; default: NAME
  --tvmlike VERSION   depend on a published version of tvmlike instead of this checkout";

/// The directory of the template.
const TEMPLATE: &str = "templates/plugin";
/// The configuration of cargo-generate, which is not part of a plugin.
const DESCRIPTION: &str = "cargo-generate.toml";
/// The suffix of template files that other tools must not read, such as Cargo.toml.
const ENDING: &str = ".liquid";

/// Keywords of Rust or Python, and names that cargo rejects.
const RESERVED: &str = "\
abstract alloc and as assert async await become box break build class const continue core crate def del deps do dyn elif \
else enum except examples extern false final finally fn for from gen global if impl import in incremental is lambda let \
loop macro match mod move mut nonlocal not or override pass priv proc_macro pub raise ref return self static std struct \
super test trait true try type typeof union unsafe unsized use virtual where while with yield";
/// Namespaces of the library itself.
const NAMESPACES: &str = "array ir plugin registry runtime tensor testing trace tvm_ffi tvmlike";

pub(crate) fn run(invocation: &Invocation) -> Result {
    let (mut name, mut dir, mut version) = (None, None, None);
    let mut args = invocation.args.iter();
    while let Some(arg) = args.next() {
        let place = match arg.as_str() {
            "--dir" => &mut dir,
            "--tvmlike" => &mut version,
            option if option.starts_with('-') => return Err(unknown(arg)),
            _ if name.is_none() => {
                name = Some(arg.clone());
                continue;
            }
            _ => return Err(unknown(arg)),
        };
        let value = args.next().filter(|value| !value.starts_with("--"));
        *place = Some(value.ok_or_else(|| Error::new(format!("{arg} needs a value; see --help")))?);
    }
    let name = name.ok_or_else(|| Error::new("expected the name of the plugin; see --help"))?;
    let to = invocation.from.join(dir.unwrap_or(&name));
    let dependency = match version {
        Some(version) => Dependency::Version(version.clone()),
        None => Dependency::Checkout,
    };
    make(&name, &to, &dependency)?;
    println!(
        "created the plugin {name} in {}\n\nIn that folder, in a Python environment that has tvmlike and pytest:\n\n    \
         pip install .\n    python -m pytest\n\nSee README.md there for more.",
        to.display()
    );
    Ok(())
}

/// The tvmlike that a plugin depends on.
pub(crate) enum Dependency {
    /// This checkout, by its path.
    Checkout,
    /// A published version.
    Version(String),
}

impl Dependency {
    /// Returns the first key of the dependency's table in Cargo.toml.
    fn text(&self) -> String {
        match self {
            Dependency::Checkout => format!("path = {:?}", root().display().to_string()),
            Dependency::Version(version) => format!("version = {version:?}"),
        }
    }
}

/// Creates a plugin in the directory `to`.
pub(crate) fn make(name: &str, to: &Path, dependency: &Dependency) -> Result {
    check_name(name)?;
    if let Dependency::Version(version) = dependency {
        check_version(version)?;
    }
    if to.exists() && std::fs::read_dir(to).map_or(true, |mut entries| entries.next().is_some()) {
        return Err(Error::new(format!(
            "{} exists and is not an empty directory; choose another one with --dir",
            to.display()
        )));
    }
    let words = [
        ("{{project-name}}", name.to_owned()),
        ("{{crate_name}}", crate_name(name)),
        ("{{tvmlike_dependency}}", dependency.text()),
    ];
    let fill = |text: &str| {
        let filled = words.iter();
        filled.fold(text.to_owned(), |text, (word, value)| text.replace(word, value))
    };
    for file in all_files(Path::new(TEMPLATE)) {
        let place = file
            .strip_prefix(TEMPLATE)
            .unwrap_or(&file)
            .to_string_lossy()
            .into_owned();
        if place == DESCRIPTION {
            continue;
        }
        let content =
            std::fs::read_to_string(&file).context(format_args!("cannot read {}", file.display()))?;
        let place = fill(place.strip_suffix(ENDING).unwrap_or(&place));
        write(&to.join(place), &fill(&content))?;
    }
    if let Dependency::Checkout = dependency {
        // The versions that this checkout was tested with, so that a new plugin does not depend on untested ones.
        let lock = to.join("Cargo.lock");
        std::fs::copy("Cargo.lock", &lock).context(format_args!("cannot write {}", lock.display()))?;
    }
    create_dir(to)
}

/// Returns the name of the crate, the Python package and the namespace.
fn crate_name(name: &str) -> String {
    name.replace('-', "_")
}

fn all_files(folder: &Path) -> Vec<PathBuf> {
    let text = folder.to_string_lossy();
    let mut found = files(&text, "");
    for below in folders(&text) {
        found.extend(all_files(&below));
    }
    found
}

fn check_name(name: &str) -> Result {
    let wrong = |why: String| Err(Error::new(format!("a plugin cannot be named `{name}`: {why}")));
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(plain) {
        return wrong(
            "expected a lower-case letter, followed by lower-case letters, digits, - and _".to_owned(),
        );
    }
    if name.ends_with(['-', '_']) || ["--", "__", "-_", "_-"].iter().any(|two| name.contains(two)) {
        return wrong("each - and _ must be between two letters or digits".to_owned());
    }
    if name.len() > 64 {
        return wrong("it is longer than 64 characters".to_owned());
    }
    let own = crate_name(name);
    if RESERVED.split(' ').any(|word| word == own) {
        return wrong(format!("`{own}` is reserved in Rust, Python or cargo"));
    }
    if NAMESPACES.split(' ').any(|word| word == own) || is_module_of_package(&own) {
        return wrong(format!("`tvmlike.{own}` already exists in the package"));
    }
    if is_module_of_python(&own) {
        return wrong(format!("`{own}` is a module of Python's standard library"));
    }
    Ok(())
}

fn is_module_of_package(name: &str) -> bool {
    let package = root().join("python/tvmlike");
    ["", ".py", ".pyi"]
        .iter()
        .any(|ending| package.join(format!("{name}{ending}")).exists())
}

/// Whether Python has a standard module of this name; `false` if Python is not installed.
fn is_module_of_python(name: &str) -> bool {
    let ask = "import sys; n = sys.argv[1]; \
               print(n in getattr(sys, 'stdlib_module_names', ()) or n in sys.builtin_module_names)";
    let said = Cmd::new("python3")
        .args(["-I", "-c", ask, name])
        .limit_seconds(60)
        .output();
    said.is_ok_and(|said| said.trim() == "True")
}

fn check_version(version: &str) -> Result {
    let plain = |c: char| c.is_ascii_alphanumeric() || " .,*^~=<>+-".contains(c);
    if version.starts_with(|c: char| !c.is_whitespace()) && version.chars().all(plain) {
        return Ok(());
    }
    Err(Error::new(format!(
        "--tvmlike: expected a version such as 0.1, got `{version}`"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_names_are_rejected() {
        for good in ["a", "my-plugin", "my_plugin", "gemm2", "x1-y2_z3"] {
            assert!(check_name(good).is_ok(), "{good}");
        }
        for (bad, why) in [
            ("", "a lower-case letter"),
            ("2d", "a lower-case letter"),
            ("My", "lower-case"),
            ("a.b", "lower-case"),
            ("../x", "lower-case"),
            ("größe", "lower-case"),
            ("a-", "between"),
            ("a--b", "between"),
            ("fn", "reserved"),
            ("import", "reserved"),
            ("proc-macro", "reserved"),
            ("tensor", "already exists"),
            ("devices", "already exists"),
            ("tvm-ffi", "already exists"),
        ] {
            let said = check_name(bad).unwrap_err().to_string();
            assert!(said.contains(why), "{bad}: {said}");
        }
        assert!(check_name(&"a".repeat(65)).is_err());
    }

    #[test]
    fn versions_are_checked() {
        assert!(check_version("0.1").is_ok() && check_version(">=0.1, <0.3").is_ok());
        assert!(check_version("").is_err() && check_version("0.1\"\n[x]").is_err());
    }
}
