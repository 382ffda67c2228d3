//! Functions, by name and as objects.

use std::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tvmlike_runtime::abi::{
    TVMLikeByteArray, TVMLikeCallback, TVMLikeFinalizer, TVMLikeObjectHandle, TVMLikePlugin,
    TVMLikeRegistration, TVMLikeValue,
};
use tvmlike_runtime::function::from_callback;
use tvmlike_runtime::{Any, Array, Error, String as TvmString, interrupt};

use super::{Registrant, bytes_at, check_items, function_of, give_made, null, outcome, text_at};
use crate::plugin::Instance;
use crate::{access, duplicate_library, name, plugin, table};

/// `register_functions` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn register_functions(
    plugin: *mut TVMLikePlugin,
    registrations: *const TVMLikeRegistration,
    count: usize,
    stride: usize,
) -> c_int {
    outcome(|| {
        check_items(registrations, count, "the registrations")?;
        if count > 0 && (stride < size_of::<TVMLikeRegistration>() || !stride.is_multiple_of(8)) {
            return Err(Error::value_error(format!(
                "registrations are at least {} bytes apart, a multiple of 8; got {stride}",
                size_of::<TVMLikeRegistration>()
            )));
        }
        // SAFETY: a pointer that the plugin's init received.
        let plugin = unsafe { Instance::of(plugin) }.ok_or_else(|| null("the plugin"))?;
        let mut registrant = Registrant::of(plugin);
        // SAFETY: `count` registrations stand there, `stride` bytes apart.
        let read = (0..count).map(|at| unsafe { registrant.read(&*registrations.byte_add(at * stride)) });
        plugin.collect(read.collect::<Result<_, _>>()?)
    })
}

/// `get_global` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn get_global(name: *const TVMLikeByteArray, out: *mut TVMLikeObjectHandle) -> c_int {
    // SAFETY: a valid byte array for the call.
    outcome(|| unsafe { get_by_name(bytes_at(name, "a function's name")?, out) })
}

/// Whether there is nothing under a name for no other reason than that nobody registered it.
#[cold]
fn absent(bytes: &[u8]) -> tvmlike_runtime::Result<()> {
    name::check(bytes)?;
    duplicate_library::check()
}

/// Looks a function up by the bytes of its name. Whether they are a name at all is only asked when there is no
/// function, which keeps the check off the path of a look-up that succeeds.
///
/// # Safety
/// `out` is NULL or valid.
#[inline]
pub unsafe fn get_by_name(bytes: &[u8], out: *mut TVMLikeObjectHandle) -> tvmlike_runtime::Result<()> {
    let find = || match table::find(bytes) {
        Some(function) => Ok(function.into_raw()),
        None => absent(bytes).map(|()| std::ptr::null_mut()),
    };
    // SAFETY: by contract.
    unsafe { give_made(out, "the place for the function", find) }
}

/// As [`get_global`], with the lasting flags of the function's registration; 0 where there is no function.
///
/// # Safety
/// `name` is NULL or a valid byte array for the call; `out` and `flags` are NULL or valid for a write.
pub unsafe extern "C" fn look_up(
    name: *const TVMLikeByteArray,
    out: *mut TVMLikeObjectHandle,
    flags: *mut u32,
) -> c_int {
    outcome(|| {
        if flags.is_null() {
            return Err(null("the place for the flags"));
        }
        // SAFETY: NULL or valid for the call.
        let bytes = unsafe { bytes_at(name, "a function's name")? };
        let find = || match table::find_with_flags(bytes) {
            Some((function, found)) => {
                // SAFETY: not null, valid by contract.
                unsafe { flags.write(found) };
                Ok(function.into_raw())
            }
            None => {
                absent(bytes)?;
                // SAFETY: as above.
                unsafe { flags.write(0) };
                Ok(std::ptr::null_mut())
            }
        };
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the function", find) }
    })
}

/// `func_record` of the host's table.
///
/// # Safety
/// `function` is NULL or a living object; `out` is NULL or valid for a write.
pub unsafe extern "C" fn func_record(function: TVMLikeObjectHandle, out: *mut TVMLikeValue) -> c_int {
    outcome(|| {
        // SAFETY: by contract.
        let known = unsafe { function_of(&function) }.map_err(|why| why.error("the function"))?;
        let made = || {
            let record = known.record().map(|record| TvmString::new(&record));
            Ok(record.map_or_else(Any::default, Any::from).into_raw())
        };
        // SAFETY: by contract.
        unsafe { give_made(out, "the place for the record", made) }
    })
}

/// The registry's generation, see the table.
pub fn registry_generation() -> &'static AtomicU64 {
    table::generation()
}

/// `check_interrupt` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn check_interrupt() -> c_int {
    outcome(interrupt::check)
}

/// `register_global` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn register_global(
    registration: *const TVMLikeRegistration,
    owner: *const TVMLikeByteArray,
) -> c_int {
    outcome(|| {
        // SAFETY: NULL or valid for the call.
        let registration = unsafe { registration.as_ref() }.ok_or_else(|| null("the registration"))?;
        // SAFETY: NULL or valid for the call.
        let owner: Arc<str> = unsafe { text_at(owner, "the owner")? }.into();
        // SAFETY: what it points to is valid for the call, its describing function for ever.
        access::register_pending(unsafe {
            Registrant::new(owner, plugin::running().map(Instance::id)).read(registration)?
        })
    })
}

/// `remove_global` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn remove_global(name: *const TVMLikeByteArray) -> c_int {
    outcome(|| {
        // SAFETY: a valid byte array for the call.
        let name = name::check(unsafe { bytes_at(name, "a function's name")? })?;
        if plugin::is_loading() {
            return Err(Error::runtime_error(format!(
                "a plugin's init cannot remove \"{name}\": it only adds, so that nothing is left of one that fails"
            )));
        }
        access::remove(name)
    })
}

/// `list_names` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn list_names(prefix: *const TVMLikeByteArray, out: *mut TVMLikeValue) -> c_int {
    outcome(|| {
        // SAFETY: a valid byte array for the call.
        let prefix = unsafe { text_at(prefix, "the prefix")? };
        duplicate_library::check()?;
        let names = || {
            table::names(prefix)
                .iter()
                .map(|name| TvmString::new(name))
                .collect::<Array>()
        };
        // SAFETY: NULL or valid.
        unsafe {
            give_made(out, "the place for the names", || {
                Ok(Any::from(names()).into_raw())
            })
        }
    })
}

/// `func_create` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn func_create(
    call: TVMLikeCallback,
    context: *mut c_void,
    finalizer: TVMLikeFinalizer,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    outcome(|| {
        // SAFETY: by the contract of the table.
        let make = || Ok(unsafe { from_callback(call, context, finalizer)? }.into_raw());
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the function", make) }
    })
}
