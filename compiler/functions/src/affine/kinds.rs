//! The classes of the kinds of affine expressions.

use tvmlike_ir as ir;
use tvmlike_ir::{AffineExprKind, AffineOp};

use super::{Operand, binary};
use crate::api::*;
use crate::handles::{AffineExpr, Context};
use crate::{current, errors};

macro_rules! expr_class {
    ($(#[$doc:meta])* $name:ident($base:ident) = $key:tt, $class:tt, $holds:expr; { $($body:tt)* }) => {
        $(#[$doc])*
        #[derive(Object)]
        #[object(key = $key, when = $holds)]
        #[repr(transparent)]
        pub(crate) struct $name($base);

        impl $name {
            fn of(expr: AffineExpr) -> Self {
                Self($base::of(expr))
            }

            fn holds(expr: &$base) -> bool {
                let holds: fn(&$base) -> bool = $holds;
                holds(expr)
            }
        }

        #[methods]
        impl $name {
            /// Casts an expression.
            #[init]
            fn cast(expr: &AffineExpr) -> Result<Self> {
                let candidate = AffineExpr::new(&expr.context, expr.id);
                if !Self::holds(&$base::of(candidate)) {
                    return Err(errors::value_error(format!(
                        "Cannot cast affine expression to {} (from {})", $class, expr.repr()?
                    )));
                }
                Ok(Self::of(AffineExpr::new(&expr.context, expr.id)))
            }

            $($body)*
        }
    };
}

expr_class! {
    /// A dimension.
    AffineDimExpr(AffineExpr) = "ir.AffineDimExpr", "AffineDimExpr",
        |expr: &AffineExpr| matches!(expr.kind(), AffineExprKind::Dim(_));
    {
        /// The dimension at a position.
        pub(super) fn get(position: u32, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            let context = current::context(context)?;
            Ok(Self::of(AffineExpr::new(&context, context.core.affine_dim(position))))
        }

        /// The position.
        #[getter]
        fn position(&self) -> u32 {
            match self.kind() {
                AffineExprKind::Dim(position) => position,
                _ => 0,
            }
        }
    }
}

expr_class! {
    /// A symbol.
    AffineSymbolExpr(AffineExpr) = "ir.AffineSymbolExpr", "AffineSymbolExpr",
        |expr: &AffineExpr| matches!(expr.kind(), AffineExprKind::Symbol(_));
    {
        /// The symbol at a position.
        pub(super) fn get(position: u32, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            let context = current::context(context)?;
            Ok(Self::of(AffineExpr::new(&context, context.core.affine_symbol(position))))
        }

        /// The position.
        #[getter]
        fn position(&self) -> u32 {
            match self.kind() {
                AffineExprKind::Symbol(position) => position,
                _ => 0,
            }
        }
    }
}

expr_class! {
    /// A number.
    AffineConstantExpr(AffineExpr) = "ir.AffineConstantExpr", "AffineConstantExpr",
        |expr: &AffineExpr| matches!(expr.kind(), AffineExprKind::Constant(_));
    {
        /// The expression of a number.
        pub(super) fn get(value: i64, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            let context = current::context(context)?;
            Ok(Self::of(AffineExpr::new(&context, context.core.affine_constant(value))))
        }

        /// The number.
        #[getter]
        fn value(&self) -> i64 {
            self.id.constant(&self.context.core).unwrap_or(0)
        }
    }
}

expr_class! {
    /// An operation of two expressions.
    AffineBinaryExpr(AffineExpr) = "ir.AffineBinaryExpr", "AffineBinaryExpr",
        |expr: &AffineExpr| expr.op().is_some();
    {
        /// The left operand.
        #[getter]
        fn lhs(&self) -> ObjectPtr<AffineExpr> {
            AffineExpr::make(&self.context, self.operands().0)
        }

        /// The right operand.
        #[getter]
        fn rhs(&self) -> ObjectPtr<AffineExpr> {
            AffineExpr::make(&self.context, self.operands().1)
        }
    }
}

impl AffineBinaryExpr {
    fn operands(&self) -> (ir::AffineExpr, ir::AffineExpr) {
        match self.kind() {
            AffineExprKind::Binary { lhs, rhs, .. } => (lhs, rhs),
            _ => (self.id, self.id),
        }
    }
}

macro_rules! binary_classes {
    ($($(#[$doc:meta])* $name:ident = $key:tt, $class:tt, $op:ident;)*) => {$(
        expr_class! {
            $(#[$doc])*
            $name(AffineBinaryExpr) = $key, $class, |expr| expr.op() == Some(AffineOp::$op); {
                /// The expression, simplified: it can be of another kind.
                fn get(lhs: Operand, rhs: Operand) -> Result<ObjectPtr<AffineExpr>> {
                    binary(AffineOp::$op, &lhs, &rhs)
                }
            }
        }
    )*};
}

binary_classes! {
    /// A sum.
    AffineAddExpr = "ir.AffineAddExpr", "AffineAddExpr", Add;
    /// A product.
    AffineMulExpr = "ir.AffineMulExpr", "AffineMulExpr", Mul;
    /// A remainder.
    AffineModExpr = "ir.AffineModExpr", "AffineModExpr", Mod;
    /// A quotient, rounded down.
    AffineFloorDivExpr = "ir.AffineFloorDivExpr", "AffineFloorDivExpr", FloorDiv;
    /// A quotient, rounded up.
    AffineCeilDivExpr = "ir.AffineCeilDivExpr", "AffineCeilDivExpr", CeilDiv;
}
