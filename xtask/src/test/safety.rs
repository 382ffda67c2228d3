//! Private unsafe functions say what they require, as clippy's `missing_safety_doc` checks for public ones.
//!
//! Clippy can check both, but then asks for `# Errors` of private functions too; a second run of clippy takes a minute.
//! Invariant: every `unsafe fn` has a `# Safety` section, except in an implementation of a trait, because the trait has it,
//! and in bodies of functions and of macros.

use std::path::Path;

use super::Step;
use crate::process::{Context, Error, Result};
use crate::workspace::{files, folders};

/// The folders with Rust sources.
const FOLDERS: [&str; 12] = [
    "benches", "compiler", "examples", "ffi", "fuzz", "python", "registry", "runtime", "src", "syntax",
    "tests", "xtask",
];
/// Names of folders without sources of the workspace: build output, and code that must not compile or that is compared.
const EXCLUDED: [&str; 3] = ["target", "build", "ui"];

/// The examples of this file's tests.
const THIS_FILE: &str = "xtask/src/test/safety.rs";

pub(super) fn steps() -> Vec<Step> {
    vec![Step::new("rust: # Safety of private functions", &[], check).seconds(1)]
}

fn check() -> Result {
    let mut found = Vec::new();
    for folder in FOLDERS {
        check_folder(Path::new(folder), &mut found)?;
    }
    if found.is_empty() {
        return Ok(());
    }
    Err(Error::new(format!(
        "{} unsafe functions without a `# Safety` section:\n  {}",
        found.len(),
        found.join("\n  ")
    )))
}

fn check_folder(folder: &Path, found: &mut Vec<String>) -> Result {
    let text = folder.to_string_lossy();
    for file in files(&text, ".rs") {
        if file.ends_with(THIS_FILE) {
            continue;
        }
        let source =
            std::fs::read_to_string(&file).context(format_args!("cannot read {}", file.display()))?;
        let place = |line: usize| format!("{}:{line}", file.display());
        found.extend(undocumented(&source).into_iter().map(place));
    }
    for below in folders(&text) {
        if !EXCLUDED.iter().any(|name| below.ends_with(name)) {
            check_folder(&below, found)?;
        }
    }
    Ok(())
}

/// The lines of unsafe functions without a `# Safety` section, in a source that rustfmt formatted.
fn undocumented(source: &str) -> Vec<usize> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found = Vec::new();
    // Whether functions in the block that the line is in need a section.
    let mut is_checked_block = false;
    for (index, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indentation = line.len() - code.len();
        if indentation == 0 && code.starts_with(|c: char| c.is_alphabetic()) && !code.starts_with("for ") {
            is_checked_block = has_checked_functions(&lines[index..]);
        }
        let is_checked = indentation == 0 || indentation == 4 && is_checked_block;
        if is_checked && is_unsafe_function(code) && !has_section(&lines[..index]) {
            found.push(index + 1);
        }
    }
    found
}

/// Whether a module, a trait or an implementation of no trait begins.
fn has_checked_functions(lines: &[&str]) -> bool {
    let words = |line: &str, word: &str| line.split([' ', '<']).any(|each| each == word);
    if words(lines[0], "impl") {
        // Its head ends with the line that opens the braces.
        let head = lines.iter().position(|line| line.ends_with(['{', '}']));
        return !lines[..=head.unwrap_or(0)].iter().any(|line| words(line, "for"));
    }
    ["trait", "mod", "extern"]
        .iter()
        .any(|word| words(lines[0], word))
        && !words(lines[0], "fn")
}

/// Whether a function begins that is unsafe, which a type such as `unsafe fn()` is not.
fn is_unsafe_function(code: &str) -> bool {
    let code = match code.strip_prefix("pub") {
        Some(rest) => rest
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(')'))
            .map_or(rest, |(_, rest)| rest),
        None => code,
    };
    let code = code.trim_start();
    let code = code.strip_prefix("const ").unwrap_or(code);
    let Some(code) = code.strip_prefix("unsafe ") else {
        return false;
    };
    let code = match code.strip_prefix("extern \"") {
        Some(abi) => abi.split_once("\" ").map_or("", |(_, rest)| rest),
        None => code,
    };
    code.strip_prefix("fn ")
        .is_some_and(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$'))
}

/// Whether the comment and the attributes that lines end with have a `# Safety` section.
fn has_section(lines: &[&str]) -> bool {
    lines
        .iter()
        .rev()
        .map(|line| line.trim_start())
        .take_while(|line| line.starts_with("///") || !line.is_empty() && !line.ends_with(['{', '}', ';']))
        .any(|line| line.starts_with("/// # Safety"))
}

#[cfg(test)]
mod tests {
    use super::undocumented;

    #[test]
    fn functions_and_methods_need_a_section() {
        let source = "\
unsafe fn bare() {}

/// Reads.
///
/// # Safety
/// `p` is valid.
#[inline]
pub(crate) unsafe extern \"C\" fn documented(p: *const u8) -> u8 {
    // SAFETY: as above.
    unsafe { *p }
}

impl Reader {
    /// Reads.
    const unsafe fn method(&self) {
        unsafe fn local() {}
    }
}
";
        assert_eq!(undocumented(source), [1, 15]);
    }

    #[test]
    fn implementations_of_traits_and_types_need_none() {
        let source = "\
unsafe impl<T> Read
    for Reader<T>
{
    unsafe fn read(&self) {}
}
type Callback = unsafe fn(*mut u8);
unsafe fn after() {}
";
        assert_eq!(undocumented(source), [7]);
    }
}
