//! The words of messages, documentation and comments: each sentence names its subject and its act.
//!
//! Invariant: no source file or document outside the tests contains one of [`WORDS`]. Identifiers are not prose: an
//! underscore belongs to a word. Line breaks and comment marks between two words do not hide a phrase.

use std::path::Path;

use super::Step;
use crate::process::{Context, Error, Result};
use crate::workspace::{files, folders};

/// The words, and what to write instead.
const WORDS: [(&str, &str); 21] = [
    ("nobody", SUBJECT),
    ("somebody", SUBJECT),
    ("anybody", SUBJECT),
    ("whoever", SUBJECT),
    ("whomever", SUBJECT),
    ("hand over", "pass, return or transfer"),
    ("hands over", "passes, returns or transfers"),
    ("handed over", "passed, returned or transferred"),
    ("handing over", "passing, returning or transferring"),
    ("let go", "release or drop"),
    ("lets go", "releases or drops"),
    ("letting go", "releasing or dropping"),
    ("is told", "receives, records or reports"),
    ("are told", "receive, record or report"),
    ("be told", "receive, record or report"),
    ("was told", "received, recorded or reported"),
    ("give back", "return or release"),
    ("gives back", "returns or releases"),
    ("given back", "returned or released"),
    ("giving back", "returning or releasing"),
    ("gave back", "returned or released"),
];
const SUBJECT: &str = "name the subject: the host, the caller, a thread";

/// The folders with sources and documents.
const FOLDERS: [&str; 13] = [
    "benches",
    "compiler",
    "docs",
    "examples",
    "ffi",
    "fuzz",
    "python",
    "registry",
    "runtime",
    "src",
    "syntax",
    "templates",
    "xtask",
];
/// The kinds of files that contain prose.
const ENDINGS: [&str; 8] = [".rs", ".py", ".pyi", ".c", ".h", ".cpp", ".hpp", ".md"];
/// Names of folders without prose of the library: tests, results of benchmarks, build output and caches.
const EXCLUDED: [&str; 6] = ["tests", "results", "target", "build", "lib", "__pycache__"];
/// The list of the words itself.
const THIS_FILE: &str = "xtask/src/test/words.rs";

pub(super) fn steps() -> Vec<Step> {
    vec![Step::new("words: messages, documentation and comments", &[], check).seconds(1)]
}

fn check() -> Result {
    let mut found = Vec::new();
    for document in files(".", ".md") {
        check_file(&document, &mut found)?;
    }
    for folder in FOLDERS {
        check_folder(Path::new(folder), &mut found)?;
    }
    if found.is_empty() {
        return Ok(());
    }
    Err(Error::new(format!(
        "{} uses of words that hide a subject or an act:\n  {}",
        found.len(),
        found.join("\n  ")
    )))
}

fn check_folder(folder: &Path, found: &mut Vec<String>) -> Result {
    let text = folder.to_string_lossy();
    for ending in ENDINGS {
        for file in files(&text, ending) {
            check_file(&file, found)?;
        }
    }
    for below in folders(&text) {
        if !EXCLUDED.iter().any(|name| below.ends_with(name)) {
            check_folder(&below, found)?;
        }
    }
    Ok(())
}

fn check_file(file: &Path, found: &mut Vec<String>) -> Result {
    if file.ends_with(THIS_FILE) {
        return Ok(());
    }
    let text = std::fs::read_to_string(file).context(format_args!("cannot read {}", file.display()))?;
    let place = |(line, word, instead): (usize, &str, &str)| {
        format!("{}:{line}: \"{word}\" ({instead})", file.display())
    };
    found.extend(uses(&text).into_iter().map(place));
    Ok(())
}

/// Returns the uses of [`WORDS`] in a text: line, word, replacement.
fn uses(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let words: Vec<(usize, String)> = text
        .lines()
        .enumerate()
        .flat_map(|(index, line)| {
            let words = line.split(|c| !is_letter(c)).filter(|word| !word.is_empty());
            words.map(move |word| (index + 1, word.to_lowercase()))
        })
        .collect();
    let begins = |at: usize, phrase: &str| {
        let mut expected = phrase.split(' ').enumerate();
        expected.all(|(offset, word)| words.get(at + offset).is_some_and(|(_, found)| found == word))
    };
    let at_word = |at: usize| {
        let here = WORDS.iter().filter(move |(word, _)| begins(at, word));
        here.map(move |&(word, instead)| (at, word, instead))
    };
    let uses = (0..words.len()).flat_map(at_word);
    uses.map(|(at, word, instead)| (words[at].0, word, instead))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::uses;

    fn found(text: &str) -> Vec<(usize, &str)> {
        uses(text)
            .into_iter()
            .map(|(line, word, _)| (line, word))
            .collect()
    }

    #[test]
    fn words_and_phrases_are_found_across_lines_and_comment_marks() {
        assert_eq!(found("/// Nobody calls it.\n"), [(1, "nobody")]);
        assert_eq!(found("a\n/// The host is\n/// told of it.\n"), [(2, "is told")]);
    }

    #[test]
    fn identifiers_and_parts_of_words_are_not_found() {
        assert!(found("fn nobody_waits() {}\n// the bodies handle overflow, let gone be gone\n").is_empty());
    }
}
