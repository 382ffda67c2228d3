//! IREE's function ABI: nested data, keywords and checks for a function that takes flat values.
//!
//! A *record* describes the arguments and results of a function: `{"a": [types…], "r": [types…]}`, in the types of
//! `iree.abi` metadata and a few of our own. [`attach`] wraps a function in another one that takes and returns what the
//! record describes: dicts, lists, arrays and numbers, by position or by name. The wrapper flattens arguments, rebuilds
//! results, and converts where nothing is lost.
//!
//! Invariant: a record is interpreted once, when it is attached; this includes the check that it and the function agree. A
//! call uses the result.

mod agree;
mod attached;
pub mod cconv;
mod dynamic;
mod element;
mod fault;
mod flatten;
mod ndarray;
mod rebuild;
mod record;
mod scalar;
mod types;

use tvmlike_runtime::function::MAX_ARGS;
use tvmlike_runtime::{Any, Array, Error, PackedFunc, Result};

use self::agree::Native;
use self::attached::Attached;
use self::fault::Fault;
use self::flatten::Flatten;
use self::ndarray::Sizes;
use self::record::{Record, Returned, refuse};
use self::types::Type;

/// How a container is passed to a native function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As the list of its members, which is IREE's form.
    Lists,
    /// As separate arguments for its members, at every level. For C and MLIR functions.
    Leaves,
}

/// The options of [`attach`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Options<'a> {
    /// The function's name in errors.
    pub name: Option<&'a str>,
    /// The form of containers. By default the form that agrees with the function's own record, or lists if it has no record.
    pub form: Option<Form>,
    /// The function's own record, if it is not part of the function.
    pub native_record: Option<&'a str>,
}

impl Options<'_> {
    fn name(&self) -> &str {
        self.name
            .filter(|name| !name.is_empty())
            .unwrap_or("an attached function")
    }
}

/// Wraps a function in one that takes and returns what a record describes.
///
/// ```
/// use tvmlike_conventions::function_abi::{Options, attach};
/// use tvmlike_runtime::{Array, PackedFunc};
///
/// let sum = PackedFunc::typed("sum", |pair: Vec<i64>| pair.iter().sum::<i64>());
/// let record = r#"{"a": [["slist", "i32", "i32"]], "r": ["i64"]}"#;
/// let attached = attach(sum, record, &Options::default()).unwrap();
/// let pair = Array::from_iter([tvmlike_runtime::ToAny::to_any(40), tvmlike_runtime::ToAny::to_any(2)]);
/// assert_eq!(attached.call_as::<i64>((pair,)).unwrap(), 42);
/// ```
///
/// # Errors
/// ValueError for a malformed record; TypeError or ValueError if it and the function disagree.
pub fn attach(target: PackedFunc, record: &str, options: &Options<'_>) -> Result<PackedFunc> {
    let name = options.name();
    let mut record = Record::parse(record, name)?;
    let known = target.record();
    let native = options.native_record.or(known.as_deref()).and_then(Native::read);
    let leaves = form(&record, native.as_ref(), options.form).map_err(|fault| refuse(name, fault))?;
    if let Some(native) = &native {
        agree::mark_written(record.slots.iter_mut().map(|slot| &mut slot.ty), native, leaves);
        record.declare_written();
    }
    check_count(&record, leaves).map_err(|fault| refuse(name, fault))?;
    check_defaults(&record, leaves).map_err(|fault| refuse(name, fault))?;
    let own = record.own.to_string();
    let whole = native.is_some_and(|native| is_whole(&record, &native));
    let attached = Attached::new(name, target, record, leaves, whole);
    Ok(PackedFunc::with_record(own, move |args| attached.call(args)))
}

/// Wraps a function in one that takes any values and passes a dict as the list of its values, sorted by key. `results` is the
/// number of results, if there are several.
///
/// # Errors
/// ValueError for more results than a call can have arguments. Calls fail for values without a native form.
pub fn attach_dynamic(
    target: PackedFunc,
    results: Option<usize>,
    options: &Options<'_>,
) -> Result<PackedFunc> {
    let name: Box<str> = options.name().into();
    if let Some(results) = results.filter(|&results| results > MAX_ARGS) {
        return Err(Error::value_error(format!(
            "{name}: too many results: expected at most {MAX_ARGS}, got {results}"
        )));
    }
    let own = serde_json::json!({
        "abi": "dynamic",
        "r": vec!["unknown"; results.unwrap_or(1)],
    });
    Ok(PackedFunc::with_record(own.to_string(), move |args| {
        let convert = |(at, value)| {
            dynamic::argument(value).map_err(|fault| fault.at(&format!("{name}: argument {}", at + 1)))
        };
        let row = args.iter().enumerate().map(convert).collect::<Result<Vec<_>>>()?;
        let value = target.invoke(Any::views(&row))?;
        match results {
            None | Some(1) => Ok(value),
            Some(count) => {
                let values = rebuild::split(value, count);
                let values = values.map_err(|fault| fault.at(&format!("{name}: result")))?;
                Ok(if values.is_empty() {
                    Any::default()
                } else {
                    Array::new(values).into()
                })
            }
        }
    }))
}

/// Whether a function gets the members of containers as separate arguments.
fn form(record: &Record, native: Option<&Native>, asked: Option<Form>) -> Result<bool, Fault> {
    let Some(native) = native else {
        return match asked {
            Some(Form::Leaves) => leaves_are_possible(record).map(|()| true),
            _ => Ok(false),
        };
    };
    let lists = || agree_as(record, native, Form::Lists);
    let leaves = || leaves_are_possible(record).and_then(|()| agree_as(record, native, Form::Leaves));
    match asked {
        Some(Form::Lists) => lists().map(|()| false),
        Some(Form::Leaves) => leaves().map(|()| true),
        None => match (lists(), leaves()) {
            (Ok(()), _) => Ok(false),
            (_, Ok(())) => Ok(true),
            (Err(fault), _) if native.has_containers() => Err(fault),
            (_, Err(fault)) => Err(fault),
        },
    }
}

/// Fails if the record has a type that only [`Form::Lists`] can pass.
fn leaves_are_possible(record: &Record) -> Result<(), Fault> {
    let whole = |ty: &Type| match ty {
        Type::List(_) | Type::References(_) | Type::ByteText(_) | Type::Map(_) => false,
        Type::Optional(inner) => !inner.is_flattened(),
        _ => true,
    };
    let (mut leaves, returned) = (Vec::new(), record.native_results());
    record
        .slots
        .iter()
        .map(|slot| &slot.ty)
        .chain(returned)
        .for_each(|ty| ty.leaves(&mut leaves));
    match leaves.iter().find(|ty| !whole(ty)) {
        Some(ty) => Err(Fault::type_error(format!(
            "a {ty} has no fixed number of members, so they cannot be passed as separate arguments"
        ))),
        None => Ok(()),
    }
}

/// Fails unless the record and the function's own agree in a form.
fn agree_as(record: &Record, native: &Native, form: Form) -> Result<(), Fault> {
    let outs: Vec<Type> = record
        .outs()
        .map(|(_, array)| Type::Ndarray(Box::new(array.clone())))
        .collect();
    let arguments = record.slots.iter().map(|slot| &slot.ty).chain(&outs);
    agree::arguments(&in_form(arguments, form), native)?;
    let Some(theirs) = &native.results else {
        return Ok(());
    };
    if is_whole(record, native) {
        return Ok(());
    }
    let ours = in_form(record.native_results().into_iter(), form);
    agree::results(&ours, theirs)
}

/// Whether the only result is a container that the native function returns as one value.
fn is_whole(record: &Record, native: &Native) -> bool {
    match (&record.results[..], &native.results) {
        ([Returned::Native(ty)], Some(theirs)) => agree::is_whole(ty, theirs),
        _ => false,
    }
}

/// The types in a form.
fn in_form<'t>(types: impl Iterator<Item = &'t Type>, form: Form) -> Vec<&'t Type> {
    match form {
        Form::Lists => types.collect(),
        Form::Leaves => {
            let mut leaves = Vec::new();
            types.for_each(|ty| ty.leaves(&mut leaves));
            leaves
        }
    }
}

/// Fails if a call would exceed the maximum number of arguments of a packed call.
fn check_count(record: &Record, leaves: bool) -> Result<(), Fault> {
    let slots = record.slots.iter().map(|slot| &slot.ty);
    let form = if leaves { Form::Leaves } else { Form::Lists };
    let count = in_form(slots, form).len() + record.outs().count();
    if count > MAX_ARGS {
        return Err(Fault::value_error(format!(
            "too many native arguments: expected at most {MAX_ARGS}, got {count}"
        )));
    }
    Ok(())
}

/// Fails unless every default fits its slot.
fn check_defaults(record: &Record, leaves: bool) -> Result<(), Fault> {
    for slot in &record.slots {
        let Some(default) = &slot.default else { continue };
        let mut flatten = Flatten {
            sizes: Sizes::new(&record.symbols),
            leaves,
            cast: slot.cast,
            in_place: Vec::new(),
        };
        flatten
            .push(&slot.ty, default.view(), &mut Vec::new())
            .map_err(|fault| {
                fault.within(format!(
                    "default of {:?}",
                    slot.name.as_deref().unwrap_or_default()
                ))
            })?;
    }
    Ok(())
}
