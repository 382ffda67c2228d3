//! Listing registered names.

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int};

use tvmlike_registry::host_api::null;
use tvmlike_runtime::Error;

use crate::classic_abi::{ClassicAbi, with_runtime};

/// The last listing of a thread: the strings, and the array of pointers to them.
#[derive(Default)]
struct Listing {
    pointers: Vec<*const c_char>,
    _names: Vec<CString>,
}

thread_local! {
    static LISTING: RefCell<Listing> = RefCell::default();
}

/// The body of `FuncListGlobalNames`.
///
/// # Safety
/// As `exports.rs` says for `FuncListGlobalNames`.
pub unsafe fn list_global_names<A: ClassicAbi>(
    out_size: *mut c_int,
    out_array: *mut *mut *const c_char,
) -> c_int {
    with_runtime::<A>(|| {
        if out_size.is_null() || out_array.is_null() {
            return Err(null("the place for the names"));
        }
        let names: Vec<CString> = tvmlike_registry::list("")?
            .into_iter()
            .map(CString::new)
            .collect::<Result<_, _>>()?;
        let size = c_int::try_from(names.len())?;
        let pointers = names.iter().map(|name| name.as_ptr()).collect();
        let write = |listing: &RefCell<Listing>| {
            let mut listing = listing.borrow_mut();
            *listing = Listing {
                pointers,
                _names: names,
            };
            // SAFETY: not null, valid by contract.
            unsafe {
                out_size.write(size);
                out_array.write(listing.pointers.as_mut_ptr());
            }
        };
        LISTING
            .try_with(write)
            .map_err(|_| Error::runtime_error("cannot list names on a thread that is ending"))
    })
}
