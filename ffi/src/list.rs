//! Listing names.

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int};

use tvmlike_registry::host_api::{self, null, outcome};
use tvmlike_runtime::abi::{TVMLikeByteArray, TVMLikeValue};

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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncListGlobalNames(
    out_size: *mut c_int,
    out_array: *mut *mut *const c_char,
) -> c_int {
    outcome(|| {
        if out_size.is_null() || out_array.is_null() {
            return Err(null("the place for the names"));
        }
        let names: Vec<CString> = tvmlike_registry::list("")?
            .into_iter()
            .map(CString::new)
            .collect::<Result<_, _>>()?;
        let size = c_int::try_from(names.len())?;
        let pointers = names.iter().map(|name| name.as_ptr()).collect();
        LISTING.with_borrow_mut(|listing| {
            *listing = Listing {
                pointers,
                _names: names,
            };
            // SAFETY: not null, valid by contract.
            unsafe {
                out_size.write(size);
                out_array.write(listing.pointers.as_mut_ptr());
            }
        });
        Ok(())
    })
}

/// The names under a dotted prefix, sorted, as an owned array of strings; all names for an empty prefix. `ir`
/// covers `ir.f`, not `irx.f`.
///
/// # Safety
/// `prefix` is NULL or valid text; `out` is NULL or a place for a value that holds none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeFuncListNames(
    prefix: *const TVMLikeByteArray,
    out: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::list_names(prefix, out) }
}
