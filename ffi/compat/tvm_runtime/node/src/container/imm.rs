//! Numbers as objects with a data type, as TVM's front ends before 0.18 convert numbers to objects.
//!
//! Front ends compare such numbers by functions of TVM's compiler, which are here for numbers. Invariant: a value fits its data type,
//! so another front end that reads it by that type gets the same number.

use tvmlike::prelude::*;
use tvmlike::{Object, TypeIndex};
use tvmlike_runtime::abi::names::dtype_code;

use crate::dtype::{TvmDataType, name_of};

/// An integer or a truth value with a data type.
#[derive(Object)]
#[object(key = "IntImm", repr)]
pub struct IntImm {
    /// The data type: a signed or unsigned integer, or `bool`.
    #[field]
    dtype: DataType,
    /// The number.
    #[field]
    value: i64,
    /// The place in the source; numbers have none.
    #[field]
    span: Any,
}

/// A number with a floating-point data type.
#[derive(Object)]
#[object(key = "FloatImm", repr)]
pub struct FloatImm {
    /// The data type.
    #[field]
    dtype: DataType,
    /// The number.
    #[field]
    value: f64,
    /// The place in the source; numbers have none.
    #[field]
    span: Any,
}

impl std::fmt::Debug for IntImm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match name_of(self.dtype).as_str() {
            "int32" => write!(f, "{}", self.value),
            "bool" => write!(f, "(bool){}", self.value),
            name => write!(f, "({name}){}", self.value),
        }
    }
}

impl std::fmt::Debug for FloatImm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}){:?}", name_of(self.dtype), self.value)
    }
}

impl IntImm {
    /// The data type and the number.
    pub(crate) fn parts(&self) -> (DataType, i64) {
        (self.dtype, self.value)
    }
}

impl FloatImm {
    /// The data type and the number.
    pub(crate) fn parts(&self) -> (DataType, f64) {
        (self.dtype, self.value)
    }
}

/// Whether a data type is a floating-point one.
fn is_float(dtype: DataType) -> bool {
    const INT: u8 = dtype_code("int");
    const UINT: u8 = dtype_code("uint");
    !matches!(dtype.code, INT | UINT)
}

/// The error of a number that does not fit a data type.
fn unfit(value: &dyn std::fmt::Display, dtype: DataType) -> Error {
    Error::value_error(format!("{value} is not a value of {}", name_of(dtype)))
}

/// Makes the object of an integer.
pub(crate) fn int(value: i64, dtype: DataType) -> Result<Any> {
    if is_float(dtype) {
        return float(value as f64, dtype);
    }
    const UINT: u8 = dtype_code("uint");
    let bits = u32::from(dtype.bits);
    let fits = match dtype.code {
        // An unsigned 64-bit number beyond the signed ones is another object in TVM.
        UINT => value >= 0 && (bits >= 63 || value >> bits == 0),
        _ => bits >= 64 || (-(1_i64 << (bits - 1))..1_i64 << (bits - 1)).contains(&value),
    };
    if dtype.lanes != 1 || bits > 64 || !fits {
        return Err(unfit(&value, dtype));
    }
    Ok(ObjectPtr::new(IntImm {
        dtype,
        value,
        span: Any::default(),
    })
    .to_any())
}

/// Makes the object of a floating-point number.
pub(crate) fn float(value: f64, dtype: DataType) -> Result<Any> {
    if !is_float(dtype) {
        let whole = value as i64;
        return if whole as f64 == value && value.abs() < 2_f64.powi(63) {
            int(whole, dtype)
        } else {
            Err(unfit(&value, dtype))
        };
    }
    const FLOAT: u8 = dtype_code("float");
    let most = match (dtype.code, dtype.bits) {
        (FLOAT, 16) => 65504.0,
        (FLOAT, 32) => f64::from(f32::MAX),
        _ => f64::MAX,
    };
    if dtype.lanes != 1 || (value.is_finite() && value.abs() > most) {
        return Err(unfit(&value, dtype));
    }
    Ok(ObjectPtr::new(FloatImm {
        dtype,
        value,
        span: Any::default(),
    })
    .to_any())
}

/// Makes the object of a number or truth value with a data type. `span`, a place in the source, is ignored.
#[packed_func("node._const")]
fn constant(value: AnyView<'_>, dtype: TvmDataType, #[default(Any::default())] span: Any) -> Result<Any> {
    let _ = span;
    let made = match value.kind() {
        TypeIndex::FLOAT => float(value.convert()?, dtype.0),
        TypeIndex::BOOL => int(value.convert::<bool>()?.into(), dtype.0),
        TypeIndex::INT => int(value.convert()?, dtype.0),
        other => Err(Error::type_error(format!(
            "expected a number, got {}",
            other.name()
        ))),
    };
    made.map_err(|why| {
        Error::new(
            &*why.kind(),
            format!("node._const: argument 1 `value`: {}", why.message()),
        )
    })
}

/// A number: an object of one of the two types, or plain.
#[derive(Clone, Copy)]
enum Number {
    Int(i64),
    Float(f64),
}

impl Number {
    fn of(value: &AnyView<'_>, function: &str, position: usize) -> Result<Self> {
        if let Some(number) = value.downcast_ref::<IntImm>() {
            return Ok(Self::Int(number.value));
        }
        if let Some(number) = value.downcast_ref::<FloatImm>() {
            return Ok(Self::Float(number.value));
        }
        match value.kind() {
            TypeIndex::INT => Ok(Self::Int(value.convert()?)),
            TypeIndex::BOOL => Ok(Self::Int(value.convert::<bool>()?.into())),
            TypeIndex::FLOAT => Ok(Self::Float(value.convert()?)),
            other => Err(Error::type_error(format!(
                "{function}: argument {position}: expected a number, got {}; other expressions need TVM's compiler",
                other.name()
            ))),
        }
    }

    fn equals(self, other: Self) -> bool {
        match (self, other) {
            (Self::Int(one), Self::Int(other)) => one == other,
            (Self::Float(one), Self::Float(other)) => one == other,
            // Exact: a float that is not this integer converts to another one, or is not whole.
            (Self::Int(int), Self::Float(float)) | (Self::Float(float), Self::Int(int)) => {
                float.trunc() == float && float.abs() < 2_f64.powi(63) && float as i64 == int
            }
        }
    }
}

/// Whether two numbers are equal, as a number of the type `bool`. `span`, a place in the source, is ignored.
#[packed_func("tir._OpEQ")]
fn equal(a: AnyView<'_>, b: AnyView<'_>, #[default(Any::default())] span: Any) -> Result<Any> {
    let _ = span;
    let equal = Number::of(&a, "tir._OpEQ", 1)?.equals(Number::of(&b, "tir._OpEQ", 2)?);
    int(equal.into(), DataType::new(dtype_code("uint"), 1, 1))
}

/// Whether two numbers differ, as a number of the type `bool`. `span`, a place in the source, is ignored.
#[packed_func("tir._OpNE")]
fn not_equal(a: AnyView<'_>, b: AnyView<'_>, #[default(Any::default())] span: Any) -> Result<Any> {
    let _ = span;
    let equal = Number::of(&a, "tir._OpNE", 1)?.equals(Number::of(&b, "tir._OpNE", 2)?);
    int((!equal).into(), DataType::new(dtype_code("uint"), 1, 1))
}
