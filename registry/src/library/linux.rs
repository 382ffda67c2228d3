//! Loaded libraries on Linux: the loader's list, in the order of loading.

use std::ffi::{CStr, OsStr, c_int, c_void};
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use libc::{PT_DYNAMIC, PT_LOAD, dl_phdr_info};

/// The addresses that the library around an address occupies, data included.
pub(crate) fn range_of(address: *const c_void) -> Option<Range<usize>> {
    struct Search {
        address: usize,
        found: Option<Range<usize>>,
    }
    /// # Safety
    /// `info` is a record of the loader, and `search` a [`Search`] that no other reference leads to.
    unsafe extern "C" fn visit(info: *mut dl_phdr_info, _: usize, search: *mut c_void) -> c_int {
        // SAFETY: by contract.
        let (info, search) = unsafe { (&*info, &mut *search.cast::<Search>()) };
        if info.dlpi_phdr.is_null() {
            return 0;
        }
        // SAFETY: `dlpi_phnum` headers stand there.
        let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
        let segments = headers.iter().filter(|header| header.p_type == PT_LOAD);
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

/// The file of the library with the same SONAME as the one that contains an address, if it was loaded before that.
pub(crate) fn first_with_name_of(address: *const c_void) -> Option<PathBuf> {
    let mut walk = Walk {
        own_address: address as u64,
        before: Vec::new(),
        own_name: None,
    };
    // SAFETY: `visit` takes the loader's records, in the order of loading, and the walk, which outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut walk).cast()) };
    let own = walk.own_name?;
    let same = walk.before.into_iter().find(|(name, _)| *name == own);
    same.map(|(_, file)| file)
}

/// The state of a walk over the loaded libraries.
struct Walk {
    own_address: u64,
    /// The names of the libraries before this one, with their files.
    before: Vec<(Vec<u8>, PathBuf)>,
    own_name: Option<Vec<u8>>,
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
