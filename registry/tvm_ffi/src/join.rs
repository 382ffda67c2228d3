//! `tvm_ffi.join`: registers each side's functions on the other side.
//!
//! Registrations on the other side are recorded, and changed or removed only while they are still there: a function that other
//! code registers under such a name stays. Invariant: a name that both sides have keeps its function on both.

use std::collections::HashMap;

use tvmlike::bridge::library::{self, Library, library_at};
use tvmlike::bridge::wrapper;
use tvmlike::{Registration, packed_func};
use tvmlike_runtime::{Any, Array, Error, Map, ObjectRef, PackedFunc, Result, String as TvmString, ToAny};

use crate::export::{Exported, export, remove_theirs, withdraw_exports};
use crate::follow;
use crate::joined::{Joined, joined};
use crate::registry_access::RegistryAccess;
use crate::signature;

/// The names that a call of `join` registered or skipped.
#[derive(Default)]
struct Report {
    imported: Vec<String>,
    exported: Vec<String>,
    skipped: Vec<String>,
}

/// Joins the registry with that of tvm-ffi, whose library is in the process.
///
/// Afterwards functions of each side are found by name on the other. With `follow`, later registrations are found, too, with
/// the limits in the guide. A name that both sides have keeps its function on each side. Joining again registers new names and
/// removes names that are gone.
///
/// Returns a map: `library` and `version` of tvm-ffi, the names that were `imported` from it and `exported` to it now, and the
/// names that were `skipped` because both sides have them. Pass the path of tvm-ffi's library as `library` if the loader does not
/// find it by name.
#[packed_func("tvm_ffi.join")]
fn join(#[default("")] library: &str, #[default(true)] follow: bool) -> Result<Map> {
    let library = match library {
        "" => library::library()?,
        path => library_at(path)?,
    };
    let access = access("tvm_ffi.join")?;
    joined().get_or_insert_default();
    let mut report = Report::default();
    withdraw_imports(library)?;
    import(library, &mut report)?;
    for name in tvmlike::list("")? {
        match export(library, &name)? {
            Exported::Now => report.exported.push(name),
            Exported::Taken => report.skipped.push(name),
            Exported::No => {}
        }
    }
    withdraw_exports(library)?;
    drop(access);
    // Applies the changes that were queued meanwhile.
    follow::follow(follow)?;
    follow::apply();

    let names = |mut names: Vec<String>| -> Any {
        names.sort_unstable();
        names
            .iter()
            .map(|name| TvmString::new(name))
            .collect::<Array>()
            .into()
    };
    let pairs: [(&str, Any); 5] = [
        ("library", TvmString::new(&library.path()).to_any()),
        ("version", TvmString::new(&library.version()).to_any()),
        ("imported", names(report.imported)),
        ("exported", names(report.exported)),
        ("skipped", names(report.skipped)),
    ];
    Ok(pairs.into_iter().collect())
}

/// Separates the registries again: removes what `tvm_ffi.join` registered on either side, if it is still there.
///
/// Functions that were looked up by such a name stay valid. While joined, tvm-ffi's registry holds references to functions of
/// plugins; call this first to unload a plugin that must not be in use. Nothing happens if they are not joined.
#[packed_func("tvm_ffi.leave")]
fn leave() -> Result<()> {
    if joined().is_none() {
        return Ok(());
    }
    let library = library::library()?;
    follow::follow(false)?;
    let access = access("tvm_ffi.leave")?;
    let Some(Joined { imported, exported }) = joined().take() else {
        return Ok(());
    };
    for (name, function) in imported {
        if tvmlike::find(&name).is_some_and(|here| here.as_object().same_as(function.as_object())) {
            tvmlike::remove(&name)?;
        }
    }
    for (name, put) in exported {
        if library.global(&name)?.is_some_and(|there| there.same_as(&put)) {
            remove_theirs(library, &name)?;
        }
    }
    drop(access);
    Ok(())
}

fn access(function: &str) -> Result<RegistryAccess> {
    RegistryAccess::acquire().ok_or_else(|| {
        Error::runtime_error(format!(
            "{function}: another thread is accessing tvm-ffi's registry; try again"
        ))
    })
}

/// The names in tvm-ffi's registry.
fn their_names(library: &Library) -> Result<Vec<String>> {
    let list = library
        .global("ffi.FunctionListGlobalNamesFunctor")?
        .ok_or_else(|| Error::runtime_error("tvm_ffi.join: tvm-ffi has no function to list names"))?;
    let functor = library.call(&list, &[])?;
    let object = functor.view().as_object().ok_or_else(|| {
        Error::internal_error("tvm_ffi.join: tvm-ffi's list of functions is not a function")
    })?;
    // SAFETY: alive while `functor` is.
    let functor = unsafe { ObjectRef::from_borrowed(object) };
    // A negative number returns the count.
    let count = library.call(&functor, &[(-1_i64).to_any()])?.cast::<i64>()?;
    (0..count)
        .map(|at| library.call(&functor, &[at.to_any()])?.cast())
        .collect()
}

/// Registers tvm-ffi's functions in tvmlike.
fn import(library: &Library, report: &mut Report) -> Result<()> {
    let describe = library.global("ffi.GetGlobalFuncMetadata")?;
    for name in their_names(library)? {
        if is_imported(&name) {
            continue;
        }
        let Some(theirs) = library.global(&name)? else {
            continue;
        };
        if wrapper::ours_in(&theirs).is_some() {
            continue;
        }
        let record = describe.as_ref().and_then(|describe| {
            let metadata = library.call(describe, &[name.as_str().to_any()]).ok()?;
            signature::record_of(&metadata.cast::<String>().ok()?, None)
        });
        if import_one(library, &name, theirs, record.as_deref()) {
            report.imported.push(name);
        }
    }
    Ok(())
}

/// Whether the function of a name was imported from tvm-ffi.
fn is_imported(name: &str) -> bool {
    joined()
        .as_ref()
        .is_some_and(|joined| joined.imported.contains_key(name))
}

/// Registers one function of tvm-ffi, if the name is free and valid in tvmlike.
fn import_one(library: &Library, name: &str, theirs: ObjectRef, record: Option<&str>) -> bool {
    let function = wrapper::of_theirs(theirs);
    let mut registration = Registration::without_place(name, function.clone());
    if let Some(record) = record {
        registration = registration.record(record);
    }
    if registration.owner(&library.path()).register().is_err() {
        return false;
    }
    let before = joined()
        .as_mut()
        .and_then(|joined| joined.imported.insert(name.to_owned(), function));
    drop(before);
    true
}

/// Removes imported functions that tvm-ffi has removed or replaced.
fn withdraw_imports(library: &Library) -> Result<()> {
    let imported: Vec<(String, PackedFunc)> = match &*joined() {
        Some(joined) => pairs(&joined.imported),
        None => Vec::new(),
    };
    for (name, function) in imported {
        let here = tvmlike::find(&name);
        let still_here = here.is_some_and(|here| here.as_object().same_as(function.as_object()));
        let there = library.global(&name)?;
        let wrapped = wrapper::theirs_in(&function);
        let still_there = match (&there, &wrapped) {
            (Some(there), Some(wrapped)) => there.same_as(wrapped),
            _ => false,
        };
        if still_here && still_there {
            continue;
        }
        let forgotten = joined().as_mut().and_then(|joined| joined.imported.remove(&name));
        drop(forgotten);
        if still_here {
            tvmlike::remove(&name)?;
        }
    }
    Ok(())
}

fn pairs<T: Clone>(of: &HashMap<String, T>) -> Vec<(String, T)> {
    of.iter()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}
