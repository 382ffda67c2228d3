//! Affine maps: dimensions and symbols to a list of expressions.

use std::collections::HashSet;

use crate::affine::expr::AffineExprKind;
use crate::context::Context;
use crate::error::Error;
use crate::id::{AffineExpr, AffineMap};
use crate::list::{AffineExprs, Words};
use crate::unique::Kind;

impl Context {
    /// `(d0, …)[s0, …] -> (results)`.
    ///
    /// # Errors
    /// If a result uses a dimension or symbol that the map does not have.
    pub fn affine_map(
        &self,
        num_dims: u32,
        num_symbols: u32,
        results: &[AffineExpr],
    ) -> Result<AffineMap, Error> {
        self.check_inputs("affine map", num_dims, num_symbols, results)?;
        Ok(self.make_map(num_dims, num_symbols, results.iter().copied()))
    }

    /// Checks that expressions use dimensions and symbols that there are.
    pub(super) fn check_inputs(
        &self,
        what: &str,
        num_dims: u32,
        num_symbols: u32,
        exprs: &[AffineExpr],
    ) -> Result<(), Error> {
        let dims = exprs.iter().map(|expr| expr.num_dims(self)).max().unwrap_or(0);
        let symbols = exprs.iter().map(|expr| expr.num_symbols(self)).max().unwrap_or(0);
        if dims > num_dims || symbols > num_symbols {
            return Err(Error::new(format!(
                "{what}: expected at most {num_dims} dimensions and {num_symbols} symbols, \
                 got expressions that use {dims} and {symbols}"
            )));
        }
        Ok(())
    }

    pub(super) fn make_map(
        &self,
        num_dims: u32,
        num_symbols: u32,
        results: impl IntoIterator<Item = AffineExpr>,
    ) -> AffineMap {
        let words = Words::new()
            .words([num_dims, num_symbols])
            .words(results.into_iter().map(AffineExpr::raw));
        AffineMap::new(self.uniquer.intern(Kind::AffineMap, words.as_slice(), &[]))
    }

    /// `() -> ()`.
    pub fn affine_empty_map(&self) -> AffineMap {
        self.make_map(0, 0, [])
    }

    /// `() -> (value)`.
    pub fn affine_constant_map(&self, value: i64) -> AffineMap {
        self.make_map(0, 0, [self.affine_constant(value)])
    }

    /// `(d0, d1) -> (d0, d1)`.
    pub fn affine_identity_map(&self, num_dims: u32) -> AffineMap {
        self.make_map(num_dims, 0, (0..num_dims).map(|dim| self.affine_dim(dim)))
    }

    /// The map to the last `results` of `num_dims` dimensions.
    ///
    /// # Errors
    /// If there are more results than dimensions.
    pub fn affine_minor_identity_map(&self, num_dims: u32, results: u32) -> Result<AffineMap, Error> {
        let first = num_dims.checked_sub(results).ok_or_else(|| {
            Error::new(format!(
                "minor identity map: expected at most {num_dims} results, got {results}"
            ))
        })?;
        Ok(self.make_map(num_dims, 0, (first..num_dims).map(|dim| self.affine_dim(dim))))
    }

    /// The map that permutes its dimensions.
    ///
    /// # Errors
    /// If the list is not a permutation of 0, 1, ….
    pub fn affine_permutation_map(&self, permutation: &[u32]) -> Result<AffineMap, Error> {
        let mut sorted = permutation.to_vec();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..permutation.len() as u32) {
            return Err(Error::new("invalid permutation vector"));
        }
        let results = permutation.iter().map(|dim| self.affine_dim(*dim));
        Ok(self.make_map(permutation.len() as u32, 0, results))
    }
}

impl AffineMap {
    fn words(self, context: &Context) -> &[u32] {
        context.uniquer.node(self.raw()).words()
    }

    /// The number of dimensions.
    #[inline]
    pub fn num_dims(self, context: &Context) -> u32 {
        self.words(context)[0]
    }

    /// The number of symbols.
    #[inline]
    pub fn num_symbols(self, context: &Context) -> u32 {
        self.words(context)[1]
    }

    /// The number of dimensions and symbols.
    pub fn num_inputs(self, context: &Context) -> usize {
        self.num_dims(context) as usize + self.num_symbols(context) as usize
    }

    /// The results.
    #[inline]
    pub fn results(self, context: &Context) -> AffineExprs<'_> {
        AffineExprs::new(&self.words(context)[2..])
    }

    /// Whether the results are the dimensions in order.
    pub fn is_identity(self, context: &Context) -> bool {
        self.num_dims(context) as usize == self.results(context).len()
            && (0u32..)
                .zip(self.results(context))
                .all(|(dim, result)| result.kind(context) == AffineExprKind::Dim(dim))
    }

    /// Whether the results are distinct dimensions, or zeros if those are allowed, and there are no symbols.
    pub fn is_projected_permutation(self, context: &Context, allow_zeros: bool) -> bool {
        if self.num_symbols(context) > 0 || self.results(context).len() > self.num_dims(context) as usize {
            return false;
        }
        let mut seen = HashSet::new();
        self.results(context)
            .iter()
            .all(|result| match result.kind(context) {
                AffineExprKind::Dim(dim) => seen.insert(dim),
                AffineExprKind::Constant(0) => allow_zeros,
                _ => false,
            })
    }

    /// Whether the results are all dimensions, each once.
    pub fn is_permutation(self, context: &Context) -> bool {
        self.num_dims(context) as usize == self.results(context).len()
            && self.is_projected_permutation(context, false)
    }

    /// The map to the results at these positions.
    ///
    /// # Errors
    /// If there is no result at a position.
    pub fn submap(self, context: &Context, positions: &[usize]) -> Result<AffineMap, Error> {
        let results = self.results(context);
        let chosen: Option<Vec<AffineExpr>> =
            positions.iter().map(|position| results.get(*position)).collect();
        let chosen = chosen.ok_or_else(|| Error::new("result position out of bounds"))?;
        Ok(context.make_map(self.num_dims(context), self.num_symbols(context), chosen))
    }

    /// The map to the first results.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn major_submap(self, context: &Context, count: usize) -> Result<AffineMap, Error> {
        self.submap(context, &(0..count).collect::<Vec<_>>())
    }

    /// The map to the last results.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn minor_submap(self, context: &Context, count: usize) -> Result<AffineMap, Error> {
        let len = self.results(context).len();
        let first = len
            .checked_sub(count)
            .ok_or_else(|| Error::new("number of results out of bounds"))?;
        self.submap(context, &(first..len).collect::<Vec<_>>())
    }
}
