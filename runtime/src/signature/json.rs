//! Signatures as JSON.

use serde_json::{Map, Number, Value, json};
use tvmlike_abi::dlpack::{K_DL_FLOAT, K_DL_INT, K_DL_UINT};

use super::{Signature, TypeRecord};
use crate::array::Array;
use crate::convert::FromArg;
use crate::dtype::DataType;
use crate::type_index::TypeIndex;
use crate::value::AnyView;

pub(super) fn signature(signature: &Signature) -> Value {
    if signature.overloads.is_some() {
        return overloaded(signature);
    }
    let params: Vec<Value> = signature
        .params
        .iter()
        .map(|param| json!(["named", param.name, ty(&param.ty)]))
        .collect();
    let results = match signature.result {
        TypeRecord::Null => Vec::new(),
        ref result => vec![ty(result)],
    };
    let defaults: Map<String, Value> = signature
        .params
        .iter()
        .filter_map(|param| Some((param.name.to_owned(), default(param.default?().view()))))
        .collect();
    let mut record = json!({ "a": params, "r": results });
    if !defaults.is_empty() {
        record["defaults"] = Value::Object(defaults);
    }
    if signature.has_keyword_only() {
        let named = signature.params.iter().filter(|param| param.keyword_only);
        record["keyword_only"] = named.map(|param| Value::from(param.name)).collect();
    }
    if signature.params.iter().any(|param| param.implicit) {
        let implicit = signature.params.iter().filter(|param| param.implicit);
        record["implicit"] = implicit.map(|param| Value::from(param.name)).collect();
    }
    if signature.variadic {
        record["variadic"] = Value::Bool(true);
    }
    if signature.releases_lock {
        record["releases_lock"] = Value::Bool(true);
    }
    if !signature.doc.is_empty() {
        record["doc"] = signature.doc.into();
    }
    record
}

/// The record of a function with overloads: what each of them says, and how the results of all are read.
fn overloaded(of_all: &Signature) -> Value {
    let records: Vec<Value> = of_all.overloads().map(signature).collect();
    let mut results: Vec<Value> = Vec::new();
    for one in of_all.overloads() {
        let result = ty(&one.result);
        if !results.contains(&result) {
            results.push(result);
        }
    }
    let result = match results.len() {
        1 if results[0].is_null() => json!([]),
        1 => Value::Array(results),
        _ => {
            results.insert(0, "union".into());
            json!([results])
        }
    };
    let mut record = json!({ "overloads": records, "r": result, "variadic": true });
    if of_all.releases_lock {
        record["releases_lock"] = Value::Bool(true);
    }
    record
}

fn ty(record: &TypeRecord) -> Value {
    match record {
        TypeRecord::Unknown => "unknown".into(),
        TypeRecord::Null => Value::Null,
        TypeRecord::Scalar(name) => (*name).into(),
        TypeRecord::Str => "str".into(),
        TypeRecord::Char => "char".into(),
        TypeRecord::Path => "path".into(),
        TypeRecord::Duration => "duration".into(),
        TypeRecord::Bytes => "bytes".into(),
        TypeRecord::Pointer => "ptr".into(),
        TypeRecord::DataType => "dtype".into(),
        TypeRecord::Device => "device".into(),
        TypeRecord::Shape => "shape".into(),
        TypeRecord::Tensor => json!(["ndarray", "unknown", null]),
        TypeRecord::TensorOf(dtype) => json!(["ndarray", element(*dtype), null]),
        TypeRecord::Contiguous(tensor) => json!(["contiguous", ty(tensor)]),
        TypeRecord::Writable(tensor) => json!(["writable", ty(tensor)]),
        TypeRecord::PackedFunc => "function".into(),
        TypeRecord::Error => json!(["object", "runtime.Error"]),
        TypeRecord::Array => json!(["py_homogeneous_list", "unknown"]),
        TypeRecord::Map => json!(["dict", "unknown", "unknown"]),
        TypeRecord::List(item) => json!(["py_homogeneous_list", ty(item)]),
        TypeRecord::Tuple(items) => {
            let words = std::iter::once("stuple".into()).chain(items.iter().map(ty));
            Value::Array(words.collect())
        }
        TypeRecord::Fixed(item, count) => json!(["array", ty(item), count]),
        TypeRecord::Slice(item) => json!(["slice", ty(item)]),
        TypeRecord::Set(item) => json!(["set", ty(item)]),
        TypeRecord::Union(members) => {
            let words = std::iter::once("union".into()).chain(members.iter().map(ty));
            Value::Array(words.collect())
        }
        TypeRecord::Record(record) => {
            let fields = record.fields.iter().map(|field| {
                if field.optional {
                    json!([field.name, ty(&field.ty), "optional"])
                } else {
                    json!([field.name, ty(&field.ty)])
                }
            });
            let words = ["record".into(), record.name.into(), record.doc.into()];
            Value::Array(words.into_iter().chain(fields).collect())
        }
        TypeRecord::Enum(key) => json!(["enum", key]),
        TypeRecord::Dict(key, value) => json!(["dict", ty(key), ty(value)]),
        TypeRecord::Optional(item) => json!(["optional", ty(item)]),
        TypeRecord::Object(key) => json!(["object", key]),
    }
}

/// An element type in the words of scalars, `f32`; by its own name where they have none.
fn element(dtype: DataType) -> String {
    let family = match (dtype.code, dtype.lanes) {
        (K_DL_INT, 1) => "i",
        (K_DL_UINT, 1) => "u",
        (K_DL_FLOAT, 1) => "f",
        _ => return dtype.to_string(),
    };
    format!("{family}{}", dtype.bits)
}

/// A default as JSON; what JSON has no word for becomes text.
fn default(view: &AnyView<'_>) -> Value {
    match view.kind() {
        TypeIndex::NONE => Value::Null,
        TypeIndex::BOOL => bool::from_arg(view).map_or(Value::Null, Value::Bool),
        TypeIndex::INT => i64::from_arg(view).map_or(Value::Null, Value::from),
        TypeIndex::FLOAT => {
            let number = f64::from_arg(view).ok().and_then(Number::from_f64);
            number.map_or_else(|| format!("{view:?}").into(), Value::Number)
        }
        TypeIndex::ARRAY => {
            Array::from_arg(view).map_or(Value::Null, |array| array.iter().map(default).collect())
        }
        TypeIndex::MAP => dictionary(view).unwrap_or_else(|| format!("{view:?}").into()),
        _ => match view.as_str() {
            Some(Ok(text)) => text.into(),
            _ => format!("{view:?}").into(),
        },
    }
}

/// A map whose keys are text as a JSON object.
fn dictionary(view: &AnyView<'_>) -> Option<Value> {
    let map = crate::Map::from_arg(view).ok()?;
    let entries = map.iter().map(|(key, value)| match key.as_str() {
        Some(Ok(key)) => Some((key.to_owned(), default(value))),
        _ => None,
    });
    entries.collect::<Option<Map<_, _>>>().map(Value::Object)
}
