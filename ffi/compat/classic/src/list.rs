//! Listing names.

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int};

use tvmlike_registry::host_api::null;
use tvmlike_runtime::Error;

use crate::{Speaker, served};

/// A listing that was given out: the strings, and the array of pointers to them.
#[derive(Default)]
struct Listing {
    pointers: Vec<*const c_char>,
    _names: Vec<CString>,
}

thread_local! {
    static LISTING: RefCell<Listing> = RefCell::default();
}

/// Lists the registered names, sorted. The array and its strings stay valid on this thread until its next listing.
///
/// # Safety
/// Both pointers are NULL or valid for a write.
pub unsafe fn list_global_names<S: Speaker>(
    out_size: *mut c_int,
    out_array: *mut *mut *const c_char,
) -> c_int {
    served::<S>(|| {
        if out_size.is_null() || out_array.is_null() {
            return Err(null("the place for the names"));
        }
        let names: Vec<CString> = tvmlike_registry::list("")?
            .into_iter()
            .map(CString::new)
            .collect::<Result<_, _>>()?;
        let size = c_int::try_from(names.len())?;
        let pointers = names.iter().map(|name| name.as_ptr()).collect();
        let give = |listing: &RefCell<Listing>| {
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
            .try_with(give)
            .map_err(|_| Error::runtime_error("a thread that is ending cannot keep names for its caller"))
    })
}
