//! `cargo xtask new-plugin`: templates/plugin with a name put in.
//!
//! Invariant: nothing is written unless the name can be all that it will be (a crate, a library, a Python package, a
//! namespace of the registry) and the folder has nothing in it.

use std::path::{Path, PathBuf};

use crate::process::{Cmd, Context, Error, Result};
use crate::workspace::{create_dir, files, folders, root, write};
use crate::{Invocation, unknown};

pub(crate) const ABOUT: &str = "Make a plugin: a Rust crate with tests and a Python wheel";
pub(crate) const HELP: &str = "\
usage: cargo xtask new-plugin NAME [--dir DIR] [--tvmlike VERSION]

Makes a plugin in Rust out of templates/plugin: a function, a type, their tests in Rust and in Python, and what makes a
wheel of it. Its README says the two commands that build and try it. NAME is that of the crate and of the wheel; with
underscores for dashes it is the namespace of the functions, and the Python package.

  --dir DIR           where to make it, a folder that is not there or empty; NAME without it
  --tvmlike VERSION   depend on a published version of tvmlike instead of this checkout";

/// Where the template is.
const TEMPLATE: &str = "templates/plugin";
/// What tells cargo-generate about the template, and is no part of a plugin.
const DESCRIPTION: &str = "cargo-generate.toml";
/// The ending of files that other tools must not read as they are.
const ENDING: &str = ".liquid";

/// Words that neither Rust nor Python takes as a name, and names that cargo refuses.
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
    let name = name.ok_or_else(|| Error::new("which name? see --help"))?;
    let to = invocation.from.join(dir.unwrap_or(&name));
    let dependency = match version {
        Some(version) => Dependency::Version(version.clone()),
        None => Dependency::Checkout,
    };
    make(&name, &to, &dependency)?;
    println!(
        "made the plugin {name} in {}\n\nIn that folder, in a Python environment that has tvmlike and pytest:\n\n    \
         pip install .\n    python -m pytest\n\nREADME.md there says more.",
        to.display()
    );
    Ok(())
}

/// Which tvmlike a plugin is built with.
pub(crate) enum Dependency {
    /// This checkout, by its path.
    Checkout,
    /// A published version.
    Version(String),
}

impl Dependency {
    /// As the first key of a table in Cargo.toml.
    fn text(&self) -> String {
        match self {
            Dependency::Checkout => format!("path = {:?}", root().display().to_string()),
            Dependency::Version(version) => format!("version = {version:?}"),
        }
    }
}

/// Makes a plugin in a folder.
pub(crate) fn make(name: &str, to: &Path, dependency: &Dependency) -> Result {
    check_name(name)?;
    if let Dependency::Version(version) = dependency {
        check_version(version)?;
    }
    if to.exists() && std::fs::read_dir(to).map_or(true, |mut entries| entries.next().is_some()) {
        return Err(Error::new(format!(
            "{} is there and not an empty folder; give another one with --dir",
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
        // What the checkout was tested with, so that a new plugin does not meet a newer dependency first.
        let lock = to.join("Cargo.lock");
        std::fs::copy("Cargo.lock", &lock).context(format_args!("cannot write {}", lock.display()))?;
    }
    create_dir(to)
}

/// The name as Rust, Python and the registry spell it.
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
            "it begins with a lower-case letter, and has lower-case letters, digits, - and _".to_owned(),
        );
    }
    if name.ends_with(['-', '_']) || ["--", "__", "-_", "_-"].iter().any(|two| name.contains(two)) {
        return wrong("each - and _ stands between letters or digits, alone".to_owned());
    }
    if name.len() > 64 {
        return wrong("it has more than 64 characters".to_owned());
    }
    let own = crate_name(name);
    if RESERVED.split(' ').any(|word| word == own) {
        return wrong(format!("`{own}` is a word of Rust, Python or cargo"));
    }
    if NAMESPACES.split(' ').any(|word| word == own) || is_module_of_package(&own) {
        return wrong(format!("`tvmlike.{own}` is something else already"));
    }
    if is_module_of_python(&own) {
        return wrong(format!("`{own}` is a module of Python's own library"));
    }
    Ok(())
}

fn is_module_of_package(name: &str) -> bool {
    let package = root().join("python/tvmlike");
    ["", ".py", ".pyi"]
        .iter()
        .any(|ending| package.join(format!("{name}{ending}")).exists())
}

/// Asks Python, which alone knows; without Python the answer does not matter.
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
        "`{version}` is not a version of tvmlike, such as 0.1"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_cannot_be_are_refused() {
        for good in ["a", "my-plugin", "my_plugin", "gemm2", "x1-y2_z3"] {
            assert!(check_name(good).is_ok(), "{good}");
        }
        for (bad, why) in [
            ("", "begins with"),
            ("2d", "begins with"),
            ("My", "lower-case"),
            ("a.b", "lower-case"),
            ("../x", "lower-case"),
            ("größe", "lower-case"),
            ("a-", "between"),
            ("a--b", "between"),
            ("fn", "a word of"),
            ("import", "a word of"),
            ("proc-macro", "a word of"),
            ("tensor", "something else"),
            ("devices", "something else"),
            ("tvm-ffi", "something else"),
        ] {
            let said = check_name(bad).unwrap_err().to_string();
            assert!(said.contains(why), "{bad}: {said}");
        }
        assert!(check_name(&"a".repeat(65)).is_err());
    }

    #[test]
    fn versions_are_versions() {
        assert!(check_version("0.1").is_ok() && check_version(">=0.1, <0.3").is_ok());
        assert!(check_version("").is_err() && check_version("0.1\"\n[x]").is_err());
    }
}
