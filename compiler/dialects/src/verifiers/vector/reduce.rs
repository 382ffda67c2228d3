//! Reductions, scans and outer products.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, Failure, Type, TypeKind};

use super::{Vector, both};

/// The name of the attribute `kind`: "add" of `#vector.kind<add>`.
pub(super) fn kind(instance: &Instance<'_>) -> String {
    let text = instance
        .attribute("kind")
        .map(|kind| tvmlike_text::quote_attribute(instance.context, kind));
    let text = text.unwrap_or_default();
    let name = text.rsplit_once('<').map_or("add", |(_, name)| name);
    name.trim_end_matches('>').to_owned()
}

/// Whether values of a type can be combined so.
pub(super) fn is_supported(context: &Context, kind: &str, ty: Type) -> bool {
    let is_integer = matches!(ty.kind(context), TypeKind::Integer { .. } | TypeKind::Index);
    let is_float = ty.float_kind(context).is_some();
    match kind {
        "add" | "mul" => is_integer || is_float,
        "minnumf" | "maxnumf" | "minimumf" | "maximumf" => is_float,
        _ => is_integer,
    }
}

pub(in crate::verifiers) fn reduction(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let rank = instance.operand_type("vector").rank(context).unwrap_or_default();
    if rank > 1 {
        return instance.refuse(format!("unsupported reduction rank: {rank}"));
    }
    let (kind, ty) = (kind(instance), instance.result_type("dest"));
    if is_supported(context, &kind, ty) {
        return Ok(());
    }
    let ty = instance.quote(ty);
    instance.refuse(format!("unsupported reduction type '{ty}' for kind '{kind}'"))
}

pub(in crate::verifiers) fn multi_reduction(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(source) = Vector::of(context, instance.operand_type("source")) else {
        return Ok(());
    };
    let reduced = instance.integers("reduction_dims");
    let kept: Vec<usize> = (0..source.rank())
        .filter(|at| !reduced.contains(&(*at as i64)))
        .collect();
    let sizes: Vec<i64> = kept.iter().map(|at| source.sizes[*at]).collect();
    let scalable: Vec<bool> = kept.iter().map(|at| source.scalable[*at]).collect();
    let expected = match kept.is_empty() {
        true => Some(source.element),
        false => context.vector_type(&sizes, source.element, &scalable).ok(),
    };
    let given = instance.result_type("dest");
    if Some(given) == expected {
        return Ok(());
    }
    let (given, source) = (instance.quote(given), instance.quote(source.ty));
    instance.refuse(format!(
        "destination type {given} is incompatible with source type {source}"
    ))
}

pub(in crate::verifiers) fn outerproduct(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let result = instance.op.result(context, 0).map(|result| result.ty(context));
    let pair = result.and_then(|result| both(context, instance.operand_type("lhs"), result));
    let Some((left, result)) = pair else {
        return Ok(());
    };
    let right = Vector::of(context, instance.operand_type("rhs"));
    if left.rank() != 1 {
        return instance.refuse("expected 1-d vector for operand #1");
    }
    if right.as_ref().is_some_and(|right| right.rank() != 1) {
        return instance.refuse("expected 1-d vector for operand #2");
    }
    let rank = if right.is_some() { 2 } else { 1 };
    if result.rank() != rank {
        return instance.refuse(format!("expected {rank}-d vector result"));
    }
    if left.sizes[0] != result.sizes[0] {
        return instance.refuse("expected #1 operand dim to match result dim #1");
    }
    if let Some(right) = right {
        if right.sizes[0] != result.sizes[1] {
            return instance.refuse("expected #2 operand dim to match result dim #2");
        }
        if left.scalable[0] && !right.scalable[0] {
            return instance.refuse("expected either both or only #2 operand dim to be scalable");
        }
    }
    let sum = instance.optional_operand("acc").map(|sum| sum.ty(context));
    if sum.is_some_and(|sum| sum != result.ty) {
        return instance.refuse("expected operand #3 of same type as result type");
    }
    match is_supported(context, &kind(instance), result.element) {
        true => Ok(()),
        false => instance.refuse("unsupported outerproduct type"),
    }
}

pub(in crate::verifiers) fn scan(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let pair = both(
        context,
        instance.operand_type("source"),
        instance.operand_type("initial_value"),
    );
    let Some((source, initial)) = pair else {
        return Ok(());
    };
    let (rank, dim) = (
        source.rank(),
        instance.integer("reduction_dim").unwrap_or_default(),
    );
    let Some(reduced) = usize::try_from(dim).ok().filter(|dim| *dim < rank) else {
        return instance.refuse(format!("reduction dimension {dim} has to be less than {rank}"));
    };
    if initial.rank() != rank - 1 {
        return instance.refuse(format!(
            "initial value rank {} has to be equal to {}",
            initial.rank(),
            rank - 1
        ));
    }
    let mut sizes = source.sizes.clone();
    sizes.remove(reduced);
    if sizes != initial.sizes {
        return instance.refuse("incompatible input/initial value shapes");
    }
    let kind = kind(instance);
    if is_supported(context, &kind, source.element) {
        return Ok(());
    }
    let element = instance.quote(source.element);
    instance.refuse(format!("unsupported reduction type {element} for kind '{kind}'"))
}
