//! Detection of a second copy of libtvmlike in a process.
//!
//! A second copy would have a second registry, and functions of one would silently be missing in the other. So a copy that
//! is loaded after another keeps its registry empty, and every function that needs the registry fails with an error that
//! names both files. Copies are recognized by their SONAME, wherever the files are. A program or plugin that links the
//! registry statically has no such name and is not affected.

use std::ffi::{CStr, OsStr, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::OnceLock;

use libc::{PT_DYNAMIC, PT_LOAD, dl_phdr_info};
use tvmlike_runtime::{Error, Result};

use tvmlike_client::file_of;

/// The file of the copy that was loaded first; `None` if this is the first.
static FIRST: OnceLock<Option<PathBuf>> = OnceLock::new();

/// Looks for a copy that was loaded before this one. Call it when this library is loaded.
pub(crate) fn detect() {
    let _ = FIRST.set(find());
}

/// Fails where another copy was loaded before this one.
pub(crate) fn check() -> Result<()> {
    match FIRST.get() {
        Some(Some(first)) => Err(second(first)),
        _ => Ok(()),
    }
}

#[cold]
fn second(first: &std::path::Path) -> Error {
    let own = file_of(second as *const c_void).unwrap_or_default();
    Error::runtime_error(format!(
        "{} is a second copy of libtvmlike in this process; {} was loaded first and has the registered functions; \
         load only one of them",
        own.display(),
        first.display()
    ))
}

/// The state of a walk over the loaded libraries.
struct Walk {
    own_address: u64,
    /// The names of the libraries before this one, with their files.
    before: Vec<(Vec<u8>, PathBuf)>,
    own_name: Option<Vec<u8>>,
}

fn find() -> Option<PathBuf> {
    let mut walk = Walk {
        own_address: find as *const c_void as u64,
        before: Vec::new(),
        own_name: None,
    };
    // SAFETY: `visit` takes the loader's records, in the order of loading, and the walk, which outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut walk).cast()) };
    let own = walk.own_name?;
    let same = walk.before.into_iter().find(|(name, _)| *name == own);
    same.map(|(_, file)| file)
}

/// Records a loaded library in the walk; ends the walk at the library of this code.
///
/// # Safety
/// `info` is a record of the loader, and `walk` a [`Walk`] that no other reference leads to.
unsafe extern "C" fn visit(info: *mut dl_phdr_info, _: usize, walk: *mut c_void) -> c_int {
    // SAFETY: by contract.
    let (info, walk) = unsafe { (&*info, &mut *walk.cast::<Walk>()) };
    if info.dlpi_phdr.is_null() {
        return 0;
    }
    // SAFETY: `dlpi_phnum` headers stand there.
    let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
    let own = headers.iter().any(|header| {
        let start = info.dlpi_addr + header.p_vaddr;
        header.p_type == PT_LOAD && (start..start + header.p_memsz).contains(&walk.own_address)
    });
    let dynamic = headers.iter().find(|header| header.p_type == PT_DYNAMIC);
    // SAFETY: the dynamic section of a loaded library lies where its header says.
    let name = dynamic.and_then(|header| unsafe { soname(info.dlpi_addr, header.p_vaddr) });
    if own {
        walk.own_name = name;
        return 1;
    }
    if let Some(name) = name
        && !info.dlpi_name.is_null()
    {
        // SAFETY: a C string of the loader.
        let file = unsafe { CStr::from_ptr(info.dlpi_name) }.to_bytes();
        walk.before.push((name, PathBuf::from(OsStr::from_bytes(file))));
    }
    0
}

const DT_NULL: i64 = 0;
const DT_STRTAB: i64 = 5;
const DT_SONAME: i64 = 14;

/// The name by which the loader knows a library.
///
/// # Safety
/// A loaded library's dynamic section begins at `base + address`.
unsafe fn soname(base: u64, address: u64) -> Option<Vec<u8>> {
    let mut entry = (base + address) as *const [i64; 2];
    let (mut strings, mut name) = (None, None);
    loop {
        // SAFETY: the section ends with an entry DT_NULL, which has not been met yet.
        let [tag, value] = unsafe { entry.read() };
        match tag {
            DT_NULL => break,
            DT_STRTAB => strings = Some(value as u64),
            DT_SONAME => name = Some(value as u64),
            _ => {}
        }
        // SAFETY: as above.
        entry = unsafe { entry.add(1) };
    }
    // Some loaders have written the address in place of the offset here, some have not.
    let strings = strings.map(|strings| if strings < base { base + strings } else { strings })?;
    // SAFETY: the table of strings is loaded, and the name is a C string in it.
    Some(
        unsafe { CStr::from_ptr((strings + name?) as *const _) }
            .to_bytes()
            .to_vec(),
    )
}
