//! Signatures as JSON.
//!
//! Written directly as text, without a tree of values: every plugin links this code, and a JSON library would be a
//! tenth of a small plugin. Invariant: [`Json`] contains a prefix of JSON text, without white space.

use tvmlike_abi::dlpack::{K_DL_FLOAT, K_DL_INT, K_DL_UINT};

use super::{Param, Signature, TypeRecord};
use crate::array::Array;
use crate::convert::FromArg;
use crate::dtype::DataType;
use crate::map::Map;
use crate::type_index::TypeIndex;
use crate::value::AnyView;

pub(super) fn signature(signature: &Signature) -> String {
    let mut json = Json(String::with_capacity(128));
    json.signature(signature);
    json.0
}

impl Json {
    fn signature(&mut self, signature: &Signature) {
        if signature.overloads.is_some() {
            self.overloaded(signature);
        } else {
            self.single(signature);
        }
    }

    fn single(&mut self, signature: &Signature) {
        self.object(|json| {
            json.key("a");
            json.array(|json| {
                for param in signature.params {
                    json.item(|json| {
                        json.words("named", |json| {
                            json.item(|json| json.text(param.name));
                            json.item(|json| json.ty(&param.ty));
                        });
                    });
                }
            });
            json.key("r");
            json.array(|json| match signature.result {
                TypeRecord::Null => {}
                ref result => json.item(|json| json.ty(result)),
            });
            if signature.params.iter().any(|param| param.default.is_some()) {
                json.key("defaults");
                json.object(|json| {
                    for param in signature.params {
                        if let Some(default) = param.default {
                            json.key(param.name);
                            json.value(default().view());
                        }
                    }
                });
            }
            json.names("keyword_only", signature, |param| param.keyword_only);
            json.names("implicit", signature, |param| param.implicit);
            if signature.variadic {
                json.key("variadic");
                json.raw("true");
            }
            if signature.release_gil {
                json.key("release_gil");
                json.raw("true");
            }
            if !signature.doc.is_empty() {
                json.key("doc");
                json.text(signature.doc);
            }
        });
    }

    /// The record of a function with overloads: the records of all, and how to convert their results.
    fn overloaded(&mut self, of_all: &Signature) {
        let mut results: Vec<String> = Vec::new();
        for one in of_all.overloads() {
            let mut result = Json(String::new());
            result.ty(&one.result);
            if !results.contains(&result.0) {
                results.push(result.0);
            }
        }
        self.object(|json| {
            json.key("overloads");
            json.array(|json| {
                for one in of_all.overloads() {
                    json.item(|json| json.signature(one));
                }
            });
            json.key("r");
            json.array(|json| match &results[..] {
                [] => {}
                [only] if only == "null" => {}
                [only] => json.item(|json| json.raw(only)),
                several => json.words("union", |json| {
                    for result in several {
                        json.item(|json| json.raw(result));
                    }
                }),
            });
            json.key("variadic");
            json.raw("true");
            if of_all.release_gil {
                json.key("release_gil");
                json.raw("true");
            }
        });
    }
}

/// JSON text under construction.
struct Json(String);

impl Json {
    /// Appends JSON text. Not inlined: its many callers would be several times as large.
    #[inline(never)]
    fn raw(&mut self, text: &str) {
        self.0.push_str(text);
    }

    fn array(&mut self, items: impl FnOnce(&mut Self)) {
        self.raw("[");
        items(self);
        self.raw("]");
    }

    fn object(&mut self, entries: impl FnOnce(&mut Self)) {
        self.raw("{");
        entries(self);
        self.raw("}");
    }

    /// Writes a comma if an element precedes in the same array or object.
    #[inline(never)]
    fn separate(&mut self) {
        if !self.0.ends_with(['[', '{']) {
            self.raw(",");
        }
    }

    fn item(&mut self, item: impl FnOnce(&mut Self)) {
        self.separate();
        item(self);
    }

    fn key(&mut self, key: &str) {
        self.separate();
        self.text(key);
        self.raw(":");
    }

    /// An array that begins with a word.
    fn words(&mut self, word: &str, rest: impl FnOnce(&mut Self)) {
        self.array(|json| {
            json.text(word);
            rest(json);
        });
    }

    #[inline(never)]
    fn text(&mut self, text: &str) {
        self.raw("\"");
        for character in text.chars() {
            match character {
                '"' => self.raw("\\\""),
                '\\' => self.raw("\\\\"),
                '\n' => self.raw("\\n"),
                '\r' => self.raw("\\r"),
                '\t' => self.raw("\\t"),
                '\0'..='\u{1f}' => {
                    let digit = |value: u32| char::from_digit(value & 15, 16).unwrap_or_default();
                    self.raw("\\u00");
                    self.0.push(digit(character as u32 >> 4));
                    self.0.push(digit(character as u32));
                }
                character => self.0.push(character),
            }
        }
        self.raw("\"");
    }

    /// The names of the parameters of a kind, if there are any.
    fn names(&mut self, key: &str, signature: &Signature, of_kind: fn(&Param) -> bool) {
        if !signature.params.iter().any(of_kind) {
            return;
        }
        self.key(key);
        self.array(|json| {
            for param in signature.params.iter().filter(|param| of_kind(param)) {
                json.item(|json| json.text(param.name));
            }
        });
    }

    fn ty(&mut self, record: &TypeRecord) {
        let word = match record {
            TypeRecord::Null => return self.raw("null"),
            TypeRecord::Unknown => "unknown",
            TypeRecord::Scalar(name) => name,
            TypeRecord::Str => "str",
            TypeRecord::Char => "char",
            TypeRecord::Path => "path",
            TypeRecord::Duration => "duration",
            TypeRecord::Integer => "integer",
            TypeRecord::Bytes => "bytes",
            TypeRecord::Pointer => "ptr",
            TypeRecord::DataType => "dtype",
            TypeRecord::Device => "device",
            TypeRecord::Shape => "shape",
            TypeRecord::PackedFunc => "function",
            compound => return self.compound(compound),
        };
        self.text(word);
    }

    fn compound(&mut self, record: &TypeRecord) {
        let word = match record {
            TypeRecord::Tensor | TypeRecord::TensorOf(_) => "ndarray",
            TypeRecord::Contiguous(_) => "contiguous",
            TypeRecord::Writable(_) => "writable",
            TypeRecord::Error | TypeRecord::Object(_) => "object",
            TypeRecord::Array | TypeRecord::List(_) => "py_homogeneous_list",
            TypeRecord::Map | TypeRecord::Dict(..) => "dict",
            TypeRecord::Tuple(_) => "stuple",
            TypeRecord::OwnList(_) => "list",
            TypeRecord::Fixed(..) => "array",
            TypeRecord::Slice(_) => "slice",
            TypeRecord::Set(_) => "set",
            TypeRecord::Union(_) => "union",
            TypeRecord::Record(_) => "record",
            TypeRecord::Enum(_) => "enum",
            TypeRecord::Optional(_) => "optional",
            // `ty` writes the others, which are plain words.
            _ => "unknown",
        };
        self.words(word, |json| match record {
            TypeRecord::Tensor => {
                json.item(|json| json.text("unknown"));
                json.item(|json| json.raw("null"));
            }
            TypeRecord::TensorOf(dtype) => {
                json.item(|json| json.text(&element(*dtype)));
                json.item(|json| json.raw("null"));
            }
            TypeRecord::Contiguous(item)
            | TypeRecord::Writable(item)
            | TypeRecord::List(item)
            | TypeRecord::OwnList(item)
            | TypeRecord::Slice(item)
            | TypeRecord::Set(item)
            | TypeRecord::Optional(item) => json.item(|json| json.ty(item)),
            TypeRecord::Error => json.item(|json| json.text("runtime.Error")),
            TypeRecord::Object(key) | TypeRecord::Enum(key) => json.item(|json| json.text(key)),
            TypeRecord::Array => json.item(|json| json.text("unknown")),
            TypeRecord::Map => {
                json.item(|json| json.text("unknown"));
                json.item(|json| json.text("unknown"));
            }
            TypeRecord::Dict(key, value) => {
                json.item(|json| json.ty(key));
                json.item(|json| json.ty(value));
            }
            TypeRecord::Tuple(items) | TypeRecord::Union(items) => {
                for item in *items {
                    json.item(|json| json.ty(item));
                }
            }
            TypeRecord::Fixed(item, count) => {
                json.item(|json| json.ty(item));
                json.item(|json| json.raw(&count.to_string()));
            }
            TypeRecord::Record(record) => {
                json.item(|json| json.text(record.name));
                json.item(|json| json.text(record.doc));
                for field in record.fields {
                    json.item(|json| {
                        json.words_of_field(field.name, &field.ty, field.optional);
                    });
                }
            }
            _ => {}
        });
    }

    fn words_of_field(&mut self, name: &str, ty: &TypeRecord, optional: bool) {
        self.words(name, |json| {
            json.item(|json| json.ty(ty));
            if optional {
                json.item(|json| json.text("optional"));
            }
        });
    }

    /// A default; values that JSON cannot represent become text.
    fn value(&mut self, view: &AnyView<'_>) {
        match view.kind() {
            TypeIndex::NONE => self.raw("null"),
            TypeIndex::BOOL | TypeIndex::INT => self.raw(&format!("{view:?}")),
            TypeIndex::FLOAT if f64::from_arg(view).is_ok_and(f64::is_finite) => {
                self.raw(&format!("{view:?}"));
            }
            TypeIndex::ARRAY => match Array::from_arg(view) {
                Ok(array) => {
                    self.array(|json| array.iter().for_each(|item| json.item(|json| json.value(item))))
                }
                Err(_) => self.raw("null"),
            },
            TypeIndex::MAP => match Map::from_arg(view) {
                Ok(map) if map.iter().all(|(key, _)| matches!(key.as_str(), Some(Ok(_)))) => {
                    self.object(|json| {
                        for (key, value) in map.iter() {
                            if let Some(Ok(key)) = key.as_str() {
                                json.key(key);
                                json.value(value);
                            }
                        }
                    });
                }
                _ => self.text(&format!("{view:?}")),
            },
            _ => match view.as_str() {
                Some(Ok(text)) => self.text(text),
                _ => self.text(&format!("{view:?}")),
            },
        }
    }
}

/// An element type in scalar notation, such as `f32`; types without one by their own name.
fn element(dtype: DataType) -> String {
    let family = match (dtype.code, dtype.lanes) {
        (K_DL_INT, 1) => "i",
        (K_DL_UINT, 1) => "u",
        (K_DL_FLOAT, 1) => "f",
        _ => return dtype.to_string(),
    };
    format!("{family}{}", dtype.bits)
}
