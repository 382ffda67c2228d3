//! The check of operations whose result types are inferred: `InferTypeOpInterface`.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Type};

/// Checks that the results have the types that were inferred, or types that `is_compatible` allows instead.
pub(super) fn verify(
    instance: &Instance<'_>,
    inferred: &[Type],
    is_compatible: impl Fn(Type, Type) -> bool,
) -> Result<(), Failure> {
    let context = instance.context;
    let given: Vec<Type> = instance
        .op
        .results(context)
        .map(|result| result.ty(context))
        .collect();
    let mut pairs = inferred.iter().zip(&given);
    if inferred.len() == given.len() && pairs.all(|(inferred, given)| is_compatible(*inferred, *given)) {
        return Ok(());
    }
    let list = |types: &[Type]| {
        let types: Vec<String> = types.iter().map(|ty| instance.quote(*ty)).collect();
        types.join(", ")
    };
    let message = format!(
        "'{}' op inferred type(s) {} are incompatible with return type(s) of operation {}",
        instance.record().name,
        list(inferred),
        list(&given)
    );
    let _ = context.emit_error(instance.op.location(context), message).emit();
    instance.refuse("failed to infer returned types")
}
