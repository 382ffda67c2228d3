//! Functions that are registered when their library is loaded.
//!
//! The attribute macro puts static entries into one table, which the linker gathers. One constructor of the
//! library walks it: cheaper and safer than one per function. Invariants: the constructor never unwinds and starts
//! no thread; in a plugin it does nothing, because there the table is handed to the host by the entry point.

use std::ffi::c_int;
use std::sync::{Arc, Mutex, PoisonError};

use tvmlike_runtime::abi::{
    TVMLIKE_REGISTER_BY_RECORD, TVMLIKE_REGISTER_KEEPS_LOCK, TVMLIKE_REGISTER_KEYWORD_ONLY,
    TVMLIKE_REGISTER_OVERRIDE, TVMLikeValue,
};
use tvmlike_runtime::function::described::Descriptor;
use tvmlike_runtime::signature::Signature;
use tvmlike_runtime::{Any, Error, PackedFunc, ToAny};

use crate::entry::{Details, Entry, LASTING, Place, Record};
use crate::{copies, host_api, library, table, types};

/// A function that the attribute macro put into the table.
pub struct LoadTimeFunction {
    /// The function, its name included.
    pub descriptor: Descriptor,
    /// Whether it replaces a function that is there under the name.
    pub overrides: bool,
}

impl LoadTimeFunction {
    /// The bits of its registration.
    pub(crate) fn flags(&self) -> u32 {
        let overrides = if self.overrides {
            TVMLIKE_REGISTER_OVERRIDE
        } else {
            0
        };
        overrides | flags_of(&self.descriptor.signature)
    }

    /// Makes the function object.
    pub(crate) fn function(&'static self) -> PackedFunc {
        // SAFETY: the macro generates bodies that read what their descriptors promise.
        unsafe { PackedFunc::described(&self.descriptor) }
    }
}

/// The flags that follow from a signature.
pub(crate) fn flags_of(signature: &Signature) -> u32 {
    let bit = |set: bool, bit: u32| if set { bit } else { 0 };
    bit(!signature.releases_lock, TVMLIKE_REGISTER_KEEPS_LOCK)
        | bit(signature.has_keyword_only(), TVMLIKE_REGISTER_KEYWORD_ONLY)
        | bit(signature.needs_front_end(), TVMLIKE_REGISTER_BY_RECORD)
}

/// Every function of this library that carries the attribute by itself.
#[linkme::distributed_slice]
pub static FUNCTIONS: [LoadTimeFunction];

/// The functions of every module that carries `#[packed_module]`.
#[linkme::distributed_slice]
pub static FUNCTION_TABLES: [&'static [LoadTimeFunction]];

/// Every function that this library registers at load time.
pub(crate) fn functions() -> impl Iterator<Item = &'static LoadTimeFunction> {
    FUNCTIONS.iter().chain(FUNCTION_TABLES.iter().copied().flatten())
}

/// Has an element in a library that is a plugin.
#[linkme::distributed_slice]
pub static PLUGIN_MARK: [PluginMark];

/// Marks a library as a plugin.
pub struct PluginMark(pub &'static str);

static ERRORS: Mutex<Vec<Error>> = Mutex::new(Vec::new());

/// What failed while this library's functions were registered at load time: names and type keys that were taken.
pub fn load_errors() -> Vec<Error> {
    ERRORS.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Writes a signature record. It stands beside every function that the macro registers.
// A default that panics is caught here: the section marks such functions, see the runtime's shim.
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
pub(crate) unsafe extern "C" fn describe(
    signature: *const std::ffi::c_void,
    record: *mut TVMLikeValue,
) -> c_int {
    // Defaults are expressions of the author, which can panic.
    host_api::outcome(|| {
        if signature.is_null() {
            return Err(host_api::null("the signature"));
        }
        // SAFETY: registered together with a static signature.
        let signature = unsafe { &*signature.cast::<Signature>() };
        let text: Any = signature.to_json().to_any();
        // SAFETY: NULL or a place for the result, by the contract of a describing function.
        unsafe { host_api::give(record, "the place for the record", text.into_raw()) }
    })
}

ctor::declarative::ctor! {
    #[ctor(unsafe, anonymous)]
    fn register_at_load() {
        // A panic must not leave a constructor: the process would end.
        let _ = std::panic::catch_unwind(register_all);
    }
}

fn register_all() {
    if !PLUGIN_MARK.is_empty() {
        return;
    }
    copies::look();
    if copies::check().is_err() {
        // Whoever asks this copy for a function is told.
        return;
    }
    let owner: Arc<str> = library::own_name().into();
    let mut file: Arc<str> = "".into();
    for function in functions() {
        let signature = &function.descriptor.signature;
        if *file != *signature.file {
            file = signature.file.into();
        }
        let details = Details {
            owner: owner.clone(),
            plugin: None,
            place: Some(Place {
                file: file.clone(),
                line: signature.line,
            }),
            record: Record::Described {
                describe,
                context: std::ptr::from_ref(signature).cast(),
            },
        };
        let entry = Entry {
            function: function.function(),
            details: Arc::new(details),
            flags: function.flags() & LASTING,
            shadowed: None,
        };
        if let Err(error) = table::insert(signature.name.into(), entry, function.overrides) {
            report(error);
        }
    }
    types::register_all().into_iter().for_each(report);
}

/// Says what failed where nobody is there to hear it, and keeps it for whoever asks.
fn report(error: Error) {
    eprintln!("tvmlike: {error}");
    ERRORS.lock().unwrap_or_else(PoisonError::into_inner).push(error);
}
