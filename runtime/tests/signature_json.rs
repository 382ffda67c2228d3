//! Signature records as JSON.

use serde_json::{Value, json};
use tvmlike_runtime::signature::{Param, RecordField, RecordType, Signature, TypeRecord};
use tvmlike_runtime::{Any, DataType, Map, ToAny};

const F32: TypeRecord = TypeRecord::Scalar("f32");
/// Everything that must be escaped, and some characters that need not be.
const ODD: &str = "\"quoted\" \\ \n\r\t\u{8}\u{c}\0\u{1f} \u{7f} é \u{2028} 😀 [{";

fn written(signature: &Signature) -> Value {
    let text = signature.to_json();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn of(params: &'static [Param], result: TypeRecord) -> Signature {
    Signature {
        name: "f",
        params,
        variadic: false,
        release_gil: false,
        result,
        doc: "",
        file: "",
        line: 0,
        overloads: None,
    }
}

fn ty(record: TypeRecord) -> Value {
    written(&of(&[], record))["r"][0].clone()
}

#[test]
fn every_type_has_a_json_form() {
    static RECORD: RecordType = RecordType {
        name: "R",
        doc: ODD,
        fields: &[
            RecordField {
                name: "x",
                ty: TypeRecord::Optional(&F32),
                optional: true,
            },
            RecordField {
                name: "y",
                ty: TypeRecord::Str,
                optional: false,
            },
        ],
    };
    let dtype = |text: &str| text.parse::<DataType>().unwrap();
    for (record, expected) in [
        (TypeRecord::Unknown, json!("unknown")),
        (F32, json!("f32")),
        (TypeRecord::Pointer, json!("ptr")),
        (TypeRecord::PackedFunc, json!("function")),
        (TypeRecord::Tensor, json!(["ndarray", "unknown", null])),
        (
            TypeRecord::TensorOf(dtype("uint8")),
            json!(["ndarray", "u8", null]),
        ),
        (
            TypeRecord::TensorOf(dtype("float32x4")),
            json!(["ndarray", "float32x4", null]),
        ),
        (
            TypeRecord::Writable(&TypeRecord::Contiguous(&TypeRecord::Tensor)),
            json!(["writable", ["contiguous", ["ndarray", "unknown", null]]]),
        ),
        (TypeRecord::Error, json!(["object", "runtime.Error"])),
        (TypeRecord::Array, json!(["py_homogeneous_list", "unknown"])),
        (TypeRecord::Map, json!(["dict", "unknown", "unknown"])),
        (
            TypeRecord::List(&TypeRecord::Null),
            json!(["py_homogeneous_list", null]),
        ),
        (TypeRecord::Tuple(&[]), json!(["stuple"])),
        (
            TypeRecord::Tuple(&[F32, TypeRecord::Bytes]),
            json!(["stuple", "f32", "bytes"]),
        ),
        (TypeRecord::Fixed(&F32, 3), json!(["array", "f32", 3])),
        (TypeRecord::Slice(&F32), json!(["slice", "f32"])),
        (TypeRecord::Set(&TypeRecord::Str), json!(["set", "str"])),
        (
            TypeRecord::OwnList(&TypeRecord::Integer),
            json!(["list", "integer"]),
        ),
        (
            TypeRecord::Union(&[F32, TypeRecord::Str]),
            json!(["union", "f32", "str"]),
        ),
        (TypeRecord::Enum("a.E"), json!(["enum", "a.E"])),
        (
            TypeRecord::Dict(&TypeRecord::Str, &F32),
            json!(["dict", "str", "f32"]),
        ),
        (TypeRecord::Object("a.O"), json!(["object", "a.O"])),
        (
            TypeRecord::Record(&RECORD),
            json!([
                "record",
                "R",
                ODD,
                ["x", ["optional", "f32"], "optional"],
                ["y", "str"]
            ]),
        ),
    ] {
        assert_eq!(ty(record), expected);
    }
    assert_eq!(written(&of(&[], TypeRecord::Null)), json!({"a": [], "r": []}));
}

#[test]
fn parameters_and_defaults_are_in_the_record() {
    const fn param(name: &'static str, default: Option<fn() -> Any>) -> Param {
        Param {
            name,
            ty: F32,
            default,
            implicit: false,
            keyword_only: false,
        }
    }
    fn nested() -> Any {
        let pairs = [
            (Any::from("a"), vec![1_i64, -2].to_any()),
            (Any::from(ODD), 1e300.to_any()),
        ];
        Map::new(pairs).into()
    }
    fn by_number() -> Any {
        Map::new([(1_i64.to_any(), 2_i64.to_any())]).into()
    }
    static PARAMS: [Param; 9] = [
        param("plain", None),
        param("none", Some(Any::default)),
        param("flag", Some(|| true.to_any())),
        param("number", Some(|| i64::MIN.to_any())),
        param("whole", Some(|| 2.0_f64.to_any())),
        param("infinite", Some(|| f64::INFINITY.to_any())),
        param("text", Some(|| ODD.to_any())),
        param("nested", Some(nested)),
        Param {
            keyword_only: true,
            implicit: true,
            ..param("by_number", Some(by_number))
        },
    ];
    let signature = Signature {
        variadic: true,
        release_gil: true,
        doc: ODD,
        ..of(&PARAMS, F32)
    };
    let record = written(&signature);
    assert_eq!(record["a"][0], json!(["named", "plain", "f32"]));
    assert_eq!(record["a"].as_array().map(Vec::len), Some(9));
    let defaults = &record["defaults"];
    assert_eq!(defaults.as_object().map(|defaults| defaults.len()), Some(8));
    assert_eq!(defaults["none"], Value::Null);
    assert_eq!(defaults["flag"], json!(true));
    assert_eq!(defaults["number"], json!(i64::MIN));
    assert_eq!(defaults["whole"], json!(2.0));
    assert_eq!(defaults["infinite"], json!("inf"));
    assert_eq!(defaults["text"], json!(ODD));
    assert_eq!(defaults["nested"], json!({"a": [1, -2], ODD: 1e300}));
    assert!(defaults["by_number"].is_string());
    for key in ["keyword_only", "implicit"] {
        assert_eq!(record[key], json!(["by_number"]));
    }
    assert_eq!(
        (&record["variadic"], &record["release_gil"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(record["doc"], json!(ODD));
}
