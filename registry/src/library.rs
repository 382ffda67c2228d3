//! The addresses of a loaded library.

use std::ffi::c_void;
use std::ops::Range;

/// The addresses that the library around an address occupies, data included.
pub(crate) fn range_of(address: *const c_void) -> Option<Range<usize>> {
    struct Search {
        address: usize,
        found: Option<Range<usize>>,
    }
    /// # Safety
    /// `info` is a record of the loader, and `search` a [`Search`] that no other reference leads to.
    unsafe extern "C" fn visit(
        info: *mut libc::dl_phdr_info,
        _: usize,
        search: *mut c_void,
    ) -> std::ffi::c_int {
        // SAFETY: by contract.
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
