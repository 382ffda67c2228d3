//! Which library some code belongs to.

use std::ffi::{CStr, OsStr, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// The file that the loader has mapped where an address lies, as it was named when it was loaded; `None` for an address that is in
/// no file. Any address may be asked for.
#[expect(
    clippy::not_unsafe_ptr_arg_deref,
    reason = "the loader compares the address, it reads nothing there"
)]
pub fn file_of(address: *const c_void) -> Option<PathBuf> {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: dladdr takes any address and fills the struct in where it knows it.
    let known = unsafe { libc::dladdr(address, info.as_mut_ptr()) } != 0;
    // SAFETY: zeroed is a valid Dl_info.
    let file = unsafe { info.assume_init() }.dli_fname;
    if !known || file.is_null() {
        return None;
    }
    // SAFETY: a C string of the loader, which lives as long as the library.
    let file = unsafe { CStr::from_ptr(file) };
    Some(PathBuf::from(OsStr::from_bytes(file.to_bytes())))
}

/// The name of the library that this code was linked into: `libtvmlike.so`, a program's name.
pub fn own_name() -> String {
    let name = file_of(own_name as *const c_void)
        .and_then(|file| Some(file.file_name()?.to_string_lossy().into_owned()));
    name.unwrap_or_else(|| "this program".to_owned())
}
