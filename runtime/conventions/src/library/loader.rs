//! The system's loader: loading a library, and querying it.

use std::ffi::{CStr, CString, OsStr, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;

use super::loader_access::with_loader;

/// Loads a library, which runs its constructors.
///
/// # Safety
/// As [`Library::open`](super::Library::open).
pub(super) unsafe fn load(path: &Path, flags: c_int) -> Result<NonNull<c_void>, String> {
    let name = CString::new(path.as_os_str().as_bytes()).map_err(|error| error.to_string())?;
    // SAFETY: a C string; the rest by contract.
    with_loader(|| NonNull::new(unsafe { libc::dlopen(name.as_ptr(), flags) }).ok_or_else(loader_says))
}

/// The loader's message for its last failure on this thread.
pub(super) fn loader_says() -> String {
    // SAFETY: returns NULL or a C string that is valid until the next call on this thread.
    let said = unsafe { libc::dlerror() };
    if said.is_null() {
        return "the loader reported no reason".to_owned();
    }
    // SAFETY: as above.
    unsafe { CStr::from_ptr(said) }.to_string_lossy().into_owned()
}

/// The first members of glibc's and musl's record of a loaded library.
#[cfg(target_os = "linux")]
#[repr(C)]
struct LinkMap {
    base: usize,
    name: *const std::ffi::c_char,
}

#[cfg(target_os = "linux")]
fn link_map(handle: NonNull<c_void>) -> Option<NonNull<LinkMap>> {
    let mut map: *mut LinkMap = std::ptr::null_mut();
    // SAFETY: this request writes a pointer to the library's record.
    let status = unsafe { libc::dlinfo(handle.as_ptr(), libc::RTLD_DI_LINKMAP, (&raw mut map).cast()) };
    NonNull::new(map).filter(|_| status == 0)
}

/// The base address of a library, to which the addresses in its file are relative.
#[cfg(target_os = "linux")]
pub(super) fn base_of(handle: NonNull<c_void>) -> Option<usize> {
    // SAFETY: the record lives as long as the handle is open.
    link_map(handle).map(|map| unsafe { map.as_ref() }.base)
}

/// The file that the loader has mapped.
#[cfg(target_os = "linux")]
pub(super) fn loaded_file(handle: NonNull<c_void>) -> Option<PathBuf> {
    // SAFETY: the record lives as long as the handle is open.
    let name = unsafe { link_map(handle)?.as_ref() }.name;
    // SAFETY: a C string that the record owns.
    let name = (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) })?;
    (!name.is_empty()).then(|| PathBuf::from(OsStr::from_bytes(name.to_bytes())))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn loaded_file(_: NonNull<c_void>) -> Option<PathBuf> {
    None
}

/// The loader's message with a remedy.
pub(super) fn explained(said: &str) -> String {
    match said.split_once("undefined symbol: ") {
        Some((_, rest)) => {
            let symbol = rest.split([' ', ',', ')']).next().unwrap_or(rest);
            format!("{said}; link the library that has it, or supply it: imports={{\"{symbol}\": ...}}")
        }
        None => said.to_owned(),
    }
}

/// Whether a file is in one of the system's library directories.
pub(super) fn belongs_to_system(path: &Path) -> bool {
    const FOLDERS: [&str; 6] = ["/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64"];
    let real = path.canonicalize();
    real.is_ok_and(|real| FOLDERS.iter().any(|folder| real.starts_with(folder)))
}
