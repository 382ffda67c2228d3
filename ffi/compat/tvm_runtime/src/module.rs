//! Modules: the functions of a library by name, and imported modules.
//!
//! Invariants: a function keeps its module alive, and so the library's code; imports are acyclic, so that all modules are freed
//! with the last handle.

mod entry;
mod library;
mod loader;
mod packed;
mod support;
mod timing;

use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString};
use std::fmt;
use std::path::Path;
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tvmlike::object::ObjectType;
use tvmlike::{Error, ObjectPtr, PackedFunc, Result, TypeIndex, object_type};

use library::Library;
pub(crate) use loader::load;

/// The symbol that holds the name of a library's main function.
const ENTRY_POINT: &CStr = c"__tvm_main__";

/// The base of every module type.
#[repr(C)]
pub(crate) struct AnyModule(());

// SAFETY: an empty body is a prefix of every body.
unsafe impl ObjectType for AnyModule {
    const TYPE_KEY: &'static str = "runtime.Module";

    fn type_index() -> TypeIndex {
        TypeIndex::MODULE
    }
}

/// A module.
#[repr(C)]
pub(crate) struct Module {
    base: AnyModule,
    code: Code,
    imports: Mutex<Vec<ObjectPtr<Module>>>,
    /// The functions that the library's own code looked up: it borrows them.
    asked: Mutex<HashMap<CString, PackedFunc>>,
}

object_type!(Module = "runtime.LibraryModule", parent = base: AnyModule);

/// The source of a module's functions.
enum Code {
    Library(Library),
    /// Functions that are linked into the program. Registering them is not supported, so it has none.
    System,
}

/// Held during an import, so that two imports cannot form a cycle together.
static IMPORTING: Mutex<()> = Mutex::new(());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Module({})", self.kind())
    }
}

impl Module {
    fn new(code: Code) -> ObjectPtr<Self> {
        ObjectPtr::new(Self {
            base: AnyModule(()),
            code,
            imports: Mutex::default(),
            asked: Mutex::default(),
        })
    }

    /// Opens a library as a module.
    fn open(path: &Path) -> Result<ObjectPtr<Self>> {
        let module = Self::new(Code::Library(Library::open(path)?));
        if let Code::Library(library) = &module.code {
            support::fill_in(library, &module)?;
        }
        Ok(module)
    }

    /// The kind of module, as TVM calls it.
    pub(crate) fn kind(&self) -> &'static str {
        match self.code {
            Code::Library(_) => "library",
            Code::System => "system-lib",
        }
    }

    fn imports(&self) -> Vec<ObjectPtr<Self>> {
        locked(&self.imports).clone()
    }

    /// Looks up a function of a module and, with `imported`, of the modules that it imports.
    fn find(module: &ObjectPtr<Self>, name: &CStr, imported: bool) -> Option<PackedFunc> {
        if !imported {
            return Self::own(module, name);
        }
        let mut seen = HashSet::new();
        let mut waiting = vec![module.clone()];
        while let Some(module) = waiting.pop() {
            if !seen.insert(module.as_raw()) {
                continue;
            }
            if let Some(found) = Self::own(&module, name) {
                return Some(found);
            }
            // The first import is searched next.
            waiting.extend(module.imports().into_iter().rev());
        }
        None
    }

    /// A function of the module itself, which keeps the module alive.
    fn own(module: &ObjectPtr<Self>, name: &CStr) -> Option<PackedFunc> {
        let Code::Library(library) = &module.code else {
            return None;
        };
        let code = if name == ENTRY_POINT {
            library.function(library.text(ENTRY_POINT)?)?
        } else {
            library.function(name)?
        };
        Some(entry::function(module.clone(), code))
    }

    /// Looks up a function for the library's own code: in the imported modules, then in the registry.
    fn asked_for(&self, name: &CStr) -> Result<*mut std::ffi::c_void> {
        if let Some(known) = locked(&self.asked).get(name) {
            return Ok(known.as_object().as_raw().cast());
        }
        let imported = self
            .imports()
            .iter()
            .find_map(|import| Self::find(import, name, true));
        let found = match imported {
            Some(found) => Some(found),
            None => tvmlike::find(name.to_str()?),
        };
        let found = found.ok_or_else(|| {
            Error::runtime_error(format!(
                "a module calls the function {name:?}, which is neither in its imports nor registered"
            ))
        })?;
        let kept = locked(&self.asked)
            .entry(name.to_owned())
            .or_insert(found)
            .clone();
        // The map keeps it as long as the module lives.
        Ok(kept.as_object().as_raw().cast())
    }

    /// Imports a module.
    ///
    /// # Errors
    /// RuntimeError if that module imports this one, directly or not.
    pub(crate) fn import(&self, other: &ObjectPtr<Self>) -> Result<()> {
        let _turn = locked(&IMPORTING);
        let mut seen = HashSet::new();
        let mut waiting = vec![other.clone()];
        while let Some(module) = waiting.pop() {
            if ptr::eq(&raw const *module, self) {
                return Err(Error::runtime_error(
                    "cannot import the module: it imports this module, and the dependency would be cyclic",
                ));
            }
            if seen.insert(module.as_raw()) {
                waiting.extend(module.imports());
            }
        }
        locked(&self.imports).push(other.clone());
        Ok(())
    }
}

/// Looks up a function of a module; `None` if there is none.
///
/// # Errors
/// ValueError for an empty name.
pub(crate) fn function(
    module: &ObjectPtr<Module>,
    name: &CStr,
    imported: bool,
) -> Result<Option<PackedFunc>> {
    if name.is_empty() {
        return Err(Error::value_error("a function's name must not be empty"));
    }
    Ok(Module::find(module, name, imported))
}
