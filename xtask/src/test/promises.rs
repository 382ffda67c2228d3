//! The promises of the documents: each row of a table with columns `promise` and, as the last one, `test` names the tests that
//! hold it.
//!
//! Invariant: every test that a row names exists, every row names one, and the numbers of a table count from 1. A test is
//! `FILE::NAME` or `FILE`: a path from the root or its end, also without `.rs`; `lifecycle::NAME` is a test in a file of the
//! folder `tests/lifecycle`.

use std::path::{Path, PathBuf};

use super::Step;
use crate::process::{Context, Error, Result};
use crate::workspace::{files, folders};

/// The folders with tests, and with documents whose examples run.
const FOLDERS: [&str; 9] = [
    "compiler",
    "docs",
    "ffi/tests",
    "fuzz",
    "python/tests",
    "registry",
    "runtime",
    "tests",
    "xtask",
];

pub(super) fn steps() -> Vec<Step> {
    vec![Step::new("promises: every test that a document names exists", &[], check).seconds(1)]
}

fn check() -> Result {
    let mut tests = Vec::new();
    for folder in FOLDERS {
        collect(Path::new(folder), &mut tests);
    }
    let mut wrong = Vec::new();
    let mut count = 0;
    for document in files("docs", ".md") {
        let text =
            std::fs::read_to_string(&document).context(format_args!("cannot read {}", document.display()))?;
        for row in rows(&text) {
            count += 1;
            let exists = |test: &str| is_there(&tests, test);
            wrong.extend(
                faults(&row, &exists).map(|fault| format!("{}:{}: {fault}", document.display(), row.line)),
            );
        }
    }
    match (wrong.is_empty(), count) {
        (true, 1..) => Ok(()),
        (true, 0) => Err(Error::new("no document has a table of promises")),
        _ => Err(Error::new(wrong.join("\n  "))),
    }
}

fn collect(folder: &Path, tests: &mut Vec<PathBuf>) {
    let text = folder.to_string_lossy();
    tests.extend(files(&text, ""));
    for below in folders(&text) {
        if !["target", "__pycache__", "data"]
            .iter()
            .any(|name| below.ends_with(name))
        {
            collect(&below, tests);
        }
    }
}

/// A row of a table of promises.
#[derive(Debug, PartialEq)]
struct Row<'t> {
    line: usize,
    /// The number, and the one that it should have; `None` if the table has no numbers.
    number: Option<(&'t str, String)>,
    tests: &'t str,
}

/// The rows of the tables of promises.
fn rows(text: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    // Whether the table has such a column, whether its rows have numbers, and how many there are.
    let mut table: Option<(bool, bool, usize)> = None;
    for (index, line) in text.lines().enumerate() {
        let cells = line
            .trim()
            .strip_prefix('|')
            .and_then(|line| line.strip_suffix('|'));
        let Some(cells) = cells else {
            table = None;
            continue;
        };
        let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        let Some((has_tests, has_numbers, count)) = &mut table else {
            let has_tests = last == "test" && cells.contains(&"promise");
            table = Some((has_tests, first == "no.", 0));
            continue;
        };
        if *has_tests && !first.starts_with("---") {
            *count += 1;
            let letters = first.trim_end_matches(|c: char| c.is_ascii_digit());
            rows.push(Row {
                line: index + 1,
                number: has_numbers.then(|| (first, format!("{letters}{count}"))),
                tests: last,
            });
        }
    }
    rows
}

/// What is wrong in a row.
fn faults<'r>(row: &'r Row<'_>, exists: &'r dyn Fn(&str) -> bool) -> impl Iterator<Item = String> + 'r {
    let names = || row.tests.split('`').skip(1).step_by(2);
    let none = names()
        .next()
        .is_none()
        .then(|| "the promise has no test".to_owned());
    let number = row.number.as_ref().filter(|(found, wanted)| found != wanted);
    let number = number.map(|(found, wanted)| format!("the number is {found}, and should be {wanted}"));
    let missing = names().filter(|test| !exists(test));
    let missing = missing.map(|test| format!("there is no test `{test}`"));
    none.into_iter().chain(number).chain(missing)
}

fn is_there(tests: &[PathBuf], test: &str) -> bool {
    let (file, name) = match test.split_once("::") {
        Some((file, name)) => (file, Some(name)),
        None => (test, None),
    };
    let is_called = |path: &Path| {
        let parent = path.parent();
        path.ends_with(file)
            || path.with_extension("").ends_with(file)
            || parent.is_some_and(|it| it.ends_with(file))
    };
    let mut found = tests.iter().filter(|path| is_called(path));
    match name {
        None => found.next().is_some(),
        Some(name) => found.any(|path| std::fs::read_to_string(path).is_ok_and(|text| defines(&text, name))),
    }
}

/// Whether a text defines a function.
fn defines(text: &str, name: &str) -> bool {
    let keywords = ["fn ", "def ", "void ", "int ", "bool "];
    let mut lines = text.lines().map(str::trim_start);
    lines.any(|line| {
        let line = line.trim_start_matches("static ").trim_start_matches("async ");
        let rest = keywords
            .iter()
            .find_map(|keyword| line.strip_prefix(keyword)?.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with('('))
    })
}

#[cfg(test)]
mod tests {
    use super::{defines, faults, rows};

    const TEXT: &str = "\
| a | b |
|---|---|
| c | d |

| no. | promise | test |
|---|---|---|
| A1 | x | `one::f`, `two.py` |
| A3 | y | the same |
";

    #[test]
    fn rows_have_numbers_and_tests() {
        let rows = rows(TEXT);
        assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [7, 8]);
        let found = |index: usize| faults(&rows[index], &|test| test == "two.py").collect::<Vec<_>>();
        assert_eq!(found(0), ["there is no test `one::f`"]);
        assert_eq!(
            found(1),
            ["the promise has no test", "the number is A3, and should be A2"]
        );
    }

    #[test]
    fn functions_are_found_in_every_language() {
        for text in [
            "    fn f() {",
            "async def f(x):",
            "static void f(void) {",
            "def f():",
        ] {
            assert!(defines(text, "f"), "{text}");
        }
        assert!(!defines("fn fo() { f(); }", "f"));
    }
}
