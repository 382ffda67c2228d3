//! The size of a small Rust plugin: the library of examples/plugin_rust, with three functions and a type.
//!
//! Most of it is Rust's standard library: a library with one function that panics has 277,376 bytes, 180,000 of them to
//! read debug information for backtraces. That part changes with the compiler, so the limit applies to the difference.
//! Both are built as the author of a plugin builds: without this workspace's alignment of functions, which adds 22 KB.
//! The step is part of `--long`, since it takes a minute.

use std::path::Path;

use super::{Outcome, Step};
use crate::process::{Cmd, Context, Error, Result, have};
use crate::workspace::{create_dir, library_name, write};

/// The maximum number of bytes beyond the size of a library that does not use tvmlike.
const LIMIT: u64 = 190_000;
/// Contains both libraries, stripped.
const FOLDER: &str = "target/size";
const EMPTY: &str = "\
//! The smallest library with a panic.
#[unsafe(no_mangle)]
pub extern \"C\" fn least(x: i64) -> i64 {
    std::panic::catch_unwind(|| if x == 3 { panic!(\"no {x}\") } else { x }).unwrap_or(0)
}
";

pub(super) fn steps(long: bool) -> Vec<Step> {
    let step = || Step::may_skip("rust: the size of a small plugin", &[], small_plugin).seconds(60);
    Vec::from_iter(long.then(step))
}

fn small_plugin() -> Result<Outcome> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok(Outcome::Skipped("the limit applies to x86-64 Linux".to_owned()));
    }
    if !have("strip") {
        return Ok(Outcome::Skipped("strip is not installed (binutils)".to_owned()));
    }
    let empty = Path::new(FOLDER).join(library_name("empty"));
    // With the options of the workspace's release profile, which the plugin is built with, too.
    let source = Path::new(FOLDER).join("empty.rs");
    write(&source, EMPTY)?;
    Cmd::new("rustc")
        .args(["--edition=2024", "--crate-type=cdylib", "-Copt-level=3"])
        .args(["-Clto=fat", "-Ccodegen-units=1", "-o"])
        .arg(&empty)
        .arg(&source)
        .run()?;
    Cmd::new("cargo")
        .args([
            "build",
            "--release",
            "-p",
            "tvmlike-plugin-rust",
            "--target-dir",
            FOLDER,
        ])
        .env("RUSTFLAGS", "")
        .run()?;
    let plugin = Path::new(FOLDER)
        .join("release")
        .join(library_name("tvmlike_plugin_rust"));
    let plugin = stripped_size(&plugin)?;
    let empty = stripped_size(&empty)?;
    let ours = plugin.saturating_sub(empty);
    if ours > LIMIT {
        return Err(Error::new(format!(
            "the small plugin has {plugin} bytes, {ours} more than an empty library ({empty}); the limit is {LIMIT} more"
        )));
    }
    Ok(Outcome::Passed)
}

/// Returns the size of a library without its symbol table.
fn stripped_size(library: &Path) -> Result<u64> {
    let name = library.file_name().unwrap_or_default();
    let stripped = Path::new(FOLDER).join("stripped").join(name);
    create_dir(&Path::new(FOLDER).join("stripped"))?;
    Cmd::new("strip")
        .args(["--strip-all", "-o"])
        .args([&stripped, library])
        .run()?;
    let metadata =
        std::fs::metadata(&stripped).context(format_args!("cannot read {}", stripped.display()))?;
    Ok(metadata.len())
}
