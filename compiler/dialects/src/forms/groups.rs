//! The names of several results, as the record of an operation names them: `%sizes:2`.

use tvmlike_define::{Arity, OpRecord};
use tvmlike_ir::{AttributeKind, Context, Element, Op};
use tvmlike_text::ResultNames;

/// Names for the results of operations with a record.
pub(super) fn names(record: &OpRecord) -> ResultNames {
    let entries: Vec<(Vec<u8>, Arity)> = record
        .results
        .iter()
        .map(|result| (result.name.as_bytes().to_vec(), result.arity))
        .collect();
    let is_sized = record
        .traits
        .iter()
        .any(|one| &*one.name == "AttrSizedResultSegments");
    ResultNames::new(move |context: &Context, op: Op, names: &mut Vec<Vec<u8>>| {
        for ((name, _), size) in entries.iter().zip(sizes(context, op, &entries, is_sized)) {
            for index in 0..size {
                names.push(if index == 0 { name.clone() } else { Vec::new() });
            }
        }
    })
}

/// How many results each entry has.
fn sizes(context: &Context, op: Op, entries: &[(Vec<u8>, Arity)], is_sized: bool) -> Vec<usize> {
    if is_sized {
        let sizes = op.property(context, context.identifier("resultSegmentSizes"));
        let Some(AttributeKind::DenseArray(sizes)) = sizes.map(|sizes| sizes.kind(context)) else {
            return Vec::new();
        };
        let size = |element: Element<'_>| match element {
            Element::Integer(value) => value.to_i64().and_then(|size| usize::try_from(size).ok()),
            _ => None,
        };
        let total = op.num_results(context);
        let all = sizes
            .iter(context)
            .map(|element| size(element).unwrap_or(0).min(total));
        return all.collect();
    }
    let variable = entries.iter().filter(|(_, arity)| *arity != Arity::One).count();
    let fixed = entries.len() - variable;
    let each = op
        .num_results(context)
        .saturating_sub(fixed)
        .checked_div(variable);
    let size = |arity: Arity| if arity == Arity::One { 1 } else { each.unwrap_or(0) };
    entries.iter().map(|(_, arity)| size(*arity)).collect()
}
