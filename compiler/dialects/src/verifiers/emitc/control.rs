//! Loops, switches and what regions yield.

use tvmlike_define::Instance;
use tvmlike_ir::Failure;

pub(super) fn induction(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(body) = instance
        .regions("region")
        .next()
        .and_then(|region| region.first_block(context))
    else {
        return Ok(());
    };
    let argument = body
        .argument(context, 0)
        .filter(|_| body.num_arguments(context) == 1);
    let Some(argument) = argument else {
        return instance.refuse("expected body to have a single block argument for the induction variable");
    };
    match argument.ty(context) == instance.operand_type("lowerBound") {
        true => Ok(()),
        false => instance.refuse("expected induction variable to be same type as bounds and step"),
    }
}

pub(super) fn switch(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let cases = instance.integers("cases");
    let regions: Vec<_> = instance.regions("caseRegions").collect();
    if cases.len() != regions.len() {
        return instance.refuse(format!(
            "has {} case regions but {} case values",
            regions.len(),
            cases.len()
        ));
    }
    let mut seen = std::collections::HashSet::new();
    if let Some(case) = cases.iter().find(|case| !seen.insert(**case)) {
        return instance.refuse(format!("has duplicate case value: {case}"));
    }
    let named = regions
        .iter()
        .enumerate()
        .map(|(index, region)| (format!("case region #{index}"), *region));
    let default = instance
        .regions("defaultRegion")
        .map(|region| ("default region".to_owned(), region));
    for (name, region) in default.chain(named) {
        let Some(last) = region
            .first_block(context)
            .and_then(|block| block.last_op(context))
        else {
            continue;
        };
        if !last.is_named(context, "emitc.yield") {
            let last = last.name(context).text(context);
            return instance.refuse(format!("expected region to end with emitc.yield, but got {last}"));
        }
        let count = last.num_operands(context);
        if count > 0 {
            let message = format!("expected each region to return 0 values, but {name} returns {count}");
            let error = instance.op.emit_op_error(context, message);
            return Err(error
                .note(last.location(context), "see yield operation here")
                .emit());
        }
    }
    Ok(())
}

pub(super) fn yields(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some(parent) = op.parent_op(context) else {
        return Ok(());
    };
    if parent.is_named(context, "emitc.do") {
        return Ok(());
    }
    match (op.num_operands(context), parent.num_results(context)) {
        (0, 0) | (1, 1) => Ok(()),
        (0, _) => instance.refuse("does not yield a value to be returned by parent"),
        _ => instance.refuse("yields a value not returned by parent"),
    }
}

/// Checks that the condition is one expression that is yielded.
pub(super) fn r#do(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let condition = instance.regions("conditionRegion").next();
    let Some(block) = condition.and_then(|region| region.first_block(context)) else {
        return Ok(());
    };
    let operations: Vec<_> = block.operations(context).collect();
    let [expression, last] = operations[..] else {
        return instance.refuse(format!(
            "condition region must contain exactly two operations: 'emitc.expression' followed by 'emitc.yield', \
             but found {} operations",
            operations.len()
        ));
    };
    let name = expression.name(context);
    if name.bytes(context) != b"emitc.expression" {
        return instance.refuse(format!(
            "expected first op in condition region to be 'emitc.expression', but got {}",
            name.text(context)
        ));
    }
    let result = expression.result(context, 0);
    if let Some(ty) = result
        .map(|result| result.ty(context))
        .filter(|ty| *ty != context.i1())
    {
        return instance.refuse(format!(
            "emitc.expression in condition region must return 'i1', but returns {}",
            instance.quote(ty)
        ));
    }
    let name = last.name(context);
    if name.bytes(context) != b"emitc.yield" {
        return instance.refuse(format!(
            "expected last op in condition region to be 'emitc.yield', but got {}",
            name.text(context)
        ));
    }
    let count = last.num_operands(context);
    if count != 1 {
        return instance.refuse(format!(
            "expected condition region to return 1 value, but it returns {count} values"
        ));
    }
    match last.operand(context, 0) == result {
        true => Ok(()),
        false => instance.refuse_plainly(
            "'emitc.yield' must return result of 'emitc.expression' from this condition region",
        ),
    }
}
