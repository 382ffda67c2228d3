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

/// What the entry point of a Rust plugin does: says for which version it was built, connects this library's copy
/// of the runtime to the host, and hands over the functions and types that carry the attributes.
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
        // A host of another version reads ours from the struct and says so; its table is not to be used.
        Err(Refusal::Version { .. } | Refusal::Truncated { .. }) => return -1,
        // The refusal must be raised with this host, which is not the one that errors go to from here.
        Err(refusal @ Refusal::OtherHost) => {
            let (kind, message) = (bytes("RuntimeError"), refusal.to_string());
            let message = TVMLikeByteArray {
                data: message.as_ptr().cast(),
                size: message.len(),
            };
            let (mut error, none) = (ptr::null_mut(), ptr::null_mut());
            // SAFETY: a table of our version; the texts live for the calls, and the error is freed once.
            unsafe {
                if ((*table).error_create)(&kind, &message, &bytes(""), none, none, &mut error) == 0 {
                    ((*table).error_set_raised)(error);
                    ((*table).object_free)(error);
                }
            }
            return -1;
        }
    }
    // A panic must not leave the entry point.
    let registered = std::panic::catch_unwind(|| {
        shim::note_panic_places();
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
        // SAFETY: the table is the host's, and the registrations live for the call.
        let status = unsafe {
            ((*table).register_functions)(plugin, registrations.as_ptr(), registrations.len(), stride)
        };
        if status != 0 {
            return status;
        }
        // Types stay even where the load fails in the end: an object may have been made meanwhile.
        match types::register_all().into_iter().next() {
            None => 0,
            Some(error) => shim::raise(error),
        }
    });
    match registered {
        Ok(status) => status,
        Err(payload) => shim::raise(shim::panic_error("the plugin's entry point", payload)),
    }
}

/// Runs a plugin's finish function. What it panics with is raised, for the host to see.
// In the section that marks guards, so that the panic is not printed.
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn run_finish(finish: *mut c_void) {
    // SAFETY: the context that `plugin_init` stored, a function without arguments.
    let finish = unsafe { std::mem::transmute::<*mut c_void, fn()>(finish) };
    if let Err(payload) = std::panic::catch_unwind(finish) {
        shim::raise(shim::panic_error("the finish function", payload));
    }
}
