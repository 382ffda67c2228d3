//! Integers, booleans and floats.

use num_bigint::BigInt;
use tvmlike_ir::{AttributeKind, IntegerValue, Signedness, TypeKind};
use tvmlike_runtime::convert::Integer;

use super::attribute_class;
use crate::api::*;
use crate::current::{self, GivenLocation};
use crate::handles::{Attribute, Context, Type};
use crate::type_id::TypeId;
use crate::{diagnostics, errors};

/// The number in an integer attribute, as MLIR's bindings read it.
pub(super) fn number(context: &Context, value: IntegerValue<'_>, ty: tvmlike_ir::Type) -> Result<Integer> {
    let signed = !matches!(
        ty.kind(&context.core),
        TypeKind::Integer {
            signedness: Signedness::Unsigned,
            ..
        }
    );
    let small = if signed {
        value.to_i64()
    } else {
        value.to_u64().and_then(|one| one.try_into().ok())
    };
    small.map_or_else(|| value.to_decimal(signed).parse(), |one| Ok(Integer::from(one)))
}

/// Whether an attribute is a number.
fn is_integer(one: &Attribute) -> bool {
    matches!(one.kind(), AttributeKind::Integer { .. })
}

attribute_class! {
    /// An integer.
    IntegerAttr(Attribute) = "ir.IntegerAttr", "IntegerAttr", "builtin.integer", is_integer; {
        /// The integer of a type.
        fn get(r#type: &Type, value: Integer) -> Result<Self> {
            let (ty, core) = (r#type, r#type.core());
            let made = match value.to_i64() {
                Some(value) => core.integer_attribute(ty.id, value),
                None => {
                    let value: BigInt = value.to_string().parse().map_err(errors::value_error)?;
                    core.big_integer_attribute(ty.id, &value)
                }
            };
            let id = made.map_err(errors::value_error)?;
            Ok(Self::of(Attribute::new(&ty.context, id)))
        }

        /// The number.
        #[getter]
        fn value(&self) -> Result<Integer> {
            match self.kind() {
                AttributeKind::Integer { value, ty } => number(&self.context, value, ty),
                _ => Err(errors::value_error("not an integer")),
            }
        }

        #[name("__int__")]
        fn int(&self) -> Result<Integer> {
            self.value()
        }

        #[name("__index__")]
        fn index(&self) -> Result<Integer> {
            self.value()
        }
    }
}

attribute_class! {
    /// Booleans; they exist so that `BoolAttr` comes before `IntegerAttr`.
    BoolLike(Attribute) = "ir._BoolLike", "BoolAttr", "builtin.integer", Attribute::is_bool; {}
}

attribute_class! {
    /// `true` or `false`.
    BoolAttr(BoolLike) = "ir.BoolAttr", "BoolAttr", "builtin.integer", |one| one.is_bool(); {
        /// `true` or `false`.
        fn get(value: bool, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            let context = current::context(context)?;
            Ok(Self::of(Attribute::new(&context, context.core.bool_attribute(value))))
        }

        /// Whether it is `true`.
        #[getter]
        fn value(&self) -> bool {
            matches!(self.kind(), AttributeKind::Integer { value, .. } if !value.is_zero())
        }

        #[name("__bool__")]
        fn is_true(&self) -> bool {
            self.value()
        }

        #[name("__int__")]
        fn int(&self) -> i64 {
            i64::from(self.value())
        }
    }
}

attribute_class! {
    /// A floating-point number.
    FloatAttr(Attribute) = "ir.FloatAttr", "FloatAttr", "builtin.float",
        |one: &Attribute| matches!(one.kind(), AttributeKind::Float { .. });
    {
        /// The number of a type.
        fn get(r#type: &Type, value: f64, #[implicit] loc: GivenLocation) -> Result<Self> {
            let loc = current::location(loc)?;
            let id = r#type.core().float_attribute(r#type.id, value).map_err(|error| {
                diagnostics::error_at(&r#type.context, "Invalid attribute", loc.id, error.message())
            })?;
            Ok(Self::of(Attribute::new(&r#type.context, id)))
        }

        /// The number of a type; an invalid type is an error without a location.
        fn get_unchecked(
            r#type: &Type,
            value: f64,
            #[implicit] _context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            let id = r#type.core().float_attribute(r#type.id, value).map_err(errors::value_error)?;
            Ok(Self::of(Attribute::new(&r#type.context, id)))
        }

        /// The number as `f32`.
        fn get_f32(value: f64, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            let context = current::context(context)?;
            let id = context.core.float_attribute(context.core.f32(), value).map_err(errors::value_error)?;
            Ok(Self::of(Attribute::new(&context, id)))
        }

        /// The number as `f64`.
        fn get_f64(value: f64, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            let context = current::context(context)?;
            let id = context.core.float_attribute(context.core.f64(), value).map_err(errors::value_error)?;
            Ok(Self::of(Attribute::new(&context, id)))
        }

        /// The number, rounded to a double.
        #[getter]
        fn value(&self) -> f64 {
            match self.kind() {
                AttributeKind::Float { value, .. } => value.to_f64(),
                _ => f64::NAN,
            }
        }

        #[name("__float__")]
        fn float(&self) -> f64 {
            self.value()
        }
    }
}
