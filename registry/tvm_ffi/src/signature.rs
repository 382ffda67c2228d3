//! Signature records of tvmlike from tvm-ffi's metadata of functions, and the reverse.
//!
//! tvm-ffi describes the types of parameters and results by schemas (see [`schema`]), but has neither names nor defaults.
//! Invariant: what one side cannot express is shown as anything; a description that is not valid JSON is no description.

use serde_json::{Value, json};
use tvmlike::bridge::library::Description;
use tvmlike::bridge::schema::{self, ANY, ARRAY, FUNCTION, MAP, Schema, TENSOR};

/// The deepest nesting of types that is described.
const MAX_DEPTH: usize = 32;

/// The signature record of a function of tvm-ffi; `None` if nothing is known of it.
pub(crate) fn record_of(metadata: &str, doc: Option<&str>) -> Option<String> {
    let mut record = serde_json::Map::new();
    if let Some((result, params)) = types_in(metadata) {
        record.insert("a".to_owned(), Value::Array(params));
        let results = if result.is_null() {
            json!([])
        } else {
            json!([result])
        };
        record.insert("r".to_owned(), results);
    }
    if let Some(doc) = doc.filter(|doc| !doc.is_empty()) {
        record.insert("doc".to_owned(), json!(doc));
    }
    (!record.is_empty()).then(|| Value::Object(record).to_string())
}

/// The records of a function's result and parameters, if its metadata has them.
fn types_in(metadata: &str) -> Option<(Value, Vec<Value>)> {
    let metadata: Value = serde_json::from_str(metadata).ok()?;
    let schema: Value = serde_json::from_str(metadata["type_schema"].as_str()?).ok()?;
    if schema["type"] != FUNCTION {
        return None;
    }
    // Since 0.1.15 in named groups, before in one list.
    let (result, params) = match schema["args"].as_array() {
        Some(args) => args.split_first()?,
        None => {
            let groups = &schema["named_args"];
            (
                groups["return"].as_array()?.first()?,
                groups["params"].as_array()?.as_slice(),
            )
        }
    };
    let params = params.iter().map(|param| record_type(param, 0)).collect();
    Some((record_type(result, 0), params))
}

/// A type of a record, from a schema.
fn record_type(schema: &Value, depth: usize) -> Value {
    if depth > MAX_DEPTH {
        return json!("unknown");
    }
    let args = schema["args"].as_array().map_or(&[][..], Vec::as_slice);
    let all = || args.iter().map(|arg| record_type(arg, depth + 1));
    let at = |position: usize| {
        args.get(position)
            .map_or(json!("unknown"), |arg| record_type(arg, depth + 1))
    };
    let with = |word: &str, types: Vec<Value>| Value::Array([vec![json!(word)], types].concat());
    match schema["type"].as_str().unwrap_or_default() {
        "None" => Value::Null,
        "bool" => json!("i1"),
        "int" => json!("i64"),
        "float" => json!("f64"),
        "ffi.String" | "ffi.SmallStr" | "std::string" | "const char*" => json!("str"),
        "ffi.Bytes" | "ffi.SmallBytes" | "TVMFFIByteArray*" => json!("bytes"),
        "void*" => json!("ptr"),
        "DataType" => json!("dtype"),
        "Device" => json!("device"),
        "ffi.Shape" => json!("shape"),
        FUNCTION | "std::function" => json!("function"),
        TENSOR | "DLTensor*" => json!(["ndarray", "unknown", null]),
        ARRAY | "ffi.List" | "std::vector" | "std::array" => with("py_homogeneous_list", vec![at(0)]),
        MAP | "ffi.Dict" | "std::map" | "std::unordered_map" => with("dict", vec![at(0), at(1)]),
        "Optional" | "std::optional" => with("optional", vec![at(0)]),
        "Variant" | "std::variant" if !args.is_empty() => with("union", all().collect()),
        "Tuple" | "std::tuple" if !args.is_empty() => with("stuple", all().collect()),
        "Expected" | "UnchangedOr" => at(0),
        "ffi.Object" | "ObjectRValueRef" => json!(["object", "runtime.Object"]),
        "ffi.Error" => json!(["object", "runtime.Error"]),
        "ffi.Module" => json!(["object", "runtime.Module"]),
        // An integer beyond 64 bits is an object there.
        "" | ANY | "ffi.OpaquePyObject" | "ffi.BigInt" => json!("unknown"),
        // An object of a type that only tvm-ffi knows arrives in a box.
        key if key.contains('.') => json!(["object", "tvm_ffi.Object"]),
        _ => json!("unknown"),
    }
}

/// What tvm-ffi stores of a function with a signature record.
pub(crate) fn description_of(record: &str) -> Description {
    let Ok(record) = serde_json::from_str::<Value>(record) else {
        return Description::default();
    };
    let types = |key: &str| {
        let types = record[key].as_array()?;
        Some(types.iter().map(|ty| schema_of(ty, 0)).collect::<Vec<Schema>>())
    };
    let is_open = record["variadic"] == true || record["overloads"].is_array();
    let params = types("a").filter(|_| !is_open);
    let result = match types("r") {
        None => Schema::named(ANY),
        Some(results) if results.is_empty() => Schema::named("None"),
        Some(mut results) if results.len() == 1 => results.remove(0),
        Some(results) => Schema::of("Tuple", results),
    };
    Description {
        metadata: schema::metadata(&result, params.as_deref()),
        doc: record["doc"].as_str().unwrap_or_default().to_owned(),
    }
}

/// A schema, from a type of a record.
fn schema_of(ty: &Value, depth: usize) -> Schema {
    if ty.is_null() {
        return Schema::named("None");
    }
    let Some(items) = ty.as_array().filter(|_| depth <= MAX_DEPTH) else {
        return Schema::of_word(ty.as_str().unwrap_or_default());
    };
    let at = |position: usize| {
        items
            .get(position)
            .map_or(Schema::named(ANY), |item| schema_of(item, depth + 1))
    };
    let all = || items.iter().skip(1).map(|item| schema_of(item, depth + 1));
    match items.first().and_then(Value::as_str).unwrap_or_default() {
        "named" => at(2),
        "ndarray" | "contiguous" | "writable" => Schema::named(TENSOR),
        "object" => Schema::object(items.get(1).and_then(Value::as_str).unwrap_or_default()),
        "py_homogeneous_list" | "list" | "array" | "slice" | "set" => Schema::of(ARRAY, [at(1)]),
        "dict" => Schema::of(MAP, [at(1), at(2)]),
        "record" => Schema::of(MAP, [Schema::of_word("str"), Schema::named(ANY)]),
        "stuple" => Schema::of("Tuple", all()),
        "union" => Schema::any_of(all()),
        "optional" => Schema::of("Optional", [at(1)]),
        "enum" => Schema::of_word("integer"),
        _ => Schema::named(ANY),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{description_of, record_of};

    fn metadata(schema: Value) -> String {
        json!({ "type_schema": schema.to_string() }).to_string()
    }

    fn record(schema: Value) -> Option<Value> {
        record_of(&metadata(schema), None).map(|text| serde_json::from_str(&text).unwrap())
    }

    #[test]
    fn both_forms_of_a_function_are_read() {
        let params = json!([{"type": "int"}, {"type": "Optional", "args": [{"type": "ffi.String"}]}]);
        let wanted = json!({"a": ["i64", ["optional", "str"]], "r": [["py_homogeneous_list", "f64"]]});
        let result = json!({"type": "ffi.Array", "args": [{"type": "float"}]});
        let named = json!({"type": "ffi.Function", "named_args": {"return": [result], "params": params}});
        assert_eq!(record(named), Some(wanted.clone()));
        let list = json!({"type": "ffi.Function", "args": [result, params[0], params[1]]});
        assert_eq!(record(list), Some(wanted));
    }

    #[test]
    fn nothing_known_is_no_record() {
        assert_eq!(record(json!({"type": "ffi.Function"})), None);
        assert_eq!(record(json!({"type": "int"})), None);
        for text in [
            "",
            "{}",
            "[1]",
            "{\"type_schema\": 3}",
            "{\"type_schema\": \"{\"}",
        ] {
            assert_eq!(record_of(text, None), None);
            assert_eq!(record_of(text, Some("")), None);
        }
        assert_eq!(
            record_of("", Some("Adds.")).as_deref(),
            Some(r#"{"doc":"Adds."}"#)
        );
    }

    #[test]
    fn other_types_of_theirs_are_objects_or_anything() {
        let arg = |ty: Value| {
            record(json!({"type": "ffi.Function", "args": [{"type": "None"}, ty]})).unwrap()["a"][0].clone()
        };
        assert_eq!(
            arg(json!({"type": "testing.Pair"})),
            json!(["object", "tvm_ffi.Object"])
        );
        assert_eq!(arg(json!({"type": "what"})), json!("unknown"));
        assert_eq!(arg(json!(3)), json!("unknown"));
        assert_eq!(arg(json!({"type": "Variant", "args": []})), json!("unknown"));
        let mut deep = json!({"type": "int"});
        for _ in 0..60 {
            deep = json!({"type": "ffi.Array", "args": [deep]});
        }
        assert!(arg(deep).to_string().contains("unknown"));
    }

    #[test]
    fn records_are_described() {
        let text = json!({
            "a": [["named", "x", ["writable", ["ndarray", "f32", null]]], ["named", "by", ["optional", "f64"]]],
            "r": [],
            "doc": "Scales \"x\".",
        });
        let described = description_of(&text.to_string());
        assert_eq!(described.doc, "Scales \"x\".");
        let back: Value = serde_json::from_str(&record_of(&described.metadata, None).unwrap()).unwrap();
        assert_eq!(
            back,
            json!({"a": [["ndarray", "unknown", null], ["optional", "f64"]], "r": []})
        );
        let open = description_of(r#"{"a": ["i64"], "r": ["i64"], "variadic": true}"#);
        assert_eq!(open.metadata, r#"{"type_schema":"{\"type\":\"ffi.Function\"}"}"#);
        assert_eq!(description_of("{").metadata, "");
        let unknown = description_of(r#"{"a": ["i64"]}"#);
        assert_eq!(
            record_of(&unknown.metadata, None).as_deref(),
            Some(r#"{"a":["i64"],"r":["unknown"]}"#)
        );
        let empty = description_of(r#"{"a": [], "r": ["i1"]}"#);
        assert_eq!(
            record_of(&empty.metadata, None).as_deref(),
            Some(r#"{"a":[],"r":["i1"]}"#)
        );
    }
}
