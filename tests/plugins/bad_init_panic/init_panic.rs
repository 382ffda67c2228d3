//! A plugin whose entry point panics, without anything of ours around it. It is compiled by itself:
//! `rustc --edition 2024 --crate-type cdylib init_panic.rs`.

use std::ffi::{c_int, c_void};

/// The entry point.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn tvmlike_plugin_init_v1(_host: *const c_void, plugin: *mut u32) -> c_int {
    // SAFETY: a plugin's struct begins with its size and the two halves of its version.
    unsafe { *plugin.add(1) = 1 };
    panic!("a panic at the entry point")
}
