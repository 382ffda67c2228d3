//! Paths in the repository. xtask runs in the repository's root, so all other paths are relative to it.

use std::collections::hash_map::DefaultHasher;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::error::{Context, Error, Result};

/// The version of the project and of all its crates.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the absolute path of the repository's root.
pub(crate) fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        let here = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        here.parent().map(Path::to_owned).unwrap_or(here)
    })
}

/// Returns the folders of the workspace's crates; the facade is the root.
pub(crate) fn members() -> Result<Vec<PathBuf>> {
    let manifest = std::fs::read_to_string("Cargo.toml").context("cannot read Cargo.toml")?;
    let members = manifest
        .split_once("members = [")
        .and_then(|(_, rest)| rest.split_once(']'))
        .ok_or_else(|| Error::new("Cargo.toml has no list of members"))?
        .0;
    // Every second piece is between quotes.
    Ok(members
        .split('"')
        .skip(1)
        .step_by(2)
        .chain(["."])
        .map(PathBuf::from)
        .collect())
}

/// The folder in which `cargo build --release` builds.
pub(crate) const RELEASE: &str = "target/release";

/// Returns the path of a cdylib that `cargo build --release` builds: `target/release/libtvmlike.so` for `tvmlike`.
pub(crate) fn release_library(stem: &str) -> PathBuf {
    Path::new(RELEASE).join(library_name(stem))
}

/// Returns the file name of a shared library on this platform.
pub(crate) fn library_name(stem: &str) -> String {
    format!("{DLL_PREFIX}{stem}{DLL_SUFFIX}")
}

/// Returns the files directly in a folder whose names end with `ending`, sorted; none if the folder does not exist.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    entries(folder)
        .filter(|path| path.is_file() && path.to_string_lossy().ends_with(ending))
        .collect()
}

/// Returns the folders directly in a folder, sorted.
pub(crate) fn folders(folder: &str) -> Vec<PathBuf> {
    entries(folder).filter(|path| path.is_dir()).collect()
}

fn entries(folder: &str) -> impl Iterator<Item = PathBuf> {
    let read = std::fs::read_dir(folder).into_iter().flatten();
    let mut found: Vec<PathBuf> = read.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.sort();
    found.into_iter()
}

/// Writes a file; creates its folder first.
pub(crate) fn write(path: &Path, content: &str) -> Result {
    if let Some(folder) = path.parent() {
        create_dir(folder)?;
    }
    std::fs::write(path, content).context(format_args!("cannot write {}", path.display()))
}

/// Creates a folder and its parents.
pub(crate) fn create_dir(path: &Path) -> Result {
    std::fs::create_dir_all(path).context(format_args!("cannot create the folder {}", path.display()))
}

/// Returns a hash of the names and contents of all files under the paths.
pub(crate) fn fingerprint(paths: &[PathBuf]) -> Result<u64> {
    fn visit(path: &Path, hasher: &mut DefaultHasher) -> std::io::Result<()> {
        if path.is_dir() {
            let mut below: Vec<_> = std::fs::read_dir(path)?
                .map(|entry| Ok(entry?.path()))
                .collect::<std::io::Result<_>>()?;
            below.sort();
            let passing = ["__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"];
            for path in below
                .iter()
                .filter(|path| !passing.iter().any(|name| path.ends_with(name)))
            {
                visit(path, hasher)?;
            }
        } else {
            path.hash(hasher);
            std::fs::read(path)?.hash(hasher);
        }
        Ok(())
    }
    let mut hasher = DefaultHasher::new();
    for path in paths {
        visit(path, &mut hasher).context(format_args!("cannot read {}", path.display()))?;
    }
    Ok(hasher.finish())
}
