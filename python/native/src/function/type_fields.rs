//! Fields of type objects that no function of the limited API reads or writes, by their offsets.
//!
//! Invariant: CPython lays types out so from 3.8 on. Before a field is written, its caller compares its content with what
//! the interpreter reports.

use pyo3_ffi::PyTypeObject;

/// `tp_vectorcall_offset`, which in `type` itself is the offset of `tp_vectorcall`.
pub(super) const VECTORCALL_OFFSET: usize = 7 * size_of::<usize>();
/// `tp_repr`.
pub(super) const REPR: usize = 11 * size_of::<usize>();
/// `tp_as_mapping`, a pointer to functions.
pub(super) const MAPPING: usize = 14 * size_of::<usize>();
/// Which of them is `mp_subscript`.
pub(super) const SUBSCRIPT: usize = 1;
/// `tp_hash`.
pub(super) const HASH: usize = 15 * size_of::<usize>();
/// `tp_iternext`.
pub(super) const ITERNEXT: usize = 28 * size_of::<usize>();
/// `tp_dict`.
pub(super) const DICT: usize = 33 * size_of::<usize>();

/// The address of a field.
///
/// # Safety
/// `class` is a type with a field of type `T` at `offset`.
pub(super) unsafe fn field<T>(class: *mut PyTypeObject, offset: usize) -> *mut T {
    // SAFETY: by contract the offset lies in the type.
    unsafe { class.cast::<T>().byte_add(offset) }
}
