//! The requirements of a shared library, read from its ELF file.
//!
//! This reads what the loader itself uses: the needed libraries (`DT_NEEDED`) and the versions of their symbols
//! (`.gnu.version_r`). The file is not trusted: every offset is checked before use.

use std::path::Path;

use crate::process::{Context, Error, Result};

const SECTION_DYNAMIC: u32 = 6;
const SECTION_VERSIONS_NEEDED: u32 = 0x6fff_fffe;
const DYNAMIC_NEEDED: u64 = 1;

/// The requirements of one library.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Demands {
    /// The names of the needed libraries.
    pub(super) libraries: Vec<String>,
    /// The versions of their symbols, such as `GLIBC_2.34`.
    pub(super) versions: Vec<String>,
}

impl Demands {
    /// Reads a library.
    pub(super) fn of(path: &Path) -> Result<Demands> {
        let bytes = std::fs::read(path).context(format_args!("cannot read {}", path.display()))?;
        Demands::read(&bytes).ok_or_else(|| {
            Error::new(format!(
                "{} is not a complete 64-bit little-endian ELF file",
                path.display()
            ))
        })
    }

    fn read(bytes: &[u8]) -> Option<Demands> {
        let file = File(bytes);
        if &file.field::<6>(0, 0)? != b"\x7fELF\x02\x01" {
            return None;
        }
        let mut found = Demands::default();
        for at in 0..file.u16(0, 60)? {
            let section = file.section(at)?;
            let text = |offset: u64| file.text(file.section(section.link)?.offset, offset);
            match section.kind {
                SECTION_DYNAMIC => {
                    for entry in (section.offset..section.end).step_by(16) {
                        if file.u64(entry, 0)? == DYNAMIC_NEEDED {
                            found.libraries.push(text(file.u64(entry, 8)?)?);
                        }
                    }
                }
                SECTION_VERSIONS_NEEDED => {
                    // A list of libraries, each with a list of versions; an offset of 0 to the next entry ends a list.
                    let mut library = section.offset;
                    for _ in 0..section.info {
                        let mut version = library.checked_add(file.u32(library, 8)?.into())?;
                        for _ in 0..file.u16(library, 2)? {
                            found.versions.push(text(file.u32(version, 8)?.into())?);
                            version = version.checked_add(file.u32(version, 12)?.into())?;
                        }
                        library = library.checked_add(file.u32(library, 12)?.into())?;
                    }
                }
                _ => {}
            }
        }
        found.versions.sort();
        found.versions.dedup();
        Some(found)
    }
}

struct Section {
    kind: u32,
    offset: u64,
    end: u64,
    link: u16,
    info: u32,
}

/// The bytes of the file; reads beyond the end return `None`.
struct File<'a>(&'a [u8]);

impl File<'_> {
    /// Returns the bytes of a field of the struct at `base`.
    fn field<const SIZE: usize>(&self, base: u64, field: u64) -> Option<[u8; SIZE]> {
        let at = usize::try_from(base.checked_add(field)?).ok()?;
        self.0.get(at..at.checked_add(SIZE)?)?.try_into().ok()
    }

    fn u16(&self, base: u64, field: u64) -> Option<u16> {
        self.field(base, field).map(u16::from_le_bytes)
    }

    fn u32(&self, base: u64, field: u64) -> Option<u32> {
        self.field(base, field).map(u32::from_le_bytes)
    }

    fn u64(&self, base: u64, field: u64) -> Option<u64> {
        self.field(base, field).map(u64::from_le_bytes)
    }

    fn section(&self, number: u16) -> Option<Section> {
        let at = self.u64(0, 40)?.checked_add(64 * u64::from(number))?;
        let offset = self.u64(at, 24)?;
        let end = offset.checked_add(self.u64(at, 32)?)?;
        Some(Section {
            kind: self.u32(at, 4)?,
            offset,
            end: end.min(self.0.len() as u64),
            link: u16::try_from(self.u32(at, 40)?).ok()?,
            info: self.u32(at, 44)?,
        })
    }

    fn text(&self, table: u64, at: u64) -> Option<String> {
        let start = usize::try_from(table.checked_add(at)?).ok()?;
        let rest = self.0.get(start..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        String::from_utf8(rest[..end].to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    fn this_program_needs_the_c_library() {
        let program = std::env::current_exe().unwrap();
        let found = Demands::of(&program).unwrap();
        assert!(
            found.libraries.iter().any(|name| name == "libc.so.6"),
            "{found:?}"
        );
        assert!(
            found.versions.iter().any(|name| name.starts_with("GLIBC_2.")),
            "{found:?}"
        );
    }

    #[test]
    fn other_files_are_rejected() {
        assert_eq!(Demands::read(b""), None);
        assert_eq!(Demands::read(b"#!/bin/sh\n"), None);
        assert!(Demands::of(Path::new("Cargo.toml")).is_err());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn truncated_files_and_offsets_outside_are_rejected() {
        let whole = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert_eq!(Demands::read(&whole[..whole.len() / 2]), None);
        let mut lost = whole[..64].to_vec();
        lost[40..48].fill(0xff);
        assert_eq!(Demands::read(&lost), None);
    }
}
