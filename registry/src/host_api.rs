//! The host's functions in C form: what stands in the table for plugins, and behind libtvmlike's own names.
//!
//! Each one reads its pointers, calls the safe function that does the work, and turns the result into a status in
//! [`outcome`]. Invariants: NULL where it must not be is an error; nothing unwinds; nothing is written to an
//! out-parameter unless the call succeeds.

mod classes;
mod current;
mod functions;
mod objects;
mod plugins;
mod tensors;
mod type_members;

use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;
use std::sync::{Arc, LazyLock};

use tvmlike_runtime::abi::{
    TVMLIKE_ABI_MAJOR, TVMLIKE_ABI_MINOR, TVMLIKE_REGISTER_OVERRIDE, TVMLikeByteArray, TVMLikeHost,
    TVMLikeObjectHandle, TVMLikeRegistration,
};
use tvmlike_runtime::error::set_raised;
use tvmlike_runtime::function::shim;
use tvmlike_runtime::{Error, PackedFunc, Result, TypeIndex, tensor, utf8};

use crate::entry::{Details, Entry, LASTING, Pending, Place, Record};
use crate::plugin::{self, Instance, PluginId};

pub use classes::*;
pub use current::*;
pub use functions::*;
pub use objects::*;
pub use plugins::*;
pub use tensors::*;
pub use type_members::*;

static TABLE: LazyLock<TVMLikeHost> = LazyLock::new(|| TVMLikeHost {
    size: size_of::<TVMLikeHost>() as u32,
    major: TVMLIKE_ABI_MAJOR,
    minor: TVMLIKE_ABI_MINOR,
    register_functions,
    get_global,
    register_global,
    remove_global,
    list_names,
    func_create,
    error_set_raised,
    error_move_from_raised,
    error_create,
    type_register,
    type_key_to_index,
    type_info,
    object_retain,
    object_free,
    string_create,
    bytes_create,
    array_create,
    map_create,
    shape_create,
    opaque_create,
    value_to_owned,
    tensor_from_dlpack,
    tensor_from_dlpack_versioned,
    tensor_to_dlpack,
    tensor_to_dlpack_versioned,
    tensor_deleter: tensor::host_deleter(),
    check_interrupt,
    error_native_stack,
    type_add_members,
    type_members,
    type_set_traverse,
    type_traverse,
    tensor_alloc,
    object_create,
    plugin_hold,
    plugin_release,
    plugin_register,
    plugin_type_register,
    func_record,
    current_push,
    current_pop,
    current_get,
    string_deleter: utf8::host_deleter(),
    object_refined_type,
    object_is_instance,
    class_register,
    class_remove,
});

/// The host's table. It lives for ever.
pub fn table() -> &'static TVMLikeHost {
    &TABLE
}

/// Turns a result into a status: 0, or -1 with the error raised on this thread. A panic becomes an error.
pub fn outcome(body: impl FnOnce() -> Result<()>) -> c_int {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => 0,
        Ok(Err(error)) => {
            set_raised(error);
            -1
        }
        Err(payload) => shim::raise(shim::panic_error("a function of the C ABI", payload)),
    }
}

/// Writes to an out-parameter.
///
/// # Safety
/// `out` is NULL or valid for a write.
pub unsafe fn give<T>(out: *mut T, what: &str, value: T) -> Result<()> {
    if out.is_null() {
        return Err(null(what));
    }
    // SAFETY: not null, valid by contract.
    unsafe { out.write(value) };
    Ok(())
}

/// Makes something and writes it to an out-parameter; where that is NULL, nothing is made, so nothing is lost.
///
/// # Safety
/// `out` is NULL or valid for a write.
pub unsafe fn give_made<T>(out: *mut T, what: &str, make: impl FnOnce() -> Result<T>) -> Result<()> {
    if out.is_null() {
        return Err(null(what));
    }
    // SAFETY: not null, valid by contract.
    unsafe { out.write(make()?) };
    Ok(())
}

/// The error for a NULL that must not be.
#[cold]
pub fn null(what: &str) -> Error {
    Error::value_error(format!("{what} must not be NULL"))
}

/// The bytes of a byte array.
///
/// # Safety
/// `size` bytes are readable at `data` for `'a`, unless it is NULL.
pub unsafe fn slice(bytes: &TVMLikeByteArray) -> &[u8] {
    if bytes.data.is_null() || bytes.size == 0 {
        return &[];
    }
    // SAFETY: by contract.
    unsafe { slice::from_raw_parts(bytes.data.cast(), bytes.size) }
}

/// The bytes behind a pointer to a byte array.
///
/// # Safety
/// As [`slice()`]; `bytes` is NULL or valid.
pub unsafe fn bytes_at<'a>(bytes: *const TVMLikeByteArray, what: &str) -> Result<&'a [u8]> {
    // SAFETY: by contract.
    let bytes = unsafe { bytes.as_ref() }.ok_or_else(|| null(what))?;
    if bytes.data.is_null() && bytes.size > 0 {
        return Err(null(what));
    }
    if bytes.size > isize::MAX as usize {
        return Err(Error::value_error(format!(
            "{what} has {} bytes, which no memory holds",
            bytes.size
        )));
    }
    // SAFETY: by contract.
    Ok(unsafe { slice(bytes) })
}

/// The text behind a pointer to a byte array.
///
/// # Safety
/// As [`bytes_at`].
pub unsafe fn text_at<'a>(bytes: *const TVMLikeByteArray, what: &str) -> Result<&'a str> {
    // SAFETY: by contract.
    let bytes = unsafe { bytes_at(bytes, what)? };
    std::str::from_utf8(bytes).map_err(|error| Error::value_error(format!("{what} is not UTF-8: {error}")))
}

/// Why a handle is not a function.
pub struct NotAFunction(Option<std::borrow::Cow<'static, str>>);

impl NotAFunction {
    /// The error, where `what` names the handle.
    #[cold]
    pub fn error(self, what: &str) -> Error {
        match self.0 {
            Some(kind) => Error::type_error(format!("{what}: expected PackedFunc, got {kind}")),
            None => null(what),
        }
    }
}

/// Borrows a handle as a function.
///
/// # Errors
/// What it is instead; the caller says which handle it was.
///
/// # Safety
/// `handle` is NULL or a living object.
pub unsafe fn function_of(handle: &TVMLikeObjectHandle) -> Result<&PackedFunc, NotAFunction> {
    if handle.is_null() {
        return Err(NotAFunction(None));
    }
    // SAFETY: alive by contract.
    match unsafe { kind_of(*handle) } {
        // SAFETY: a handle is a pointer to an object, which is what a PackedFunc is transparent over.
        TypeIndex::FUNCTION => Ok(unsafe { &*std::ptr::from_ref(handle).cast::<PackedFunc>() }),
        other => Err(NotAFunction(Some(other.name()))),
    }
}

/// Who registers. Functions come in rows from one source file, whose name is kept once.
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
        let name = unsafe { crate::name::check(bytes_at(&registration.name, "a registration's name")?)? };
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

/// The items behind a pointer.
///
/// # Safety
/// `count` items are readable at `items` for `'a`, unless it is NULL.
pub unsafe fn items_at<'a, T>(items: *const T, count: usize, what: &str) -> Result<&'a [T]> {
    check_items(items, count, what)?;
    if count == 0 {
        return Ok(&[]);
    }
    // SAFETY: not null, by contract.
    Ok(unsafe { slice::from_raw_parts(items, count) })
}

/// Fails unless a pointer to `count` items can be read.
fn check_items<T>(items: *const T, count: usize, what: &str) -> Result<()> {
    if items.is_null() && count > 0 {
        return Err(null(what));
    }
    if count > isize::MAX as usize / size_of::<T>() {
        return Err(Error::value_error(format!(
            "{what} are {count}, which no memory holds"
        )));
    }
    Ok(())
}

/// The kind of an object behind a handle.
///
/// # Safety
/// `handle` is a living object.
pub(crate) unsafe fn kind_of(handle: TVMLikeObjectHandle) -> TypeIndex {
    // SAFETY: by contract.
    TypeIndex(unsafe { (*handle).type_index })
}
