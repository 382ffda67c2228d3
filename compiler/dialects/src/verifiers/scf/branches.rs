//! The checks of `scf.if`, `scf.index_switch` and `scf.execute_region`.

use std::collections::HashSet;

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Region};

use super::super::region_branch;

/// Checks the edges from the ends of all regions to the results: regions that take nothing.
pub(super) fn to_results(instance: &Instance<'_>) -> Result<(), Failure> {
    let regions = instance.op.regions(instance.context);
    region_branch::verify(
        instance,
        regions.flat_map(|region| region_branch::to_results(instance, region)),
    )
}

pub(super) fn if_else(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let has_else = instance
        .regions("elseRegion")
        .any(|region| !region.is_empty(context));
    if instance.op.num_results(context) > 0 && !has_else {
        return instance.refuse("must have an else block if defining values");
    }
    Ok(())
}

pub(super) fn execute_region(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let entry = instance
        .regions("region")
        .find_map(|region| region.first_block(context));
    match entry {
        None => instance.refuse("region needs to have at least one block"),
        Some(entry) if entry.num_arguments(context) > 0 => {
            instance.refuse("region cannot have any arguments")
        }
        Some(_) => Ok(()),
    }
}

pub(super) fn index_switch(instance: &Instance<'_>) -> Result<(), Failure> {
    let cases = instance.integers("cases");
    let regions = instance.regions("caseRegions");
    let count = regions.clone().count();
    if cases.len() != count {
        let values = cases.len();
        return instance.refuse(format!("has {count} case regions but {values} case values"));
    }
    let mut seen = HashSet::new();
    if let Some(case) = cases.iter().find(|case| !seen.insert(**case)) {
        return instance.refuse(format!("has duplicate case value: {case}"));
    }
    for region in instance.regions("defaultRegion") {
        verify_case(instance, region, "default region")?;
    }
    for (index, region) in regions.enumerate() {
        verify_case(instance, region, &format!("case region #{index}"))?;
    }
    Ok(())
}

/// Checks that a region yields the results.
fn verify_case(instance: &Instance<'_>, region: Region, name: &str) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some(last) = region
        .first_block(context)
        .and_then(|block| block.last_op(context))
    else {
        return Ok(());
    };
    if !last.is_named(context, "scf.yield") {
        let found = last.name(context).text(context);
        return instance.refuse(format!("expected region to end with scf.yield, but got {found}"));
    }
    let (results, yielded) = (op.num_results(context), last.num_operands(context));
    if results != yielded {
        let message =
            format!("expected each region to return {results} values, but {name} returns {yielded}");
        let error = op.emit_op_error(context, message);
        return Err(error
            .note(last.location(context), "see yield operation here")
            .emit());
    }
    for (index, (result, operand)) in op.results(context).zip(last.operands(context)).enumerate() {
        let (result, operand) = (result.ty(context), operand.ty(context));
        if result != operand {
            let result = instance.quote(result);
            let message = format!("expected result #{index} of each region to be {result}");
            let error = op.emit_op_error(context, message);
            let operand = instance.quote(operand);
            let note = format!("{name} returns {operand} here");
            return Err(error.note(last.location(context), note).emit());
        }
    }
    Ok(())
}
