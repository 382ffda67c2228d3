//! `ir.AffineExpr` and its kinds.

mod kinds;

use tvmlike_ir as ir;
use tvmlike_ir::{AffineExprKind, AffineOp};

use crate::api::*;
use crate::handles::{AffineExpr, AffineMap, Context};
use crate::{errors, text};
use kinds::{AffineConstantExpr, AffineDimExpr, AffineSymbolExpr};

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
    fn dump(&self) -> Result<()> {
        eprintln!("{}", self.text()?);
        Ok(())
    }

    #[name("__str__")]
    fn text(&self) -> Result<String> {
        text::affine_expr(&self.context.core, self.id)
    }

    #[name("__repr__")]
    fn repr(&self) -> Result<String> {
        Ok(format!("AffineExpr({})", self.text()?))
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
