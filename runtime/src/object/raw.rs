//! Objects whose body another language lays out: so many bytes, and a function that destroys them.
//!
//! Everything that is needed to free such an object stands before it, where its body's size does not move it.
//! Invariant: an object with [`delete_raw`] as its deleter has a [`Before`] in front of the space before its header.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::{c_int, c_void};
use std::ptr::{self, NonNull};
use std::sync::atomic::AtomicU64;

use tvmlike_abi::{
    TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLIKE_DYNAMIC_BEGIN, TVMLikeBodyDestroy, TVMLikeObject,
};

use super::allocate::SPACE_BEFORE;
use super::{NEW_COUNTS, ObjectPtr, ObjectRef};
use crate::error::{Error, ErrorKind, Result};
use crate::foreign;
use crate::outstanding::Counted;
use crate::type_index::TypeIndex;
use crate::type_table;

/// What stands before the object.
struct Before {
    destroy: TVMLikeBodyDestroy,
    layout: Layout,
    /// Keeps the plugin whose code `destroy` is. `None` once the body is destroyed.
    counted: Option<Counted>,
}

/// From the start of the allocation to the header.
const HEADER_AT: usize = (size_of::<Before>().next_multiple_of(SPACE_BEFORE)) + SPACE_BEFORE;

/// Makes an object of a registered type with `size` zeroed bytes of body, aligned to 8, at byte 24. `destroy` is called
/// with their address when the last strong reference is gone. `or_else` is held where the code of `destroy` is no
/// plugin's.
///
/// # Errors
/// ValueError for a type index that nobody handed out, that is built in or that is opaque, and for a size that no memory
/// has; MemoryError where the system has no memory. `destroy` is not called then.
///
/// # Safety
/// `destroy` can be called with such a body, once, on any thread, also when nothing has been written to it.
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
    // SAFETY: the allocation begins with room for `before`, is aligned for it, and has room for the header at
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

unsafe extern "C" fn delete_raw(object: *mut c_void, flags: c_int) {
    // SAFETY: this deleter stands only in objects that `create_raw` made, which begin this far behind their start.
    let before = unsafe { object.cast::<u8>().sub(HEADER_AT).cast::<Before>() };
    let mut counted = None;
    if flags & TVMLIKE_DELETE_STRONG != 0 {
        // SAFETY: the body lies behind the header; the last strong reference is gone, so it is destroyed once, and
        // nobody else touches what stands before it.
        unsafe {
            if let Some(destroy) = (*before).destroy {
                foreign::finalize(destroy, object.cast::<TVMLikeObject>().add(1).cast());
            }
            counted = (*before).counted.take();
        }
    }
    if flags & TVMLIKE_DELETE_WEAK != 0 {
        // SAFETY: nobody refers to the memory any more; what is in `before` needs no drop once `counted` is taken.
        unsafe {
            let layout = (*before).layout;
            dealloc(before.cast(), layout);
        }
    }
    // Last of all: the plugin may be finished by this.
    drop(counted);
}
