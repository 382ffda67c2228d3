//! `tvm_ffi.join`: each side's functions by name on the other.
//!
//! What was put under a name of the other side is remembered, and touched again only as long as it is still there:
//! whatever somebody else puts there is left alone. Invariant: a name that both sides have is on both what it was before.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tvmlike::tvm_ffi::library::{self, Library, library_at};
use tvmlike::tvm_ffi::wrapper;
use tvmlike::{Registration, packed_func};
use tvmlike_runtime::{Any, Array, Error, Map, ObjectRef, PackedFunc, Result, String as TvmString, ToAny};

use crate::follow;
use crate::turn::Turn;

/// What was put under names of the other side.
#[derive(Default)]
struct Joined {
    /// Functions of tvm-ffi under names here.
    imported: HashMap<String, PackedFunc>,
    /// Functions of ours, as they are under names of tvm-ffi.
    exported: HashMap<String, ObjectRef>,
}

static JOINED: Mutex<Option<Joined>> = Mutex::new(None);

/// Only looked into: nothing is called, and nothing dropped, while it is held.
fn joined() -> MutexGuard<'static, Option<Joined>> {
    JOINED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a call of join has done.
#[derive(Default)]
struct Report {
    imported: Vec<String>,
    exported: Vec<String>,
    skipped: Vec<String>,
}

/// Joins the registry with that of tvm-ffi, whose library is in the process.
///
/// Afterwards functions of each side are found by name on the other. With `follow`, so is what is registered later, as
/// far as can be: see the guide. A name that both sides have stays on each side what it is. Joining again brings what
/// has come since and takes away what has gone.
///
/// Returns a map: `library` and `version` of tvm-ffi, the names that were `imported` from it and `exported` to it now, and
/// those that were `skipped` since both sides have them. `library` says where the library lies, if the loader does not
/// know it by its name alone.
#[packed_func("tvm_ffi.join")]
fn join(#[default("")] library: &str, #[default(true)] follow: bool) -> Result<Map> {
    let library = match library {
        "" => library::library()?,
        path => library_at(path)?,
    };
    let turn = turn("tvm_ffi.join")?;
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
    drop(turn);
    // What changed here meanwhile waits for the turn.
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

/// Parts both registries again: what `tvm_ffi.join` put under names of either side is taken away, if it is still there.
///
/// What somebody got by such a name stays valid. As long as they are joined, tvm-ffi's registry holds functions of plugins
/// like anybody who has a handle, so a plugin that is to be unloaded only if nobody holds it is unloaded after this.
/// Nothing happens where they are not joined.
#[packed_func("tvm_ffi.leave")]
fn leave() -> Result<()> {
    if joined().is_none() {
        return Ok(());
    }
    let library = library::library()?;
    follow::follow(false)?;
    let turn = turn("tvm_ffi.leave")?;
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
    drop(turn);
    Ok(())
}

fn turn(function: &str) -> Result<Turn> {
    Turn::take().ok_or_else(|| {
        Error::runtime_error(format!(
            "{function}: another thread is in tvm-ffi's registry at this moment; call it again"
        ))
    })
}

/// The names of tvm-ffi's registry.
fn their_names(library: &Library) -> Result<Vec<String>> {
    let list = library
        .global("ffi.FunctionListGlobalNamesFunctor")?
        .ok_or_else(|| Error::runtime_error("tvm_ffi.join: tvm-ffi cannot list its functions"))?;
    let functor = library.call(&list, &[])?;
    let object = functor
        .view()
        .as_object()
        .ok_or_else(|| Error::internal_error("tvm_ffi.join: tvm-ffi's list of functions is no function"))?;
    // SAFETY: alive while `functor` is.
    let functor = unsafe { ObjectRef::from_borrowed(object) };
    // With a negative number it gives how many there are.
    let count = library.call(&functor, &[(-1_i64).to_any()])?.cast::<i64>()?;
    (0..count)
        .map(|at| library.call(&functor, &[at.to_any()])?.cast())
        .collect()
}

/// Registers the functions of tvm-ffi here.
fn import(library: &Library, report: &mut Report) -> Result<()> {
    for name in their_names(library)? {
        if is_imported(&name) {
            continue;
        }
        let Some(theirs) = library.global(&name)? else {
            continue;
        };
        if wrapper::ours_in(&theirs).is_none() && import_one(library, &name, theirs) {
            report.imported.push(name);
        }
    }
    Ok(())
}

/// Whether what stands under a name here came from tvm-ffi.
fn is_imported(name: &str) -> bool {
    joined()
        .as_ref()
        .is_some_and(|joined| joined.imported.contains_key(name))
}

/// Registers one function of tvm-ffi here, if the name is free and one that a function can have here.
fn import_one(library: &Library, name: &str, theirs: ObjectRef) -> bool {
    let function = wrapper::of_theirs(theirs);
    let registration = Registration::without_place(name, function.clone());
    if registration.owner(&library.path()).register().is_err() {
        return false;
    }
    let before = joined()
        .as_mut()
        .and_then(|joined| joined.imported.insert(name.to_owned(), function));
    drop(before);
    true
}

/// Takes away what came from tvm-ffi and is gone there, or stands for another function by now.
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

/// What became of a name on its way to tvm-ffi.
pub(crate) enum Exported {
    /// It was put there.
    Now,
    /// tvm-ffi has a function of its own there.
    Taken,
    /// There was nothing to do.
    No,
}

/// Puts what stands under a name here under the same name of tvm-ffi, or takes away what was put there.
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
    library.set_global(name, &wrapped, overrides)?;
    let before = joined()
        .as_mut()
        .and_then(|joined| joined.exported.insert(name.to_owned(), wrapped));
    drop(before);
    Ok(Exported::Now)
}

/// Takes away what was put into tvm-ffi's registry and is gone here.
fn withdraw_exports(library: &Library) -> Result<()> {
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

fn remove_theirs(library: &Library, name: &str) -> Result<()> {
    let remove = library
        .global("ffi.FunctionRemoveGlobal")?
        .ok_or_else(|| Error::runtime_error("tvm-ffi cannot remove a function"))?;
    library.call(&remove, &[name.to_any()]).map(drop)
}
