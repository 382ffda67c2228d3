//! `cargo xtask header`: the files that are generated from the declarations of the C functions, and checked in.

use std::path::Path;

use crate::build::dev_profile;
use crate::invocation::{Invocation, unknown};
use crate::process::{Cmd, Context, Error, Result};

pub(crate) const ABOUT: &str =
    "Write the C headers, exports, host table and ctypes declarations from the C functions in Rust";
pub(crate) const HELP: &str = "\
usage: cargo xtask header [--check]

  --check   write nothing; fail if a generated file is not what the sources give

Each C function of libtvmlike is declared once: in registry/src/host_api if plugins can call it, too, else in ffi/src. From
these declarations and the types in runtime/abi/src come the exports (ffi/src/exports.rs) and their types
(runtime/abi/src/exports.rs), the host's table (host_table.rs there, registry/src/host_api/table.rs), the C headers in
ffi/include/tvmlike and python/tvmlike/_c_functions.py; names.hpp and _abi.py have names and constants. tvm_runtime.h and dgl.h come from the c_api folders of those
libraries. The generator is the crate xtask/c-header.";

/// The folder of the generated files; the paths below it are those in the repository.
const FRESH: &str = "target/xtask/generated";

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
        println!("all generated files are current");
        return Ok(());
    }
    for (path, text) in generate()? {
        if std::fs::read_to_string(&path).is_ok_and(|found| found == text) {
            println!("{path} is current");
            continue;
        }
        crate::workspace::write(Path::new(&path), &text)?;
        println!("wrote {path}");
    }
    Ok(())
}

/// Fails if a checked-in generated file is stale.
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
        return Some(format!("{path} is missing"));
    };
    (found != wanted).then(|| format!("{path} is stale\n{}", first_difference(&found, wanted)))
}

/// Returns the path and the content of each generated file.
fn generate() -> Result<Vec<(String, String)>> {
    let fresh = Path::new(FRESH);
    if fresh.exists() {
        std::fs::remove_dir_all(fresh).context(format_args!("cannot remove {FRESH}"))?;
    }
    crate::workspace::create_dir(fresh)?;
    dev_profile(Cmd::new("cargo"))
        .args(["run", "--quiet", "--package", "tvmlike-c-header", "--", FRESH])
        .run()?;
    let mut files = Vec::new();
    collect(fresh, &mut files)?;
    files.sort();
    Ok(files)
}

/// Reads all files in a folder below [`FRESH`].
fn collect(folder: &Path, files: &mut Vec<(String, String)>) -> Result {
    let unreadable = format!("cannot read {}", folder.display());
    for entry in std::fs::read_dir(folder).context(&unreadable)? {
        let path = entry.context(&unreadable)?.path();
        if path.is_dir() {
            collect(&path, files)?;
            continue;
        }
        let text = std::fs::read_to_string(&path).context(format_args!("cannot read {}", path.display()))?;
        let place = path.strip_prefix(FRESH).unwrap_or(&path);
        files.push((place.display().to_string(), text));
    }
    Ok(())
}

fn first_difference(found: &str, wanted: &str) -> String {
    let (mut left, mut right) = (found.lines(), wanted.lines());
    let mut number = 1;
    loop {
        let (found, wanted) = (left.next(), right.next());
        if found != wanted || found.is_none() {
            let show = |line: Option<&str>| line.map_or("(the end)".to_owned(), |line| format!("`{line}`"));
            return format!(
                "  line {number}: found {}, expected {}",
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
            "  line 2: found `b`, expected `c`"
        );
        assert_eq!(
            first_difference("a\n", "a\nc\n"),
            "  line 2: found (the end), expected `c`"
        );
        assert_eq!(
            first_difference("a\nb", "a"),
            "  line 2: found `b`, expected (the end)"
        );
    }
}
