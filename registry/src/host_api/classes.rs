//! Classes that are made at run time.

use std::ffi::c_int;

use tvmlike_runtime::abi::{TVMLIKE_CLASS_REPLACE, TVMLikeByteArray, TVMLikePlugin, TVMLikeTypeMember};
use tvmlike_runtime::{Error, Result, TypeIndex};

use super::plugins::instance;
use super::type_members::read_all;
use super::{give_made, outcome, text_at};
use crate::classes;

/// `class_register` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn class_register(
    plugin: *mut TVMLikePlugin,
    key: *const TVMLikeByteArray,
    parent: i32,
    doc: *const TVMLikeByteArray,
    members: *const TVMLikeTypeMember,
    count: usize,
    stride: usize,
    flags: u32,
    out: *mut i32,
) -> c_int {
    let register = || -> Result<i32> {
        if flags & !TVMLIKE_CLASS_REPLACE != 0 {
            return Err(Error::value_error(format!(
                "unknown flags of a class: {flags:#x}"
            )));
        }
        // SAFETY: what init received or NULL, and the rest valid for the call.
        let (plugin, key, doc, members) = unsafe {
            let plugin = if plugin.is_null() {
                None
            } else {
                Some(instance(plugin)?)
            };
            let key = text_at(key, "a type key")?;
            let doc = text_at(doc, "the doc text of a type")?;
            (plugin, key, doc, read_all(members, count, stride)?)
        };
        let replaces = flags & TVMLIKE_CLASS_REPLACE != 0;
        Ok(classes::register(plugin, key, TypeIndex(parent), doc, members, replaces)?.0)
    };
    // SAFETY: NULL or valid.
    outcome(|| unsafe { give_made(out, "the place for the type index", register) })
}

/// `class_remove` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn class_remove(key: *const TVMLikeByteArray) -> c_int {
    // SAFETY: valid for the call.
    outcome(|| classes::remove_class(unsafe { text_at(key, "a type key")? }))
}
