//! Modules: functions that came with a library, under the names that it has for them, and modules that were imported.
//!
//! Invariants: a function of a module keeps it, and with it the library's code; imports make no circle, so that all of them go
//! when the last handle does.

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

/// The name under which a library says what its entry is called.
const ENTRY_POINT: &CStr = c"__tvm_main__";

/// What every module begins with, whoever made it.
#[repr(C)]
pub(crate) struct AnyModule(());

// SAFETY: an empty body is the beginning of every body.
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
    /// What the library's own code has asked for by name: it borrows what it gets.
    asked: Mutex<HashMap<CString, PackedFunc>>,
}

object_type!(Module = "runtime.LibraryModule", parent = base: AnyModule);

/// Where a module's functions are.
enum Code {
    Library(Library),
    /// Code that is linked into the program and has said so. There is no way to say so, hence nothing in it.
    System,
}

/// One import at a time, so that two do not make a circle together.
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

    /// The module of a library.
    fn open(path: &Path) -> Result<ObjectPtr<Self>> {
        let module = Self::new(Code::Library(Library::open(path)?));
        if let Code::Library(library) = &module.code {
            support::fill_in(library, &module)?;
        }
        Ok(module)
    }

    /// What kind of module it is, as TVM names it.
    pub(crate) fn kind(&self) -> &'static str {
        match self.code {
            Code::Library(_) => "library",
            Code::System => "system-lib",
        }
    }

    fn imports(&self) -> Vec<ObjectPtr<Self>> {
        locked(&self.imports).clone()
    }

    /// Whether this module, or with `imported` one that it imports, has a function.
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
            // The first import is the next to be looked at.
            waiting.extend(module.imports().into_iter().rev());
        }
        None
    }

    /// A function of the module itself. It keeps the module.
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

    /// The function that a library's own code asks for: one of what the module imports, else one of the registry.
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
                "a module's code asks for the function {name:?}, which neither its imports nor the registry have"
            ))
        })?;
        let kept = locked(&self.asked)
            .entry(name.to_owned())
            .or_insert(found)
            .clone();
        // The map keeps it as long as the module is there.
        Ok(kept.as_object().as_raw().cast())
    }

    /// Imports a module.
    ///
    /// # Errors
    /// RuntimeError where it imports this one, itself or by others.
    pub(crate) fn import(&self, other: &ObjectPtr<Self>) -> Result<()> {
        let _turn = locked(&IMPORTING);
        let mut seen = HashSet::new();
        let mut waiting = vec![other.clone()];
        while let Some(module) = waiting.pop() {
            if ptr::eq(&raw const *module, self) {
                return Err(Error::runtime_error(
                    "a module cannot be imported by one that it imports itself: the dependency would be cyclic",
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

/// A function of a module, by name; nothing where there is none.
///
/// # Errors
/// ValueError for a name that no symbol can have.
pub(crate) fn function(
    module: &ObjectPtr<Module>,
    name: &CStr,
    imported: bool,
) -> Result<Option<PackedFunc>> {
    if name.is_empty() {
        return Err(Error::value_error(
            "a module's functions have names, got an empty one",
        ));
    }
    Ok(Module::find(module, name, imported))
}
