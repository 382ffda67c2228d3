//! The registry: functions by name.

use std::ffi::c_int;
use std::sync::Arc;

use tvmlike_macros::c_function;
use tvmlike_runtime::abi::{
    TVMLIKE_REGISTER_OVERRIDE, TVMLikeByteArray, TVMLikeObjectHandle, TVMLikePlugin, TVMLikeRegistration,
    TVMLikeValue,
};
use tvmlike_runtime::{Any, Array, Error, Result, String as TvmString};

use super::{bytes_at, check_items, function_of, give_made, null, outcome, text_at};
use crate::entry::{Details, Entry, LASTING, Pending, Place, Record};
use crate::plugin::{self, Instance, PluginId};
use crate::{access, duplicate_library, name, table};

/// Registers `count` functions, `stride` bytes apart, for a plugin. During the plugin's init the host collects them, and
/// registers all of them at once after init has succeeded.
///
/// # Safety
/// `plugin` is NULL or what the plugin's init received. `count` registrations are at `registrations`; they and what they
/// point to are valid for the call, and describing functions stay callable as long as the process lives.
#[c_function(slot = 0)]
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
                "the registrations: invalid stride: expected a multiple of 8 of at least {}, got {stride}",
                size_of::<TVMLikeRegistration>()
            )));
        }
        // SAFETY: a pointer that the plugin's init received.
        let plugin = unsafe { Instance::of(plugin) }.ok_or_else(|| null("the plugin"))?;
        let mut registrant = Registrant::of(plugin);
        // SAFETY: `count` registrations are there, `stride` bytes apart.
        let read = (0..count).map(|at| unsafe { registrant.read(&*registrations.byte_add(at * stride)) });
        plugin.collect(read.collect::<Result<_, _>>()?)
    })
}

/// Looks a function up by its name. Writes a new reference, which the caller releases; or NULL if there is no such
/// function, which is no error.
///
/// # Safety
/// `name` is NULL or valid for the call; `out` is NULL or valid for a write.
#[c_function(export = "TVMLikeFuncGetGlobal", slot = 1)]
pub unsafe extern "C" fn get_global(name: *const TVMLikeByteArray, out: *mut TVMLikeObjectHandle) -> c_int {
    // SAFETY: a valid byte array for the call.
    outcome(|| unsafe { get_by_name(bytes_at(name, "a function's name")?, out) })
}

/// Fails if a name has no function for another reason than that it is not registered.
#[cold]
fn absent(bytes: &[u8]) -> Result<()> {
    name::check(bytes)?;
    duplicate_library::check()
}

/// Looks a function up by the bytes of its name. The name is checked only if no function is found, so look-ups that succeed
/// do not pay for the check.
///
/// # Errors
/// If `out` is NULL or the name is invalid.
///
/// # Safety
/// `out` is NULL or valid.
#[inline]
pub unsafe fn get_by_name(bytes: &[u8], out: *mut TVMLikeObjectHandle) -> Result<()> {
    let find = || match table::find(bytes) {
        Some(function) => Ok(function.into_raw()),
        None => absent(bytes).map(|()| std::ptr::null_mut()),
    };
    // SAFETY: by contract.
    unsafe { give_made(out, "the place for the function", find) }
}

/// As [`get_global`], and writes the flags of the registration to `flags`: `TVMLIKE_REGISTER_KEEPS_GIL`,
/// `TVMLIKE_REGISTER_KEYWORD_ONLY`, `TVMLIKE_REGISTER_BY_RECORD`; 0 if there is no such function.
///
/// # Safety
/// `name` is NULL or valid for the call; `out` and `flags` are NULL or valid for a write.
#[c_function(export = "TVMLikeFuncLookUp")]
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

/// Returns the address of a counter that changes whenever a name no longer stands for the function that it stood for:
/// removed, overridden, or its plugin unloaded. A caller that keeps functions by name reads the counter before a look-up,
/// and looks the name up again after the counter has changed. Other threads write to it, so read it atomically (acquire).
/// It is never freed.
#[c_function(export = "TVMLikeRegistryGeneration")]
pub extern "C" fn registry_generation() -> *const u64 {
    // An atomic number has the size and the alignment of a plain one.
    table::generation().as_ptr().cast_const()
}

/// Registers one function outside a plugin's init. `owner` names the library or front end in messages and records.
///
/// # Safety
/// `registration`, `owner` and what they point to are valid for the call; a describing function stays callable as long as
/// the process lives.
#[c_function(export = "TVMLikeFuncRegisterGlobal", slot = 2)]
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

/// Removes a name. References to the function stay valid. An error if the name is not registered, and during a plugin's
/// init, which can only add names.
///
/// # Safety
/// `name` is NULL or valid for the call.
#[c_function(export = "TVMLikeFuncRemoveGlobal", slot = 3)]
pub unsafe extern "C" fn remove_global(name: *const TVMLikeByteArray) -> c_int {
    outcome(|| {
        // SAFETY: a valid byte array for the call.
        let name = name::check(unsafe { bytes_at(name, "a function's name")? })?;
        if plugin::is_loading() {
            return Err(Error::runtime_error(format!(
                "cannot remove \"{name}\" during a plugin's init, which can only register functions"
            )));
        }
        access::remove(name)
    })
}

/// Lists the names under a dotted prefix, sorted, as an owned array value of strings; all names if the prefix is empty.
/// `ir` covers `ir.f`, not `irx.f`.
///
/// # Safety
/// `prefix` is NULL or valid for the call; `out` is NULL or valid for a write, and holds no value.
#[c_function(export = "TVMLikeFuncListNames", slot = 4)]
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

/// The library that registers functions. Many come from one source file, whose name is kept once.
pub(crate) struct Registrant {
    owner: Arc<str>,
    plugin: Option<PluginId>,
    file: Option<Arc<str>>,
}

impl Registrant {
    /// A plugin.
    pub(crate) fn of(plugin: &'static Instance) -> Self {
        Self::new(plugin::owner_name(plugin), Some(plugin.id()))
    }

    /// The library or front end with the name `owner`, or the plugin whose init it calls from.
    pub(crate) fn new(owner: Arc<str>, plugin: Option<PluginId>) -> Self {
        Self {
            owner,
            plugin,
            file: None,
        }
    }

    fn file(&mut self, name: &str) -> Arc<str> {
        match &self.file {
            Some(file) if **file == *name => file.clone(),
            _ => self.file.insert(name.into()).clone(),
        }
    }

    /// Reads a registration.
    ///
    /// # Safety
    /// Its pointers are valid for the call, its describing function for ever.
    pub(crate) unsafe fn read(&mut self, registration: &TVMLikeRegistration) -> Result<Pending> {
        // SAFETY: by contract.
        let name = unsafe { name::check(bytes_at(&registration.name, "a registration's name")?)? };
        // SAFETY: by contract.
        let function = unsafe { function_of(&registration.function) }
            .map_err(|why| why.error(&format!("the function of \"{name}\"")))?;
        let record = match registration.describe {
            Some(describe) => Record::Described {
                describe,
                context: registration.describe_context,
            },
            // SAFETY: by contract.
            None => match unsafe { text_at(&registration.record, "a registration's record")? } {
                "" => Record::own(function),
                text => Record::Text(text.into()),
            },
        };
        // SAFETY: by contract.
        let file = unsafe { text_at(&registration.file, "a registration's file")? };
        let place = (!file.is_empty()).then(|| Place {
            file: self.file(file),
            line: registration.line,
        });
        let flags = registration.flags & LASTING | record.flags();
        let details = Arc::new(Details {
            owner: self.owner.clone(),
            plugin: self.plugin,
            place,
            record,
        });
        Ok(Pending {
            name: name.into(),
            entry: Entry {
                function: function.clone(),
                details,
                flags,
                shadowed: None,
            },
            overrides: registration.flags & TVMLIKE_REGISTER_OVERRIDE != 0,
        })
    }
}
