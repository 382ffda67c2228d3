//! Folds of `affine.min` and `affine.max`.

use tvmlike_ir::{AffineExpr, AffineExprKind, AttributeKind, Folded, Folding};

use super::known;

/// `min`: of numbers that are known.
pub(super) fn minimum(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold(folding, |numbers| numbers.iter().min().copied())
}

/// `max`: of numbers that are known.
pub(super) fn maximum(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold(folding, |numbers| numbers.iter().max().copied())
}

/// The one of all results, if they are known; else the map with those that are.
fn fold(folding: &mut Folding<'_, '_>, choose: fn(&[i64]) -> Option<i64>) -> Option<Folded> {
    let context = folding.context();
    let name = context.identifier("map");
    let AttributeKind::AffineMap(map) = folding.attribute("map")?.kind(context) else {
        return None;
    };
    let (dims, symbols) = (map.num_dims(context), map.num_symbols(context));
    let results: Vec<AffineExpr> = map.results(context).iter().collect();
    let numbers: Vec<Option<i64>> = results
        .iter()
        .map(|result| known(folding, dims, *result))
        .collect();
    // MLIR folds the one dimension only where there is a symbol, too.
    if symbols == 1 && matches!(results[..], [only] if only.kind(context) == AffineExprKind::Dim(0)) {
        return folding.op().operand(context, 0).map(Into::into);
    }
    if let Some(numbers) = numbers.iter().copied().collect::<Option<Vec<i64>>>() {
        return Some(context.index_attribute(choose(&numbers)?).into());
    }
    let folded: Vec<AffineExpr> = results
        .iter()
        .zip(numbers)
        .map(|(result, number)| number.map_or(*result, |number| context.affine_constant(number)))
        .collect();
    if folded == results {
        return None;
    }
    let folded = context.affine_map(dims, symbols, &folded).ok()?;
    let op = folding.op();
    op.set_attribute(folding.edit(), name, context.affine_map_attribute(folded));
    Some(Folded::InPlace)
}
