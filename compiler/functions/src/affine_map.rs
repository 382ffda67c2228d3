//! `ir.AffineMap`.

use tvmlike_ir as ir;
use tvmlike_ir::{AffineOp, DYNAMIC};

use crate::affine_list::{AffineExprList, Exprs};
use crate::api::*;
use crate::handles::{AffineExpr, AffineMap, Context, exprs_in};
use crate::slices::check_inputs;
use crate::{current, errors, text};

/// The map from indices to places of a strided layout.
pub(crate) fn of_layout(context: &ObjectPtr<Context>, offset: i64, strides: &[i64]) -> Result<AffineMap> {
    let core = &context.core;
    let mut symbols = 0;
    let mut number = |value: i64| {
        if value == DYNAMIC {
            symbols += 1;
            core.affine_symbol(symbols - 1)
        } else {
            core.affine_constant(value)
        }
    };
    let mut sum = number(offset);
    for (dim, stride) in (0..).zip(strides) {
        let term = core
            .affine_binary(AffineOp::Mul, core.affine_dim(dim), number(*stride))
            .map_err(errors::value_error)?;
        sum = core
            .affine_binary(AffineOp::Add, sum, term)
            .map_err(errors::value_error)?;
    }
    let made = core.affine_map(strides.len() as u32, symbols, &[sum]);
    Ok(AffineMap::new(context, made.map_err(errors::value_error)?))
}

impl AffineMap {
    fn made(&self, made: Result<ir::AffineMap, ir::Error>) -> Result<Self> {
        Ok(Self::new(&self.context, made.map_err(errors::value_error)?))
    }

    fn num_results(&self) -> usize {
        self.id.results(&self.context.core).len()
    }

    /// Checks a number of results.
    fn check_count(&self, n_results: usize) -> Result<()> {
        if n_results > self.num_results() {
            return Err(errors::value_error("number of results out of bounds"));
        }
        Ok(())
    }
}

#[methods]
impl AffineMap {
    /// The map of so many dimensions and symbols to some expressions.
    fn get(
        dim_count: u32,
        symbol_count: u32,
        exprs: Exprs,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<Self> {
        let context = current::context(context)?;
        let exprs = exprs_in(&exprs.into_vec(), &context)?;
        check_inputs(dim_count, symbol_count)?;
        let made = context.core.affine_map(dim_count, symbol_count, &exprs);
        Ok(Self::new(&context, made.map_err(errors::value_error)?))
    }

    /// The map to a number.
    fn get_constant(value: i64, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
        let context = current::context(context)?;
        Ok(Self::new(&context, context.core.affine_constant_map(value)))
    }

    /// The map without dimensions, symbols and results.
    fn get_empty(#[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
        let context = current::context(context)?;
        Ok(Self::new(&context, context.core.affine_empty_map()))
    }

    /// The map of dimensions to themselves.
    fn get_identity(n_dims: u32, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
        check_inputs(n_dims, 0)?;
        let context = current::context(context)?;
        Ok(Self::new(&context, context.core.affine_identity_map(n_dims)))
    }

    /// The map of dimensions to the last of them.
    fn get_minor_identity(
        n_dims: u32,
        n_results: u32,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<Self> {
        check_inputs(n_dims, 0)?;
        let context = current::context(context)?;
        let made = context.core.affine_minor_identity_map(n_dims, n_results);
        Ok(Self::new(&context, made.map_err(errors::value_error)?))
    }

    /// The map of dimensions to the same in another order.
    fn get_permutation(
        permutation: Vec<u32>,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<Self> {
        let context = current::context(context)?;
        let made = context.core.affine_permutation_map(&permutation);
        let made = made.map_err(|_| {
            Error::runtime_error(
                "Invalid permutation when attempting to create an AffineMap: each number below the length must \
                 appear once",
            )
        })?;
        Ok(Self::new(&context, made))
    }

    /// Maps without the symbols that none of some maps uses.
    fn compress_unused_symbols(
        maps: Vec<ObjectPtr<Self>>,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<List<ObjectPtr<Self>>> {
        let context = current::context(context)?;
        let ids = maps
            .iter()
            .map(|map| map.in_context(&context))
            .collect::<Result<Vec<_>>>()?;
        let made = context
            .core
            .compress_unused_symbols(&ids)
            .map_err(errors::value_error)?;
        Ok(made
            .into_iter()
            .map(|id| ObjectPtr::new(Self::new(&context, id)))
            .collect())
    }

    /// The map with the results at some positions.
    fn get_submap(&self, result_positions: Vec<usize>) -> Result<Self> {
        if result_positions
            .iter()
            .any(|position| *position >= self.num_results())
        {
            return Err(errors::value_error("result position out of bounds"));
        }
        self.made(self.id.submap(&self.context.core, &result_positions))
    }

    /// The map with the first results.
    fn get_major_submap(&self, n_results: usize) -> Result<Self> {
        self.check_count(n_results)?;
        self.made(self.id.major_submap(&self.context.core, n_results))
    }

    /// The map with the last results.
    fn get_minor_submap(&self, n_results: usize) -> Result<Self> {
        self.check_count(n_results)?;
        self.made(self.id.minor_submap(&self.context.core, n_results))
    }

    /// The map of other numbers of dimensions and symbols with an expression replaced.
    fn replace(
        &self,
        expr: &AffineExpr,
        replacement: &AffineExpr,
        n_result_dims: u32,
        n_result_syms: u32,
    ) -> Result<Self> {
        check_inputs(n_result_dims, n_result_syms)?;
        let (expr, replacement) = (
            expr.in_context(&self.context)?,
            replacement.in_context(&self.context)?,
        );
        let core = &self.context.core;
        self.made(
            self.id
                .replace(core, expr, replacement, n_result_dims, n_result_syms),
        )
    }

    /// Whether the results are the dimensions, each once.
    #[getter]
    fn is_permutation(&self) -> bool {
        self.id.is_permutation(&self.context.core)
    }

    /// Whether the results are dimensions, each at most once.
    #[getter]
    fn is_projected_permutation(&self) -> bool {
        self.id.is_projected_permutation(&self.context.core, false)
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

    /// The results.
    #[getter]
    fn results(&self) -> AffineExprList {
        let exprs = self.id.results(&self.context.core).to_vec();
        AffineExprList::new(&self.context, exprs)
    }

    /// The context of the map.
    #[getter]
    fn context(&self) -> ObjectPtr<Context> {
        self.context.clone()
    }

    /// Prints the map to the standard error stream.
    fn dump(&self) -> Result<()> {
        eprintln!("{}", self.text()?);
        Ok(())
    }

    #[name("__str__")]
    fn text(&self) -> Result<String> {
        text::affine_map(&self.context.core, self.id)
    }

    #[name("__repr__")]
    fn repr(&self) -> Result<String> {
        Ok(format!("AffineMap({})", self.text()?))
    }
}
