//! `native.open` and `native.Library`: opens libraries of compiled code, binds and registers their functions.

use std::collections::HashMap;
use std::ffi::c_void;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use tvmlike::{Object, Registration, methods, packed_func};
use tvmlike_conventions::library::metadata::{Signatures, reachable};
use tvmlike_conventions::library::{self as conventions, Binding, Import};
use tvmlike_conventions::native::handle::HandleType;
use tvmlike_runtime::convert::Mismatch;
use tvmlike_runtime::{AnyView, Error, ErrorKind, FromArg, Map, PackedFunc, Result, ToAny};

/// A library of compiled code, whose symbols can be bound to signatures.
#[derive(Object)]
#[object(key = "native.Library", repr)]
struct Library {
    /// `None` after it was closed.
    code: RwLock<Option<conventions::Library>>,
    /// The path that was opened; empty for the process itself.
    #[field]
    path: String,
    /// The namespace in which the library's functions are registered; None if they are not.
    #[field]
    namespace: Option<String>,
    bound: Mutex<Bound>,
    /// The declared types of handles.
    handles: Mutex<Vec<Arc<HandleType>>>,
}

/// The functions that were bound so far.
#[derive(Default)]
struct Bound {
    /// The functions by name, in the order of binding.
    by_name: Vec<(String, PackedFunc)>,
    /// The functions by all arguments of the binding.
    by_request: HashMap<[String; 6], PackedFunc>,
    /// The registered functions with their full names.
    registered: Vec<(String, PackedFunc)>,
}

impl Bound {
    fn name(&mut self, name: &str, function: &PackedFunc) {
        match self.by_name.iter_mut().find(|(present, _)| present == name) {
            // This does not free the previous function: `by_request` has it too.
            Some((_, present)) => *present = function.clone(),
            None => self.by_name.push((name.to_owned(), function.clone())),
        }
    }
}

impl Library {
    fn code(&self) -> Result<conventions::Library> {
        let code: RwLockReadGuard<'_, _> = self.code.read().unwrap_or_else(PoisonError::into_inner);
        code.clone()
            .ok_or_else(|| Error::value_error(format!("the library {} was closed: open it again", self.path)))
    }

    fn handles(&self) -> MutexGuard<'_, Vec<Arc<HandleType>>> {
        self.handles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bound(&self) -> MutexGuard<'_, Bound> {
        self.bound.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.bound().by_name.len();
        let shown = if self.path.is_empty() {
            "the process"
        } else {
            &*self.path
        };
        let state = if self.code().is_ok() { "" } else { ", closed" };
        write!(f, "<native.Library {shown}, {count} bound{state}>")
    }
}

#[methods]
impl Library {
    /// Returns the names of the functions that the library itself exports, sorted; with `data`, of all symbols.
    #[release_gil]
    fn symbols(&self, #[default(false)] data: bool) -> Result<Vec<String>> {
        let code = self.code()?;
        let wanted = code.exports()?.iter().filter(|export| data || export.is_function);
        Ok(wanted.map(|export| export.name.clone()).collect())
    }

    /// Returns the address of a symbol. It is valid while the library is open: it does not keep the library.
    #[release_gil]
    fn address(&self, symbol: &str) -> Result<*mut c_void> {
        Ok(self.code()?.address(symbol)?.as_ptr())
    }

    /// Declares a type of the library's objects: signatures of the library can then have the type `*name`, a pointer to such an
    /// object, and `own *name`, where the receiver frees the object. `free` is the symbol of the function that does so: it is
    /// called when an owned handle is closed or freed. Declaring the same type again does nothing.
    #[release_gil]
    fn handle(&self, name: &str, #[default(None)] free: Option<&str>) -> Result<()> {
        // SAFETY: the caller promises that the function frees objects of the type, as the docs require.
        let made = unsafe { self.code()?.handle(name, free) }?;
        super::native::wrap_handles();
        let mut handles = self.handles();
        match handles.iter().find(|known| known.name() == name) {
            Some(known) if *known != made => Err(Error::value_error(format!(
                "native.Library.handle: the type `{name}` was declared with another function that frees it"
            ))),
            Some(_) => Ok(()),
            None => {
                handles.push(made);
                Ok(())
            }
        }
    }

    /// Creates a function from a symbol.
    ///
    /// A signature that begins with `(` or `func.func` is an MLIR function type, any other is a C signature. `convention` is
    /// `c`, `ciface`, `expanded`, `bare` or `auto`, which depends on the signature and uses `_mlir_ciface_SYMBOL` if it
    /// exists. `results` is the ownership of arrays that an MLIR function returns: `owned` by the caller, or `borrowed`.
    /// Errors contain `name`. Equal arguments return the same function. The signature must be that of the symbol: this
    /// cannot be checked.
    #[release_gil]
    fn bind(
        &self,
        symbol: &str,
        signature: &str,
        #[default("auto")] convention: &str,
        #[default("owned")] results: &str,
        #[default(None)] name: Option<&str>,
        #[default(None)] doc: Option<&str>,
    ) -> Result<PackedFunc> {
        let request = [
            symbol,
            signature,
            convention,
            results,
            name.unwrap_or_default(),
            doc.unwrap_or_default(),
        ]
        .map(str::to_owned);
        let code = self.code()?;
        let name = name.unwrap_or(symbol);
        let mut bound = self.bound();
        if let Some(function) = bound.by_request.get(&request).cloned() {
            bound.name(name, &function);
            return Ok(function);
        }
        drop(bound);
        let handles = self.handles().clone();
        let binding = Binding {
            name: Some(name),
            convention: Some(convention),
            results: Some(results),
            doc,
            handles: &handles,
        };
        // SAFETY: the caller promises that the function has the signature, as the docs require.
        let function = unsafe { code.bind(symbol, signature, &binding) }?;
        let mut bound = self.bound();
        // Another thread may have bound the same; then its function is returned. Ours is dropped after the lock is released.
        let known = bound
            .by_request
            .entry(request)
            .or_insert_with(|| function.clone())
            .clone();
        bound.name(name, &known);
        drop(bound);
        Ok(known)
    }

    /// The bound functions by name.
    #[getter]
    fn functions(&self) -> Map {
        let functions = self.bound().by_name.clone();
        functions
            .iter()
            .map(|(name, function)| (name.as_str(), function.clone().to_any()))
            .collect()
    }

    /// The full names of its functions that are still registered.
    #[getter]
    fn registered(&self) -> Vec<String> {
        let registered = self.bound().registered.clone();
        registered
            .into_iter()
            .filter(is_still_registered)
            .map(|(name, _)| name)
            .collect()
    }

    /// Removes its names from the registry and releases the code.
    ///
    /// Existing functions of it stay valid: its code is unmapped after the last of them is freed. Closing it again does
    /// nothing.
    #[release_gil]
    fn close(&self) -> Result<()> {
        let code = self.code.write().unwrap_or_else(PoisonError::into_inner).take();
        let bound = std::mem::take(&mut *self.bound());
        withdraw(&bound.registered);
        // Dropped after the locks are released: the library's destructors may run here.
        drop((bound, code));
        Ok(())
    }
}

/// Opens a library of compiled code; the process itself where the path is None.
///
/// A path with a slash is a file, which can be replaced while it is open, because a private copy is mapped. The loader
/// searches for any other name. `imports` maps undefined symbols of the library to closures or addresses, for this library
/// only. The signatures in the library, or those passed as JSON text, are bound at once, and registered under `namespace`,
/// or under the namespace in the JSON: all of them or none. The signatures must be those of the functions: this cannot be
/// checked.
#[packed_func("native.open", release_gil)]
fn open(
    path: Option<&str>,
    #[default(None)] namespace: Option<&str>,
    #[default(Map::new([]))] imports: Map,
    #[default(None)] signatures: Option<&str>,
) -> Result<Library> {
    if let Some(namespace) = namespace.filter(|namespace| !namespace.is_empty()) {
        reachable("native.open: argument 2 `namespace`", namespace)?;
    }
    let imports = imports
        .iter()
        .map(|(symbol, value)| import(symbol, value))
        .collect::<Result<Vec<_>>>()?;
    let code = match path {
        // SAFETY: the caller trusts the code of the library, and promises that the imports have the types that it expects.
        Some(path) => unsafe { conventions::Library::open(Path::new(path), imports) }?,
        None if !imports.is_empty() => {
            return Err(Error::value_error(
                "native.open: imports need the path of a library, not the process itself",
            ));
        }
        // SAFETY: this loads nothing.
        None => unsafe { conventions::Library::process() }?,
    };
    let mut opened = Library {
        path: code.path().to_string_lossy().into_owned(),
        code: RwLock::new(Some(code.clone())),
        namespace: None,
        bound: Mutex::default(),
        handles: Mutex::default(),
    };
    let placed = |error: Error| {
        let (message, place) = (error.message(), code.to_string());
        let message = match message.starts_with(&place) {
            true => format!("native.open: {message}"),
            false => format!("native.open: {place}: {message}"),
        };
        Error::new(ErrorKind::new(&error.kind()), message)
    };
    let carried = match signatures {
        Some(text) => Some(text.to_owned()),
        None => code.signatures()?,
    };
    let Some(text) = carried else {
        return match namespace {
            None => Ok(opened),
            Some(namespace) => Err(placed(Error::value_error(format!(
                "nothing to register under \"{namespace}\": the library has no signatures, and the call passes none"
            )))),
        };
    };
    let signatures = Signatures::parse(&text).map_err(placed)?;
    let namespace = namespace
        .map(str::to_owned)
        .or_else(|| signatures.namespace.clone());
    opened.namespace = namespace.filter(|namespace| !namespace.is_empty());
    // SAFETY: the author of the signatures promises that the functions free objects of the types, as the docs require.
    let handles = unsafe { code.handles(&signatures) }.map_err(placed)?;
    if !handles.is_empty() {
        super::native::wrap_handles();
    }
    let bound = bind_all(&code, &signatures, &handles, opened.namespace.as_deref()).map_err(placed)?;
    opened.handles = Mutex::new(handles);
    opened.bound = Mutex::new(bound);
    Ok(opened)
}

/// Returns the signatures in the file of a library, as JSON text, without loading it; None if there are none.
#[packed_func("native.signatures_of", release_gil)]
fn signatures_of(path: &str) -> Result<Option<String>> {
    let Some(text) = conventions::signatures_of(Path::new(path))? else {
        return Ok(None);
    };
    String::from_utf8(text)
        .map(Some)
        .map_err(|_| Error::value_error(format!("{path}: its signatures are not UTF-8 text")))
}

/// One of the imports of `native.open`.
fn import(symbol: &AnyView<'_>, value: &AnyView<'_>) -> Result<Import> {
    let refused = |mismatch: Mismatch| mismatch.into_argument_error("native.open", 2, Some("imports"));
    let symbol =
        <&str>::from_arg(symbol).map_err(|mismatch| refused(mismatch.of_part("a key".to_owned())))?;
    if PackedFunc::from_arg(value).is_ok() {
        return Err(Error::type_error(format!(
            "native.open: argument 3 `imports`: expected a pointer for {symbol:?}, got a function; make a pointer with \
             native.closure(function, signature)"
        )));
    }
    Import::of_value(symbol, value)
        .map_err(|mismatch| refused(mismatch.of_part(format!("the value for {symbol:?}"))))
}

/// Never unmaps a library from now on.
///
/// Call it before the process exits: objects are then freed in an arbitrary order, and threads of a library may still run.
/// The destructors run when the process exits.
#[packed_func("native.leave_all_mapped")]
fn leave_all_mapped() {
    conventions::leave_all_mapped();
}

/// Binds all functions of the signatures, and registers them if there is a namespace: all of them or none.
fn bind_all(
    code: &conventions::Library,
    signatures: &Signatures,
    handles: &[Arc<HandleType>],
    namespace: Option<&str>,
) -> Result<Bound> {
    let mut bound = Bound::default();
    for entry in &signatures.functions {
        let full = match namespace {
            Some(namespace) => format!("{namespace}.{}", entry.name),
            None => entry.name.clone(),
        };
        // SAFETY: the author of the signatures promises that they are those of the functions, as the docs require.
        let function = unsafe { code.bind_entry(entry, &full, handles) }?;
        bound.by_name.push((entry.name.clone(), function));
    }
    let Some(namespace) = namespace else {
        return Ok(bound);
    };
    let owner = code.path().to_string_lossy();
    let is_taken = |name: &str| tvmlike::find(&format!("{namespace}.{name}")).is_some();
    let mut entries: Vec<_> = signatures.functions.iter().zip(&bound.by_name).collect();
    // Names that are taken come first: then no thread sees some of the names registered and removed again.
    entries.sort_by_key(|(_, (name, _))| !is_taken(name));
    for (entry, (name, function)) in entries {
        let full = format!("{namespace}.{name}");
        let record = function.record().map(|record| match entry.release_gil {
            true => record.to_string(),
            false => without_release_gil(&record),
        });
        let mut registration = Registration::without_place(&full, function.clone())
            .owner(&owner)
            .release_gil(entry.release_gil);
        if let Some(record) = &record {
            registration = registration.record(record);
        }
        if let Err(error) = registration.register() {
            withdraw(&bound.registered);
            return Err(error);
        }
        bound.registered.push((full, function.clone()));
    }
    Ok(bound)
}

/// Returns the record without `release_gil`.
fn without_release_gil(record: &str) -> String {
    let mut record: serde_json::Value = serde_json::from_str(record).unwrap_or_default();
    if let Some(record) = record.as_object_mut() {
        record.shift_remove("release_gil");
    }
    record.to_string()
}

/// Removes the functions that are still registered from the registry.
fn withdraw(registered: &[(String, PackedFunc)]) {
    for entry in registered.iter().rev().filter(|entry| is_still_registered(entry)) {
        // Another thread may have removed it already.
        let _ = tvmlike::remove(&entry.0);
    }
}

fn is_still_registered((name, function): &(String, PackedFunc)) -> bool {
    let present = tvmlike::find(name);
    present.is_some_and(|present| present.as_object().as_raw() == function.as_object().as_raw())
}
