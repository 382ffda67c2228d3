//! The C types in signatures.
//!
//! They are plain data, written as text (`i32`, `*const f64`, `{x: f64, tag: [8 x u8]}`) and compared by structure.
//! Invariant: a type that [`CType::check`] accepts has a size from 1 to [`MAX_BYTES`].

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};

use tvmlike_runtime::{DataType, Error, Result};

use super::handle::HandleType;

/// The maximum size of a struct, by value or behind a pointer, and of all parameters of a function together. Larger
/// arguments could overflow the stack without an error message.
pub const MAX_BYTES: usize = 1 << 16;
/// The maximum nesting depth of pointers, arrays and structs.
pub const MAX_DEPTH: usize = 32;

macro_rules! scalars {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $size:expr, $record:literal;)*) => {
        /// A type that fits in one register.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Scalar {
            $($(#[$doc])* $name,)*
        }

        impl Scalar {
            /// All scalar types.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name in a signature.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }

            /// The size in bytes, which is also the alignment.
            pub const fn size(self) -> usize {
                match self {
                    $(Self::$name => $size,)*
                }
            }

            /// The name in a signature record.
            const fn record(self) -> &'static str {
                match self {
                    $(Self::$name => $record,)*
                }
            }

            /// The type with a name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($text => Some(Self::$name),)*
                    _ => None,
                }
            }
        }
    };
}

scalars! {
    /// C's `_Bool`.
    Bool = "bool", 1, "i1";
    /// `int8_t`.
    I8 = "i8", 1, "i8";
    /// `int16_t`.
    I16 = "i16", 2, "i16";
    /// `int32_t`.
    I32 = "i32", 4, "i32";
    /// `int64_t`.
    I64 = "i64", 8, "i64";
    /// `uint8_t`.
    U8 = "u8", 1, "u8";
    /// `uint16_t`.
    U16 = "u16", 2, "u16";
    /// `uint32_t`.
    U32 = "u32", 4, "u32";
    /// `uint64_t`.
    U64 = "u64", 8, "u64";
    /// `size_t`.
    Size = "size", size_of::<usize>(), "u64";
    /// `ssize_t`, `intptr_t`, `ptrdiff_t`.
    ISize = "isize", size_of::<isize>(), "i64";
    /// `float`.
    F32 = "f32", 4, "f32";
    /// `double`.
    F64 = "f64", 8, "f64";
    /// `void *`.
    Ptr = "ptr", size_of::<usize>(), "ptr";
    /// `const char *` to text that ends with a NUL.
    CStr = "cstr", size_of::<usize>(), "str";
}

impl Scalar {
    /// Whether it is passed in a vector register.
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// Whether it is an address.
    pub const fn is_address(self) -> bool {
        matches!(self, Self::Ptr | Self::CStr)
    }

    /// Whether it is a signed number.
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64 | Self::ISize)
    }

    /// The element type of a tensor of such numbers; `None` for an address.
    pub const fn dtype(self) -> Option<DataType> {
        Some(match self {
            Self::Bool => DataType::BOOL,
            Self::I8 => DataType::INT8,
            Self::I16 => DataType::INT16,
            Self::I32 => DataType::INT32,
            Self::I64 => DataType::INT64,
            Self::U8 => DataType::UINT8,
            Self::U16 => DataType::UINT16,
            Self::U32 => DataType::UINT32,
            Self::U64 => DataType::UINT64,
            Self::Size if size_of::<usize>() == 8 => DataType::UINT64,
            Self::Size => DataType::UINT32,
            Self::ISize if size_of::<usize>() == 8 => DataType::INT64,
            Self::ISize => DataType::INT32,
            Self::F32 => DataType::FLOAT32,
            Self::F64 => DataType::FLOAT64,
            Self::Ptr | Self::CStr => return None,
        })
    }
}

/// A type of a parameter, a result or a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CType {
    /// As a result: no value. As the target of a pointer: anything.
    Void,
    /// One value.
    Scalar(Scalar),
    /// C's `_Complex`: two floats of this type.
    Complex(Scalar),
    /// The address of a value.
    Pointer {
        /// The type of the target.
        to: Box<CType>,
        /// Whether the callee only reads the target.
        constant: bool,
    },
    /// A struct, by value.
    Struct(Vec<Field>),
    /// An array of this many values, in a struct.
    Array(Box<CType>, usize),
    /// A pointer to an object of a library.
    Handle {
        /// The type of the object.
        ty: Arc<HandleType>,
        /// Whether the receiver frees the object.
        own: bool,
    },
    /// A pointer to a function, as the type of a parameter.
    Function(Box<FunctionPointer>),
}

/// The type of a pointer to a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionPointer {
    /// The type of the result, which may be void.
    pub result: CType,
    /// The parameters.
    pub params: Vec<Field>,
}

/// A field of a struct, or a parameter of a function pointer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The name, if it has one.
    pub name: Option<Box<str>>,
    /// The type.
    pub ty: CType,
}

impl From<Scalar> for CType {
    fn from(scalar: Scalar) -> Self {
        Self::Scalar(scalar)
    }
}

impl CType {
    /// A pointer to a value that the callee may write to.
    pub fn pointer(to: impl Into<Self>) -> Self {
        Self::Pointer {
            to: Box::new(to.into()),
            constant: false,
        }
    }

    /// A pointer to a value that the callee only reads.
    pub fn pointer_to_const(to: impl Into<Self>) -> Self {
        Self::Pointer {
            to: Box::new(to.into()),
            constant: true,
        }
    }

    /// A struct with named fields.
    pub fn structure<'a>(fields: impl IntoIterator<Item = (&'a str, Self)>) -> Self {
        Self::Struct(
            fields
                .into_iter()
                .map(|(name, ty)| Field {
                    name: Some(name.into()),
                    ty,
                })
                .collect(),
        )
    }

    /// A struct with unnamed fields.
    pub fn tuple(fields: impl IntoIterator<Item = Self>) -> Self {
        Self::Struct(fields.into_iter().map(|ty| Field { name: None, ty }).collect())
    }

    /// An array of `len` values.
    pub fn array(item: impl Into<Self>, len: usize) -> Self {
        Self::Array(Box::new(item.into()), len)
    }

    /// Fails unless a C value can have the type.
    ///
    /// # Errors
    /// ValueError for a struct without fields or with a duplicate name, an empty array, a size beyond [`MAX_BYTES`], a
    /// nesting beyond [`MAX_DEPTH`], and a `void` value.
    pub fn check(&self) -> Result<()> {
        self.checked_size().map(|_| ())
    }

    /// The size; fails as [`check`](Self::check) does.
    pub(super) fn checked_size(&self) -> Result<usize> {
        self.size_and_alignment(MAX_DEPTH).map(|(size, _)| size)
    }

    /// Size and alignment, checked; `depth` is the number of levels that may be nested.
    fn size_and_alignment(&self, depth: usize) -> Result<(usize, usize)> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(Error::value_error(format!(
                "types must not be nested more than {MAX_DEPTH} deep"
            )));
        };
        let (size, align) = match self {
            Self::Void => {
                return Err(Error::value_error(
                    "void must be the result or the target of a pointer",
                ));
            }
            Self::Scalar(scalar) => (scalar.size(), scalar.size()),
            Self::Complex(part) if part.is_float() => (2 * part.size(), part.size()),
            Self::Complex(part) => {
                return Err(Error::value_error(format!(
                    "complex<{part}>: expected the parts to be f32 or f64"
                )));
            }
            Self::Function(_) if depth + 1 < MAX_DEPTH => {
                return Err(Error::value_error(format!(
                    "a function pointer must be the type of a parameter, got {self} in another type; use ptr"
                )));
            }
            Self::Pointer { to, .. } => {
                if **to != Self::Void {
                    to.size_and_alignment(depth)?;
                }
                (size_of::<usize>(), align_of::<usize>())
            }
            Self::Handle { .. } | Self::Function(_) => (size_of::<usize>(), align_of::<usize>()),
            Self::Array(item, len) => {
                let (size, align) = item.size_and_alignment(depth)?;
                if *len == 0 {
                    return Err(Error::value_error(format!("empty array {self}")));
                }
                (size.saturating_mul(*len), align)
            }
            Self::Struct(fields) => struct_size(fields, depth)?,
        };
        if size > MAX_BYTES {
            return Err(Error::value_error(format!(
                "a type of {size} bytes exceeds the limit of {MAX_BYTES}; pass a pointer"
            )));
        }
        Ok((size, align))
    }

    /// The type in signature records.
    pub(super) fn record(&self) -> Value {
        match self {
            Self::Void => Value::Null,
            Self::Scalar(Scalar::CStr) => json!(["optional", "str"]),
            Self::Scalar(scalar) => scalar.record().into(),
            Self::Complex(part) => json!(["complex", part.record()]),
            Self::Function(_) => json!(["optional", "function"]),
            Self::Pointer { to, constant } => match &**to {
                item @ (Self::Scalar(_) | Self::Complex(_)) if !item.is_address() => {
                    let tensor = json!(["ndarray", item.element_record(), null]);
                    let tensor = if *constant {
                        tensor
                    } else {
                        json!(["writable", tensor])
                    };
                    json!(["optional", tensor])
                }
                structure @ Self::Struct(_) if *constant => json!(["optional", structure.record()]),
                structure @ Self::Struct(_) => json!(["optional", ["writable", structure.record()]]),
                _ => "ptr".into(),
            },
            Self::Struct(fields) => {
                let fields = fields.iter().map(|field| json!([field.name, field.ty.record()]));
                Value::Array(std::iter::once("struct".into()).chain(fields).collect())
            }
            Self::Array(item, _) => json!(["py_homogeneous_list", item.record()]),
            Self::Handle { .. } => json!(["optional", ["object", "native.Handle"]]),
        }
    }

    /// Whether it is a scalar that is an address.
    fn is_address(&self) -> bool {
        matches!(self, Self::Scalar(scalar) if scalar.is_address())
    }

    /// The name of the type in records of arrays.
    fn element_record(&self) -> Value {
        match self {
            Self::Complex(_) => self.to_string().into(),
            _ => self.record(),
        }
    }

    /// Whether values of the type contain complex numbers, or a pointer to them.
    pub(super) fn has_complex(&self) -> bool {
        match self {
            Self::Complex(_) => true,
            Self::Pointer { to: inner, .. } | Self::Array(inner, _) => inner.has_complex(),
            Self::Struct(fields) => fields.iter().any(|field| field.ty.has_complex()),
            Self::Void | Self::Scalar(_) | Self::Handle { .. } | Self::Function(_) => false,
        }
    }

    /// Whether a value of the type refers to memory beyond itself.
    pub(super) fn refers(&self) -> bool {
        match self {
            Self::Void | Self::Complex(_) => false,
            Self::Scalar(scalar) => *scalar == Scalar::CStr,
            Self::Pointer { to, .. } => **to != Self::Void,
            Self::Struct(fields) => fields.iter().any(|field| field.ty.refers()),
            Self::Array(item, _) => item.refers(),
            Self::Handle { .. } | Self::Function(_) => true,
        }
    }

    /// The record of a result of this type: a pointer's target is returned, not its address.
    pub(super) fn result_record(&self) -> Value {
        match self {
            Self::Pointer { to, .. } if **to != Self::Void => json!(["optional", to.result_record()]),
            Self::Scalar(Scalar::Ptr) | Self::Pointer { .. } => json!(["optional", "ptr"]),
            _ => self.record(),
        }
    }
}

fn struct_size(fields: &[Field], depth: usize) -> Result<(usize, usize)> {
    if fields.is_empty() {
        return Err(Error::value_error("a struct must have at least one field"));
    }
    let (mut size, mut align) = (0_usize, 1);
    let mut names = HashSet::new();
    for field in fields {
        if let Some(name) = &field.name
            && !names.insert(name)
        {
            return Err(Error::value_error(format!("duplicate field name `{name}`")));
        }
        let (field_size, field_align) = field.ty.size_and_alignment(depth)?;
        // Both sizes are at most MAX_BYTES, so the sum does not overflow.
        size = size.next_multiple_of(field_align) + field_size;
        align = align.max(field_align);
        if size > MAX_BYTES {
            break;
        }
    }
    Ok((size.next_multiple_of(align), align))
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}: ")?;
        }
        self.ty.fmt(f)
    }
}

impl fmt::Display for FunctionPointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.result)?;
        for (position, param) in self.params.iter().enumerate() {
            write!(f, "{}{param}", if position > 0 { ", " } else { "" })?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for CType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Void => f.write_str("void"),
            Self::Scalar(scalar) => scalar.fmt(f),
            Self::Complex(part) => write!(f, "complex<{part}>"),
            Self::Function(function) => function.fmt(f),
            Self::Pointer { to, constant: false } => write!(f, "*{to}"),
            Self::Pointer { to, constant: true } => write!(f, "*const {to}"),
            Self::Array(item, len) => write!(f, "[{len} x {item}]"),
            Self::Handle { ty, own: true } => write!(f, "own *{}", ty.name()),
            Self::Handle { ty, own: false } => write!(f, "*{}", ty.name()),
            Self::Struct(fields) => {
                f.write_str("{")?;
                for (position, field) in fields.iter().enumerate() {
                    if position > 0 {
                        f.write_str(", ")?;
                    }
                    field.fmt(f)?;
                }
                f.write_str("}")
            }
        }
    }
}
