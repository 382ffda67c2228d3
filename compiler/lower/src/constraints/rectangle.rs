//! Whether the bounds of loops depend on the variables of other loops.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{Context, Value};

use super::flatten::{Flattened, Place};

/// Whether a bound depends on no variable of these loops. `None`: it is not linear.
///
/// MLIR takes a quotient of the variable of one other loop for independent, and makes loops of it that are not valid.
pub(crate) fn is_rectangular(context: &Context, bound: &AppliedMap, variables: &[Value]) -> Option<bool> {
    let flat = Flattened::of(context, bound.dims.len(), bound.symbols.len(), &bound.results)?;
    let is_variable: Vec<bool> = bound
        .operands()
        .iter()
        .map(|value| variables.contains(value))
        .collect();
    let is_independent = |row: &[i128]| {
        let mut columns = is_variable.iter().zip(row);
        columns.all(|(is_variable, number)| !is_variable || *number == 0)
    };
    let columns: Vec<usize> = (0..is_variable.len()).collect();
    let at = Place {
        columns: &columns,
        inputs: is_variable.len(),
        locals: flat.num_locals(),
        others: 0,
    };
    let quotients = flat.inequalities(&at)?;
    Some(flat.rows(at).all(|row| is_independent(&row)) && quotients.iter().all(|row| is_independent(row)))
}
