//! Which library some code belongs to.

use std::ffi::{CStr, OsStr, c_void};
use std::ops::Range;
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
pub(crate) fn own_name() -> String {
    let name = file_of(own_name as *const c_void)
        .and_then(|file| Some(file.file_name()?.to_string_lossy().into_owned()));
    name.unwrap_or_else(|| "this program".to_owned())
}

/// The addresses that the library around an address occupies, data included.
pub(crate) fn range_of(address: *const c_void) -> Option<Range<usize>> {
    struct Search {
        address: usize,
        found: Option<Range<usize>>,
    }
    unsafe extern "C" fn visit(
        info: *mut libc::dl_phdr_info,
        _: usize,
        search: *mut c_void,
    ) -> std::ffi::c_int {
        // SAFETY: the loader lends its record for the call; `search` is the one below.
        let (info, search) = unsafe { (&*info, &mut *search.cast::<Search>()) };
        if info.dlpi_phdr.is_null() {
            return 0;
        }
        // SAFETY: `dlpi_phnum` headers stand there.
        let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
        let segments = headers.iter().filter(|header| header.p_type == libc::PT_LOAD);
        let bounds = segments.fold(None, |bounds: Option<Range<usize>>, header| {
            let start = (info.dlpi_addr + header.p_vaddr) as usize;
            let end = start + header.p_memsz as usize;
            Some(bounds.map_or(start..end, |bounds| bounds.start.min(start)..bounds.end.max(end)))
        });
        match bounds {
            Some(bounds) if bounds.contains(&search.address) => {
                search.found = Some(bounds);
                1
            }
            _ => 0,
        }
    }
    let mut search = Search {
        address: address as usize,
        found: None,
    };
    // SAFETY: `visit` takes the loader's records and the search, which outlives the walk.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut search).cast()) };
    search.found
}
