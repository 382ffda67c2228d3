//! `ir.IntegerSet` and its constraints.

use tvmlike_ir as ir;

use crate::api::*;
use crate::handles::{AffineExpr, Context, IntegerSet, Same, exprs_in};
use crate::slices::check_inputs;
use crate::{current, errors, text};

/// An expression that is 0, or at least 0.
#[derive(Object)]
#[object(key = "ir.IntegerSetConstraint")]
pub(crate) struct IntegerSetConstraint {
    /// The expression.
    #[field]
    expr: ObjectPtr<AffineExpr>,
    /// Whether the expression is 0; otherwise it is at least 0.
    #[field]
    is_eq: bool,
}

/// The constraints of an integer set.
#[derive(Object)]
#[object(key = "ir.IntegerSetConstraintList")]
pub(crate) struct IntegerSetConstraintList {
    set: Same<Context>,
    constraints: Vec<(ir::AffineExpr, bool)>,
}

#[methods(sequence)]
impl IntegerSetConstraintList {
    fn len(&self) -> usize {
        self.constraints.len()
    }

    fn get(&self, index: usize) -> Option<IntegerSetConstraint> {
        let (expr, is_eq) = *self.constraints.get(index)?;
        Some(IntegerSetConstraint {
            expr: AffineExpr::make(&self.set, expr),
            is_eq,
        })
    }

    /// The constraints of both, as a list.
    #[name("__add__")]
    fn add(&self, other: &Self) -> List<ObjectPtr<IntegerSetConstraint>> {
        let of = |one: &Self| {
            let all = (0..one.len()).filter_map(|index| one.get(index));
            all.map(ObjectPtr::new).collect::<Vec<_>>()
        };
        let mut all = of(self);
        all.extend(of(other));
        List(all)
    }
}

#[methods]
impl IntegerSet {
    /// The set with some constraints.
    fn get(
        num_dims: u32,
        num_symbols: u32,
        exprs: Vec<ObjectPtr<AffineExpr>>,
        eq_flags: Vec<bool>,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<Self> {
        check_inputs(num_dims, num_symbols)?;
        let context = current::context(context)?;
        if exprs.len() != eq_flags.len() {
            return Err(errors::value_error(
                "Expected the number of constraints to match that of equality flags",
            ));
        }
        if exprs.is_empty() {
            return Err(errors::value_error("Expected non-empty list of constraints"));
        }
        let exprs = exprs_in(&exprs, &context)?;
        let made = context.core.integer_set(num_dims, num_symbols, &exprs, &eq_flags);
        Ok(Self::new(&context, made.map_err(errors::value_error)?))
    }

    /// The empty set.
    fn get_empty(
        num_dims: u32,
        num_symbols: u32,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<Self> {
        check_inputs(num_dims, num_symbols)?;
        let context = current::context(context)?;
        Ok(Self::new(
            &context,
            context.core.empty_integer_set(num_dims, num_symbols),
        ))
    }

    /// The set with its dimensions and symbols replaced by expressions.
    fn get_replaced(
        &self,
        dim_exprs: Vec<ObjectPtr<AffineExpr>>,
        symbol_exprs: Vec<ObjectPtr<AffineExpr>>,
        num_result_dims: u32,
        num_result_symbols: u32,
    ) -> Result<Self> {
        check_inputs(num_result_dims, num_result_symbols)?;
        let context = &self.context;
        if dim_exprs.len() != self.n_dims() as usize {
            return Err(errors::value_error(
                "Expected the number of dimension replacement expressions to match that of dimensions",
            ));
        }
        if symbol_exprs.len() != self.n_symbols() as usize {
            return Err(errors::value_error(
                "Expected the number of symbol replacement expressions to match that of symbols",
            ));
        }
        let (dims, symbols) = (exprs_in(&dim_exprs, context)?, exprs_in(&symbol_exprs, context)?);
        let made = self.id.replaced(
            &context.core,
            &dims,
            &symbols,
            num_result_dims,
            num_result_symbols,
        );
        Ok(Self::new(context, made.map_err(errors::value_error)?))
    }

    /// Whether it is the set that `get_empty` makes.
    #[getter]
    fn is_canonical_empty(&self) -> bool {
        self.id.is_canonical_empty(&self.context.core)
    }

    /// The number of dimensions.
    #[getter]
    fn n_dims(&self) -> u32 {
        self.id.num_dims(&self.context.core)
    }

    /// The number of symbols.
    #[getter]
    fn n_symbols(&self) -> u32 {
        self.id.num_symbols(&self.context.core)
    }

    /// The number of dimensions and symbols.
    #[getter]
    fn n_inputs(&self) -> usize {
        self.id.num_inputs(&self.context.core)
    }

    /// The number of constraints that an expression is 0.
    #[getter]
    fn n_equalities(&self) -> usize {
        self.id.num_equalities(&self.context.core)
    }

    /// The number of constraints that an expression is at least 0.
    #[getter]
    fn n_inequalities(&self) -> usize {
        self.id.num_inequalities(&self.context.core)
    }

    /// The constraints.
    #[getter]
    fn constraints(&self) -> IntegerSetConstraintList {
        let core = &self.context.core;
        let exprs = self.id.constraints(core);
        IntegerSetConstraintList {
            set: Same(self.context.clone()),
            constraints: exprs
                .iter()
                .enumerate()
                .map(|(at, expr)| (expr, self.id.is_equality(core, at)))
                .collect(),
        }
    }

    /// The context of the set.
    #[getter]
    fn context(&self) -> ObjectPtr<Context> {
        self.context.clone()
    }

    /// Prints the set to the standard error stream.
    fn dump(&self) -> Result<()> {
        eprintln!("{}", self.text()?);
        Ok(())
    }

    #[name("__str__")]
    fn text(&self) -> Result<String> {
        text::integer_set(&self.context.core, self.id)
    }

    #[name("__repr__")]
    fn repr(&self) -> Result<String> {
        Ok(format!("IntegerSet({})", self.text()?))
    }
}
