//! The registrations and reference counts of a plugin.

use std::ffi::c_int;

use tvmlike_macros::c_function;
use tvmlike_runtime::abi::{TVMLikeByteArray, TVMLikePlugin, TVMLikeRegistration};
use tvmlike_runtime::{Result, TypeIndex};

use super::{Registrant, give_made, null, outcome, text_at};
use crate::plugin::{self, Instance};

/// The plugin behind a pointer.
///
/// # Safety
/// `plugin` is NULL or what a plugin's init received.
pub(super) unsafe fn instance(plugin: *const TVMLikePlugin) -> Result<&'static Instance> {
    // SAFETY: by contract.
    unsafe { Instance::of(plugin) }.ok_or_else(|| null("the plugin"))
}

/// Counts a reference to something that the plugin itself made, of this type: the host runs the plugin's `finish` only
/// after all of them have been released. What is made through the host's table, the host counts itself.
///
/// # Safety
/// `plugin` is NULL or what the plugin's init received.
#[c_function(slot = 34, since = "1.2")]
pub unsafe extern "C" fn plugin_hold(plugin: *mut TVMLikePlugin, type_index: i32) {
    // SAFETY: by contract.
    if let Some(plugin) = unsafe { Instance::of(plugin) } {
        plugin.live().add(TypeIndex(type_index));
    }
}

/// Releases one [`plugin_hold`] of the same type.
///
/// # Safety
/// `plugin` is NULL or what the plugin's init received.
#[c_function(slot = 35, since = "1.2")]
pub unsafe extern "C" fn plugin_release(plugin: *mut TVMLikePlugin, type_index: i32) {
    // SAFETY: by contract.
    if let Some(plugin) = unsafe { Instance::of(plugin) } {
        // The end of a plugin must not unwind into the code that releases its last object.
        outcome(|| {
            plugin.live().remove(TypeIndex(type_index));
            Ok(())
        });
    }
}

/// Registers one function for a plugin: during its init as [`super::register_functions`], later at once. An error after the plugin
/// has been unloaded.
///
/// # Safety
/// `plugin` is NULL or what the plugin's init received. `registration` is NULL or, like what it points to, valid for the
/// call; a describing function stays callable as long as the process lives.
#[c_function(slot = 36, since = "1.2")]
pub unsafe extern "C" fn plugin_register(
    plugin: *mut TVMLikePlugin,
    registration: *const TVMLikeRegistration,
) -> c_int {
    outcome(|| {
        // SAFETY: NULL or valid for the call.
        let registration = unsafe { registration.as_ref() }.ok_or_else(|| null("the registration"))?;
        // SAFETY: what init received.
        let plugin = unsafe { instance(plugin)? };
        // SAFETY: the registration is valid for the call.
        let pending = unsafe { Registrant::of(plugin).read(registration)? };
        plugin::register(plugin, pending)
    })
}

/// As [`super::type_register`], for a type that is removed when the plugin is unloaded.
///
/// # Safety
/// `plugin` is NULL or what the plugin's init received; `key` is NULL or valid for the call; `out` is NULL or valid for a
/// write.
#[c_function(slot = 37, since = "1.2")]
pub unsafe extern "C" fn plugin_type_register(
    plugin: *mut TVMLikePlugin,
    key: *const TVMLikeByteArray,
    parent: i32,
    out: *mut i32,
) -> c_int {
    let register = || {
        // SAFETY: what init received, and text that is valid for the call.
        let (plugin, key) = unsafe { (instance(plugin)?, text_at(key, "a type key")?) };
        Ok(plugin::types::register(plugin, key, TypeIndex(parent))?.0)
    };
    // SAFETY: NULL or valid.
    outcome(|| unsafe { give_made(out, "the place for the type index", register) })
}
