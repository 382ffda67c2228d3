//! The size of a small Rust plugin: the library of examples/plugin_rust, with three functions and a type.
//!
//! Most of it is Rust's standard library: a library with one function that panics has 277,376 bytes, 180,000 of them to
//! read debug information for backtraces. That part changes with the compiler, so the limit applies to the difference.

use std::path::Path;

use super::{Outcome, Step};
use crate::process::{Cmd, Context, Error, Result};
use crate::workspace::{library_name, write};

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

pub(super) fn steps() -> Vec<Step> {
    vec![Step::may_skip("rust: the size of a small plugin", &[], small_plugin).seconds(40)]
}

fn small_plugin() -> Result<Outcome> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok(Outcome::Skipped("the limit applies to x86-64 Linux".to_owned()));
    }
    let source = Path::new(FOLDER).join("empty.rs");
    write(&source, EMPTY)?;
    let empty = Path::new(FOLDER).join(library_name("empty"));
    // As in the workspace's release profile.
    Cmd::new("rustc")
        .args([
            "--edition=2024",
            "--crate-type=cdylib",
            "-Copt-level=3",
            "-Clto=fat",
        ])
        .args(["-Ccodegen-units=1", "-Cstrip=symbols", "-o"])
        .arg(&empty)
        .arg(&source)
        .run()?;
    // Alone: with other crates in one call, their features would be the plugin's, too.
    Cmd::new("cargo")
        .args([
            "build",
            "--quiet",
            "--release",
            "--package",
            "tvmlike-plugin-rust",
        ])
        .args([
            "--config",
            "profile.release.strip=\"symbols\"",
            "--target-dir",
            FOLDER,
        ])
        .run()?;
    let plugin = Path::new(FOLDER)
        .join("release")
        .join(library_name("tvmlike_plugin_rust"));
    let (empty, plugin) = (size_of(&empty)?, size_of(&plugin)?);
    let ours = plugin.saturating_sub(empty);
    if ours > LIMIT {
        return Err(Error::new(format!(
            "the small plugin has {plugin} bytes, {ours} more than an empty library ({empty}); the limit is {LIMIT} more"
        )));
    }
    Ok(Outcome::Passed)
}

fn size_of(library: &Path) -> Result<u64> {
    let metadata = std::fs::metadata(library).context(format_args!("cannot read {}", library.display()))?;
    Ok(metadata.len())
}
