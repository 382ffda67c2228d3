//! `engine.Library`: the functions of compiled code.

use std::fmt;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use tvmlike::Registration;
use tvmlike_conventions::memref::call::{self, Convention, Entries, Options};
use tvmlike_conventions::memref::signature::{FunctionType, Scalar, Type};
use tvmlike_conventions::native::pending;
use tvmlike_engine::trap::{self, Trap};
use tvmlike_engine::{Address, Loaded};

use super::cache::Origin;
use super::signatures::Callable;
use super::symbols::Imports;
use crate::api::*;
use crate::errors;

/// Compiled code with what it refers to.
pub(super) struct Code {
    loaded: Box<dyn Loaded>,
    /// Dropped after the code.
    _imports: Imports,
}

impl Code {
    pub(super) fn new(loaded: Box<dyn Loaded>, imports: Imports) -> Self {
        Self {
            loaded,
            _imports: imports,
        }
    }
}

/// Makes a trap the error of the call that entered the code.
pub(super) fn receive_traps() {
    static READY: OnceLock<()> = OnceLock::new();
    READY.get_or_init(|| {
        pending::begin_keeping();
        pending::prepare_threads(trap::prepare_thread);
        trap::set_hook(|trap: &Trap| {
            let kind = match trap.kind {
                tvmlike_engine::unit::TrapKind::DivisionByZero => "ZeroDivisionError",
                tvmlike_engine::unit::TrapKind::Overflow => "OverflowError",
                tvmlike_engine::unit::TrapKind::StackOverflow => "RecursionError",
                _ => "RuntimeError",
            };
            // Without an enclosing call there is no caller to report to: code that uses raw addresses calls at its own risk.
            let _ = pending::keep(Error::new(kind, trap.to_string()));
        });
    });
}

/// The functions of a compiled module.
///
/// A function keeps the code, so it stays valid when this is closed or freed.
#[derive(Object)]
#[object(key = "engine.Library", repr)]
pub(crate) struct Library {
    /// `None` after it was closed.
    code: RwLock<Option<Arc<Code>>>,
    functions: RwLock<Vec<(String, PackedFunc)>>,
    /// The functions that cannot be called, and why.
    refused: Vec<(String, String)>,
    registered: RwLock<Vec<(String, PackedFunc)>>,
    /// The namespace in which the functions are registered; None if they are not.
    #[field]
    namespace: Option<String>,
    /// Where the cache had the code: "memory" or "disk"; None if it was compiled.
    #[field]
    cached: Option<String>,
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let functions = self.functions.read().unwrap_or_else(PoisonError::into_inner);
        let state = if self.code().is_ok() { "" } else { ", closed" };
        write!(f, "<engine.Library, {} functions{state}>", functions.len())
    }
}

/// Whether a result has more floats than LLVM returns in registers that every caller knows.
fn needs_entry_for_c(ty: &FunctionType) -> bool {
    let is_float = |ty: &&Type| {
        matches!(
            ty,
            Type::Scalar(
                Scalar::F16
                    | Scalar::BF16
                    | Scalar::F32
                    | Scalar::F64
                    | Scalar::ComplexF32
                    | Scalar::ComplexF64
            )
        )
    };
    let is_complex = |ty: &Type| matches!(ty, Type::Scalar(Scalar::ComplexF32 | Scalar::ComplexF64));
    ty.results.iter().filter(is_float).count() > 2
        || (ty.results.len() > 1 && ty.results.iter().any(is_complex))
}

fn bind(code: &Arc<Code>, name: &str, full: &str, ty: &FunctionType) -> Result<PackedFunc> {
    let entries = Entries {
        bare: code.loaded.lookup(name).map(|address| address.0),
        ciface: code
            .loaded
            .lookup(&format!("_mlir_ciface_{name}"))
            .map(|address| address.0),
    };
    if entries.ciface.is_none() && needs_entry_for_c(ty) {
        return Err(errors::value_error(format_args!(
            "{full}: results with several floats need an entry for C; compile it with llvm.emit_c_interface"
        )));
    }
    let options = Options {
        convention: match entries.ciface {
            Some(_) => Some(Convention::Ciface),
            None => Some(Convention::Expanded),
        },
        ..Options::default()
    };
    // SAFETY: the type is that of the function before it was lowered, under the convention that its lowering implements, or
    // the caller promises it; the code is kept.
    unsafe { call::bind(entries, ty, options, full, Arc::clone(code)) }
}

impl Library {
    /// Binds the functions, and registers them under a namespace: all or none.
    pub(super) fn of(
        code: Arc<Code>,
        callables: &[Callable],
        namespace: Option<&str>,
        origin: Option<Origin>,
    ) -> Result<ObjectPtr<Self>> {
        let namespace = namespace.filter(|namespace| !namespace.is_empty());
        let (mut functions, mut refused) = (Vec::new(), Vec::new());
        for callable in callables.iter().filter(|callable| !callable.is_declaration) {
            let name = &callable.name;
            let entry = format!("_mlir_ciface_{name}");
            if code.loaded.lookup(name).is_none() && code.loaded.lookup(&entry).is_none() {
                continue;
            }
            let full = namespace.map_or_else(|| name.clone(), |namespace| format!("{namespace}.{name}"));
            let bound = callable
                .ty
                .as_ref()
                .map_err(Clone::clone)
                .and_then(|ty| bind(&code, name, &full, ty).map_err(|error| error.message().to_string()));
            match bound {
                Ok(function) => functions.push((name.clone(), function)),
                Err(why) => refused.push((name.clone(), why)),
            }
        }
        let made = ObjectPtr::new(Self {
            code: RwLock::new(Some(code)),
            functions: RwLock::new(functions.clone()),
            refused,
            registered: RwLock::default(),
            namespace: namespace.map(str::to_owned),
            cached: origin.map(|origin| origin.text().to_owned()),
        });
        if let Some(namespace) = namespace {
            made.register(namespace, &functions)?;
        }
        Ok(made)
    }

    fn register(&self, namespace: &str, functions: &[(String, PackedFunc)]) -> Result<()> {
        for (name, function) in functions {
            let full = format!("{namespace}.{name}");
            let record = function.record().map(|record| record.to_string());
            let mut registration = Registration::without_place(&full, function.clone()).release_gil(true);
            if let Some(record) = &record {
                registration = registration.record(record);
            }
            if let Err(error) = registration.register() {
                self.withdraw();
                return Err(error);
            }
            let mut registered = self.registered.write().unwrap_or_else(PoisonError::into_inner);
            registered.push((full, function.clone()));
        }
        Ok(())
    }

    /// Removes the functions that are still registered from the registry.
    fn withdraw(&self) {
        let registered =
            std::mem::take(&mut *self.registered.write().unwrap_or_else(PoisonError::into_inner));
        for (name, function) in registered.iter().rev() {
            let present = tvmlike::find(name);
            if present.is_some_and(|found| found.as_object().as_raw() == function.as_object().as_raw()) {
                // Another thread may have removed it already.
                let _ = tvmlike::remove(name);
            }
        }
    }

    fn code(&self) -> Result<Arc<Code>> {
        let code = self.code.read().unwrap_or_else(PoisonError::into_inner).clone();
        code.ok_or_else(|| errors::value_error("the library was closed: compile the module again"))
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        self.withdraw();
    }
}

#[methods]
impl Library {
    /// The functions that can be called, by name.
    #[getter]
    fn functions(&self) -> Map {
        let functions = self
            .functions
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        functions
            .iter()
            .map(|(name, function)| (name.as_str(), function.clone().to_any()))
            .collect()
    }

    /// The functions that cannot be called, and the reasons.
    #[getter]
    fn refused(&self) -> Map {
        let refused = self.refused.iter();
        refused.map(|(name, why)| (name.as_str(), why.as_str())).collect()
    }

    /// The symbols of the code that have addresses.
    fn symbols(&self) -> Result<Vec<String>> {
        Ok(self.code()?.loaded.symbols())
    }

    /// Returns the address of a symbol. It is valid while the library is open, or a function of it exists.
    fn address(&self, symbol: &str) -> Result<*mut std::ffi::c_void> {
        let code = self.code()?;
        match code.loaded.lookup(symbol) {
            Some(Address(address)) => Ok(address.cast_mut()),
            None => Err(Error::new(
                "AttributeError",
                format!(
                    "the module has no public symbol `{symbol}`; it has: {}",
                    code.loaded.symbols().join(", ")
                ),
            )),
        }
    }

    /// Creates a function from a symbol with an MLIR function type.
    fn bind(&self, symbol: &str, signature: &str) -> Result<PackedFunc> {
        let code = self.code()?;
        let ty = FunctionType::parse(signature)?;
        self.address(symbol)?;
        bind(&code, symbol, symbol, &ty)
    }

    /// Removes the functions from the registry and releases the code, which is freed after its last function.
    fn close(&self) {
        self.withdraw();
        let code = self.code.write().unwrap_or_else(PoisonError::into_inner).take();
        let functions = std::mem::take(&mut *self.functions.write().unwrap_or_else(PoisonError::into_inner));
        // Dropped after the locks are released.
        drop((functions, code));
    }
}
