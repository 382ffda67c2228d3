//! Other platforms: what belongs to one system is in the files of that system, and, with `--long`, the crates compile for others.
//!
//! Invariant: a crate in [`PORTABLE`] uses interfaces of Unix only in the files that [`is_of_platform`] accepts, and every crate those of
//! Linux. docs/platforms.md has the table of what is missing elsewhere.

use std::path::Path;

use super::{Outcome, Step};
use crate::process::{Cmd, Context, Error, Result};
use crate::workspace::{files, folders, members, root};

/// The crates that compile on systems other than Unix: their folders.
const PORTABLE: [&str; 13] = [
    "syntax",
    "compiler/define",
    "compiler/dialects",
    "compiler/functions",
    "compiler/ir",
    "compiler/lower",
    "compiler/text",
    "compiler/tools",
    "compiler/transform",
    "runtime",
    "runtime/abi",
    "registry/macros",
    "xtask/c-header",
];
/// What only Linux has, besides macros and options that name the system.
const OF_LINUX: [&str; 2] = ["dl_iterate_phdr", "\"/proc/"];
/// What only Unix has.
const OF_UNIX: [&str; 3] = ["std::os::unix", "std::os::fd", "pthread_"];
/// Targets, and packages that a type check without a C compiler for the target can compile for them.
const TARGETS: [(&str, &[&str]); 3] = [
    (
        "aarch64-unknown-linux-gnu",
        &[
            "tvmlike",
            "tvmlike-ir",
            "tvmlike-python-native",
            "tvmlike-tvm-runtime",
            "tvmlike-dgl",
        ],
    ),
    (
        "x86_64-apple-darwin",
        &[
            "tvmlike",
            "tvmlike-ir",
            "tvmlike-python-native",
            "tvmlike-tvm-runtime",
            "tvmlike-dgl",
        ],
    ),
    (
        "x86_64-pc-windows-gnu",
        &["tvmlike-runtime", "tvmlike-ir", "tvmlike-syntax"],
    ),
];
/// The folder of the builds.
const FOLDER: &str = "target/platforms";

pub(super) fn steps(long: bool) -> Vec<Step> {
    let mut steps = vec![Step::new("platforms: files of systems", &[], check_files).seconds(1)];
    if long {
        for (target, packages) in TARGETS {
            let check = move || check_target(target, packages);
            let step = Step::may_skip(format!("platforms: check {target}"), &[], check);
            steps.push(step.locks(&[FOLDER]).seconds(60));
        }
    }
    steps
}

fn check_files() -> Result {
    let mut found = Vec::new();
    for member in members()? {
        let member = member.strip_prefix(root()).unwrap_or(&member).to_owned();
        let name = member.to_string_lossy().into_owned();
        // What is not shipped runs where the tests run.
        if ["benches", "examples", "tests"]
            .iter()
            .any(|folder| name.starts_with(folder))
            || name == "xtask"
        {
            continue;
        }
        let is_portable = PORTABLE.contains(&name.as_str());
        check_folder(&member.join("src"), is_portable, &mut found)?;
    }
    if found.is_empty() {
        return Ok(());
    }
    Err(Error::new(format!(
        "interfaces of one system outside its files (see docs/platforms.md):\n  {}",
        found.join("\n  ")
    )))
}

fn check_folder(folder: &Path, is_portable: bool, found: &mut Vec<String>) -> Result {
    let name = folder.to_string_lossy();
    for file in files(&name, ".rs") {
        if is_of_platform(&file) {
            continue;
        }
        let source =
            std::fs::read_to_string(&file).context(format_args!("cannot read {}", file.display()))?;
        let lines = of_one_system(&source, is_portable);
        found.extend(lines.map(|(line, word)| format!("{}:{line}: {word}", file.display())));
    }
    for below in folders(&name) {
        check_folder(&below, is_portable, found)?;
    }
    Ok(())
}

/// Whether a file is for one system by its name.
fn is_of_platform(file: &Path) -> bool {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    ["linux", "unix", "plain", "fork"].contains(&&*stem) || stem.ends_with("_linux")
}

/// The lines of a source with interfaces of one system, and their names.
fn of_one_system(source: &str, is_portable: bool) -> impl Iterator<Item = (usize, &'static str)> {
    let words = OF_LINUX.iter().chain(OF_UNIX.iter().filter(move |_| is_portable));
    (1..).zip(source.lines()).flat_map(move |(line, text)| {
        let code = text.split("//").next().unwrap_or(text);
        let mut words = words.clone();
        words.find(|word| code.contains(**word)).map(|word| (line, *word))
    })
}

/// Checks packages for a target, whose standard library rustup installs if it is missing.
fn check_target(target: &str, packages: &[&str]) -> Result<Outcome> {
    if let Err(error) = Cmd::new("rustup")
        .args(["target", "add", target])
        .limit_seconds(300)
        .run()
    {
        return Ok(Outcome::Skipped(format!(
            "the standard library for {target} cannot be installed: {error}"
        )));
    }
    let mut check = Cmd::new("cargo").args(["check", "--locked", "--target", target, "--target-dir", FOLDER]);
    for package in packages {
        check = check.args(["--package", package]);
    }
    check.limit_seconds(1200).run().map(|()| Outcome::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interfaces_of_one_system_are_found() {
        let source = "use std::os::unix::fs::MetadataExt;\n// std::os::unix\nlet a = \"/proc/self\";\n";
        let found = |is_portable| of_one_system(source, is_portable).collect::<Vec<_>>();
        assert_eq!(found(true), [(1, "std::os::unix"), (3, "\"/proc/")]);
        assert_eq!(found(false), [(3, "\"/proc/")]);
        assert!(is_of_platform(Path::new("a/linux.rs")) && !is_of_platform(Path::new("linux/a.rs")));
    }
}
