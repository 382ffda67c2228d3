//! Signatures as type schemas, the form in which tvm-ffi describes the types of functions.
//!
//! A schema is JSON: `{"type": name, "args": [schema, …]}`. That of a function has its result and its parameters as arguments;
//! without arguments nothing is known of them. Written directly as text, so that a plugin links no JSON library. Invariant: every
//! schema has a name that tvm-ffi knows, or a type key.

use std::fmt;

use tvmlike_runtime::signature::{Signature, TypeRecord};

/// The schema of anything.
pub const ANY: &str = "Any";
/// The schema of functions.
pub const FUNCTION: &str = "ffi.Function";
/// The schema of arrays.
pub const ARRAY: &str = "ffi.Array";
/// The schema of maps.
pub const MAP: &str = "ffi.Map";
/// The schema of tensors.
pub const TENSOR: &str = "ffi.Tensor";

/// A type schema.
///
/// ```
/// use tvmlike::bridge::schema::Schema;
///
/// let schema = Schema::of("ffi.Array", [Schema::named("int")]);
/// assert_eq!(schema.to_string(), r#"{"type":"ffi.Array","args":[{"type":"int"}]}"#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schema {
    name: String,
    args: Vec<Self>,
}

impl Schema {
    /// The schema of a type without arguments.
    pub fn named(name: &str) -> Self {
        Self::of(name, [])
    }

    /// The schema of a type with arguments.
    pub fn of(name: &str, args: impl IntoIterator<Item = Self>) -> Self {
        Self {
            name: name.to_owned(),
            args: args.into_iter().collect(),
        }
    }

    /// The schema of a value of one of several types.
    pub fn any_of(members: impl IntoIterator<Item = Self>) -> Self {
        let mut members: Vec<Self> = members.into_iter().collect();
        match members.len() {
            0 => Self::named(ANY),
            1 => members.remove(0),
            _ => Self::of("Variant", members),
        }
    }

    /// The schema of an object, by its type key in tvmlike.
    pub fn object(key: &str) -> Self {
        Self::named(match key {
            "runtime.Object" | "tvm_ffi.Object" => "ffi.Object",
            "runtime.Error" => "ffi.Error",
            "runtime.Module" => "ffi.Module",
            "runtime.PackedFunc" => FUNCTION,
            "runtime.Array" => ARRAY,
            "runtime.Map" => MAP,
            "runtime.Tensor" => TENSOR,
            "runtime.Shape" => "ffi.Shape",
            // All others are boxed.
            _ => super::boxed::DOMESTIC_KEY,
        })
    }

    /// The schema of a type that a signature record describes by a word; of anything for unknown words.
    pub fn of_word(word: &str) -> Self {
        Self::named(match word {
            "i1" => "bool",
            "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "integer" => "int",
            "f32" | "f64" | "duration" => "float",
            "str" | "char" | "path" => "ffi.String",
            "bytes" => "ffi.Bytes",
            "ptr" => "void*",
            "dtype" => "DataType",
            "device" => "Device",
            "shape" => "ffi.Shape",
            "function" => FUNCTION,
            _ => ANY,
        })
    }

    /// The schema of a parameter or result with this type.
    pub fn of_type(ty: &TypeRecord) -> Self {
        match ty {
            TypeRecord::Null => Self::named("None"),
            TypeRecord::Scalar(word) => Self::of_word(word),
            TypeRecord::Str | TypeRecord::Char | TypeRecord::Path => Self::of_word("str"),
            TypeRecord::Duration => Self::of_word("duration"),
            TypeRecord::Integer | TypeRecord::Enum(_) => Self::of_word("integer"),
            TypeRecord::Bytes => Self::of_word("bytes"),
            TypeRecord::Pointer => Self::of_word("ptr"),
            TypeRecord::DataType => Self::of_word("dtype"),
            TypeRecord::Device => Self::of_word("device"),
            TypeRecord::Shape => Self::of_word("shape"),
            TypeRecord::PackedFunc => Self::named(FUNCTION),
            TypeRecord::Tensor
            | TypeRecord::TensorOf(_)
            | TypeRecord::Contiguous(_)
            | TypeRecord::Writable(_) => Self::named(TENSOR),
            TypeRecord::Error => Self::object("runtime.Error"),
            TypeRecord::Array => Self::named(ARRAY),
            TypeRecord::Map => Self::named(MAP),
            TypeRecord::List(item)
            | TypeRecord::OwnList(item)
            | TypeRecord::Fixed(item, _)
            | TypeRecord::Slice(item)
            | TypeRecord::Set(item) => Self::of(ARRAY, [Self::of_type(item)]),
            TypeRecord::Tuple(items) => Self::of("Tuple", items.iter().map(Self::of_type)),
            TypeRecord::Union(members) => Self::any_of(members.iter().map(Self::of_type)),
            TypeRecord::Record(_) => Self::of(MAP, [Self::of_word("str"), Self::named(ANY)]),
            TypeRecord::Dict(key, value) => Self::of(MAP, [Self::of_type(key), Self::of_type(value)]),
            TypeRecord::Optional(item) => Self::of("Optional", [Self::of_type(item)]),
            TypeRecord::Object(key) => Self::object(key),
            _ => Self::named(ANY),
        }
    }
}

impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{\"type\":\"{}\"", Escaped(&self.name))?;
        if !self.args.is_empty() {
            write!(f, ",\"args\":[{}]", Separated(&self.args))?;
        }
        f.write_str("}")
    }
}

/// Schemas with commas between them.
struct Separated<'a>(&'a [Schema]);

impl fmt::Display for Separated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, schema) in self.0.iter().enumerate() {
            let between = if position > 0 { "," } else { "" };
            write!(f, "{between}{schema}")?;
        }
        Ok(())
    }
}

/// Text inside a JSON string.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '"' | '\\' => write!(f, "\\{character}")?,
                '\0'..='\u{1f}' => write!(f, "\\u{:04x}", character as u32)?,
                _ => write!(f, "{character}")?,
            }
        }
        Ok(())
    }
}

/// The metadata of a function, as tvm-ffi stores it: JSON text with the schema as text. `params` is `None` if the parameters
/// are unknown.
pub fn metadata(result: &Schema, params: Option<&[Schema]>) -> String {
    let schema = match params {
        None => Schema::named(FUNCTION).to_string(),
        // Without parameters, a list of arguments would mean that they are unknown.
        Some([]) => {
            format!("{{\"type\":\"{FUNCTION}\",\"named_args\":{{\"return\":[{result}],\"params\":[]}}}}")
        }
        Some(params) => format!(
            "{{\"type\":\"{FUNCTION}\",\"args\":[{result},{}]}}",
            Separated(params)
        ),
    };
    format!("{{\"type_schema\":\"{}\"}}", Escaped(&schema))
}

/// The metadata of a function with a signature.
pub(super) fn of_signature(signature: &Signature) -> String {
    if signature.variadic || signature.overloads.is_some() {
        return metadata(&Schema::named(ANY), None);
    }
    let params: Vec<Schema> = signature
        .params
        .iter()
        .map(|param| Schema::of_type(&param.ty))
        .collect();
    metadata(&Schema::of_type(&signature.result), Some(&params))
}
