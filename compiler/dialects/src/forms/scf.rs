//! The custom forms of the scf dialect.

mod branches;
mod forall;
mod loops;
mod whiles;

use tvmlike_text::CustomForm;

pub(super) use branches::If;
pub(super) use whiles::While;

/// The operation that ends most regions of the dialect.
const YIELD: &str = "scf.yield";

/// The form of an operation.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    Some(match name {
        "scf.for" => CustomForm::new(loops::For),
        "scf.parallel" => CustomForm::new(loops::Parallel),
        "scf.forall" => CustomForm::new(forall::Forall),
        "scf.forall.in_parallel" => CustomForm::new(forall::InParallel),
        "scf.if" => CustomForm::new(If {
            terminator: YIELD,
            with_results: true,
        }),
        "scf.index_switch" => CustomForm::new(branches::IndexSwitch),
        "scf.execute_region" => CustomForm::new(branches::ExecuteRegion),
        "scf.while" => CustomForm::new(While),
        _ => return None,
    })
}
