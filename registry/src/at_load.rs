//! Registering the functions and types of the library that the host is linked into, when it is loaded.
//!
//! Invariants: the constructor never unwinds and starts no thread; in a plugin that links a host it does nothing, because
//! there the entry point gives everything to the host that loads it.

use std::sync::{Arc, Mutex, PoisonError};

use tvmlike_client::load_time::{PLUGIN_MARK, describe, functions};
use tvmlike_client::{own_name, types};
use tvmlike_runtime::{Error, python_class};

use crate::entry::{Details, Entry, LASTING, Place, Record};
use crate::{duplicate_library, table};

static ERRORS: Mutex<Vec<Error>> = Mutex::new(Vec::new());

/// What failed while this library's functions were registered at load time: names and type keys that were taken.
pub fn load_errors() -> Vec<Error> {
    ERRORS.lock().unwrap_or_else(PoisonError::into_inner).clone()
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
    duplicate_library::detect();
    if duplicate_library::check().is_err() {
        // Every call that needs this registry reports the error.
        return;
    }
    python_class::set_find(table::find);
    let owner: Arc<str> = own_name().into();
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

/// Prints an error that has no caller, and keeps it for [`load_errors`].
fn report(error: Error) {
    eprintln!("tvmlike: {error}");
    ERRORS.lock().unwrap_or_else(PoisonError::into_inner).push(error);
}
