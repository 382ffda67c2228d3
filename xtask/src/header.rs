//! `cargo xtask header`: the C header, generated from the Rust sources and checked in.

use std::path::Path;

use crate::process::{Cmd, Error, Explain, Result};
use crate::{Invocation, unknown};

pub(crate) const ABOUT: &str = "Write ffi/include/tvmlike/c_api.h from the Rust sources";
pub(crate) const HELP: &str = "\
usage: cargo xtask header [--check]

  --check   write nothing; fail when the header that is there is not what the sources give

The sources are runtime/abi/src and ffi/src. The generator is the crate xtask/c-header (cbindgen).";

const HEADER: &str = "ffi/include/tvmlike/c_api.h";

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
        println!("{HEADER} is what the sources give");
        return Ok(());
    }
    let text = generate()?;
    if std::fs::read_to_string(HEADER).is_ok_and(|found| found == text) {
        println!("{HEADER} was up to date");
        return Ok(());
    }
    crate::workspace::write(Path::new(HEADER), &text)?;
    println!("wrote {HEADER}");
    Ok(())
}

/// Fails when the header that is checked in is not what the sources give.
pub(crate) fn check() -> Result {
    let wanted = generate()?;
    let Ok(found) = std::fs::read_to_string(HEADER) else {
        return Err(Error::new(format!(
            "{HEADER} is not there; write it with: cargo xtask header"
        )));
    };
    if found == wanted {
        return Ok(());
    }
    Err(Error::new(format!(
        "{HEADER} is stale: it is not what the Rust sources give\n{}\n  write it with: cargo xtask header",
        first_difference(&found, &wanted)
    )))
}

fn generate() -> Result<String> {
    let fresh = Path::new("target/xtask/c_api.h");
    crate::workspace::create_dir(Path::new("target/xtask"))?;
    Cmd::new("cargo")
        .args(["run", "--quiet", "--package", "tvmlike-c-header", "--"])
        .arg(fresh)
        .run()?;
    std::fs::read_to_string(fresh).explain(format_args!("cannot read {}", fresh.display()))
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
