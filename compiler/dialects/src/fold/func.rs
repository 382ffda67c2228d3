//! `func`.

use tvmlike_ir::{
    Attribute, AttributeKind, Location, Op, OpState, RewriteFn, Rewriter, Type, TypeKind, Value,
};

use super::Rules;
use super::rewrite::{materialize_as, operand};

pub(super) const RULES: Rules = Rules {
    folds: &[],
    patterns: &[("func.call_indirect", CALL_INDIRECT)],
    materialize: Some(materialize),
    scope: None,
};

const CALL_INDIRECT: &[RewriteFn] = &[RewriteFn::new(
    "CallIndirectOp::canonicalize",
    "func.call_indirect",
    call_known,
)];

/// Makes `func.constant`.
fn materialize(
    rewriter: &mut Rewriter<'_, '_>,
    value: Attribute,
    ty: Type,
    location: Location,
) -> Option<Op> {
    let context = rewriter.context();
    let is_function = matches!(ty.kind(context), TypeKind::Function { .. });
    if !is_function || !matches!(value.kind(context), AttributeKind::SymbolRef { .. }) {
        return None;
    }
    materialize_as(rewriter, "func.constant", value, ty, location)
}

/// A call of a function that is known.
fn call_known(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let value = operand(context, op, 0)?.constant_value(context)?;
    if !matches!(value.kind(context), AttributeKind::SymbolRef { .. }) {
        return None;
    }
    let name = context.identifier("callee");
    let properties = context.dictionary_attribute(&[tvmlike_ir::NamedAttribute { name, value }]);
    let operands: Vec<Value> = op.operands(context).skip(1).collect();
    let results: Vec<Type> = op.results(context).map(|result| result.ty(context)).collect();
    rewriter.replace_op_with(
        op,
        &OpState {
            operands: &operands,
            results: &results,
            properties: Some(properties.ok()?),
            ..OpState::new(context.identifier("func.call"), op.location(context))
        },
    );
    Some(())
}
