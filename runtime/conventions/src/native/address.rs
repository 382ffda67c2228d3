//! Values that are pointers.

use std::ffi::c_void;

use tvmlike_runtime::abi::TVMLIKE_PTR_UNSIGNED;
use tvmlike_runtime::{AnyView, TypeIndex};

/// The address that a pointer is; `None` for other values, and for an integer of 2**63 or more.
pub(super) fn of_pointer(value: &AnyView<'_>) -> Option<*mut c_void> {
    let raw = value.as_raw();
    let is_address = raw.type_index == TypeIndex::OPAQUE_PTR.0 && raw.small_len != TVMLIKE_PTR_UNSIGNED;
    // SAFETY: all payloads have these bytes; that of a pointer is one.
    is_address.then_some(unsafe { raw.payload.v_ptr })
}
