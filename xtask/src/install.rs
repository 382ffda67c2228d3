//! `cargo xtask install`: installs headers, libraries, the CMake package and the pkg-config file under a prefix.
//!
//! Each file is written under a temporary name and then renamed, so that running programs keep the library that they
//! have loaded.

use std::path::{Path, PathBuf};

use crate::invocation::{Invocation, unknown};
use crate::process::{Context, Error, Result};
use crate::workspace::{VERSION, create_dir, files, release_library, root, write};

pub(crate) const ABOUT: &str = "Install headers, libraries, CMake package and pkg-config file";
pub(crate) const HELP: &str = "\
usage: cargo xtask install --prefix DIR

Builds the libraries in release mode and installs under DIR:
  include/tvmlike/          the C and C++ headers
  lib/                      libtvmlike.so with its versioned names; libtvm_runtime.so and libdgl.so, which load it from the same directory
  lib/cmake/tvmlike/        for find_package(tvmlike)
  lib/pkgconfig/tvmlike.pc  for pkg-config";

/// The libraries that are installed beside libtvmlike. Front ends load them by names without a version.
pub(crate) const FRONT_END_LIBRARIES: [&str; 2] = ["tvm_runtime", "dgl"];

/// The prefix that other commands compile against, as a user would.
pub(crate) const LOCAL_PREFIX: &str = "target/prefix";

pub(crate) fn run(invocation: &Invocation) -> Result {
    let mut prefix = None;
    let mut args = invocation.args.iter();
    while let Some(arg) = args.next() {
        match arg.strip_prefix("--prefix") {
            Some("") => prefix = args.next().cloned(),
            Some(rest) if rest.starts_with('=') => prefix = Some(rest[1..].to_owned()),
            _ => return Err(unknown(arg)),
        }
    }
    let prefix = prefix
        .filter(|prefix| !prefix.is_empty())
        .ok_or_else(|| Error::new("expected a prefix: cargo xtask install --prefix DIR"))?;
    let prefix = invocation.from.join(prefix);
    crate::build::libraries()?;
    into(&prefix)?;
    let shown = prefix.canonicalize().unwrap_or(prefix);
    println!("installed tvmlike {VERSION} under {}", shown.display());
    Ok(())
}

/// Installs the libraries that are built already.
pub(crate) fn into(prefix: &Path) -> Result {
    headers(prefix)?;
    let folder = prefix.join("lib");
    library(&folder)?;
    for stem in FRONT_END_LIBRARIES {
        copy(&release_library(stem), &folder)?;
    }
    templates(prefix)
}

fn headers(prefix: &Path) -> Result {
    let folder = "ffi/include/tvmlike";
    let mut found = files(folder, ".h");
    found.extend(files(folder, ".hpp"));
    if found.is_empty() {
        return Err(Error::new(format!("no headers in {folder}")));
    }
    found
        .iter()
        .try_for_each(|header| copy(header, &prefix.join("include/tvmlike")).map(drop))
}

fn library(folder: &Path) -> Result {
    let [full, soname, plain] = versioned_names();
    let built = release_library("tvmlike");
    create_dir(folder)?;
    replace(&built, &folder.join(&full))?;
    for link in [soname, plain] {
        let path = folder.join(link);
        if path.symlink_metadata().is_ok() {
            std::fs::remove_file(&path).context(format_args!("cannot replace {}", path.display()))?;
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(&full, &path).context(format_args!("cannot create {}", path.display()))?;
        #[cfg(not(unix))]
        replace(&built, &path)?;
    }
    Ok(())
}

/// Returns the names of the installed library: with the full version, the SONAME, and the name for linkers.
fn versioned_names() -> [String; 3] {
    let major = VERSION.split('.').next().unwrap_or(VERSION);
    if cfg!(target_os = "macos") {
        [VERSION, major].map(|version| format!("libtvmlike.{version}.dylib"))
    } else {
        [VERSION, major].map(|version| format!("libtvmlike.so.{version}"))
    }
    .into_iter()
    .chain([crate::workspace::library_name("tvmlike")])
    .collect::<Vec<_>>()
    .try_into()
    .expect("three names")
}

/// Fills in the templates of ffi/cmake: `NAME.pc.in` for pkg-config, all other `NAME.in` for CMake.
fn templates(prefix: &Path) -> Result {
    let folder = "ffi/cmake";
    let found = files(folder, ".in");
    if found.is_empty() {
        return Err(Error::new(format!("no templates in {folder}")));
    }
    let prefix_text = std::path::absolute(prefix).unwrap_or_else(|_| root().join(prefix));
    for template in found {
        let name = template.file_stem().map(PathBuf::from).unwrap_or_default();
        let text = std::fs::read_to_string(&template)
            .context(format_args!("cannot read {}", template.display()))?
            .replace("@VERSION@", VERSION)
            .replace("@PREFIX@", &prefix_text.to_string_lossy());
        if let Some(left) = placeholder(&text) {
            return Err(Error::new(format!(
                "{}: unknown placeholder {left}",
                template.display()
            )));
        }
        let below = if name.extension().is_some_and(|end| end == "pc") {
            "pkgconfig"
        } else {
            "cmake/tvmlike"
        };
        write(&prefix.join("lib").join(below).join(name), &text)?;
    }
    Ok(())
}

/// The first `@NAME@` in a text.
fn placeholder(text: &str) -> Option<&str> {
    let name = |word: &&str| {
        word.len() > 2
            && word
                .trim_matches('@')
                .chars()
                .all(|c| c.is_ascii_uppercase() || c == '_')
    };
    let at: Vec<usize> = text.match_indices('@').map(|(at, _)| at).collect();
    at.windows(2).map(|pair| &text[pair[0]..=pair[1]]).find(name)
}

/// Copies a file into a folder.
fn copy(file: &Path, folder: &Path) -> Result<PathBuf> {
    create_dir(folder)?;
    let to = folder.join(file.file_name().unwrap_or_default());
    replace(file, &to)?;
    Ok(to)
}

fn replace(from: &Path, to: &Path) -> Result {
    let mut beside = to.to_owned().into_os_string();
    beside.push(".new");
    std::fs::copy(from, &beside)
        .and_then(|_| std::fs::rename(&beside, to))
        .context(format_args!("cannot copy {} to {}", from.display(), to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_unknown_placeholder_is_found() {
        assert_eq!(placeholder("Version: @VERSION_FULL@\n"), Some("@VERSION_FULL@"));
        assert_eq!(placeholder("mail me @ home @ night, a@b.c@d"), None);
        assert_eq!(placeholder("${prefix}/lib"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_library_is_versioned() {
        let major = VERSION.split('.').next().unwrap();
        let names = versioned_names();
        assert_eq!(names[0], format!("libtvmlike.so.{VERSION}"));
        assert_eq!(names[1], format!("libtvmlike.so.{major}"));
        assert_eq!(names[2], "libtvmlike.so");
    }
}
