//! The object header.
//!
//! An object is a [`TVMLikeObject`] header with a cell behind it, at offset 24. The deleter in its header frees it, so the
//! library that made it does: no allocator is assumed to be shared.

use core::ffi::{c_int, c_void};
use core::sync::atomic::AtomicU64;

/// Deleter flag: the strong count is zero, the object's contents are destroyed.
pub const TVMLIKE_DELETE_STRONG: c_int = 1;
/// Deleter flag: the weak count is zero, the object's memory is freed.
pub const TVMLIKE_DELETE_WEAK: c_int = 2;
/// Deleter flag: both at once, the usual case.
pub const TVMLIKE_DELETE_BOTH: c_int = 3;

/// A pointer to an object. Its header says of which type it is.
pub type TVMLikeObjectHandle = *mut TVMLikeObject;

/// Destroys and frees an object; `flags` is one of `TVMLIKE_DELETE_*`.
pub type TVMLikeDeleter = Option<unsafe extern "C" fn(object: *mut c_void, flags: c_int)>;

/// Destroys the body of an object that `TVMLikeObjectCreate` made.
pub type TVMLikeBodyDestroy = Option<unsafe extern "C" fn(body: *mut c_void)>;

/// Releases a context. Called once, when the last reference to its owner is released, on any thread.
pub type TVMLikeFinalizer = Option<unsafe extern "C" fn(context: *mut c_void)>;

/// The header that every object begins with: 24 bytes.
#[repr(C)]
pub struct TVMLikeObject {
    /// Strong count in the low 32 bits, weak count in the high 32. A new object has one of each (the strong
    /// references together hold one weak one).
    pub counts: AtomicU64,
    /// The object's type.
    pub type_index: i32,
    /// Zero.
    pub zero: u32,
    /// Destroys and frees the object.
    pub deleter: TVMLikeDeleter,
}
