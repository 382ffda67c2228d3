//! The guides as a book: `docs/SUMMARY.md` lists every page of `docs` once, and, with `--long`, mdBook builds it.
//!
//! Invariant: a page that is in no chapter fails the tests, and so does a chapter without a page. The links of the pages are checked
//! by the tests of the guides (`test_docs.py`).

use std::collections::BTreeSet;
use std::path::Path;

use super::{Outcome, Step};
use crate::process::{Cmd, Context, Error, Result};
use crate::workspace::{files, root};

/// The folder of the pages.
const FOLDER: &str = "docs";
/// The table of contents, which is no page.
const SUMMARY: &str = "SUMMARY.md";
/// Pinned, so that a new release does not fail an old commit.
const MDBOOK: &str = "0.5.4";
/// The folder into which mdBook is installed.
const TOOLS: &str = "target/tools";

pub(super) fn steps(long: bool) -> Vec<Step> {
    let mut steps = vec![Step::new("book: every page is a chapter", &[], check).seconds(1)];
    if long {
        steps.push(
            Step::may_skip("book: mdbook build", &[], build)
                .locks(&[TOOLS])
                .seconds(200),
        );
    }
    steps
}

fn check() -> Result {
    let path = Path::new(FOLDER).join(SUMMARY);
    let summary = std::fs::read_to_string(&path).context(format_args!("cannot read {}", path.display()))?;
    let mut pages = BTreeSet::new();
    for folder in [FOLDER.to_owned(), format!("{FOLDER}/decisions")] {
        let found = files(&folder, ".md").into_iter();
        pages.extend(
            found.filter_map(|page| Some(page.strip_prefix(FOLDER).ok()?.to_string_lossy().into_owned())),
        );
    }
    pages.remove(SUMMARY);
    let faults = faults(&summary, &pages);
    if faults.is_empty() {
        return Ok(());
    }
    Err(Error::new(format!(
        "{} does not list the pages of {FOLDER}:\n  {}",
        path.display(),
        faults.join("\n  ")
    )))
}

/// The differences between the chapters of a summary and the pages.
fn faults(summary: &str, pages: &BTreeSet<String>) -> Vec<String> {
    let mut chapters = BTreeSet::new();
    let mut found = Vec::new();
    for rest in summary.split("](").skip(1) {
        let chapter = rest.split(')').next().unwrap_or_default();
        if !chapters.insert(chapter) {
            found.push(format!("{chapter} is listed twice"));
        }
        if !pages.contains(chapter) {
            found.push(format!("{chapter} does not exist"));
        }
    }
    let missing = pages.iter().filter(|page| !chapters.contains(page.as_str()));
    found.extend(missing.map(|page| format!("{page} is missing")));
    found
}

/// Builds the book. A warning is an error.
fn build() -> Result<Outcome> {
    let program = root().join(TOOLS).join("bin/mdbook");
    let is_there = Cmd::new(&program)
        .arg("--version")
        .output()
        .is_ok_and(|version| version.trim().ends_with(MDBOOK));
    if !is_there {
        let options = [
            "--no-default-features",
            "--locked",
            "--version",
            MDBOOK,
            "--root",
            TOOLS,
        ];
        let install = Cmd::new("cargo").args(["install", "mdbook", "--target-dir", "target/tools/build"]);
        if let Err(error) = install.args(options).limit_seconds(1200).run() {
            return Ok(Outcome::Skipped(format!("mdbook cannot be installed: {error}")));
        }
    }
    // The environment of a test step redirects output, so a shell merges the messages into it.
    let merged = ["-c", "exec \"$@\" 2>&1", "sh"];
    let output = Cmd::new("sh")
        .args(merged)
        .arg(&program)
        .args(["build", FOLDER])
        .limit_seconds(120)
        .output()?;
    let warnings: Vec<&str> = output
        .lines()
        .filter(|line| line.contains("WARN") || line.contains("ERROR"))
        .collect();
    if !warnings.is_empty() {
        return Err(Error::new(format!("mdbook warns:\n  {}", warnings.join("\n  "))));
    }
    let page = std::fs::read_to_string("target/book/c.html").context("mdbook wrote no target/book/c.html")?;
    if page.contains("href=\"../examples") {
        return Err(Error::new(
            "target/book/c.html links to files that the book does not contain",
        ));
    }
    Ok(Outcome::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_found() {
        let pages = ["a.md", "b.md"].map(str::to_owned).into();
        assert_eq!(faults("- [A](a.md)\n- [B](b.md)", &pages), Vec::<String>::new());
        assert_eq!(
            faults("- [A](a.md)\n- [A](a.md)\n- [C](c.md)", &pages),
            ["a.md is listed twice", "c.md does not exist", "b.md is missing"]
        );
    }
}
