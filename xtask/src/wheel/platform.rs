//! The platform in a wheel's tag: the oldest that its libraries support.
//!
//! PEP 600: a `manylinux_2_34` wheel runs on every machine with glibc 2.34 or newer. So its libraries must load only
//! libraries that every such machine has, and need no symbol version that is newer than glibc 2.34.

use std::path::PathBuf;

use super::elf::Demands;
use crate::process::{Error, Result, text};
use crate::step_env::log;

/// The libraries that every such machine has: the parts of glibc, and libgcc for unwinding.
const EVERYWHERE: [&str; 8] = [
    "libc.so.6",
    "libm.so.6",
    "libdl.so.2",
    "libpthread.so.0",
    "librt.so.1",
    "libutil.so.1",
    "libgcc_s.so.1",
    "ld-linux-",
];

/// The oldest glibc that the Rust compiler supports.
const OLDEST: Glibc = Glibc { major: 2, minor: 17 };

/// A version of glibc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Glibc {
    pub(super) major: u32,
    pub(super) minor: u32,
}

impl Glibc {
    /// Reads a version as it is in a platform tag: `2_28`.
    pub(super) fn parse(text: &str) -> Result<Glibc> {
        let read = || {
            let (major, minor) = text.split_once('_')?;
            Some(Glibc {
                major: major.parse().ok()?,
                minor: minor.parse().ok()?,
            })
        };
        match read() {
            Some(version) if version >= OLDEST => Ok(version),
            Some(_) => Err(Error::new(format!(
                "--manylinux: Rust supports glibc 2_17 and newer, got {text}"
            ))),
            None => Err(Error::new(format!(
                "--manylinux: expected a version such as 2_28, got `{text}`"
            ))),
        }
    }
}

impl std::fmt::Display for Glibc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// Returns the platform tag for these libraries; `None` if only the tag of this machine applies. The libraries must load with
/// the glibc `wanted`, if one is.
pub(super) fn tag(libraries: &[PathBuf], wanted: Option<Glibc>) -> Result<Option<String>> {
    if !cfg!(all(target_os = "linux", target_env = "gnu")) {
        return Ok(None);
    }
    let mut needed = OLDEST;
    for library in libraries {
        let demands = Demands::of(library)?;
        let glibc = oldest_glibc(&demands)
            .map_err(|reason| Error::new(format!("no wheel can contain {}: {reason}", text(library))))?;
        log!(
            "    {} loads {}; it needs glibc {glibc}",
            text(library),
            demands.libraries.join(", ")
        );
        if let Some(wanted) = wanted.filter(|wanted| glibc > *wanted) {
            return Err(Error::new(format!(
                "{} needs glibc {glibc}, expected {wanted} or older",
                text(library)
            )));
        }
        needed = needed.max(glibc);
    }
    let Glibc { major, minor } = needed;
    Ok(Some(format!(
        "manylinux_{major}_{minor}_{}",
        std::env::consts::ARCH
    )))
}

/// Returns the oldest glibc with which a library loads.
fn oldest_glibc(demands: &Demands) -> std::result::Result<Glibc, String> {
    if let Some(other) = demands
        .libraries
        .iter()
        .find(|name| !EVERYWHERE.iter().any(|known| is_named(name, known)))
    {
        return Err(format!("it loads {other}, which some machines lack"));
    }
    let mut needed = OLDEST;
    for version in &demands.versions {
        let unknown = || format!("it needs {version}, and it is unknown which glibc provides that");
        let (library, number) = version.split_once('_').ok_or_else(unknown)?;
        let number = numbers(number);
        match (library, number) {
            ("GLIBC", Some((major, minor))) => needed = needed.max(Glibc { major, minor }),
            // Packed relative relocations, which the loader supports since 2.36.
            ("GLIBC", None) if version == "GLIBC_ABI_DT_RELR" => {
                needed = needed.max(Glibc { major: 2, minor: 36 });
            }
            // libgcc_s has provided these since before glibc 2.17.
            ("GCC", Some(number)) if number <= (4, 3) => {}
            _ => return Err(unknown()),
        }
    }
    Ok(needed)
}

fn is_named(name: &str, known: &str) -> bool {
    name == known || (known.ends_with('-') && name.starts_with(known))
}

/// Returns the first two numbers of a version: (2, 2) for `2.2.5`.
fn numbers(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.split('.');
    let major = parts.next()?.parse().ok()?;
    Some((major, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn oldest(libraries: &[&str], versions: &[&str]) -> std::result::Result<(u32, u32), String> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        oldest_glibc(&Demands {
            libraries: owned(libraries),
            versions: owned(versions),
        })
        .map(|glibc| (glibc.major, glibc.minor))
    }

    #[test]
    fn versions_are_those_of_platform_tags() {
        assert_eq!(Glibc::parse("2_28").unwrap().to_string(), "2.28");
        for (bad, why) in [("", "2_28"), ("2.28", "2_28"), ("2_x", "2_28"), ("2_5", "2_17")] {
            let said = Glibc::parse(bad).unwrap_err().to_string();
            assert!(said.contains(why), "{bad}: {said}");
        }
    }

    #[test]
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    fn a_library_for_a_newer_glibc_is_rejected() {
        let program = [std::env::current_exe().unwrap()];
        assert!(tag(&program, None).unwrap().is_some());
        let said = tag(&program, Some(OLDEST)).unwrap_err().to_string();
        assert!(said.contains("expected 2.17 or older"), "{said}");
    }

    #[test]
    fn the_newest_symbol_version_decides() {
        assert_eq!(oldest(&["libc.so.6"], &[]), Ok((2, 17)));
        let versions = ["GLIBC_2.2.5", "GLIBC_2.34", "GLIBC_2.4", "GCC_4.2.0"];
        let libraries = ["libgcc_s.so.1", "libc.so.6", "ld-linux-x86-64.so.2"];
        assert_eq!(oldest(&libraries, &versions), Ok((2, 34)));
        assert_eq!(oldest(&[], &["GLIBC_2.9", "GLIBC_2.30"]), Ok((2, 30)));
        assert_eq!(oldest(&[], &["GLIBC_ABI_DT_RELR"]), Ok((2, 36)));
    }

    #[test]
    fn libraries_and_versions_that_machines_lack_are_rejected() {
        for library in ["libpython3.11.so.1.0", "libstdc++.so.6", "libc.so.6.1"] {
            let reason = oldest(&["libc.so.6", library], &[]).unwrap_err();
            assert!(reason.contains(library), "{reason}");
        }
        for version in ["GLIBC_PRIVATE", "GCC_12.0.0", "GLIBCXX_3.4", "TVMLIKE"] {
            let reason = oldest(&[], &[version]).unwrap_err();
            assert!(reason.contains(version), "{reason}");
        }
    }
}
