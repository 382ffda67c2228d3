//! Publishing on crates.io and PyPI: the crates can be packaged, the documents state the oldest Rust and refer to files that exist,
//! and the workflow of a public repository runs what `.ci/run` runs.
//!
//! Invariant: every crate of the workspace without `publish = false` is packaged, without access to the network.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Outcome, Step};
use crate::process::{Cmd, Context, Error, Result, text};
use crate::workspace::{VERSION, members, root};

/// The folder of the packaged crates.
const FOLDER: &str = "target/package";
/// The largest crate that crates.io accepts, in bytes.
const LARGEST: u64 = 10_000_000;
/// A warning that says nothing: the include lists leave tests and examples out.
const EXPECTED: [&str; 2] = ["warning: ignoring test ", "warning: ignoring example "];
/// Where the documents state the oldest Rust: the file, and the text before the version.
const STATED: [(&str, &str); 2] = [
    ("README.md", "cargo (Rust "),
    ("fuzz/Cargo.toml", "rust-version = \""),
];
/// The workflow, and what its jobs run on.
const WORKFLOW: &str = ".github/workflows/ci.yml";
const RUNNERS: [&str; 4] = ["ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel"];

pub(super) fn steps(long: bool) -> Vec<Step> {
    let mut steps = vec![
        Step::new("publish: documents and workflow", &[], || {
            documents()?;
            workflow()
        })
        .seconds(1),
        Step::new("publish: package the crates", &[], package).seconds(5),
    ];
    if long {
        steps.push(
            Step::may_skip(
                "publish: the oldest Rust compiles the workspace",
                &[],
                oldest_rust,
            )
            .locks(&["target/oldest"])
            .seconds(120),
        );
    }
    steps
}

/// Packages every published crate, as `cargo publish` does, but without a build and without the network. cargo refuses a
/// dependency without a version, and one on a crate that is not published.
fn package() -> Result {
    let published = published()?;
    let old = Path::new(FOLDER);
    if old.exists() {
        std::fs::remove_dir_all(old).context(format_args!("cannot remove {FOLDER}"))?;
    }
    // The environment of a test step redirects output, so a shell merges the warnings into it.
    let merged = ["-c", "exec \"$@\" 2>&1", "sh", "cargo", "package", "--offline"];
    let mut command = Cmd::new("sh").args(merged).args(["--allow-dirty", "--no-verify"]);
    for name in published.iter().map(|(name, _)| name) {
        command = command.args(["--package", name]);
    }
    let output = command.limit_seconds(300).output()?;
    let warnings: Vec<&str> = output
        .lines()
        .filter(|line| line.starts_with("warning") && !EXPECTED.iter().any(|text| line.starts_with(text)))
        .collect();
    if !warnings.is_empty() {
        return Err(Error::new(format!(
            "cargo package warns:\n  {}",
            warnings.join("\n  ")
        )));
    }
    let faults: Vec<String> = published
        .iter()
        .map(|(name, manifest)| faults(name, manifest))
        .collect::<Result<Vec<_>>>()?
        .concat();
    failed("crates cannot be published", &faults)
}

/// Returns the names of the published crates and the texts of their manifests.
fn published() -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for member in members()? {
        let path = member.join("Cargo.toml");
        let manifest = read(&path)?;
        let package = manifest.split_once("[package]").map_or("", |(_, rest)| rest);
        if package.contains("publish = false") {
            continue;
        }
        let name = package
            .lines()
            .find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
            .ok_or_else(|| Error::new(format!("{}: no name", text(&path))))?;
        found.push((name.to_owned(), package.to_owned()));
    }
    if found.is_empty() {
        return Err(Error::new("no crate of the workspace is published"));
    }
    Ok(found)
}

/// What is wrong with a packaged crate.
fn faults(name: &str, manifest: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for key in ["description", "keywords", "categories", "repository", "include"] {
        let has_key = |line: &str| {
            line.strip_prefix(key)
                .is_some_and(|rest| rest.starts_with([' ', '.']))
        };
        if !manifest.lines().any(has_key) {
            found.push(format!("{name}: the manifest has no {key}"));
        }
    }
    let file = Path::new(FOLDER).join(format!("{name}-{VERSION}.crate"));
    let size = std::fs::metadata(&file)
        .context(format_args!("cannot read {}", text(&file)))?
        .len();
    if size > LARGEST {
        found.push(format!("{name}: {size} bytes; crates.io accepts {LARGEST}"));
    }
    let packed = Cmd::new("tar").arg("-tzf").arg(&file).output()?;
    let inside = format!("{name}-{VERSION}/");
    let packed: BTreeSet<&str> = packed
        .lines()
        .filter_map(|path| path.strip_prefix(&inside))
        .collect();
    if !packed.contains("LICENSE") {
        found.push(format!("{name}: the package has no LICENSE"));
    }
    let allowed = |path: &str| {
        ["src/", "data/", "include/", "cmake/"]
            .iter()
            .any(|folder| path.starts_with(folder))
            || !path.contains('/')
    };
    found.extend(
        packed
            .iter()
            .filter(|path| !allowed(path))
            .map(|path| format!("{name}: the package contains {path}; see `include` in its manifest")),
    );
    Ok(found)
}

/// Checks that the documents state the workspace's oldest Rust, and that the files exist to which the README links.
fn documents() -> Result {
    let version = oldest_version()?;
    let mut faults = Vec::new();
    for (file, before) in STATED {
        if !read(Path::new(file))?.contains(&format!("{before}{version}")) {
            faults.push(format!("{file}: expected `{before}{version}`, as in Cargo.toml"));
        }
    }
    let readme = read(Path::new("README.md"))?;
    faults.extend(
        links(&readme)
            .filter(|link| !link.contains("://") && !link.starts_with('#'))
            .filter(|link| !Path::new(link.split('#').next().unwrap_or(link)).exists())
            .map(|link| format!("README.md: {link} does not exist")),
    );
    failed("documents are not current", &faults)
}

/// The targets of a document's links.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// Checks that the workflow runs `.ci/run`, on each kind of machine.
fn workflow() -> Result {
    let text = read(Path::new(WORKFLOW))?;
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut faults = Vec::new();
    if !lines.contains(&"- run: .ci/run") {
        faults.push(format!("{WORKFLOW} has no step `- run: .ci/run`"));
    }
    for runner in RUNNERS {
        if !lines
            .iter()
            .any(|line| line.contains(&format!("runner: {runner},")))
        {
            faults.push(format!("{WORKFLOW} has no job on {runner}"));
        }
    }
    // A wrong option would fail when wheels are built for a release.
    for words in lines
        .iter()
        .filter_map(|line| line.strip_prefix("- run: cargo xtask wheel "))
    {
        for option in words.split(' ').filter(|word| word.starts_with("--")) {
            if !crate::wheel::HELP.contains(option) {
                faults.push(format!("{WORKFLOW}: cargo xtask wheel has no option {option}"));
            }
        }
    }
    failed("the workflow is not current", &faults)
}

/// Compiles the workspace with the oldest Rust that its manifest names.
fn oldest_rust() -> Result<Outcome> {
    let version = oldest_version()?;
    let toolchain = format!("+{version}");
    let have = || Cmd::new("cargo").args([&toolchain, "--version"]).output().is_ok();
    if !have() {
        let install = ["toolchain", "install", &version, "--profile", "minimal"];
        let installed = Cmd::new("rustup").args(install).limit_seconds(600).run();
        if installed.is_err() || !have() {
            return Ok(Outcome::Skipped(format!(
                "Rust {version} cannot be installed: rustup toolchain install {version}"
            )));
        }
    }
    Cmd::new("cargo")
        .args([&toolchain, "check", "--workspace", "--locked"])
        .env("CARGO_TARGET_DIR", root().join("target/oldest"))
        .run()
        .map(|()| Outcome::Passed)
}

/// Returns `rust-version` of the workspace.
fn oldest_version() -> Result<String> {
    let manifest = read(Path::new("Cargo.toml"))?;
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'));
    let version = version.ok_or_else(|| Error::new("Cargo.toml has no rust-version"))?;
    Ok(version.to_owned())
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).context(format_args!("cannot read {}", path.display()))
}

fn failed(what: &str, faults: &[String]) -> Result {
    if faults.is_empty() {
        return Ok(());
    }
    Err(Error::new(format!("{what}:\n  {}", faults.join("\n  "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found() {
        let text = "See [a](docs/a.md#b) and ![c](d.png), not f(x).";
        assert_eq!(links(text).collect::<Vec<_>>(), ["docs/a.md#b", "d.png"]);
    }
}
