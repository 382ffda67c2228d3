//! `async`: what is awaited, executed and returned, and calls of functions by name.

use tvmlike_define::{Hook, Instance, type_parameter};
use tvmlike_ir::{Context, Failure, SymbolTables, Type};

use super::{function, region_branch};

pub(super) const CHECKS: super::Table = &[
    ("async.await", Hook::Verify(awaits)),
    ("async.call", Hook::SymbolUses(call)),
    (
        "async.execute",
        Hook::InterfaceRegions("RegionBranchOpInterface", execute),
    ),
    ("async.execute", Hook::VerifyRegions(execute_arguments)),
    (
        "async.func",
        Hook::Interface("FunctionOpInterface", function::verify_declared_private),
    ),
    ("async.func", Hook::Verify(func_results)),
    ("async.return", Hook::Verify(returns)),
];

fn is_token(context: &Context, ty: Type) -> bool {
    ty.is_symbol(context, "async", "token")
}

/// The type in `!async.value<…>`.
fn awaited(context: &Context, ty: Type) -> Option<Type> {
    type_parameter(context, ty, 0).filter(|_| ty.is_symbol(context, "async", "value"))
}

fn awaits(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let ty = instance.operand_type("operand");
    let result = instance.results("result").next().map(|result| result.ty(context));
    match (awaited(context, ty), result) {
        (None, Some(_)) => instance.refuse("awaiting on a token must have empty result"),
        (Some(value), Some(result)) if value != result => {
            let (value, result) = (instance.quote(value), instance.quote(result));
            instance.refuse(format!(
                "result type {result} does not match async value type {value}"
            ))
        }
        _ => Ok(()),
    }
}

fn call(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    function::verify_call(instance, tables, "async.func", "async function")
}

fn execute(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(region) = instance.regions("bodyRegion").next() else {
        return Ok(());
    };
    // An `!async.value<T>` outside is a `T` inside.
    let unwrapped = |ty: Type| awaited(context, ty).unwrap_or(ty);
    let arguments = region
        .first_block(context)
        .into_iter()
        .flat_map(|block| block.arguments(context));
    let enter = region_branch::Edge {
        from: None,
        to: Some(region),
        operands: instance.operands("bodyOperands").collect(),
        inputs: arguments.collect(),
    };
    let results: Vec<_> = instance.results("bodyResults").collect();
    let leave = region_branch::returns(context, region).map(|(op, operands)| region_branch::Edge {
        from: Some(op),
        to: None,
        operands,
        inputs: results.clone(),
    });
    let agree = |operand: Type, input: Type| unwrapped(operand) == unwrapped(input);
    region_branch::verify_with(instance, std::iter::once(enter).chain(leave), agree)
}

fn execute_arguments(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let region = instance.regions("bodyRegion").next();
    let entry = region.and_then(|region| region.first_block(context));
    let arguments = entry.into_iter().flat_map(|entry| entry.arguments(context));
    let wanted = instance
        .operands("bodyOperands")
        .map(|operand| awaited(context, operand.ty(context)));
    match wanted.eq(arguments.map(|argument| Some(argument.ty(context)))) {
        true => Ok(()),
        false => instance
            .refuse("async body region argument types do not match the execute operation arguments types"),
    }
}

fn func_results(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((_, results)) = function::signature(context, instance.op) else {
        return Ok(());
    };
    if results.is_empty() {
        return instance.refuse("result is expected to be at least of size 1, but got 0");
    }
    for (index, ty) in results.iter().enumerate() {
        if !is_token(context, ty) && awaited(context, ty).is_none() {
            let ty = instance.quote(ty);
            return instance.refuse(format!(
                "result type must be async value type or async token type, but got {ty}"
            ));
        }
        if is_token(context, ty) && index > 0 {
            return instance.refuse(format!(
                " results' (optional) async token type is expected to appear as the 1st return value, but got {}",
                index + 1
            ));
        }
    }
    Ok(())
}

fn returns(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(function) = instance.op.parent_op(context) else {
        return Ok(());
    };
    let Some((_, results)) = function::signature(context, function) else {
        return Ok(());
    };
    let is_stateful = results
        .iter()
        .next()
        .is_some_and(|first| is_token(context, first));
    let wanted = results
        .iter()
        .skip(usize::from(is_stateful))
        .map(|ty| awaited(context, ty));
    let given = instance
        .operands("operands")
        .map(|operand| Some(operand.ty(context)));
    match wanted.eq(given) {
        true => Ok(()),
        false => instance.refuse("operand types do not match the types returned from the parent FuncOp"),
    }
}
