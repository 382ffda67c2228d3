//! The signature record of a function type.

use serde_json::{Value, json};

use super::signature::{FunctionType, MemRef, Param, Scalar, Type};

/// The record as JSON text.
pub fn record(function: &FunctionType, doc: Option<&str>) -> String {
    record_of(function, doc).to_string()
}

/// The record of a bound function, with its name and perhaps its library.
pub(super) fn record_of_bound(
    function: &FunctionType,
    doc: Option<&str>,
    name: &str,
    library: Option<&str>,
) -> String {
    let mut record = record_of(function, doc);
    record["name"] = name.into();
    if let Some(library) = library {
        record["library"] = library.into();
    }
    record.to_string()
}

fn record_of(function: &FunctionType, doc: Option<&str>) -> Value {
    let params: Vec<Value> = function.params.iter().map(param).collect();
    let results: Vec<Value> = function.results.iter().map(ty).collect();
    let mut record = json!({ "a": params, "r": results });
    let complex = |ty: &Type| matches!(ty, Type::Scalar(scalar) if scalar.part().is_some());
    if function.params.iter().any(|param| complex(&param.ty)) || function.results.iter().any(complex) {
        record["by_record"] = true.into();
    }
    if let Some(doc) = doc {
        record["doc"] = doc.into();
    }
    record
}

fn param(param: &Param) -> Value {
    let array = !matches!(param.ty, Type::Scalar(_));
    let ty = match ty(&param.ty) {
        ty if array && !param.read_only => json!(["writable", ty]),
        ty => ty,
    };
    match &param.name {
        Some(name) => json!(["named", name, ty]),
        None => ty,
    }
}

fn ty(ty: &Type) -> Value {
    match ty {
        Type::Scalar(scalar) => match scalar.part() {
            // Natively a pair of numbers, because values have no complex type.
            Some(part) => json!(["complex", part.word()]),
            None => scalar.word().into(),
        },
        Type::MemRef(memref) => ranked(memref),
        Type::Unranked(element) => json!(["ndarray", element.word(), null]),
    }
}

fn ranked(memref: &MemRef) -> Value {
    let element: Scalar = memref.element;
    let mut words = vec!["ndarray".into(), element.word().into(), memref.rank().into()];
    words.extend(memref.shape.iter().map(|size| Value::from(*size)));
    Value::Array(words)
}
