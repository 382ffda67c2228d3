//! Records: parses JSON text to slots and results, and makes the record of an attached function.
//!
//! `a` and `r` are IREE's keys. Ours are optional: `defaults` (by name), `options` (by name, or by position for a slot
//! without a name: `copy`, `cast`, `doc`), `variadic` (`true`, or the type of the further arguments), `doc`. An entry
//! `["out", name, array]` in `r` is an array that the native function writes to; it is passed after the other arguments. All
//! other keys are ignored.

use std::collections::HashMap;

use serde_json::{Map as JsonMap, Value, json};
use tvmlike_runtime::{Any, Array, Error, Map, Result, ToAny};

use super::fault::Fault;
use super::flatten::set_copying;
use super::scalar::Scalar;
use super::types::{Copying, Dim, Ndarray, Parser, Type};

/// One parameter.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) name: Option<Box<str>>,
    pub(super) ty: Type,
    pub(super) default: Option<Any>,
    /// Whether lossy conversions of numbers are allowed.
    pub(super) cast: bool,
}

/// One result.
#[derive(Debug)]
pub(super) enum Returned {
    /// A result that the native function returns.
    Native(Type),
    /// An array that it writes to: the caller's, or one made for the call.
    Out(Box<str>, Ndarray),
}

/// A record.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) slots: Vec<Slot>,
    pub(super) results: Vec<Returned>,
    /// The types of further arguments, repeated.
    pub(super) variadic: Option<Vec<Type>>,
    /// The names of symbolic dimensions.
    pub(super) symbols: Vec<Box<str>>,
    /// The record of the attached function.
    pub(super) own: Value,
}

impl Record {
    /// Parses a record.
    ///
    /// # Errors
    /// ValueError for invalid JSON and for an invalid entry; it names the entry.
    pub(super) fn parse(text: &str, name: &str) -> Result<Self> {
        let record: Value = serde_json::from_str(text)
            .map_err(|error| Fault::value_error(format!("invalid JSON: {error}")).at(&place(name)))?;
        Self::from_json(&record).map_err(|fault| fault.at(&place(name)))
    }

    fn from_json(record: &Value) -> Result<Self, Fault> {
        let fields = record.as_object().ok_or_else(|| {
            Fault::value_error("a record must be a JSON object with the lists \"a\" and \"r\"")
        })?;
        let mut parser = Parser::default();
        let mut slots: Vec<Slot> = Vec::new();
        let mut names = HashMap::new();
        for (at, entry) in list(fields, "a")?.iter().enumerate() {
            let slot = slot(&mut parser, entry).map_err(|fault| fault.within(format!("\"a\"[{at}]")))?;
            if let Some(name) = &slot.name {
                add_name(&mut names, name, at)?;
            }
            slots.push(slot);
        }
        let mut results = Vec::new();
        for (at, entry) in list(fields, "r")?.iter().enumerate() {
            let one = returned(&mut parser, entry).map_err(|fault| fault.within(format!("\"r\"[{at}]")))?;
            if let Returned::Out(name, _) = &one {
                // It is not a slot, so it has neither options nor a default.
                add_name(&mut names, name, usize::MAX)?;
            }
            results.push(one);
        }
        let variadic = variadic(&mut parser, fields.get("variadic"))?;
        let outs = results.iter().any(|one| matches!(one, Returned::Out(..)));
        if variadic.is_some() && outs {
            return Err(Fault::value_error(
                "a variadic function must not have \"out\" results",
            ));
        }
        set_options(&mut slots, &names, fields.get("options"))?;
        set_defaults(&mut slots, &names, fields.get("defaults"))?;
        Ok(Self {
            own: own_record(fields, &slots),
            slots,
            results,
            variadic,
            symbols: parser.symbols,
        })
    }

    /// The arrays that the native function writes to, with their names.
    pub(super) fn outs(&self) -> impl Iterator<Item = (&str, &Ndarray)> {
        self.results.iter().filter_map(|one| match one {
            Returned::Out(name, array) => Some((&**name, array)),
            Returned::Native(_) => None,
        })
    }

    /// Declares the arrays that the native function may write to in the record of the attached function.
    pub(super) fn declare_written(&mut self) {
        let Some(entries) = self.own["a"].as_array_mut() else {
            return;
        };
        for (entry, slot) in entries.iter_mut().zip(&mut self.slots) {
            let mut written = false;
            slot.ty
                .arrays(&mut |array| written |= array.may_be_written && array.copy != Copying::Always);
            let is_named = entry.get(0).is_some_and(|word| word == "named");
            let ty = if is_named { &mut entry[2] } else { entry };
            if written && ty.get(0).is_none_or(|word| word != "writable") {
                *ty = json!(["writable", ty.take()]);
            }
        }
    }

    /// The types of the native results with [`Form::Lists`](super::Form): a single list, tuple or dict is returned as
    /// separate results.
    pub(super) fn native_results(&self) -> Vec<&Type> {
        if let [Returned::Native(ty)] = &self.results[..]
            && ty.is_flattened()
        {
            return ty.members();
        }
        let mut natives = Vec::with_capacity(self.results.len());
        for one in &self.results {
            if let Returned::Native(ty) = one {
                natives.push(ty);
            }
        }
        natives
    }
}

/// The name of a function's record in errors.
pub(super) fn place(name: &str) -> String {
    format!("the record of {name}")
}

/// Positions of slots by name.
type Names = HashMap<Box<str>, usize>;

fn add_name(names: &mut Names, name: &str, at: usize) -> Result<(), Fault> {
    match names.insert(name.into(), at) {
        None => Ok(()),
        Some(_) => Err(Fault::value_error(format!("duplicate name {name:?}"))),
    }
}

fn list<'v>(fields: &'v JsonMap<String, Value>, key: &str) -> Result<&'v Vec<Value>, Fault> {
    fields
        .get(key)
        .and_then(Value::as_array)
        .ok_or_else(|| Fault::value_error(format!("malformed: a record must have a list {key:?}")))
}

fn slot(parser: &mut Parser, entry: &Value) -> Result<Slot, Fault> {
    let (name, ty) = match entry.as_array().map(Vec::as_slice) {
        Some([Value::String(word), rest @ ..]) if word == "named" => match rest {
            [Value::String(name), ty] => (Some(name.as_str().into()), ty),
            _ => return Err(Fault::value_error("expected [\"named\", name, type]")),
        },
        _ => (None, entry),
    };
    Ok(Slot {
        name,
        ty: parser.parse(ty)?,
        default: None,
        cast: false,
    })
}

fn returned(parser: &mut Parser, entry: &Value) -> Result<Returned, Fault> {
    let Some([Value::String(word), rest @ ..]) = entry.as_array().map(Vec::as_slice) else {
        return Ok(Returned::Native(parser.parse(entry)?));
    };
    match (&**word, rest) {
        ("out", [Value::String(name), ty]) => match parser.parse(ty)? {
            Type::Ndarray(mut array) if array.element.is_some() && array.dims.is_some() => {
                array.in_place = true;
                Ok(Returned::Out(name.as_str().into(), *array))
            }
            other => Err(Fault::value_error(format!(
                "an output must be an ndarray with element type and rank, got {other}"
            ))),
        },
        ("out", _) => Err(Fault::value_error("expected [\"out\", name, array]")),
        _ => Ok(Returned::Native(parser.parse(entry)?)),
    }
}

fn variadic(parser: &mut Parser, record: Option<&Value>) -> Result<Option<Vec<Type>>, Fault> {
    match record {
        None | Some(Value::Null | Value::Bool(false)) => Ok(None),
        Some(Value::Bool(true)) => Ok(Some(vec![Type::Unknown])),
        Some(record) => match parser
            .parse(record)
            .map_err(|fault| fault.within("\"variadic\""))?
        {
            // The members in turn, repeatedly.
            Type::Sequence { items, .. } if !items.is_empty() => Ok(Some(items)),
            ty => Ok(Some(vec![ty])),
        },
    }
}

fn set_options(slots: &mut [Slot], names: &Names, options: Option<&Value>) -> Result<(), Fault> {
    let Some(options) = options else { return Ok(()) };
    let options = options
        .as_object()
        .ok_or_else(|| Fault::value_error("\"options\" must be an object"))?;
    for (key, options) in options {
        let within = |fault: Fault| fault.within(format!("options of {key:?}"));
        set_slot_options(slots, names, key, options).map_err(within)?;
    }
    Ok(())
}

fn set_slot_options(slots: &mut [Slot], names: &Names, key: &str, options: &Value) -> Result<(), Fault> {
    let position = names.get(key).copied().or_else(|| key.parse().ok());
    let slot = position
        .and_then(|at| slots.get_mut(at))
        .ok_or_else(|| Fault::value_error("no such slot"))?;
    let options = options
        .as_object()
        .ok_or_else(|| Fault::value_error("must be an object"))?;
    let mut copy = Copying::Needed;
    for (option, value) in options {
        match (&**option, value.as_str()) {
            ("copy", Some("auto")) => {}
            ("copy", Some("never")) => copy = Copying::Never,
            ("copy", Some("always")) => copy = Copying::Always,
            ("cast", Some("exact")) => {}
            ("cast", Some("unsafe")) => slot.cast = true,
            ("doc", Some(_)) => {}
            _ => {
                return Err(Fault::value_error(format!(
                    "unsupported option {option:?}: {value}; supported: copy (auto, never, always), cast (exact, unsafe), doc (text)"
                )));
            }
        }
    }
    if set_copying(&mut slot.ty, copy, slot.cast) == 0 && copy != Copying::Needed {
        return Err(Fault::value_error(
            "\"copy\" requires an array in the slot's type",
        ));
    }
    Ok(())
}

fn set_defaults(slots: &mut [Slot], names: &Names, defaults: Option<&Value>) -> Result<(), Fault> {
    let Some(defaults) = defaults.filter(|defaults| !defaults.is_null()) else {
        return Ok(());
    };
    let defaults = defaults
        .as_object()
        .ok_or_else(|| Fault::value_error("\"defaults\" must be an object"))?;
    for (name, value) in defaults {
        let slot = names
            .get(&**name)
            .and_then(|&at| slots.get_mut(at))
            .ok_or_else(|| Fault::value_error(format!("default for {name:?}, but no slot has this name")))?;
        let number = match (&slot.ty, value) {
            // JSON cannot express infinity and NaN.
            (Type::Scalar(Scalar::F16 | Scalar::Bf16 | Scalar::F32 | Scalar::F64), Value::String(text)) => {
                text.parse::<f64>().ok()
            }
            _ => None,
        };
        slot.default = Some(match number {
            Some(number) => number.to_any(),
            None => any_of(value).map_err(|fault| fault.within(format!("default of {name:?}")))?,
        });
    }
    Ok(())
}

/// JSON as a value.
fn any_of(value: &Value) -> Result<Any, Fault> {
    Ok(match value {
        Value::Null => Any::default(),
        Value::Bool(truth) => truth.to_any(),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(int), _) => int.to_any(),
            (None, Some(float)) if number.is_f64() => float.to_any(),
            _ => {
                return Err(Fault::overflow(format!(
                    "{number} is out of range for a 64-bit integer"
                )));
            }
        },
        Value::String(text) => text.as_str().into(),
        Value::Array(items) => Array::new(items.iter().map(any_of).collect::<Result<_, _>>()?).into(),
        Value::Object(entries) => {
            let pair = |(key, value): (&String, &Value)| Ok((Any::from(key.as_str()), any_of(value)?));
            Map::new(entries.iter().map(pair).collect::<Result<Vec<_>, Fault>>()?).into()
        }
    })
}

/// The record of an attached function: without the keys for attaching, and with the output arrays as parameters.
fn own_record(fields: &JsonMap<String, Value>, slots: &[Slot]) -> Value {
    let entries = |key: &str| {
        fields
            .get(key)
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default()
    };
    let (mut a, mut r) = (entries("a"), entries("r"));
    let mut defaults = fields
        .get("defaults")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    for result in &mut r {
        let Some([word, name, ty]) = result.as_array().map(Vec::as_slice) else {
            continue;
        };
        if word != "out" {
            continue;
        }
        if let Some(name) = name.as_str() {
            defaults.insert(name.to_owned(), Value::Null);
        }
        a.push(json!(["named", name, ["optional", ["writable", ty]]]));
        *result = ty.clone();
    }
    let mut own = json!({ "abi": true, "a": a, "r": r });
    if !defaults.is_empty() {
        own["defaults"] = Value::Object(defaults);
    }
    for key in ["options", "variadic"] {
        if let Some(value) = fields.get(key) {
            own[key] = value.clone();
        }
    }
    let doc = doc_of(fields, slots);
    if !doc.is_empty() {
        own["doc"] = doc.into();
    }
    own
}

/// The documentation, followed by that of each slot.
fn doc_of(fields: &JsonMap<String, Value>, slots: &[Slot]) -> String {
    let mut doc = fields
        .get("doc")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    let Some(options) = fields.get("options").and_then(Value::as_object) else {
        return doc;
    };
    for (at, slot) in slots.iter().enumerate() {
        let key = slot.name.as_deref().map_or_else(|| at.to_string(), str::to_owned);
        if let Some(text) = options.get(&key).and_then(|options| options["doc"].as_str()) {
            let gap = if doc.is_empty() { "" } else { "\n" };
            doc.push_str(&format!("{gap}`{key}`: {text}"));
        }
    }
    doc
}

/// The shape of an array that is made for the call.
pub(super) fn shape_of_out(array: &Ndarray, known: &[Option<i64>]) -> Option<Vec<i64>> {
    let size = |dim: &Dim| match *dim {
        Dim::Any => None,
        Dim::Size(size) => Some(size),
        Dim::Symbol(at) => known[at],
    };
    array.dims.as_ref()?.iter().map(size).collect()
}

/// An error of the record of a function.
pub(super) fn refuse(name: &str, fault: Fault) -> Error {
    fault.at(&place(name))
}
