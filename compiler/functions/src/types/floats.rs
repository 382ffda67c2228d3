//! Floating-point types.

use tvmlike_ir::{FloatKind, TypeKind};

use super::type_class;
use crate::api::*;
use crate::handles::{Context, Type};
use crate::type_id::TypeId;
use crate::{current, errors};

type_class! {
    /// A floating-point type.
    FloatType(Type) = "ir.FloatType", "FloatType", "builtin.float", [TypeKind::Float(_)] {
        /// The number of bits.
        #[getter]
        fn width(&self) -> u32 {
            self.id.bit_width(self.core()).unwrap_or(0)
        }
    }
}

macro_rules! float_classes {
    ($($name:ident = $key:tt, $class:tt, $mlir:tt, $kind:ident;)*) => {
        $(type_class! {
            /// A floating-point type.
            $name(FloatType) = $key, $class, $mlir, [TypeKind::Float(FloatKind::$kind)] {
                /// The type.
                fn get(#[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
                    let context = current::context(context)?;
                    let id = context.core.float_type(FloatKind::$kind);
                    Ok(Self::of(Type::new(&context, id)))
                }
            }
        })*

        /// The name of the class of a kind, and MLIR's name.
        pub(super) fn names(kind: FloatKind) -> (&'static str, &'static str) {
            match kind {
                $(FloatKind::$kind => ($class, $mlir),)*
                FloatKind::F80 => ("FloatType", "builtin.f80"),
                FloatKind::F128 => ("FloatType", "builtin.f128"),
            }
        }
    };
}

float_classes! {
    F16Type = "ir.F16Type", "F16Type", "builtin.f16", F16;
    BF16Type = "ir.BF16Type", "BF16Type", "builtin.bf16", BF16;
    F32Type = "ir.F32Type", "F32Type", "builtin.f32", F32;
    FloatTF32Type = "ir.FloatTF32Type", "FloatTF32Type", "builtin.tf32", TF32;
    F64Type = "ir.F64Type", "F64Type", "builtin.f64", F64;
    Float8E5M2Type = "ir.Float8E5M2Type", "Float8E5M2Type", "builtin.f8E5M2", F8E5M2;
    Float8E5M2FNUZType = "ir.Float8E5M2FNUZType", "Float8E5M2FNUZType", "builtin.f8E5M2FNUZ", F8E5M2FNUZ;
    Float8E4M3Type = "ir.Float8E4M3Type", "Float8E4M3Type", "builtin.f8E4M3", F8E4M3;
    Float8E4M3FNType = "ir.Float8E4M3FNType", "Float8E4M3FNType", "builtin.f8E4M3FN", F8E4M3FN;
    Float8E4M3FNUZType = "ir.Float8E4M3FNUZType", "Float8E4M3FNUZType", "builtin.f8E4M3FNUZ", F8E4M3FNUZ;
    Float8E4M3B11FNUZType = "ir.Float8E4M3B11FNUZType", "Float8E4M3B11FNUZType", "builtin.f8E4M3B11FNUZ", F8E4M3B11FNUZ;
    Float8E3M4Type = "ir.Float8E3M4Type", "Float8E3M4Type", "builtin.f8E3M4", F8E3M4;
    Float8E8M0FNUType = "ir.Float8E8M0FNUType", "Float8E8M0FNUType", "builtin.f8E8M0FNU", F8E8M0FNU;
    Float6E2M3FNType = "ir.Float6E2M3FNType", "Float6E2M3FNType", "builtin.f6E2M3FN", F6E2M3FN;
    Float6E3M2FNType = "ir.Float6E3M2FNType", "Float6E3M2FNType", "builtin.f6E3M2FN", F6E3M2FN;
    Float4E2M1FNType = "ir.Float4E2M1FNType", "Float4E2M1FNType", "builtin.f4E2M1FN", F4E2M1FN;
}
