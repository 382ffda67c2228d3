//! `cf`: what branches pass to blocks, and the cases of a switch.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{AttributeKind, Failure};

use super::branch;

pub(super) const CHECKS: super::Table = &[
    ("cf.br", Hook::Interface("BranchOpInterface", br)),
    ("cf.cond_br", Hook::Interface("BranchOpInterface", cond_br)),
    (
        "cf.cond_br",
        Hook::Interface("WeightedBranchOpInterface", weights),
    ),
    ("cf.switch", Hook::Interface("BranchOpInterface", switch)),
    ("cf.switch", Hook::Verify(cases)),
];

fn br(instance: &Instance<'_>) -> Result<(), Failure> {
    branch::verify_named(instance, &["destOperands"])
}

fn cond_br(instance: &Instance<'_>) -> Result<(), Failure> {
    branch::verify_named(instance, &["trueDestOperands", "falseDestOperands"])
}

fn weights(instance: &Instance<'_>) -> Result<(), Failure> {
    branch::verify_weights(instance, &instance.integers("branch_weights"))
}

fn switch(instance: &Instance<'_>) -> Result<(), Failure> {
    let groups = ("caseOperands", "case_operand_segments");
    branch::verify_groups(instance, &["defaultOperands"], groups)
}

fn cases(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let destinations = instance.op.num_successors(context) - 1;
    let values = match instance
        .attribute("case_values")
        .map(|values| values.kind(context))
    {
        Some(AttributeKind::DenseElements(values)) => values,
        _ => return Ok(()),
    };
    let flag = instance.operand_type("flag");
    if let Some(element) = values.ty().element_type(context)
        && element != flag
    {
        let (flag, element) = (instance.quote(flag), instance.quote(element));
        return instance.refuse(format!(
            "'flag' type ({flag}) should match case value type ({element})"
        ));
    }
    if values.len() != destinations {
        return instance.refuse(format!(
            "number of case values ({}) should match number of case destinations ({destinations})",
            values.len()
        ));
    }
    Ok(())
}
