//! Checks a library's file before the loader maps it.
//!
//! If a file ends before its last segment does, the loader accesses memory beyond the end of the file and the process
//! dies of SIGBUS; so the sizes in the headers are checked against the file's size first. A library for another
//! architecture is reported as such, because the loader would report a missing file. All other errors are left to the
//! loader. [`private_copy`] makes the copy that is actually mapped.

pub mod mappings;
pub mod private_copy;

use std::fs::File;
use std::io;
use std::path::Path;

use object::LittleEndian as LE;
use object::elf::{DT_RPATH, DT_RUNPATH, EM_AARCH64, EM_X86_64, FileHeader64, PT_LOAD};
use object::read::elf::{Dyn, FileHeader, ProgramHeader};
use object::read::{ReadCache, ReadRef};

/// The machine in the headers of libraries for this platform, if it is a known one.
const MACHINE: Option<u16> = if cfg!(target_arch = "x86_64") {
    Some(EM_X86_64)
} else if cfg!(target_arch = "aarch64") {
    Some(EM_AARCH64)
} else {
    None
};

/// Properties of a library's file.
#[derive(Debug, Default)]
pub struct Image {
    /// Whether the library's search path depends on its own location (`$ORIGIN`).
    pub finds_others_beside_it: bool,
}

/// Checks a file. Formats other than 64-bit ELF are left to the loader.
///
/// # Errors
/// The reason why the file cannot be mapped: not a regular file, truncated, or for another architecture.
pub fn check(path: &Path) -> io::Result<Image> {
    // Opening a pipe would block until another process writes to it, and reading a device may never end.
    let kind = path.metadata()?.file_type();
    if !kind.is_file() {
        return Err(io::Error::other(match kind.is_dir() {
            true => "it is a directory",
            false => "it is not a regular file",
        }));
    }
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    let cut_short = || io::Error::other(format!("truncated file: it has only {size} bytes"));
    if size == 0 {
        // Reading a file of the system, such as /proc/kmsg, may never end.
        return Err(cut_short());
    }
    let data = ReadCache::new(file);
    let Ok(header) = FileHeader64::<LE>::parse(&data) else {
        return Ok(Image::default());
    };
    let machine = header.e_machine(LE);
    if MACHINE.is_some_and(|own| machine != own) {
        let name = match machine {
            EM_X86_64 => "x86-64".to_owned(),
            EM_AARCH64 => "aarch64".to_owned(),
            other => format!("ELF machine {other}"),
        };
        return Err(io::Error::other(format!(
            "wrong architecture: the library is for {name}, this machine is {}",
            std::env::consts::ARCH
        )));
    }
    let segments = header.program_headers(LE, &data).map_err(|_| cut_short())?;
    for segment in segments {
        let end = segment.p_offset(LE).checked_add(segment.p_filesz(LE));
        if segment.p_type(LE) == PT_LOAD && end.is_none_or(|end| end > size) {
            return Err(cut_short());
        }
    }
    Ok(Image {
        finds_others_beside_it: search_path_has_origin(segments, &data).unwrap_or(false),
    })
}

/// Whether a search path for a library's dependencies contains `$ORIGIN`.
fn search_path_has_origin<'a, R: ReadRef<'a>>(
    segments: &[object::elf::ProgramHeader64<LE>],
    data: R,
) -> object::Result<bool> {
    for segment in segments {
        let Some(entries) = segment.dynamic(LE, data)? else {
            continue;
        };
        let value = |tag: i64| entries.iter().find(|entry| entry.d_tag(LE) == tag);
        let Some(strings) = value(object::elf::DT_STRTAB) else {
            continue;
        };
        for path in [DT_RPATH, DT_RUNPATH].into_iter().filter_map(value) {
            let address = strings.d_val(LE).saturating_add(path.d_val(LE));
            let text = segments.iter().find_map(|segment| {
                let within = address.checked_sub(segment.p_vaddr(LE))?;
                let loaded = segment.p_type(LE) == PT_LOAD && within < segment.p_filesz(LE);
                let at = segment.p_offset(LE).checked_add(within)?;
                let end = segment.p_offset(LE).checked_add(segment.p_filesz(LE))?;
                loaded.then(|| data.read_bytes_at_until(at..end, 0).ok())?
            });
            let names =
                |name: &[u8]| text.is_some_and(|text| text.windows(name.len()).any(|part| part == name));
            if names(b"$ORIGIN") || names(b"${ORIGIN}") {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
