//! Functions that are registered when their library is loaded.
//!
//! The attribute macro puts static entries into one table, which the linker gathers. A host walks it in one constructor,
//! a plugin in its entry point: cheaper and safer than a constructor for each function.

use std::ffi::c_int;
use std::panic::catch_unwind;

use tvmlike_runtime::abi::{
    TVMLIKE_REGISTER_BY_RECORD, TVMLIKE_REGISTER_KEEPS_GIL, TVMLIKE_REGISTER_KEYWORD_ONLY,
    TVMLIKE_REGISTER_OVERRIDE, TVMLikeValue,
};
use tvmlike_runtime::function::described::Descriptor;
use tvmlike_runtime::function::shim;
use tvmlike_runtime::signature::Signature;
use tvmlike_runtime::{Any, Error, PackedFunc, ToAny};

/// A function that the attribute macro put into the table.
#[doc(hidden)]
pub struct LoadTimeFunction {
    /// The function, its name included.
    pub descriptor: Descriptor,
    /// Whether it replaces a function that is there under the name.
    pub overrides: bool,
}

impl LoadTimeFunction {
    /// The bits of its registration.
    pub fn flags(&self) -> u32 {
        let overrides = if self.overrides {
            TVMLIKE_REGISTER_OVERRIDE
        } else {
            0
        };
        overrides | flags_of(&self.descriptor.signature)
    }

    /// Makes the function object.
    pub fn function(&'static self) -> PackedFunc {
        // SAFETY: the macro generates bodies that read what their descriptors promise.
        unsafe { PackedFunc::described(&self.descriptor) }
    }
}

/// The flags that follow from a signature.
pub fn flags_of(signature: &Signature) -> u32 {
    let bit = |set: bool, bit: u32| if set { bit } else { 0 };
    bit(!signature.release_gil, TVMLIKE_REGISTER_KEEPS_GIL)
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
pub fn functions() -> impl Iterator<Item = &'static LoadTimeFunction> {
    FUNCTIONS.iter().chain(FUNCTION_TABLES.iter().copied().flatten())
}

/// Has an element in a library that is a plugin.
#[linkme::distributed_slice]
pub static PLUGIN_MARK: [PluginMark];

/// Marks a library as a plugin.
pub struct PluginMark(pub &'static str);

/// Writes a signature record. The macro generates one for each function that it registers.
///
/// # Safety
/// NULL or a static signature, and NULL or a place for a value.
// A default that panics is caught here: the section marks such functions, see the runtime's shim.
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
pub unsafe extern "C" fn describe(signature: *const std::ffi::c_void, record: *mut TVMLikeValue) -> c_int {
    if signature.is_null() || record.is_null() {
        let what = if signature.is_null() {
            "the signature"
        } else {
            "the place for the record"
        };
        return shim::raise(Error::value_error(format!("{what} must not be NULL")));
    }
    // SAFETY: registered together with a static signature.
    let signature = unsafe { &*signature.cast::<Signature>() };
    // Defaults are expressions of the author, which can panic.
    match catch_unwind(|| -> Any { signature.to_json().to_any() }) {
        Ok(text) => {
            // SAFETY: a place for the result, by the contract of a describing function.
            unsafe { record.write(text.into_raw()) };
            0
        }
        Err(payload) => shim::raise(shim::panic_error("a signature record", payload)),
    }
}
