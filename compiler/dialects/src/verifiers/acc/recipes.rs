//! The regions of recipes for private copies and reductions.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Type};

/// The types of the arguments of a region; `None` for an empty region.
fn arguments(instance: &Instance<'_>, name: &str) -> Option<Vec<Type>> {
    let context = instance.context;
    let entry = instance.regions(name).next()?.first_block(context)?;
    let arguments = entry.arguments(context);
    Some(arguments.map(|argument| argument.ty(context)).collect())
}

/// Checks that a region has the recipe's type as its first argument.
fn region(instance: &Instance<'_>, name: &str, kind: &str, is_optional: bool) -> Result<(), Failure> {
    match arguments(instance, &format!("{name}Region")) {
        None if is_optional => Ok(()),
        None => instance.refuse(format!("expects non-empty {name} region")),
        Some(types) if types.first().copied() == instance.type_in("type") => Ok(()),
        Some(_) => instance.refuse(format!("expects {name} region first argument of the {kind} type")),
    }
}

pub(super) fn private(instance: &Instance<'_>) -> Result<(), Failure> {
    region(instance, "init", "privatization", false)?;
    region(instance, "destroy", "privatization", true)
}

pub(super) fn firstprivate(instance: &Instance<'_>) -> Result<(), Failure> {
    region(instance, "init", "privatization", false)?;
    match arguments(instance, "copyRegion") {
        None => return instance.refuse("expects non-empty copy region"),
        Some(types) if types.len() >= 2 && types.first().copied() == instance.type_in("type") => {}
        Some(_) => {
            return instance.refuse("expects copy region with two arguments of the privatization type");
        }
    }
    region(instance, "destroy", "privatization", true)
}

pub(super) fn reduction(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    region(instance, "init", "reduction", false)?;
    let Some(types) = arguments(instance, "combinerRegion") else {
        return instance.refuse("expects non-empty combiner region");
    };
    let ty = instance.type_in("type");
    if types.len() < 2 || types.iter().take(2).any(|argument| Some(*argument) != ty) {
        return instance.refuse("expects combiner region with the first two arguments of the reduction type");
    }
    let blocks = instance
        .regions("combinerRegion")
        .flat_map(|region| region.blocks(context));
    for op in blocks.flat_map(|block| block.operations(context)) {
        let mut types = op.operands(context).map(|operand| operand.ty(context));
        let is_yield = op.is_named(context, "acc.yield");
        if is_yield && (types.next() != ty || types.next().is_some()) {
            return instance.refuse("expects combiner region to yield a value of the reduction type");
        }
    }
    Ok(())
}
