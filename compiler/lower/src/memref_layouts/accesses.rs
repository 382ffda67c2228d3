//! Accesses of a memref with a layout as accesses of its normal form.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineExpr, AttributeKind, Context, InsertionPoint, Location, Op, Rewriter, Value};

use crate::make::Make;

/// Operations with indices: their names, and the number of the operand that is the memref.
const ACCESSES: [(&str, usize); 7] = [
    ("affine.load", 0),
    ("affine.prefetch", 0),
    ("affine.store", 1),
    ("affine.vector_load", 0),
    ("affine.vector_store", 1),
    ("memref.load", 0),
    ("memref.store", 1),
];

/// Makes `affine.apply` of one expression.
pub(super) fn apply(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    [dims, symbols]: [usize; 2],
    expr: AffineExpr,
    operands: &[Value],
) -> Option<Value> {
    let context = rewriter.context();
    let map = context.affine_map(dims as u32, symbols as u32, &[expr]).ok()?;
    let value = Make::new("affine.apply", operands, &[context.index_type()])
        .with(&[("map", context.affine_map_attribute(map))])
        .value(rewriter, location);
    Some(value)
}

/// The memref that an operation accesses by indices: the number of the operand.
pub(crate) fn accessed(context: &Context, op: Op) -> Option<usize> {
    let found = ACCESSES.into_iter().find(|(name, _)| op.is_named(context, name));
    found.map(|(_, memref)| memref)
}

/// Another memref in the place of one, and the indices of its elements.
pub(crate) struct Remapped<'r> {
    pub(crate) memref: Value,
    /// The number of indices before.
    pub(crate) rank: usize,
    /// The new indices: of other values, then the indices before.
    pub(crate) results: &'r [AffineExpr],
    pub(crate) others: &'r [Value],
    /// Indices before these.
    pub(crate) leading: &'r [Value],
}

impl Remapped<'_> {
    fn is_identity(&self, context: &Context) -> bool {
        let mut results = self.results.iter().enumerate();
        self.others.is_empty()
            && self.results.len() == self.rank
            && results.all(|(dim, expr)| *expr == context.affine_dim(dim as u32))
    }
}

/// Lets an operation access another memref than that at an operand. `None`: an expression becomes too deep.
pub(crate) fn rewrite(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    memref: usize,
    to: &Remapped<'_>,
) -> Option<()> {
    rewrite_by(rewriter, op, (memref, "map"), to)
}

/// The same by the name of the attribute with the map of the indices.
pub(crate) fn rewrite_by(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    (memref, name): (usize, &str),
    to: &Remapped<'_>,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let operands: Vec<Value> = op.operands(context).collect();
    let name = context.identifier(name);
    let map = match op.attribute(context, name).map(|map| map.kind(context)) {
        Some(AttributeKind::AffineMap(map)) => Some(map),
        _ => None,
    };
    let count = map.map_or(to.rank, |map| map.num_inputs(context));
    let given = operands.get(memref + 1..memref + 1 + count)?.to_vec();
    rewriter.set_insertion_point(InsertionPoint::before(context, op));
    let mut made: Vec<Value> = Vec::new();
    let mut indices = given.clone();
    if let Some(map) = map.filter(|map| !map.is_identity(context)) {
        let counts = [map.num_dims(context) as usize, map.num_symbols(context) as usize];
        indices.clear();
        for expr in map.results(context).iter() {
            indices.push(apply(rewriter, location, counts, expr, &given)?);
        }
        made.extend(&indices);
    }
    let mut places = indices.clone();
    if !to.is_identity(context) {
        let all = [to.others, &indices].concat();
        places.clear();
        for expr in to.results {
            places.push(apply(rewriter, location, [all.len(), 0], *expr, &all)?);
        }
        made.extend(&places);
    }
    let places = [to.leading, &places].concat();
    let mut new = AppliedMap {
        results: (0..places.len())
            .map(|dim| context.affine_dim(dim as u32))
            .collect(),
        dims: places,
        symbols: Vec::new(),
    };
    new.compose(context)?;
    new.simplify(context)?;
    new.simplify(context)?;
    new.canonicalize(context)?;
    // As MLIR, in the order in which they were made, so one that a later one used stays.
    for value in made {
        if let Some(op) = value.defining_op(context).filter(|_| !value.has_uses(context)) {
            rewriter.erase_op(op);
        }
    }
    let mut all = operands[..memref].to_vec();
    all.push(to.memref);
    if map.is_some() {
        all.extend(new.operands());
    } else {
        for expr in &new.results {
            let counts = [new.dims.len(), new.symbols.len()];
            all.push(apply(rewriter, location, counts, *expr, &new.operands())?);
        }
    }
    all.extend(&operands[memref + 1 + count..]);
    let attribute = context.affine_map_attribute(new.map(context)?);
    rewriter.modify(op, |edit| {
        if map.is_some() {
            op.set_attribute(edit, name, attribute);
        }
        op.set_operands(edit, &all);
    });
    rewriter.set_insertion_point(None);
    Some(())
}
