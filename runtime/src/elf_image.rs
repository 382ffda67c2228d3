//! A look at a library's file before the loader maps it.
//!
//! A file that ends before its last segment does makes the loader touch memory that is not there, which ends the
//! process with SIGBUS. So what the headers promise is held against the file's size first. A library for another kind of
//! machine is told as such, because the loader says that there is no such file. Everything else that can be wrong with a
//! library the loader itself notices. [`private_copy`] is what is mapped in its place.

pub mod private_copy;

use std::fs::File;
use std::io;
use std::path::Path;

use object::LittleEndian as LE;
use object::elf::{DT_RPATH, DT_RUNPATH, EM_AARCH64, EM_X86_64, FileHeader64, PT_LOAD};
use object::read::elf::{Dyn, FileHeader, ProgramHeader};
use object::read::{ReadCache, ReadRef};

/// What libraries for this machine have in their headers, where it is a kind that is known here.
const MACHINE: Option<u16> = if cfg!(target_arch = "x86_64") {
    Some(EM_X86_64)
} else if cfg!(target_arch = "aarch64") {
    Some(EM_AARCH64)
} else {
    None
};

/// What is known of a library's file.
#[derive(Debug, Default)]
pub struct Image {
    /// Whether the loader looks for other libraries by the place of this one (`$ORIGIN` in its search path).
    pub finds_others_beside_it: bool,
}

/// Fails for a file that is cut short, and for what is no file. Files of other formats than 64-bit ELF are left to the loader.
///
/// # Errors
/// What keeps the file from being mapped; the loader would say less, or end the process.
pub fn check(path: &Path) -> io::Result<Image> {
    // Opening a pipe would wait for whoever writes to it, and a device has no end to be copied to.
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

/// Whether one of the paths in which the loader looks for a library's own libraries begins at the library's place.
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
