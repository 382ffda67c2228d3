//! `analysis.IntegerRanges` and `analysis.ConstantIntRanges`.

use tvmlike_dialects::{Int, IntRange};
use tvmlike_lower::IntRanges;
use tvmlike_runtime::convert::Integer;

use super::Kept;
use crate::api::*;
use crate::handles::{Context, OperationBase, Value};
use crate::pass_manager::{is_interrupted, take_failure};

/// The integers that a value can be: bounds as unsigned and as signed numbers.
#[derive(Object, PartialEq, Eq)]
#[object(key = "analysis.ConstantIntRanges", eq)]
pub(crate) struct ConstantIntRanges {
    range: IntRange,
}

fn integer(value: &Int, signed: bool) -> Result<Integer> {
    let exact = value.to_big(signed);
    match i64::try_from(&exact) {
        Ok(small) => Ok(Integer::from(small)),
        Err(_) => exact.to_string().parse(),
    }
}

#[methods]
impl ConstantIntRanges {
    /// The least unsigned number.
    #[getter]
    fn umin(&self) -> Result<Integer> {
        integer(&self.range.umin, false)
    }

    /// The greatest unsigned number.
    #[getter]
    fn umax(&self) -> Result<Integer> {
        integer(&self.range.umax, false)
    }

    /// The least signed number.
    #[getter]
    fn smin(&self) -> Result<Integer> {
        integer(&self.range.smin, true)
    }

    /// The greatest signed number.
    #[getter]
    fn smax(&self) -> Result<Integer> {
        integer(&self.range.smax, true)
    }

    /// The number of bits; 64 for `index`.
    #[getter]
    fn width(&self) -> i64 {
        i64::from(self.range.width())
    }

    /// The number as a signed one, if there is only one.
    #[getter]
    fn constant_value(&self) -> Result<Option<Integer>> {
        self.range
            .constant_value()
            .map(|value| integer(value, true))
            .transpose()
    }

    #[name("__str__")]
    fn text(&self) -> String {
        let range = &self.range;
        format!(
            "unsigned : [{}, {}] signed : [{}, {}]",
            range.umin.to_big(false),
            range.umax.to_big(false),
            range.smin.to_big(true),
            range.smax.to_big(true)
        )
    }
}

/// Which integers the values in an operation can be, found through branches, loops and calls of private functions.
#[derive(Object)]
#[object(key = "analysis.IntegerRanges")]
pub(crate) struct IntegerRanges {
    kept: Kept<IntRanges>,
}

#[methods]
impl IntegerRanges {
    /// The ranges of the values in an operation.
    #[init]
    fn new(operation: &OperationBase) -> Self {
        Self {
            kept: Kept::of(operation),
        }
    }

    /// The range of a value. None: the value is never computed, or it is no integer.
    fn range(&self, value: &Value) -> Result<Option<ConstantIntRanges>> {
        let make = |context: &Context, op| {
            take_failure();
            // Folds are tried and undone.
            let found = IntRanges::analyze_unless(&mut context.edit_any()?, op, &is_interrupted);
            found.ok_or_else(|| {
                take_failure().unwrap_or_else(|| Error::runtime_error("the analysis was interrupted"))
            })
        };
        self.kept.ask(make, |_, ranges| {
            let value = value.in_context(self.kept.context())?;
            Ok(ranges
                .get(value)
                .map(|range| ConstantIntRanges { range: range.clone() }))
        })
    }
}
