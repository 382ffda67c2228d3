//! Registers functions of tvmlike in tvm-ffi's registry, and removes them from it.
//!
//! Invariant: a function that other code registers in tvm-ffi under a name of tvmlike stays.

use tvmlike::bridge::library::Library;
use tvmlike::bridge::wrapper;
use tvmlike_runtime::{Error, ObjectRef, Result, ToAny};

use crate::joined::joined;
use crate::signature;

/// The outcome of exporting a name to tvm-ffi.
pub(crate) enum Exported {
    /// It was registered.
    Now,
    /// tvm-ffi has its own function with this name.
    Taken,
    /// Nothing changed.
    No,
}

/// Registers a function of tvmlike in tvm-ffi under the same name, or removes an earlier export if the name is gone.
pub(crate) fn export(library: &Library, name: &str) -> Result<Exported> {
    if joined().is_none() {
        return Ok(Exported::No);
    }
    let ours = tvmlike::find(name).filter(|function| wrapper::theirs_in(function).is_none());
    let put = joined()
        .as_ref()
        .and_then(|joined| joined.exported.get(name).cloned());
    let there = library.global(name)?;
    let is_put = |there: &ObjectRef| put.as_ref().is_some_and(|put| put.same_as(there));
    let Some(ours) = ours else {
        if there.as_ref().is_some_and(is_put) {
            remove_theirs(library, name)?;
        }
        forget_export(name);
        return Ok(Exported::No);
    };
    let overrides = match &there {
        None => false,
        Some(there) if is_put(there) => {
            let same =
                wrapper::ours_in(there).is_some_and(|there| there.as_object().same_as(ours.as_object()));
            if same {
                return Ok(Exported::No);
            }
            true
        }
        Some(_) => return Ok(Exported::Taken),
    };
    let wrapped = wrapper::of_ours(&ours);
    let record = tvmlike::info(name).ok().and_then(|info| info.record);
    let description = record.map(|record| signature::description_of(&record));
    library.set_global(name, &wrapped, &description.unwrap_or_default(), overrides)?;
    let before = joined()
        .as_mut()
        .and_then(|joined| joined.exported.insert(name.to_owned(), wrapped));
    drop(before);
    Ok(Exported::Now)
}

/// Removes exports whose names are gone in tvmlike.
pub(crate) fn withdraw_exports(library: &Library) -> Result<()> {
    let names: Vec<String> = match &*joined() {
        Some(joined) => joined.exported.keys().cloned().collect(),
        None => Vec::new(),
    };
    for name in names {
        if tvmlike::find(&name).is_none() {
            export(library, &name)?;
        }
    }
    Ok(())
}

fn forget_export(name: &str) {
    let forgotten = joined().as_mut().and_then(|joined| joined.exported.remove(name));
    drop(forgotten);
}

/// Removes a function from tvm-ffi's registry.
pub(crate) fn remove_theirs(library: &Library, name: &str) -> Result<()> {
    let remove = library
        .global("ffi.FunctionRemoveGlobal")?
        .ok_or_else(|| Error::runtime_error("tvm-ffi has no function to remove names"))?;
    library.call(&remove, &[name.to_any()]).map(drop)
}
