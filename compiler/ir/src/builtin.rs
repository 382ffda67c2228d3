//! The dialect `builtin`, which every context has: `builtin.module` and `builtin.unrealized_conversion_cast`.
//!
//! The public constructors of a context are here, because they register this dialect.

use std::sync::Arc;

use crate::attributes::AttributeKind;
use crate::context::Context;
use crate::context::diagnostic::Failure;
use crate::context::dialect::{Count, Dialect, OpInfo, PropertyFault, Traits, Unstorable};
use crate::error::Error;
use crate::fold::{Fold, FoldResult, Folded, Folding};
use crate::id::{Attribute, Identifier, Op};

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

impl Context {
    /// A context with the builtin types and attributes and no dialect but `builtin`.
    ///
    /// # Panics
    /// Not even a small range of addresses can be reserved. [`try_new`](Self::try_new) reports this.
    pub fn new() -> Self {
        Self::try_new().unwrap_or_else(|error| panic!("cannot reserve memory for a context: {error}"))
    }

    /// As [`new`](Self::new).
    ///
    /// # Errors
    /// The system refuses to reserve addresses for operations.
    pub fn try_new() -> std::io::Result<Self> {
        let context = Self::without_dialects()?;
        register(&context).map_err(std::io::Error::other)?;
        Ok(context)
    }
}

/// Registers the dialect.
fn register(context: &Context) -> Result<(), Error> {
    context.register_dialect(Dialect::new(context.identifier("builtin")))?;
    let names = &context.registry.names;
    let module = OpInfo::new(context.identifier("builtin.module"))
        .with_traits(
            Traits::NO_REGION_ARGUMENTS
                | Traits::NO_TERMINATOR
                | Traits::SINGLE_BLOCK
                | Traits::AFFINE_SCOPE
                | Traits::ISOLATED_FROM_ABOVE
                | Traits::SYMBOL_TABLE
                | Traits::SYMBOL
                | Traits::OPTIONAL_SYMBOL
                | Traits::HAS_ONLY_GRAPH_REGION,
        )
        .with_regions(Count::Exactly(1))
        .with_results(Count::Exactly(0))
        .with_successors(Count::Exactly(0))
        .with_operands(Count::Exactly(0))
        .with_properties([names.sym_name, names.sym_visibility])
        .with_property_check(Arc::new(check_module_property))
        .with_constraints(Arc::new(check_module_parts))
        .with_verifier(Arc::new(check_module_attributes));
    context.register_operation(module)?;
    let cast = OpInfo::new(context.identifier("builtin.unrealized_conversion_cast"))
        .with_traits(Traits::PURE)
        .with_regions(Count::Exactly(0))
        .with_successors(Count::Exactly(0))
        .with_verifier(Arc::new(check_cast));
    cast.extensions().get_or_insert_with(|| Fold::new(fold_cast));
    context.register_operation(cast)?;
    Ok(())
}

/// The properties of a module are strings.
fn check_module_property(
    context: &Context,
    _: Identifier,
    value: Attribute,
) -> Result<Attribute, PropertyFault> {
    match value.kind(context) {
        AttributeKind::String { .. } => Ok(value),
        _ => Err(PropertyFault {
            unstorable: Some(Unstorable::Kind),
            constraint: Some("string attribute".into()),
        }),
    }
}

fn check_module_parts(context: &Context, op: Op) -> Result<(), Failure> {
    let names = &context.registry.names;
    for name in [names.sym_name, names.sym_visibility] {
        let text = name.text(context);
        if let Some(value) = op.property(context, name)
            && !matches!(value.kind(context), AttributeKind::String { .. })
        {
            let message = format!("attribute '{text}' failed to satisfy constraint: string attribute");
            return Err(op.emit_op_error(context, message).emit());
        }
    }
    if op.regions(context).any(|region| region.is_empty(context)) {
        let message = "region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks";
        return Err(op.emit_op_error(context, message).emit());
    }
    Ok(())
}

fn check_module_attributes(context: &Context, op: Op) -> Result<(), Failure> {
    let names = &context.registry.names;
    let allowed = |name: Identifier| {
        name == names.sym_name || name == names.sym_visibility || name.bytes(context).contains(&b'.')
    };
    let entries = [op.properties(context), op.attributes(context)];
    let mut entries = entries
        .into_iter()
        .flatten()
        .filter_map(|all| all.entries(context));
    let stray = entries.find_map(|entries| entries.iter().find(|entry| !allowed(entry.name)));
    stray.map_or(Ok(()), |entry| {
        let name = entry.name.text(context);
        let message = format!("can only contain attributes with dialect-prefixed names, found: '{name}'");
        Err(op.emit_op_error(context, message).emit())
    })
}

/// A cast to the same types is its operands; one that casts all results of another cast back is the operands of that.
fn fold_cast(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let replaces = |source: Op| {
        let inputs = source.operands(context).map(|input| input.ty(context));
        inputs.eq(op.results(context).map(|result| result.ty(context)))
    };
    let is_cast_back = |source: &Op| {
        source.name(context) == op.name(context)
            && source.results(context).eq(op.operands(context))
            && replaces(*source)
    };
    let source = match replaces(op) {
        true => op,
        false => op
            .operand(context, 0)?
            .defining_op(context)
            .filter(is_cast_back)?,
    };
    let inputs = source.operands(context).map(FoldResult::Value);
    Some(Folded::Results(inputs.collect()))
}

fn check_cast(context: &Context, op: Op) -> Result<(), Failure> {
    match op.num_results(context) {
        0 => Err(op
            .emit_op_error(context, "expected at least one result for cast operation")
            .emit()),
        _ => Ok(()),
    }
}
