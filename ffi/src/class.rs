//! Classes that a program makes at run time.

use std::ffi::c_int;
use std::ptr;

use tvmlike_registry::host_api;
use tvmlike_runtime::abi::{TVMLikeByteArray, TVMLikeTypeMember};

/// As `class_register` of the host's table, for a class that belongs to no plugin. `TVMLikeClassRemove` removes it.
///
/// # Safety
/// As `class_register` of the host's table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeClassRegister(
    key: *const TVMLikeByteArray,
    parent: i32,
    doc: *const TVMLikeByteArray,
    members: *const TVMLikeTypeMember,
    count: usize,
    stride: usize,
    flags: u32,
    out: *mut i32,
) -> c_int {
    let plugin = ptr::null_mut();
    // SAFETY: by contract.
    unsafe { host_api::class_register(plugin, key, parent, doc, members, count, stride, flags, out) }
}
