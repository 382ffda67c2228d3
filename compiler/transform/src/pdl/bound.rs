//! Plans with the functions that they call.

use std::sync::Arc;

use super::functions::{PdlFunction, PdlValue};
use super::plan::{Call, Plan};

/// A plan with the functions of the program that it calls.
pub(super) struct Bound {
    pub(super) plan: Arc<Plan>,
    pub(super) functions: Vec<PdlFunction>,
}

impl Bound {
    /// Checks the number of the results of a function.
    pub(super) fn check_results(&self, call: &Call, results: &[PdlValue]) -> Result<(), String> {
        let (wanted, given) = (call.results.len(), results.len());
        match wanted == given {
            true => Ok(()),
            false => {
                let name = &self.plan.functions[call.function].1;
                Err(format!(
                    "the function '{name}' returned {given} results, expected {wanted}"
                ))
            }
        }
    }
}
