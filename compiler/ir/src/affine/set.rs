//! Integer sets: the points whose dimensions and symbols satisfy constraints.

use crate::context::Context;
use crate::error::Error;
use crate::id::{AffineExpr, IntegerSet};
use crate::list::{AffineExprs, Words};
use crate::unique::Kind;

impl Context {
    /// `(d0, …)[s0, …] : (constraints)`: each expression is 0 where its flag is set, and at least 0 elsewhere.
    ///
    /// # Errors
    /// If an expression uses a dimension or symbol that the set does not have, or there are not as many flags as
    /// expressions.
    pub fn integer_set(
        &self,
        num_dims: u32,
        num_symbols: u32,
        constraints: &[AffineExpr],
        equalities: &[bool],
    ) -> Result<IntegerSet, Error> {
        if constraints.len() != equalities.len() {
            return Err(Error::new(format!(
                "integer set: expected {} equality flags, got {}",
                constraints.len(),
                equalities.len()
            )));
        }
        self.check_inputs("integer set", num_dims, num_symbols, constraints)?;
        let flags: Vec<u8> = equalities.iter().map(|flag| u8::from(*flag)).collect();
        let words = Words::new()
            .words([num_dims, num_symbols])
            .words(constraints.iter().map(|expr| expr.raw()));
        Ok(IntegerSet::new(self.uniquer.intern(
            Kind::IntegerSet,
            words.as_slice(),
            &flags,
        )))
    }

    /// The empty set, `(d0, …)[s0, …] : (1 == 0)`.
    pub fn empty_integer_set(&self, num_dims: u32, num_symbols: u32) -> IntegerSet {
        self.integer_set(num_dims, num_symbols, &[self.affine_constant(1)], &[true])
            .expect("a constant uses no dimension")
    }
}

impl IntegerSet {
    fn words(self, context: &Context) -> &[u32] {
        context.uniquer.node(self.raw()).words()
    }

    /// The number of dimensions.
    pub fn num_dims(self, context: &Context) -> u32 {
        self.words(context)[0]
    }

    /// The number of symbols.
    pub fn num_symbols(self, context: &Context) -> u32 {
        self.words(context)[1]
    }

    /// The number of dimensions and symbols.
    pub fn num_inputs(self, context: &Context) -> usize {
        self.num_dims(context) as usize + self.num_symbols(context) as usize
    }

    /// The expressions of the constraints.
    pub fn constraints(self, context: &Context) -> AffineExprs<'_> {
        AffineExprs::new(&self.words(context)[2..])
    }

    /// Whether the constraint at a position is an equality.
    pub fn is_equality(self, context: &Context, index: usize) -> bool {
        let flags = context.uniquer.node(self.raw()).bytes();
        flags.get(index).is_some_and(|flag| *flag != 0)
    }

    /// The number of equalities.
    pub fn num_equalities(self, context: &Context) -> usize {
        let flags = context.uniquer.node(self.raw()).bytes();
        flags.iter().filter(|flag| **flag != 0).count()
    }

    /// The number of inequalities.
    pub fn num_inequalities(self, context: &Context) -> usize {
        self.constraints(context).len() - self.num_equalities(context)
    }

    /// Whether this is the set that [`Context::empty_integer_set`] makes.
    pub fn is_canonical_empty(self, context: &Context) -> bool {
        self == context.empty_integer_set(self.num_dims(context), self.num_symbols(context))
    }

    /// The set with dimensions and symbols replaced.
    ///
    /// # Errors
    /// If an expression uses a dimension or symbol that the result does not have, or becomes too deep.
    pub fn replaced(
        self,
        context: &Context,
        dims: &[AffineExpr],
        symbols: &[AffineExpr],
        num_dims: u32,
        num_symbols: u32,
    ) -> Result<IntegerSet, Error> {
        let constraints = self.constraints(context);
        let replaced = constraints
            .iter()
            .map(|expr| expr.replace_inputs(context, dims, symbols))
            .collect::<Result<Vec<_>, Error>>()?;
        let flags: Vec<bool> = (0..constraints.len())
            .map(|index| self.is_equality(context, index))
            .collect();
        context.integer_set(num_dims, num_symbols, &replaced, &flags)
    }
}
