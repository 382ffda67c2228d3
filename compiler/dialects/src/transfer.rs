//! What the operations of the vector dialect that transfer memory infer: maps and types of masks.

use tvmlike_ir::{AffineExpr, AffineExprKind, AffineMap, Context, Type, TypeKind};

/// The map of the last dimensions of memory onto those of a vector; `None` if there are too few.
pub(crate) fn default_map(context: &Context, base: Type, vector: Type) -> Option<AffineMap> {
    let (size, rank) = (vector.rank(context)?, base.rank(context)?);
    let element = base.element_type(context)?;
    let inner = match element.kind(context) {
        TypeKind::Vector { shape, .. } => shape.len(),
        _ => 0,
    };
    let outer = size.checked_sub(inner)?;
    let (dims, results) = (u32::try_from(rank).ok()?, u32::try_from(outer).ok()?);
    context.affine_minor_identity_map(dims, results).ok()
}

/// Whether a map has its last dimensions, in their order, as results.
pub(crate) fn is_minor_identity(context: &Context, map: AffineMap) -> bool {
    let results = map.results(context).len();
    let identity = u32::try_from(results)
        .ok()
        .filter(|results| *results <= map.num_dims(context))
        .and_then(|results| {
            context
                .affine_minor_identity_map(map.num_dims(context), results)
                .ok()
        });
    identity == Some(map)
}

/// The type of the mask of a transfer: the sizes that the vector has along the dimensions of memory, in their order. `None`
/// if a dimension is only a part of a result.
pub(crate) fn mask_type(context: &Context, vector: Type, map: AffineMap) -> Option<Type> {
    let TypeKind::Vector { shape, scalable, .. } = vector.kind(context) else {
        return None;
    };
    let results: Vec<AffineExpr> = map.results(context).to_vec();
    let (mut sizes, mut flags) = (Vec::new(), Vec::new());
    let sizes_of_vector = shape.to_vec();
    let is_compound = |expr: &&AffineExpr| matches!(expr.kind(context), AffineExprKind::Binary { .. });
    let compounds: Vec<AffineExpr> = results.iter().filter(is_compound).copied().collect();
    for dim in 0..map.num_dims(context) {
        let is_dim = |expr: &AffineExpr| expr.kind(context) == AffineExprKind::Dim(dim);
        match results.iter().position(is_dim) {
            Some(position) => {
                sizes.push(*sizes_of_vector.get(position)?);
                flags.push(scalable.get(position));
            }
            None if compounds.iter().any(|expr| expr.uses_dim(context, dim)) => return None,
            None => {}
        }
    }
    if sizes.is_empty() {
        // There is no mask without dimensions.
        sizes.push(1);
        flags.push(false);
    }
    context.vector_type(&sizes, context.i1(), &flags).ok()
}
