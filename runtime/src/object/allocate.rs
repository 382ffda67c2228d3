//! The memory of objects that this crate makes.
//!
//! 16 zeroed bytes precede each object: a coming version of tvm-ffi keeps a front end's pointer and a free function
//! there. Invariant: an object made by [`allocate`] has the deleter [`deleter_of`] its body type, which knows its
//! layout.

use std::alloc::{Layout, alloc, dealloc};
use std::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};
use std::sync::atomic::AtomicU64;

use tvmlike_abi::{TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLikeDeleter, TVMLikeObject};

use super::{NEW_COUNTS, ObjectPtr};
use crate::outstanding;
use crate::payload::out_of_memory;
use crate::type_index::TypeIndex;

/// Bytes reserved before the header.
pub(crate) const SPACE_BEFORE: usize = 16;

/// The maximum alignment of a body: every body directly follows the header, at byte 24.
pub const MAX_ALIGN: usize = 8;

/// An object in memory: the header, followed by the body.
#[repr(C)]
pub(crate) struct ObjectBox<T> {
    pub(crate) header: TVMLikeObject,
    pub(crate) body: T,
}

/// The body of an object.
///
/// # Safety
/// `trailing` always returns the same number until the object's memory is freed, also after `destroy`.
pub(crate) unsafe trait ObjectBody: Sized {
    /// Whether such an object needs code or state of the plugin that made it, beyond this file's: then it keeps the
    /// plugin from being finished.
    const HOLDS_PLUGIN: bool = false;

    /// The number of bytes allocated after the body.
    fn trailing(&self) -> usize {
        0
    }

    /// Drops the body's contents; its memory stays.
    ///
    /// # Safety
    /// Called once, after the last strong reference was released.
    unsafe fn destroy(this: *mut Self) {
        // SAFETY: the body is complete and not used any more.
        unsafe { ptr::drop_in_place(this) }
    }
}

fn layout<T>(trailing: usize) -> Option<(Layout, usize)> {
    let space = SPACE_BEFORE.max(align_of::<ObjectBox<T>>());
    let size = space
        .checked_add(size_of::<ObjectBox<T>>())?
        .checked_add(trailing)?;
    let layout = Layout::from_size_align(size, align_of::<ObjectBox<T>>().max(SPACE_BEFORE)).ok()?;
    Some((layout, space))
}

/// Allocates an object with one strong reference. The caller writes the trailing bytes.
///
/// # Panics
/// If there is no memory; guards make it a MemoryError.
pub(crate) fn allocate<T: ObjectBody>(type_index: TypeIndex, body: T, trailing: usize) -> ObjectPtr<T> {
    assert!(
        align_of::<T>() <= MAX_ALIGN,
        "an object's alignment must not exceed 8 bytes"
    );
    let Some((layout, space)) = layout::<T>(trailing) else {
        out_of_memory(trailing)
    };
    // SAFETY: the layout has a size above zero; the object lies `space` bytes into the allocation, aligned since
    // `space` is a multiple of its alignment (both powers of two, `space` the larger).
    unsafe {
        let start = alloc(layout);
        if start.is_null() {
            out_of_memory(layout.size());
        }
        if T::HOLDS_PLUGIN {
            outstanding::created(type_index);
        }
        start.write_bytes(0, space);
        let object = start.add(space).cast::<ObjectBox<T>>();
        object.write(ObjectBox {
            header: TVMLikeObject {
                counts: AtomicU64::new(NEW_COUNTS),
                type_index: type_index.0,
                zero: 0,
                deleter: deleter_of::<T>(),
            },
            body,
        });
        ObjectPtr::from_owned(NonNull::new_unchecked(object.cast::<TVMLikeObject>()))
    }
}

/// The deleter of objects with this body.
pub(crate) const fn deleter_of<T: ObjectBody>() -> TVMLikeDeleter {
    Some(delete::<T>)
}

/// # Safety
/// As a deleter: the object was made by [`allocate`] with this body type, and the actions in `flags` are due.
unsafe extern "C" fn delete<T: ObjectBody>(object: *mut c_void, flags: c_int) {
    let object = object.cast::<ObjectBox<T>>();
    // SAFETY: the memory is valid until it is freed below.
    let type_index = TypeIndex(unsafe { (*object).header.type_index });
    if flags & TVMLIKE_DELETE_STRONG != 0 {
        // A destructor that panics must not unwind into C; what it owned may leak, which is the lesser evil.
        // SAFETY: the flag shows that the last strong reference was released.
        let destroyed = catch_unwind(AssertUnwindSafe(|| unsafe {
            T::destroy(&raw mut (*object).body)
        }));
        if let Err(payload) = destroyed {
            crate::payload::drop_payload(payload);
        }
    }
    if flags & TVMLIKE_DELETE_WEAK != 0 {
        // SAFETY: the flag shows that no reference is left; the memory was allocated with this layout, because
        // `trailing` does not change.
        unsafe {
            let (layout, space) =
                layout::<T>((*object).body.trailing()).expect("the layout was valid when it was made");
            dealloc(object.cast::<u8>().sub(space), layout);
        }
    }
    // Last, because this may finish the plugin.
    if T::HOLDS_PLUGIN && flags & TVMLIKE_DELETE_STRONG != 0 {
        outstanding::destroyed(type_index);
    }
}
