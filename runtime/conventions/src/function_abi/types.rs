//! The types in records.
//!
//! Invariant: a parsed type is valid: an array's dimensions agree with its rank, keys of a dict are unique, and only arrays
//! have options for arrays. The JSON parser limits nesting, and thereby recursion over types.

mod text;

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use tvmlike_runtime::{Any, DataType, TypeIndex};

use super::fault::Fault;
use super::scalar::Scalar;

/// The type of a slot.
#[derive(Debug)]
pub(super) enum Type {
    /// `null`: None as an argument, any value as a result.
    Null,
    /// `"unknown"`: converted by the value's type.
    Unknown,
    /// A number.
    Scalar(Scalar),
    /// `"str"`: text as a value.
    Str,
    /// `["str", "i8"]`: text that is passed as the list of its UTF-8 bytes.
    ByteText(Scalar),
    /// `"bytes"`
    Bytes,
    /// `"ptr"`: an address, or None.
    Pointer,
    /// `"function"`, `"dtype"`, `"device"`, `"shape"`: a value of that kind.
    Kind(TypeIndex),
    /// `["object", key]`: an object of a type or a subtype.
    Object(Box<str>),
    /// `["ndarray", element, rank, dims…]`
    Ndarray(Box<Ndarray>),
    /// `["ndarray", type, rank, dims…]` of a type other than numbers: a list of the values and a list of the sizes.
    References(Box<References>),
    /// `["py_homogeneous_list", type]`: a list of any length.
    List(Box<Type>),
    /// `["slist", types…]` and `["stuple", types…]`
    Sequence { items: Vec<Type>, tuple: bool },
    /// `["sdict", [key, type]…]`
    Dict(Vec<(Key, Type)>),
    /// `["dict", key, value]`: a dict with any keys.
    Map(Box<(Type, Type)>),
    /// `["optional", type]`: a value or None.
    Optional(Box<Type>),
}

/// A key of a dict: as text, and as a value for look-ups in maps.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) text: Box<str>,
    pub(super) value: Any,
}

/// An array of numbers.
#[derive(Debug, Clone)]
pub(super) struct Ndarray {
    /// The element type; `None` for any.
    pub(super) element: Option<DataType>,
    /// The element type's name in the record.
    pub(super) word: Box<str>,
    /// The dimensions; `None` for any rank.
    pub(super) dims: Option<Vec<Dim>>,
    /// Whether the callee writes to it, so that it must not be copied.
    pub(super) in_place: bool,
    /// Whether the native function may write to it, by its own record. Then it is converted only if the record asks for copies.
    pub(super) may_be_written: bool,
    /// Whether it must be in C order without gaps.
    pub(super) contiguous: bool,
    pub(super) copy: Copying,
    /// Whether lossy conversions of elements are allowed.
    pub(super) cast: bool,
}

/// When an array is copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Copying {
    /// If the element type or the layout differs from the record.
    Needed,
    Never,
    Always,
}

/// The size of a dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dim {
    Any,
    Size(i64),
    /// A symbolic size, by its number: the same size wherever it occurs.
    Symbol(usize),
}

/// An array of values other than numbers.
#[derive(Debug)]
pub(super) struct References {
    pub(super) element: Type,
    pub(super) dims: Vec<Dim>,
}

/// Parses types, and collects the names of symbolic dimensions.
#[derive(Debug, Default)]
pub(super) struct Parser {
    pub(super) symbols: Vec<Box<str>>,
    /// The numbers of the names.
    numbers: HashMap<Box<str>, usize>,
}

impl Parser {
    /// Parses a type.
    pub(super) fn parse(&mut self, record: &Value) -> Result<Type, Fault> {
        match record {
            Value::Null => Ok(Type::Null),
            Value::String(word) => parse_word(word),
            Value::Array(parts) => match parts.split_first() {
                Some((Value::String(word), rest)) => self
                    .compound(word, rest)
                    .map_err(|fault| fault.within(format!("[{word:?}, …]"))),
                Some((other, _)) => Err(malformed(format!("expected the name of a type, got {other}"))),
                None => Err(malformed("expected a type, got an empty list")),
            },
            other => Err(malformed(format!("expected a type, got {other}"))),
        }
    }

    fn compound(&mut self, word: &str, parts: &[Value]) -> Result<Type, Fault> {
        match (word, parts) {
            ("ndarray", [element, rest @ ..]) => self.ndarray(element, rest),
            ("ndarray", []) => Err(malformed("an ndarray must have an element type")),
            ("slist" | "stuple", _) => Ok(Type::Sequence {
                items: parts
                    .iter()
                    .enumerate()
                    .map(|(at, part)| {
                        self.parse(part)
                            .map_err(|fault| fault.within(format!("item {at}")))
                    })
                    .collect::<Result<_, _>>()?,
                tuple: word == "stuple",
            }),
            ("sdict", _) => self.dict(parts),
            ("struct", _) => self.structure(parts),
            ("py_homogeneous_list", [item]) => Ok(Type::List(Box::new(self.parse(item)?))),
            ("dict", [key, value]) => Ok(Type::Map(Box::new((self.parse(key)?, self.parse(value)?)))),
            ("optional", [inner]) => Ok(Type::Optional(Box::new(self.parse(inner)?))),
            ("object", [Value::String(key)]) => Ok(Type::Object(key.as_str().into())),
            ("str", [Value::String(byte)]) => match Scalar::from_word(byte) {
                Some(scalar) if scalar.is_int() && scalar.bits() == 8 => Ok(Type::ByteText(scalar)),
                _ => Err(malformed(format!(
                    "text must be passed as bytes of type \"i8\" or \"u8\", got {byte:?}"
                ))),
            },
            ("writable", [inner]) => self.arrays_of(inner, &mut |array| array.in_place = true),
            ("contiguous", [inner]) => self.arrays_of(inner, &mut |array| array.contiguous = true),
            ("named", _) => Err(malformed("\"named\" must be in the list of arguments")),
            ("object" | "str", [other]) => Err(malformed(format!("expected a string, got {other}"))),
            ("py_homogeneous_list" | "optional" | "object" | "str" | "writable" | "contiguous", _) => {
                Err(wrong_element_count(1, parts.len()))
            }
            ("dict", _) => Err(wrong_element_count(2, parts.len())),
            _ => Err(malformed(format!("unknown type {word:?} with elements"))),
        }
    }

    /// A C struct: a dict if its members have names, a tuple if none has one.
    fn structure(&mut self, parts: &[Value]) -> Result<Type, Fault> {
        let is_nameless = |part: &Value| matches!(part.as_array().map(Vec::as_slice), Some([Value::Null, _]));
        if parts.is_empty() || !parts.iter().all(is_nameless) {
            return self.dict(parts);
        }
        let items = parts.iter().map(|part| self.parse(&part[1]));
        Ok(Type::Sequence {
            items: items.collect::<Result<_, _>>()?,
            tuple: true,
        })
    }

    /// The type, after changing each of its arrays. It must contain one.
    fn arrays_of(&mut self, record: &Value, change: &mut dyn FnMut(&mut Ndarray)) -> Result<Type, Fault> {
        let mut ty = self.parse(record)?;
        if ty.arrays(change) == 0 {
            return Err(malformed(format!("{ty} contains no array")));
        }
        Ok(ty)
    }

    fn dict(&mut self, parts: &[Value]) -> Result<Type, Fault> {
        let mut entries: Vec<(Key, Type)> = Vec::with_capacity(parts.len());
        let mut known = HashSet::with_capacity(parts.len());
        for part in parts {
            let Some([Value::String(key), ty]) = part.as_array().map(Vec::as_slice) else {
                return Err(malformed(format!("expected an entry [key, type], got {part}")));
            };
            if !known.insert(key) {
                return Err(malformed(format!("duplicate key {key:?}")));
            }
            let ty = self
                .parse(ty)
                .map_err(|fault| fault.within(format!("key {key:?}")))?;
            entries.push((
                Key {
                    text: key.as_str().into(),
                    value: key.as_str().into(),
                },
                ty,
            ));
        }
        Ok(Type::Dict(entries))
    }

    fn ndarray(&mut self, element: &Value, rest: &[Value]) -> Result<Type, Fault> {
        let dims = self.dims(rest)?;
        if let Value::String(word) = element
            && let Some(element) = element_type(word)
        {
            return Ok(Type::Ndarray(Box::new(Ndarray {
                element,
                word: word.as_str().into(),
                dims,
                in_place: false,
                may_be_written: false,
                contiguous: false,
                copy: Copying::Needed,
                cast: false,
            })));
        }
        let element = self.parse(element)?;
        let Some(dims) = dims else {
            return Err(malformed(
                "an array of values other than numbers must have a rank",
            ));
        };
        Ok(Type::References(Box::new(References { element, dims })))
    }

    /// The dimensions after an element type: a rank and that many sizes, or only a rank. Otherwise the rank is missing, as
    /// with some producers, and all entries are sizes.
    fn dims(&mut self, rest: &[Value]) -> Result<Option<Vec<Dim>>, Fault> {
        let (rank, sizes) = match rest.split_first() {
            None | Some((Value::Null, [])) => return Ok(None),
            Some((Value::Null, sizes)) => (None, sizes),
            Some((rank, sizes)) => (rank.as_u64(), sizes),
        };
        match rank {
            Some(rank) if sizes.is_empty() && rank <= MAX_RANK => Ok(Some(vec![Dim::Any; rank as usize])),
            Some(_) if sizes.is_empty() => Err(too_many_dims()),
            Some(rank) if rank == sizes.len() as u64 => self.sizes(sizes).map(Some),
            None if rest[0].is_null() => self.sizes(sizes).map(Some),
            _ => self.sizes(rest).map(Some),
        }
    }

    fn sizes(&mut self, sizes: &[Value]) -> Result<Vec<Dim>, Fault> {
        if sizes.len() as u64 > MAX_RANK {
            return Err(too_many_dims());
        }
        let size = |size: &Value| match size {
            Value::Null => Ok(Dim::Any),
            Value::Number(number) => match number.as_i64() {
                Some(size) if size >= 0 => Ok(Dim::Size(size)),
                _ => Err(malformed(format!("invalid dimension size {number}"))),
            },
            Value::String(name) => Ok(Dim::Symbol(self.symbol(name))),
            other => Err(malformed(format!("invalid dimension size {other}"))),
        };
        sizes.iter().map(size).collect()
    }

    fn symbol(&mut self, name: &str) -> usize {
        if let Some(&known) = self.numbers.get(name) {
            return known;
        }
        self.symbols.push(name.into());
        self.numbers.insert(name.into(), self.symbols.len() - 1);
        self.symbols.len() - 1
    }
}

/// The maximum rank of a tensor.
const MAX_RANK: u64 = 64;

fn too_many_dims() -> Fault {
    malformed(format!("an array must have at most {MAX_RANK} dimensions"))
}

fn wrong_element_count(expected: usize, got: usize) -> Fault {
    malformed(format!(
        "wrong number of elements: expected {expected}, got {got}"
    ))
}

fn parse_word(word: &str) -> Result<Type, Fault> {
    if let Some(scalar) = Scalar::from_word(word) {
        return Ok(Type::Scalar(scalar));
    }
    Ok(match word {
        "unknown" => Type::Unknown,
        "str" => Type::Str,
        "bytes" => Type::Bytes,
        "ptr" => Type::Pointer,
        "function" => Type::Kind(TypeIndex::FUNCTION),
        "dtype" => Type::Kind(TypeIndex::DATA_TYPE),
        "device" => Type::Kind(TypeIndex::DEVICE),
        "shape" => Type::Kind(TypeIndex::SHAPE),
        _ => return Err(malformed(format!("unknown type {word:?}"))),
    })
}

/// The data type of an element type's name: `Some(None)` for "unknown", `None` for other types.
fn element_type(word: &str) -> Option<Option<DataType>> {
    if word == "unknown" {
        return Some(None);
    }
    if let Some(scalar) = Scalar::from_word(word) {
        return Some(Some(scalar.dtype()));
    }
    match word {
        "complex<f32>" => Some(Some(DataType::new(5, 64, 1))),
        "complex<f64>" => Some(Some(DataType::new(5, 128, 1))),
        // The data types' names of 8-bit floats, which have no name in records.
        _ if word.starts_with("float8_") => word.parse().ok().map(Some),
        _ => None,
    }
}

fn malformed(text: impl Into<String>) -> Fault {
    Fault::value_error(text)
}

impl Type {
    /// Changes every array in the type. Returns their number.
    pub(super) fn arrays(&mut self, change: &mut dyn FnMut(&mut Ndarray)) -> usize {
        match self {
            Self::Ndarray(array) => {
                change(array);
                1
            }
            Self::Optional(inner) | Self::List(inner) => inner.arrays(change),
            Self::Sequence { items, .. } => items.iter_mut().map(|item| item.arrays(change)).sum(),
            Self::Dict(entries) => entries.iter_mut().map(|(_, item)| item.arrays(change)).sum(),
            _ => 0,
        }
    }

    /// Whether the type contains a dict with a type for each member.
    pub(super) fn has_dict(&self) -> bool {
        match self {
            Self::Dict(_) => true,
            Self::Sequence { items, .. } => items.iter().any(Self::has_dict),
            Self::List(inner) | Self::Optional(inner) => inner.has_dict(),
            _ => false,
        }
    }

    /// Whether it is flattened: a list, tuple or dict with a type for each member.
    pub(super) fn is_flattened(&self) -> bool {
        matches!(self, Self::Sequence { .. } | Self::Dict(_))
    }

    /// Whether the values are numbers of these types that need no conversion.
    pub(super) fn are(types: &[Self], values: &[Any]) -> bool {
        types.len() == values.len()
            && types.iter().zip(values).all(|(ty, value)| match ty {
                Self::Scalar(scalar) => scalar.is(value.view()),
                _ => false,
            })
    }

    /// The number of members of a flattened container.
    pub(super) fn member_count(&self) -> usize {
        match self {
            Self::Sequence { items, .. } => items.len(),
            Self::Dict(entries) => entries.len(),
            _ => 0,
        }
    }

    /// As [`Type::members`], for changes.
    pub(super) fn members_mut(&mut self) -> Vec<&mut Self> {
        match self {
            Self::Sequence { items, .. } => items.iter_mut().collect(),
            Self::Dict(entries) => entries.iter_mut().map(|(_, item)| item).collect(),
            _ => Vec::new(),
        }
    }

    /// The types of a flattened container's members.
    pub(super) fn members(&self) -> Vec<&Self> {
        match self {
            Self::Sequence { items, .. } => items.iter().collect(),
            Self::Dict(entries) => entries.iter().map(|(_, item)| item).collect(),
            _ => Vec::new(),
        }
    }

    /// Adds the leaves of the type: the types that remain after flattening.
    pub(super) fn leaves<'t>(&'t self, into: &mut Vec<&'t Self>) {
        if self.is_flattened() {
            for member in self.members() {
                member.leaves(into);
            }
        } else {
            into.push(self);
        }
    }
}
