//! `ir.AffineExpr` and its kinds.

use tvmlike_ir as ir;
use tvmlike_ir::{AffineExprKind, AffineOp};

use crate::affine_map::AffineMap;
use crate::api::*;
use crate::context::Context;
use crate::types::Same;
use crate::{current, errors, text};

/// An expression of dimensions, symbols and constants.
#[derive(Object, PartialEq, Eq, Hash)]
#[object(key = "ir.AffineExpr", eq, hash)]
pub(crate) struct AffineExpr {
    pub(crate) id: ir::AffineExpr,
    pub(crate) context: Same<Context>,
}

/// An expression or a number.
#[derive(Union)]
enum Operand {
    Number(i64),
    Expr(ObjectPtr<AffineExpr>),
}

impl Operand {
    fn context(&self) -> Option<&ObjectPtr<Context>> {
        match self {
            Self::Number(_) => None,
            Self::Expr(expr) => Some(&expr.context),
        }
    }

    fn id(&self, context: &ObjectPtr<Context>) -> Result<ir::AffineExpr> {
        match self {
            Self::Number(value) => Ok(context.core.affine_constant(*value)),
            Self::Expr(expr) => expr.in_context(context),
        }
    }
}

/// A binary expression; at least one operand is an expression.
fn binary(op: AffineOp, lhs: &Operand, rhs: &Operand) -> Result<ObjectPtr<AffineExpr>> {
    let context = lhs
        .context()
        .or(rhs.context())
        .ok_or_else(|| Error::type_error("expected at least one ir.AffineExpr, got two ints"))?;
    let id = context
        .core
        .affine_binary(op, lhs.id(context)?, rhs.id(context)?)
        .map_err(errors::value_error)?;
    Ok(AffineExpr::make(context, id))
}

impl AffineExpr {
    pub(crate) fn new(context: &ObjectPtr<Context>, id: ir::AffineExpr) -> Self {
        Self {
            id,
            context: Same(context.clone()),
        }
    }

    pub(crate) fn make(context: &ObjectPtr<Context>, id: ir::AffineExpr) -> ObjectPtr<Self> {
        ObjectPtr::new(Self::new(context, id))
    }

    /// The expression, if it belongs to a context.
    pub(crate) fn in_context(&self, context: &ObjectPtr<Context>) -> Result<ir::AffineExpr> {
        if self.context.same_as(context) {
            Ok(self.id)
        } else {
            Err(errors::value_error(
                "the affine expression belongs to another context",
            ))
        }
    }

    fn kind(&self) -> AffineExprKind {
        self.id.kind(&self.context.core)
    }

    fn op(&self) -> Option<AffineOp> {
        match self.kind() {
            AffineExprKind::Binary { op, .. } => Some(op),
            _ => None,
        }
    }

    fn with(this: &ObjectPtr<Self>, op: AffineOp, other: &Operand) -> Result<ObjectPtr<Self>> {
        binary(op, &Operand::Expr(this.clone()), other)
    }

    fn after(this: &ObjectPtr<Self>, op: AffineOp, other: &Operand) -> Result<ObjectPtr<Self>> {
        binary(op, other, &Operand::Expr(this.clone()))
    }

    fn made(&self, made: Result<ir::AffineExpr, ir::Error>) -> Result<ObjectPtr<Self>> {
        Ok(Self::make(&self.context, made.map_err(errors::value_error)?))
    }

    fn negated(&self) -> Result<ObjectPtr<Self>> {
        let minus = self.context.core.affine_constant(-1);
        self.made(self.context.core.affine_binary(AffineOp::Mul, self.id, minus))
    }

    fn of(self) -> Self {
        self
    }
}

/// The expressions of a list, if all belong to a context.
pub(crate) fn exprs_in(
    exprs: &[ObjectPtr<AffineExpr>],
    context: &ObjectPtr<Context>,
) -> Result<Vec<ir::AffineExpr>> {
    exprs.iter().map(|expr| expr.in_context(context)).collect()
}

#[methods]
impl AffineExpr {
    /// The sum of two expressions, one of which can be a number.
    fn get_add(lhs: Operand, rhs: Operand) -> Result<ObjectPtr<Self>> {
        binary(AffineOp::Add, &lhs, &rhs)
    }

    /// The product of two expressions, one of which can be a number.
    fn get_mul(lhs: Operand, rhs: Operand) -> Result<ObjectPtr<Self>> {
        binary(AffineOp::Mul, &lhs, &rhs)
    }

    /// The remainder of a division, which is never negative.
    fn get_mod(lhs: Operand, rhs: Operand) -> Result<ObjectPtr<Self>> {
        binary(AffineOp::Mod, &lhs, &rhs)
    }

    /// The quotient, rounded down.
    fn get_floor_div(lhs: Operand, rhs: Operand) -> Result<ObjectPtr<Self>> {
        binary(AffineOp::FloorDiv, &lhs, &rhs)
    }

    /// The quotient, rounded up.
    fn get_ceil_div(lhs: Operand, rhs: Operand) -> Result<ObjectPtr<Self>> {
        binary(AffineOp::CeilDiv, &lhs, &rhs)
    }

    /// A number.
    fn get_constant(
        value: i64,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<AffineConstantExpr> {
        AffineConstantExpr::get(value, context)
    }

    /// The dimension at a position.
    fn get_dim(position: u32, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<AffineDimExpr> {
        AffineDimExpr::get(position, context)
    }

    /// The symbol at a position.
    fn get_symbol(
        position: u32,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<AffineSymbolExpr> {
        AffineSymbolExpr::get(position, context)
    }

    /// The expression in the simplest form, of so many dimensions and symbols.
    fn simplify_affine_expr(expr: &Self, num_dims: u32, num_symbols: u32) -> Result<ObjectPtr<Self>> {
        let core = &expr.context.core;
        if expr.id.num_dims(core) > num_dims || expr.id.num_symbols(core) > num_symbols {
            return Err(errors::value_error(format!(
                "the expression uses more than {num_dims} dimensions or {num_symbols} symbols"
            )));
        }
        expr.made(expr.id.simplify(core))
    }

    /// The expression with each dimension replaced by a result of a map.
    fn compose(&self, map: &AffineMap) -> Result<ObjectPtr<Self>> {
        let map = map.in_context(&self.context)?;
        self.made(self.id.compose(&self.context.core, map))
    }

    /// The expression with the dimensions from `offset` to `num_dims` shifted.
    fn shift_dims(&self, num_dims: u32, shift: u32, #[default(0)] offset: u32) -> Result<ObjectPtr<Self>> {
        self.made(self.id.shift_dims(&self.context.core, num_dims, shift, offset))
    }

    /// The expression with the symbols from `offset` to `num_symbols` shifted.
    fn shift_symbols(
        &self,
        num_symbols: u32,
        shift: u32,
        #[default(0)] offset: u32,
    ) -> Result<ObjectPtr<Self>> {
        self.made(
            self.id
                .shift_symbols(&self.context.core, num_symbols, shift, offset),
        )
    }

    #[name("__add__")]
    fn add(this: &ObjectPtr<Self>, other: Operand) -> Result<ObjectPtr<Self>> {
        Self::with(this, AffineOp::Add, &other)
    }

    #[name("__radd__")]
    fn add_to(this: &ObjectPtr<Self>, other: Operand) -> Result<ObjectPtr<Self>> {
        Self::with(this, AffineOp::Add, &other)
    }

    #[name("__mul__")]
    fn mul(this: &ObjectPtr<Self>, other: Operand) -> Result<ObjectPtr<Self>> {
        Self::with(this, AffineOp::Mul, &other)
    }

    #[name("__rmul__")]
    fn mul_by(this: &ObjectPtr<Self>, other: Operand) -> Result<ObjectPtr<Self>> {
        Self::with(this, AffineOp::Mul, &other)
    }

    #[name("__mod__")]
    fn modulo(this: &ObjectPtr<Self>, other: Operand) -> Result<ObjectPtr<Self>> {
        Self::with(this, AffineOp::Mod, &other)
    }

    #[name("__rmod__")]
    fn modulo_of(this: &ObjectPtr<Self>, other: Operand) -> Result<ObjectPtr<Self>> {
        Self::after(this, AffineOp::Mod, &other)
    }

    #[name("__sub__")]
    fn sub(this: &ObjectPtr<Self>, other: Operand) -> Result<ObjectPtr<Self>> {
        let negated = match &other {
            Operand::Number(value) => Operand::Number(
                value
                    .checked_neg()
                    .ok_or_else(|| Error::overflow_error("the number is too small"))?,
            ),
            Operand::Expr(expr) => Operand::Expr(expr.negated()?),
        };
        Self::with(this, AffineOp::Add, &negated)
    }

    #[name("__rsub__")]
    fn sub_from(&self, other: Operand) -> Result<ObjectPtr<Self>> {
        Self::with(&self.negated()?, AffineOp::Add, &other)
    }

    /// The context of the expression.
    #[getter]
    fn context(&self) -> ObjectPtr<Context> {
        self.context.clone()
    }

    /// The expression as an object of the class of its kind.
    fn maybe_downcast(&self) -> ObjectPtr<Self> {
        Self::make(&self.context, self.id)
    }

    /// Prints the expression to the standard error stream.
    fn dump(&self) {
        eprintln!("{}", self.text());
    }

    #[name("__str__")]
    pub(crate) fn text(&self) -> String {
        text::affine_expr(&self.context.core, self.id)
    }

    #[name("__repr__")]
    fn repr(&self) -> String {
        format!("AffineExpr({})", self.text())
    }

    #[name("__refinement_key__")]
    fn refinement_key(&self) -> i64 {
        match self.kind() {
            AffineExprKind::Dim(_) => 0,
            AffineExprKind::Symbol(_) => 1,
            AffineExprKind::Constant(_) => 2,
            AffineExprKind::Binary { op, .. } => 3 + op as i64,
        }
    }
}

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
                        "Cannot cast affine expression to {} (from {})", $class, expr.repr()
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
        fn get(position: u32, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
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
        fn get(position: u32, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
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
        fn get(value: i64, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
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
