//! Objects whose body another language defines, by a size and a destructor.
//!
//! Everything that is needed to free such an object precedes it, at a fixed distance whatever the body's size.
//! Invariant: an object with the deleter `delete_raw` has a `Before` in front of the reserved bytes before its
//! header.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::{c_int, c_void};
use std::ptr::{self, NonNull};
use std::sync::atomic::AtomicU64;

use tvmlike_abi::{
    TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLIKE_DYNAMIC_BEGIN, TVMLikeBodyDestroy, TVMLikeObject,
};

use crate::error::{Error, ErrorKind, Result};
use crate::foreign;
use crate::object::{NEW_COUNTS, ObjectPtr, ObjectRef, SPACE_BEFORE};
use crate::outstanding::Counted;
use crate::type_index::TypeIndex;
use crate::type_table;

/// The data before the object.
struct Before {
    destroy: TVMLikeBodyDestroy,
    layout: Layout,
    /// Counts for the plugin whose code `destroy` is. `None` once the body is destroyed.
    counted: Option<Counted>,
}

/// From the start of the allocation to the header.
const HEADER_AT: usize = (size_of::<Before>().next_multiple_of(SPACE_BEFORE)) + SPACE_BEFORE;

/// Makes an object of a registered type with `size` zeroed bytes of body, aligned to 8, at byte 24. `destroy` is called
/// with the body's address when the last strong reference is released. `or_else` provides the count if the code of
/// `destroy` belongs to no plugin.
///
/// # Errors
/// ValueError for an unknown, built-in or opaque type, and for a size that is too large; MemoryError if the system has
/// no memory. `destroy` is not called then.
///
/// # Safety
/// `destroy` can be called with such a body, once, on any thread, even if nothing has been written to it.
pub unsafe fn create_raw(
    index: TypeIndex,
    size: usize,
    destroy: TVMLikeBodyDestroy,
    or_else: impl FnOnce() -> Option<Counted>,
) -> Result<ObjectRef> {
    let key = type_table::key_of(index).ok_or_else(|| {
        Error::value_error(format!(
            "cannot create an object: no type has the index {}",
            index.0
        ))
    })?;
    if index.0 < TVMLIKE_DYNAMIC_BEGIN || type_table::is_a(index, TypeIndex::OPAQUE_PY_OBJECT) {
        return Err(Error::value_error(format!(
            "cannot create an object: type {key} is built in or opaque and cannot have a custom body"
        )));
    }
    let bytes = HEADER_AT
        .checked_add(size_of::<TVMLikeObject>())
        .and_then(|bytes| bytes.checked_add(size));
    let layout = bytes.and_then(|bytes| Layout::from_size_align(bytes, SPACE_BEFORE).ok());
    let layout = layout.ok_or_else(|| {
        Error::value_error(format!(
            "cannot create an object of {key}: a body of {size} bytes is too large"
        ))
    })?;
    // SAFETY: the layout has a size above zero.
    let Some(start) = NonNull::new(unsafe { alloc_zeroed(layout) }) else {
        return Err(Error::new(
            ErrorKind::MEMORY_ERROR,
            format!("cannot allocate an object of {key} with a body of {size} bytes"),
        ));
    };
    let code = destroy.map_or(ptr::null(), |destroy| destroy as *const c_void);
    let counted = Some(Counted::of_code(code, index)).filter(Counted::is_some);
    let before = Before {
        destroy,
        layout,
        counted: counted.or_else(or_else),
    };
    // SAFETY: the allocation begins with space for `before`, is aligned for it, and has space for the header at
    // `HEADER_AT`, which is a multiple of 16.
    unsafe {
        start.cast::<Before>().write(before);
        let object = start.add(HEADER_AT).cast::<TVMLikeObject>();
        object.write(TVMLikeObject {
            counts: AtomicU64::new(NEW_COUNTS),
            type_index: index.0,
            zero: 0,
            deleter: Some(delete_raw),
        });
        Ok(ObjectPtr::from_owned(object))
    }
}

/// # Safety
/// As a deleter: the object was made by [`create_raw`], and the actions in `flags` are due.
unsafe extern "C" fn delete_raw(object: *mut c_void, flags: c_int) {
    // SAFETY: only objects made by `create_raw` have this deleter, and they begin this far after the start.
    let before = unsafe { object.cast::<u8>().sub(HEADER_AT).cast::<Before>() };
    let mut counted = None;
    if flags & TVMLIKE_DELETE_STRONG != 0 {
        // SAFETY: the body follows the header; the last strong reference was released, so it is destroyed once, and
        // nothing else accesses `before`.
        unsafe {
            if let Some(destroy) = (*before).destroy {
                foreign::finalize(destroy, object.cast::<TVMLikeObject>().add(1).cast());
            }
            counted = (*before).counted.take();
        }
    }
    if flags & TVMLIKE_DELETE_WEAK != 0 {
        // SAFETY: no reference is left; `before` needs no drop once `counted` is taken.
        unsafe {
            let layout = (*before).layout;
            dealloc(before.cast(), layout);
        }
    }
    // Last, because this may finish the plugin.
    drop(counted);
}
