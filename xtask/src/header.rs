//! `cargo xtask header`: the C headers, generated from the Rust sources and checked in.

use std::path::Path;

use crate::process::{Cmd, Context, Error, Result};
use crate::{Invocation, unknown};

pub(crate) const ABOUT: &str = "Write the C headers of the three libraries from the Rust sources";
pub(crate) const HELP: &str = "\
usage: cargo xtask header [--check]

  --check   write nothing; fail when a header that is there is not what the sources give

ffi/include/tvmlike has c_api.h (of runtime/abi/src and ffi/src), tvm_runtime.h (of ffi/compat/tvm_runtime/src/c_api)
and dgl.h (of ffi/compat/dgl/src/c_api); the classic values in all three are those of ffi/compat/classic/src/value.rs.
names.hpp and python/tvmlike/_abi.py have the names and constants of runtime/abi/src.
The generator is the crate xtask/c-header (cbindgen).";

const FOLDER: &str = "ffi/include/tvmlike";
/// The generated files with their folders.
const FILES: [(&str, &str); 5] = [
    (FOLDER, "c_api.h"),
    (FOLDER, "tvm_runtime.h"),
    (FOLDER, "dgl.h"),
    (FOLDER, "names.hpp"),
    ("python/tvmlike", "_abi.py"),
];
/// Where they are generated.
const FRESH: &str = "target/xtask/headers";

pub(crate) fn run(invocation: &Invocation) -> Result {
    let mut check_only = false;
    for arg in &invocation.args {
        match arg.as_str() {
            "--check" => check_only = true,
            other => return Err(unknown(other)),
        }
    }
    if check_only {
        check()?;
        println!("the headers in {FOLDER} are what the sources give");
        return Ok(());
    }
    for (path, text) in generate()? {
        if std::fs::read_to_string(&path).is_ok_and(|found| found == text) {
            println!("{path} was up to date");
            continue;
        }
        crate::workspace::write(Path::new(&path), &text)?;
        println!("wrote {path}");
    }
    Ok(())
}

/// Fails when a header that is checked in is not what the sources give.
pub(crate) fn check() -> Result {
    let wrong: Vec<String> = generate()?
        .iter()
        .filter_map(|(path, wanted)| difference(path, wanted))
        .collect();
    if wrong.is_empty() {
        return Ok(());
    }
    Err(Error::new(format!(
        "{}\n  write them with: cargo xtask header",
        wrong.join("\n")
    )))
}

fn difference(path: &str, wanted: &str) -> Option<String> {
    let Ok(found) = std::fs::read_to_string(path) else {
        return Some(format!("{path} is not there"));
    };
    (found != wanted).then(|| {
        format!(
            "{path} is stale: it is not what the Rust sources give\n{}",
            first_difference(&found, wanted)
        )
    })
}

/// Each header's place, and what it must be.
fn generate() -> Result<Vec<(String, String)>> {
    crate::workspace::create_dir(Path::new(FRESH))?;
    Cmd::new("cargo")
        .args(["run", "--quiet", "--package", "tvmlike-c-header", "--", FRESH])
        .run()?;
    let text = |(folder, name): &(&str, &str)| {
        let fresh = Path::new(FRESH).join(name);
        let text =
            std::fs::read_to_string(&fresh).context(format_args!("cannot read {}", fresh.display()))?;
        Ok((format!("{folder}/{name}"), text))
    };
    FILES.iter().map(text).collect()
}

fn first_difference(found: &str, wanted: &str) -> String {
    let (mut left, mut right) = (found.lines(), wanted.lines());
    let mut number = 1;
    loop {
        let (found, wanted) = (left.next(), right.next());
        if found != wanted || found.is_none() {
            let show = |line: Option<&str>| line.map_or("(the end)".to_owned(), |line| format!("`{line}`"));
            return format!(
                "  line {number}: found {}, the sources give {}",
                show(found),
                show(wanted)
            );
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::first_difference;

    #[test]
    fn the_first_line_that_differs_is_shown() {
        assert_eq!(
            first_difference("a\nb\n", "a\nc\n"),
            "  line 2: found `b`, the sources give `c`"
        );
        assert_eq!(
            first_difference("a\n", "a\nc\n"),
            "  line 2: found (the end), the sources give `c`"
        );
        assert_eq!(
            first_difference("a\nb", "a"),
            "  line 2: found `b`, the sources give (the end)"
        );
    }
}
