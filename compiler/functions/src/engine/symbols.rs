//! What compiled code imports: symbols of the caller, registered functions, functions that compilers expect.
//!
//! Invariant: what a symbol refers to is kept as long as the code.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tvmlike_conventions::library::{Import, support_function};
use tvmlike_conventions::memref::export::{Arrays, export};
use tvmlike_conventions::memref::signature::FunctionType;
use tvmlike_conventions::native::closure::{Closure, OnError};
use tvmlike_conventions::native::pending;
use tvmlike_engine::{Address, CHECK_INTERRUPT};
use tvmlike_runtime::AnyView;
use tvmlike_runtime::convert::FromArg;

use super::parallel;
use super::signatures::Callable;
use crate::api::*;

/// MLIR's prefix for the entry for C.
const CIFACE: &str = "_mlir_ciface_";

/// The imports of a module.
#[derive(Default)]
pub(super) struct Imports {
    given: Vec<(String, Import)>,
    /// The types of what the module declares.
    declared: HashMap<String, FunctionType>,
    made: Mutex<Made>,
}

/// Pointers that were made for packed functions.
#[derive(Default)]
struct Made {
    closures: Vec<(String, Closure)>,
    failure: Option<Error>,
}

impl Imports {
    /// The symbols that the caller supplies.
    pub(super) fn new(symbols: &Map) -> Result<Self> {
        let mut given = Vec::new();
        for (name, value) in symbols.iter() {
            let name = name.convert::<&str>()?;
            given.push((name.to_owned(), import(name, *value)?));
        }
        Ok(Self {
            given,
            ..Self::default()
        })
    }

    /// Notes the types of the functions, among them of those that the module declares. In the llvm dialect, a declaration can
    /// have a body that calls its entry for C.
    pub(super) fn declare(&mut self, callables: &[Callable]) {
        for callable in callables {
            if let Ok(ty) = &callable.ty {
                self.declared.insert(callable.name.clone(), ty.clone());
            }
        }
    }

    /// The address of a symbol.
    pub(super) fn resolve(&self, symbol: &str) -> Option<Address> {
        if let Some((_, import)) = self.given.iter().find(|(name, _)| name == symbol) {
            return Some(Address(import.address));
        }
        if symbol == CHECK_INTERRUPT {
            return Some(Address(check_interrupt as *const std::ffi::c_void));
        }
        if symbol == tvmlike_lower::RUN_PARALLEL {
            return Some(Address(parallel::run_parallel as *const std::ffi::c_void));
        }
        let exported = symbol
            .strip_prefix(CIFACE)
            .and_then(|name| self.exported(symbol, name));
        exported.or_else(|| support_function(symbol).map(Address))
    }

    /// A pointer to the registered function of a name, with the type that the module declares.
    fn exported(&self, symbol: &str, name: &str) -> Option<Address> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, closure)) = made.closures.iter().find(|(known, _)| known == symbol) {
            return Some(Address(closure.pointer()));
        }
        let (function, ty) = (tvmlike::find(name)?, self.declared.get(name)?);
        match export(function, ty, Arrays::Lent, OnError::Raise) {
            Ok(closure) => {
                let pointer = closure.pointer();
                made.closures.push((symbol.to_owned(), closure));
                Some(Address(pointer))
            }
            Err(error) => {
                made.failure.get_or_insert(error);
                None
            }
        }
    }

    /// Why a registered function could not be exported.
    pub(super) fn failure(&self) -> Option<Error> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.failure.take()
    }
}

/// Asks the front end of this thread whether the call shall end. The error is that of the call. A part of a parallel loop ends
/// with the loop, too.
extern "C" fn check_interrupt() -> i32 {
    if parallel::is_stopped() {
        return 1;
    }
    match tvmlike_runtime::interrupt::check() {
        Ok(()) => 0,
        Err(error) => {
            // Without an enclosing call there is no caller to report to, but the code ends all the same.
            let _ = pending::keep(error);
            1
        }
    }
}

fn import(name: &str, value: AnyView<'_>) -> Result<Import> {
    if PackedFunc::from_arg(&value).is_ok() {
        return Err(Error::type_error(format!(
            "engine.compile: argument `symbols`: expected a pointer for {name:?}, got a function; register it under the name \
             that the module declares, or make a pointer with native.closure(function, signature)"
        )));
    }
    Import::of_value(name, &value)
        .map_err(|mismatch| mismatch.into_argument_error("engine.compile", 5, Some("symbols")))
}
