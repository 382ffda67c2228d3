//! Classes that are made at run time.

use std::ffi::c_int;

use tvmlike_macros::c_function;
use tvmlike_runtime::abi::{TVMLIKE_CLASS_REPLACE, TVMLikeByteArray, TVMLikePlugin, TVMLikeTypeMember};
use tvmlike_runtime::{Error, Result, TypeIndex};

use super::member::read_all;
use super::plugin::instance;
use super::{give_made, outcome, text_at};
use crate::classes;

/// Registers a class with its doc text and all its members in one step, for classes that are made at run time: no
/// look-up finds it without its members.
///
/// `plugin` is what the plugin's init received; the class is then removed together with the plugin. It may be NULL.
/// [`class_remove`] removes the class. `flags` is 0 or `TVMLIKE_CLASS_REPLACE`: the class replaces one that was made at
/// run time, and existing objects keep theirs. Without the flag, a key that is taken is an error. A static member
/// `__refines__` makes the class a refinement of its parent.
///
/// # Safety
/// `plugin` is NULL or what a plugin's init received. `key`, `doc`, `members` and what they point to are valid for the
/// call; describing functions stay callable as long as the process lives. `out` is NULL or valid for a write.
#[c_function(slot = 45, since = "1.3")]
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

/// Removes a class that was made at run time, by [`class_register`] or by another library. Existing objects keep it. An
/// error if another type inherits from it.
///
/// # Safety
/// `key` is NULL or valid for the call.
#[c_function(export = "TVMLikeClassRemove", slot = 46, since = "1.3")]
pub unsafe extern "C" fn class_remove(key: *const TVMLikeByteArray) -> c_int {
    // SAFETY: valid for the call.
    outcome(|| classes::remove_class(unsafe { text_at(key, "a type key")? }))
}
