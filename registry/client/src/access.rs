//! Registering, getting, listing and removing functions by name, in the host and in plugins alike.

use std::fmt;
use std::panic::Location;
use std::ptr::{self, NonNull};
use std::sync::Arc;

use tvmlike_runtime::abi::{
    TVMLIKE_REGISTER_KEEPS_GIL, TVMLIKE_REGISTER_OVERRIDE, TVMLikeByteArray, TVMLikeRegistration,
};
use tvmlike_runtime::error::status;
use tvmlike_runtime::function::TypedFn;
use tvmlike_runtime::{Any, Array, Error, FromArg, Map, PackedFunc, Result, TypeIndex, host};

use crate::{library, own_host};

/// A place in a source file.
///
/// ```
/// use tvmlike::Place;
///
/// let place = Place { file: "src/ops.rs".into(), line: 12 };
/// assert_eq!(place.to_string(), "src/ops.rs:12");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, as the compiler named it.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A registration with all its options.
///
/// ```
/// use tvmlike::{PackedFunc, Registration};
///
/// let old = PackedFunc::typed("doc.version", || 1_i64);
/// let new = PackedFunc::typed("doc.version", || 2_i64);
/// Registration::new("doc.version", old).register()?;
/// Registration::new("doc.version", new).overriding(true).release_gil(false).register()?;
/// assert_eq!(tvmlike::get("doc.version")?.call_as::<i64>(())?, 2);
/// # Ok::<(), tvmlike::Error>(())
/// ```
#[must_use = "nothing is registered before `register` is called"]
pub struct Registration<'a> {
    name: &'a str,
    function: PackedFunc,
    overrides: bool,
    release_gil: bool,
    owner: Option<&'a str>,
    place: Option<Place>,
    record: Option<&'a str>,
}

impl<'a> Registration<'a> {
    /// Registers a function under a name, from the caller's place in the source.
    #[track_caller]
    pub fn new(name: &'a str, function: PackedFunc) -> Self {
        let place = Location::caller();
        let place = Some(Place {
            file: place.file().into(),
            line: place.line(),
        });
        Self {
            name,
            function,
            overrides: false,
            release_gil: true,
            owner: None,
            place,
            record: None,
        }
    }

    /// Registers a function that no Rust source defines.
    pub fn without_place(name: &'a str, function: PackedFunc) -> Self {
        Self {
            name,
            function,
            overrides: false,
            release_gil: true,
            owner: None,
            place: None,
            record: None,
        }
    }

    /// Replaces a function that is registered under the name.
    pub fn overriding(mut self, overrides: bool) -> Self {
        self.overrides = overrides;
        self
    }

    /// Sets whether Python releases the GIL while the function runs, which is the default. Pass `false` for a function
    /// that returns soon and waits for no other thread: its calls cost less.
    pub fn release_gil(mut self, release_gil: bool) -> Self {
        self.release_gil = release_gil;
        self
    }

    fn flags(&self) -> u32 {
        let bit = |set: bool, bit: u32| if set { bit } else { 0 };
        bit(self.overrides, TVMLIKE_REGISTER_OVERRIDE) | bit(!self.release_gil, TVMLIKE_REGISTER_KEEPS_GIL)
    }

    /// Sets the library or front end that registers. The default is the library that this code is linked into.
    pub fn owner(mut self, owner: &'a str) -> Self {
        self.owner = Some(owner);
        self
    }

    /// Sets the signature record, as JSON text.
    pub fn record(mut self, record: &'a str) -> Self {
        self.record = Some(record);
        self
    }

    /// Registers.
    ///
    /// # Errors
    /// ValueError for an invalid name, and without `overriding` for a name that is already registered; the error has both
    /// places. The table is then unchanged. RuntimeError if there is no host.
    pub fn register(self) -> Result<()> {
        let table = own_host::table()?;
        let place = self.place.as_ref();
        let registration = TVMLikeRegistration {
            name: bytes(self.name),
            function: self.function.as_object().as_raw(),
            describe: None,
            describe_context: ptr::null(),
            record: bytes(self.record.unwrap_or_default()),
            file: bytes(place.map_or("", |place| &place.file)),
            line: place.map_or(0, |place| place.line),
            flags: self.flags(),
        };
        // SAFETY: everything is borrowed for the call; the plugin's pointer is what its init received.
        status(unsafe {
            match (host::plugin(), self.owner) {
                // The host withdraws a plugin's registration with the plugin, unless it has another owner.
                (Some((_, plugin)), None) => (table.plugin_register)(plugin, &registration),
                (_, Some(owner)) => (table.register_global)(&registration, &bytes(owner)),
                (None, None) => (table.register_global)(&registration, &bytes(&library::own_name())),
            }
        })
    }
}

/// Registers a function.
///
/// # Errors
/// As [`Registration::register`].
#[track_caller]
pub fn register(name: &str, function: PackedFunc) -> Result<()> {
    Registration::new(name, function).register()
}

/// Registers a closure over Rust types; its argument errors carry the name.
///
/// # Errors
/// As [`Registration::register`].
#[track_caller]
pub fn register_closure<M, F: TypedFn<M>>(name: &str, closure: F) -> Result<()> {
    Registration::new(name, PackedFunc::typed(name, closure)).register()
}

/// Looks up the function under a name. No lock is held when it returns.
pub fn find(name: &str) -> Option<PackedFunc> {
    if let Some(own) = own_host::own() {
        return (own.find)(name.as_bytes());
    }
    let table = own_host::table().ok()?;
    let mut function = ptr::null_mut();
    // SAFETY: both pointers are valid for the call.
    if unsafe { (table.get_global)(&bytes(name), &mut function) } != 0 {
        tvmlike_runtime::error::clear_raised();
    }
    // SAFETY: what is given is an owned function object.
    NonNull::new(function).map(|function| unsafe { PackedFunc::from_owned_object(function) })
}

/// The function under a name.
///
/// # Errors
/// ValueError if there is none, with similar names; RuntimeError if there is no host.
pub fn get(name: &str) -> Result<PackedFunc> {
    find(name).ok_or_else(|| missing(name))
}

#[cold]
fn missing(name: &str) -> Error {
    let check = || own_host::own().map_or(Ok(()), |own| (own.check)());
    if let Err(why) = own_host::table().map(drop).and_then(|()| check()) {
        return why;
    }
    let hint = close_names(name);
    Error::value_error(format!("no packed function is registered as \"{name}\"{hint}"))
}

/// The end of an error about a missing name: `; close to it: tensor.add`, or the names in its namespace, or nothing. The
/// cost does not grow with the table.
pub fn close_names(name: &str) -> String {
    if let Some(own) = own_host::own() {
        return (own.close_names)(name);
    }
    // A hint must not fail.
    let hint = find("registry.close_names").and_then(|hint| hint.call_as::<String>((name,)).ok());
    hint.unwrap_or_default()
}

/// The names under a dotted prefix, sorted; all for the empty one.
///
/// # Errors
/// RuntimeError in a second copy of libtvmlike, and if there is no host.
pub fn list(prefix: &str) -> Result<Vec<String>> {
    let table = own_host::table()?;
    let mut names = *tvmlike_runtime::AnyView::NONE.as_raw();
    // SAFETY: both pointers are valid for the call.
    status(unsafe { (table.list_names)(&bytes(prefix), &mut names) })?;
    // SAFETY: an owned value.
    let names = unsafe { Any::from_raw(names) };
    let names = Array::from_arg(names.view()).map_err(|mismatch| mismatch.into_error("the host's names"))?;
    names.iter().map(|name| name.convert()).collect()
}

/// Removes a name. Existing handles stay valid.
///
/// # Errors
/// ValueError if the name is not registered; RuntimeError if there is no host.
pub fn remove(name: &str) -> Result<()> {
    let table = own_host::table()?;
    // SAFETY: valid for the call.
    status(unsafe { (table.remove_global)(&bytes(name)) })
}

/// A type's doc text and its own members, not those that it inherits, in the order in which they were declared:
/// `{"doc": text, "members": [{"name", "kind", "flags", "function", "setter", "record"}, …]}`, for a refinement also
/// `"refines"`, the key of the type that it refines. The kind is `"field"`,
/// `"method"`, `"static"`, `"constant"` or `"static_property"`, and later versions may have others; the setter is there for
/// fields that can be written to; the record is JSON text.
///
/// # Errors
/// ValueError for an index without a type; RuntimeError if there is no host.
pub fn type_members(index: TypeIndex) -> Result<Map> {
    let table = own_host::table()?;
    let mut members = *tvmlike_runtime::AnyView::NONE.as_raw();
    // SAFETY: the place is valid for the call.
    status(unsafe { (table.type_members)(index.0, &mut members) })?;
    // SAFETY: an owned value.
    let members = unsafe { Any::from_raw(members) };
    Map::from_arg(members.view()).map_err(|mismatch| mismatch.into_error("the host's members"))
}

fn bytes(text: &str) -> TVMLikeByteArray {
    TVMLikeByteArray {
        data: text.as_ptr().cast(),
        size: text.len(),
    }
}
