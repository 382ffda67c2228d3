//! What plugins do on their own behalf.

use std::ffi::c_int;

use tvmlike_runtime::abi::{
    TVMLikeBodyDestroy, TVMLikeByteArray, TVMLikeObjectHandle, TVMLikePlugin, TVMLikeRegistration,
};
use tvmlike_runtime::{Error, Result, TypeIndex, object};

use super::{Registrant, give_made, null, outcome, text_at};
use crate::plugin::{self, Instance};
use crate::refinements;

/// The plugin behind a pointer.
///
/// # Safety
/// `plugin` is NULL or what a plugin's init received.
pub(super) unsafe fn instance(plugin: *const TVMLikePlugin) -> Result<&'static Instance> {
    // SAFETY: by contract.
    unsafe { Instance::of(plugin) }.ok_or_else(|| null("the plugin"))
}

/// `plugin_hold` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn plugin_hold(plugin: *mut TVMLikePlugin, type_index: i32) {
    // SAFETY: by contract.
    if let Some(plugin) = unsafe { Instance::of(plugin) } {
        plugin.live().add(TypeIndex(type_index));
    }
}

/// `plugin_release` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn plugin_release(plugin: *mut TVMLikePlugin, type_index: i32) {
    // SAFETY: by contract.
    if let Some(plugin) = unsafe { Instance::of(plugin) } {
        // Nothing that ends a plugin may unwind into whoever lets go of its last object.
        outcome(|| {
            plugin.live().remove(TypeIndex(type_index));
            Ok(())
        });
    }
}

/// `plugin_register` of the host's table.
///
/// # Safety
/// As the table says.
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

/// `plugin_type_register` of the host's table.
///
/// # Safety
/// As the table says.
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

/// `object_create` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn object_create(
    type_index: i32,
    size: usize,
    destroy: TVMLikeBodyDestroy,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    let index = TypeIndex(type_index);
    let make = || {
        let header = refinements::header_of(index);
        if header != index {
            return Err(Error::value_error(format!(
                "an object: the type {} is a refinement, which has no objects of its own; make one of {}",
                index.name(),
                header.name()
            )));
        }
        // SAFETY: by the contract of the table.
        let made =
            unsafe { object::create_raw(index, size, destroy, || plugin::types::count_for_owner(index)) };
        Ok(made?.into_raw())
    };
    // SAFETY: NULL or valid.
    outcome(|| unsafe { give_made(out, "the place for the object", make) })
}
