//! Passes that are registered functions: `ir.pass.NAME` is the pass `NAME`, in every language.
//!
//! The function takes an operation; its other parameters, which have defaults, are the options of the pass. Invariant: no
//! handle of a function is kept, so a pass does not keep a plugin in use; it is looked up when it runs, and one that was
//! removed meanwhile is an error.

use serde_json::Value as Json;
use tvmlike_transform::{
    OptionKind, OptionRecord, OptionValue, Options, PassRecord, PassSource, set_pass_source,
};

use super::foreign;
use tvmlike_runtime::AnyView;

use crate::api::*;

/// The names of functions that are passes.
const PREFIX: &str = "ir.pass";

/// Lets pipelines name the passes.
pub(crate) fn make_available() {
    set_pass_source(PassSource {
        names: || {
            let all = tvmlike::list(PREFIX).unwrap_or_default();
            let pass = |name: String| Some(name.strip_prefix(PREFIX)?.strip_prefix('.')?.to_owned());
            all.into_iter().filter_map(pass).collect()
        },
        find,
    });
}

/// The pass of a name.
fn find(argument: &str) -> std::result::Result<Option<PassRecord>, String> {
    let function = format!("{PREFIX}.{argument}");
    if tvmlike::find(&function).is_none() {
        return Ok(None);
    }
    let info = tvmlike::info(&function).map_err(|error| error.message().to_string())?;
    let record = info
        .record
        .as_deref()
        .and_then(|text| serde_json::from_str::<Json>(text).ok());
    let record = record.unwrap_or(Json::Null);
    let summary = record["doc"]
        .as_str()
        .and_then(|doc| doc.lines().next())
        .unwrap_or_default()
        .to_owned();
    let (options, optional): (Vec<OptionRecord>, Vec<bool>) = options(argument, &record)?.into_iter().unzip();
    let name = argument.to_owned();
    let pass = PassRecord::new(argument.to_owned(), summary, move |options: &Options| {
        let values = options
            .iter()
            .zip(&optional)
            .map(|((_, value), is_optional)| match value {
                OptionValue::Text(text) if *is_optional && text.is_empty() => Any::default(),
                OptionValue::List(items) if *is_optional && items.is_empty() => Any::default(),
                value => to_any(value),
            });
        let values: Vec<Any> = values.collect();
        let function = format!("{PREFIX}.{name}");
        Ok(foreign::pass(name.clone(), move |view| {
            let Some(found) = tvmlike::find(&function) else {
                return Err(Error::runtime_error(format!(
                    "the function \"{function}\" was removed, with the plugin that registered it or by name"
                )));
            };
            let view = view.to_any();
            let others = values.iter().map(Any::view);
            let all: Vec<AnyView<'_>> = std::iter::once(view.view()).chain(others).copied().collect();
            found.call(&all[..]).map(|_| foreign::Outcome::Succeeded)
        }))
    });
    Ok(Some(pass.with_options(options)))
}

/// The options of a pass: the parameters of its function behind the first, and whether an empty text or list is none.
fn options(pass: &str, record: &Json) -> std::result::Result<Vec<(OptionRecord, bool)>, String> {
    let parameters = record["a"].as_array().map_or(&[][..], Vec::as_slice);
    let mut all = Vec::new();
    for parameter in parameters.iter().skip(1) {
        let (Some(name), ty) = (parameter[1].as_str(), &parameter[2]) else {
            return Err(format!("pass '{pass}': a parameter of its function has no name"));
        };
        let wrong = |what: &str| format!("pass '{pass}': parameter '{name}' of its function {what}");
        // C++ has no other defaults than none.
        let is_optional = ty[0].as_str() == Some("optional");
        let kind = kind_of(if is_optional { &ty[1] } else { ty });
        let can_be_none = |kind: &OptionKind| matches!(kind, OptionKind::Text | OptionKind::List(_));
        let Some(kind) = kind.filter(|kind| !is_optional || can_be_none(kind)) else {
            let given = match [ty, &ty[0]].iter().any(|ty| *ty == "unknown") {
                true => "no type that an option can have, or a default of another type".to_owned(),
                false => format!("the type {ty}"),
            };
            return Err(wrong(&format!(
                "has {given}; options are bool, int, float, str, lists of these, and optional str and lists"
            )));
        };
        let default = record["defaults"]
            .get(name)
            .ok_or_else(|| wrong("has no default, which an option needs"))?;
        let default = default_of(&kind, default).ok_or_else(|| wrong("has a default of another type"))?;
        let record = OptionRecord {
            // As in MLIR's options.
            name: name.replace('_', "-").into(),
            help: String::new().into(),
            kind,
            default,
        };
        all.push((record, is_optional));
    }
    Ok(all)
}

/// What an option can be whose parameter has a type.
fn kind_of(ty: &Json) -> Option<OptionKind> {
    match ty {
        Json::String(word) => match word.as_str() {
            "bool" | "i1" => Some(OptionKind::Bool),
            "str" => Some(OptionKind::Text),
            "f64" | "f32" => Some(OptionKind::Float),
            number => {
                let bits = number.strip_prefix(['i', 'u'])?;
                bits.parse::<u8>().ok().map(|_| OptionKind::Int)
            }
        },
        Json::Array(words) => match &words[..] {
            [word, item] if word == "py_homogeneous_list" && item.is_string() && item != "unknown" => {
                Some(OptionKind::List(Box::new(kind_of(item)?)))
            }
            _ => None,
        },
        _ => None,
    }
}

fn default_of(kind: &OptionKind, default: &Json) -> Option<OptionValue> {
    match kind {
        OptionKind::Bool => default.as_bool().map(OptionValue::Bool),
        OptionKind::Text if default.is_null() => Some(OptionValue::Text(String::new())),
        OptionKind::Text => default.as_str().map(|text| OptionValue::Text(text.to_owned())),
        OptionKind::Float => default.as_f64().map(OptionValue::Float),
        OptionKind::List(_) if default.is_null() => Some(OptionValue::List(Vec::new())),
        OptionKind::List(of) => {
            let items = default.as_array()?.iter().map(|item| default_of(of, item));
            items.collect::<Option<_>>().map(OptionValue::List)
        }
        _ => default.as_i64().map(OptionValue::Int),
    }
}

fn to_any(value: &OptionValue) -> Any {
    match value {
        OptionValue::Bool(value) => value.to_any(),
        OptionValue::Int(value) => value.to_any(),
        OptionValue::Uint(value) => i64::try_from(*value).unwrap_or(i64::MAX).to_any(),
        OptionValue::Float(value) => value.to_any(),
        OptionValue::Text(text) => text.as_str().to_any(),
        OptionValue::List(values) => values.iter().map(to_any).collect::<Vec<_>>().to_any(),
    }
}
