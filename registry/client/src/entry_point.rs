//! The plugin's side: its entry point.

use std::ffi::{c_int, c_void};
use std::ptr;

use tvmlike_runtime::abi::{
    TVMLIKE_ABI_MAJOR, TVMLIKE_ABI_MINOR, TVMLikeByteArray, TVMLikeHost, TVMLikePlugin, TVMLikeRegistration,
};
use tvmlike_runtime::function::shim;
use tvmlike_runtime::host::{self, Refusal};

use crate::load_time::{describe, functions};
use crate::types;

const fn bytes(text: &'static str) -> TVMLikeByteArray {
    TVMLikeByteArray {
        data: text.as_ptr().cast(),
        size: text.len(),
    }
}

/// The entry point of a Rust plugin: writes the version that it was built for, connects this library's copy of the
/// runtime to the host, and registers the functions and types of the library.
///
/// # Safety
/// Called by a host with its table, valid for ever, and a plugin struct to fill in.
pub unsafe fn plugin_init(
    table: *const TVMLikeHost,
    plugin: *mut TVMLikePlugin,
    name: &'static str,
    version: &'static str,
    finish: Option<fn()>,
) -> c_int {
    if table.is_null() || plugin.is_null() {
        return -1;
    }
    // SAFETY: valid by contract; the host has at least the fields of the first version.
    unsafe {
        (*plugin).major = TVMLIKE_ABI_MAJOR;
        (*plugin).minor = TVMLIKE_ABI_MINOR;
        (*plugin).name = bytes(name);
        (*plugin).version = bytes(version);
    }
    // SAFETY: by contract.
    match unsafe { host::connect(table, plugin) } {
        Ok(()) => {
            // SAFETY: a host of this version at least, so the fields are there.
            unsafe {
                (*plugin).finish = finish.map(|_| run_finish as _);
                (*plugin).finish_context = finish.map_or(ptr::null_mut(), |finish| finish as *mut c_void);
            }
        }
        // A host of another version reads ours from the struct and reports it. Its table must not be used.
        Err(Refusal::Version { .. } | Refusal::Truncated { .. }) => return -1,
        // Raised with this host: errors of this library go to the one that it is connected to.
        Err(refusal @ Refusal::OtherHost) => {
            // SAFETY: a table of our version.
            unsafe { raise_with(table, &refusal.to_string()) };
            return -1;
        }
    }
    // A panic must not leave the entry point.
    let registered = std::panic::catch_unwind(|| {
        shim::note_panic_places();
        // SAFETY: the table of the host that this library is now connected to.
        unsafe { register_all(table, plugin) }
    });
    match registered {
        Ok(status) => status,
        Err(payload) => shim::raise(shim::panic_error("the plugin's entry point", payload)),
    }
}

/// Raises a RuntimeError with a host.
///
/// # Safety
/// The table is that of a host of this version.
unsafe fn raise_with(table: *const TVMLikeHost, message: &str) {
    let message = TVMLikeByteArray {
        data: message.as_ptr().cast(),
        size: message.len(),
    };
    let (mut error, none) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: the texts live for the calls, and the error is freed once.
    unsafe {
        if ((*table).error_create)(
            &bytes("RuntimeError"),
            &message,
            &bytes(""),
            none,
            none,
            &mut error,
        ) == 0
        {
            ((*table).error_set_raised)(error);
            ((*table).object_free)(error);
        }
    }
}

/// Registers the functions and types of this library. Returns a status.
///
/// # Safety
/// `table` and `plugin` are what the entry point received.
unsafe fn register_all(table: *const TVMLikeHost, plugin: *mut TVMLikePlugin) -> c_int {
    let functions: Vec<_> = functions()
        .map(|load_time| (load_time, load_time.function()))
        .collect();
    let registrations: Vec<_> = functions
        .iter()
        .map(|(load_time, function)| TVMLikeRegistration {
            name: bytes(load_time.descriptor.signature.name),
            function: function.as_object().as_raw(),
            describe: Some(describe),
            describe_context: ptr::from_ref(&load_time.descriptor.signature).cast(),
            record: bytes(""),
            file: bytes(load_time.descriptor.signature.file),
            line: load_time.descriptor.signature.line,
            flags: load_time.flags(),
        })
        .collect();
    let stride = size_of::<TVMLikeRegistration>();
    // SAFETY: by contract; the registrations live for the call.
    let status =
        unsafe { ((*table).register_functions)(plugin, registrations.as_ptr(), registrations.len(), stride) };
    if status != 0 {
        return status;
    }
    // Types stay even if the load fails later: an object may exist by then.
    match types::register_all().into_iter().next() {
        None => 0,
        Some(error) => shim::raise(error),
    }
}

/// Runs a plugin's finish function. Its panic becomes the raised error, which the host reads.
///
/// # Safety
/// `finish` is the context that [`plugin_init`] stored.
// In the section that marks guards, so that the panic is not printed.
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn run_finish(finish: *mut c_void) {
    // SAFETY: by contract, a function without arguments.
    let finish = unsafe { std::mem::transmute::<*mut c_void, fn()>(finish) };
    if let Err(payload) = std::panic::catch_unwind(finish) {
        shim::raise(shim::panic_error("the finish function", payload));
    }
}
