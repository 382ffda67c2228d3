//! The loops and indexing maps of structured operations.

use tvmlike_ir::{
    AffineExpr, AffineExprKind, AffineMap, Attribute, AttributeKind, Context, Element, Op, TypeKind,
};

use super::SEGMENTS;
use super::description::{Named, Shape, find};

/// The kind of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Loop {
    Parallel,
    Reduction,
}

/// The number of operands that a structured operation only reads; `None` if it is no structured operation, or its groups
/// of operands have wrong sizes.
pub(crate) fn inputs(context: &Context, op: Op) -> Option<usize> {
    let count = op.num_operands(context);
    let name = op.name(context).text(context);
    match name.strip_prefix("linalg.")? {
        "map" => count.checked_sub(1),
        "reduce" => Some(count / 2),
        "transpose" | "broadcast" => Some(1),
        "softmax" | "pack" | "unpack" | "index" | "yield" => None,
        "winograd_filter_transform" | "winograd_input_transform" | "winograd_output_transform" => None,
        _ => {
            let sizes = integers(context, property(context, op, SEGMENTS)?)?;
            let inputs = usize::try_from(*sizes.first()?).ok()?;
            (inputs <= count).then_some(inputs)
        }
    }
}

fn property(context: &Context, op: Op, name: &str) -> Option<Attribute> {
    op.property(context, context.identifier(name))
}

fn integers(context: &Context, attribute: Attribute) -> Option<Vec<i64>> {
    let number = |element: Element<'_>| match element {
        Element::Integer(value) => value.to_i64(),
        _ => None,
    };
    match attribute.kind(context) {
        AttributeKind::DenseArray(array) => array.iter(context).map(number).collect(),
        AttributeKind::DenseElements(elements) => (0..elements.len())
            .map(|index| number(elements.get(context, index)?))
            .collect(),
        _ => None,
    }
}

/// The number of dimensions of an operand: none for a scalar and a vector.
fn rank(context: &Context, op: Op, operand: usize) -> Option<usize> {
    let ty = op.operand(context, operand)?.ty(context);
    match ty.kind(context) {
        TypeKind::Vector { .. } => Some(0),
        _ if ty.is_shaped(context) => ty.rank(context),
        _ => Some(0),
    }
}

/// The maps that an attribute lists.
fn listed(context: &Context, maps: Attribute) -> Option<Vec<AffineMap>> {
    let AttributeKind::Array(maps) = maps.kind(context) else {
        return None;
    };
    let map = |each: Attribute| match each.kind(context) {
        AttributeKind::AffineMap(map) => Some(map),
        _ => None,
    };
    maps.iter().map(map).collect()
}

/// The maps of a named operation with the same maps always, if its attributes are as usual.
pub(crate) fn default_maps(context: &Context, named: &Named) -> Option<Vec<AffineMap>> {
    let Shape::Loops { kinds, maps } = &named.shape else {
        return None;
    };
    let maps = maps
        .iter()
        .map(|results| parse_map(context, kinds.len(), results, &[]));
    maps.collect()
}

/// A map from its results, in which `s0`, `s1`, … and `t0`, `t1`, … stand for strides and dilations.
fn parse_map(context: &Context, loops: usize, results: &str, factors: &[Vec<i64>]) -> Option<AffineMap> {
    let names = |letter: &str, count: usize| -> Vec<String> {
        (0..count).map(|index| format!("{letter}{index}")).collect()
    };
    let dims = names("d", loops).join(", ");
    let symbols = ["s", "t"].iter().zip(factors);
    let symbols: Vec<String> = symbols
        .flat_map(|(letter, values)| names(letter, values.len()))
        .collect();
    let symbols = symbols.join(", ");
    let map = tvmlike_text::parse_affine_map(context, format!("({dims})[{symbols}] -> {results}")).ok()?;
    let dims: Vec<AffineExpr> = (0..loops as u32).map(|dim| context.affine_dim(dim)).collect();
    let values: Vec<AffineExpr> = factors
        .iter()
        .flatten()
        .map(|value| context.affine_constant(*value))
        .collect();
    let bind = |result: AffineExpr| result.replace_inputs(context, &dims, &values)?.simplify(context);
    let results: Result<Vec<AffineExpr>, _> = map.results(context).iter().map(bind).collect();
    context.affine_map(loops as u32, 0, &results.ok()?).ok()
}

/// What a structured operation reads and writes in which loops.
pub struct StructuredLoops {
    /// The number of operands that it only reads.
    pub inputs: usize,
    /// The indexing map of each operand.
    pub maps: Vec<AffineMap>,
    /// For each loop whether it is a reduction.
    pub reductions: Vec<bool>,
}

/// The loops of a structured operation that was verified; `None` for any other operation.
pub fn structured_loops(context: &Context, op: Op) -> Option<StructuredLoops> {
    let maps = indexing_maps(context, op)?;
    let reductions = loops(context, op)?
        .into_iter()
        .map(|kind| kind == Loop::Reduction);
    Some(StructuredLoops {
        inputs: inputs(context, op)?,
        maps,
        reductions: reductions.collect(),
    })
}

/// The indexing map of each operand. The constraints and the own checks of the operation must hold.
pub(crate) fn indexing_maps(context: &Context, op: Op) -> Option<Vec<AffineMap>> {
    let name = op.name(context).text(context);
    let count = op.num_operands(context);
    let inputs = inputs(context, op)?;
    let given = || property(context, op, "indexing_maps").map(|maps| listed(context, maps));
    let identity = |rank: usize| context.affine_identity_map(rank as u32);
    match name.strip_prefix("linalg.")? {
        "generic" | "contract" => given()?,
        "elementwise" => given().unwrap_or(Some(Vec::new())),
        "map" => Some(vec![identity(rank(context, op, inputs)?); count]),
        "reduce" => {
            let rank = rank(context, op, 0)?;
            let dropped = integers(context, property(context, op, "dimensions")?)?;
            let mut maps = vec![identity(rank); inputs];
            maps.resize(count, without(context, rank, &dropped)?);
            Some(maps)
        }
        "broadcast" => {
            let rank = rank(context, op, 1)?;
            let dropped = integers(context, property(context, op, "dimensions")?)?;
            Some(vec![without(context, rank, &dropped)?, identity(rank)])
        }
        "transpose" => {
            let permutation = integers(context, property(context, op, "permutation")?)?;
            let mut inverse = vec![0; permutation.len()];
            for (from, to) in (0..).zip(&permutation) {
                *inverse.get_mut(usize::try_from(*to).ok()?)? = from;
            }
            let map = context.affine_permutation_map(&inverse).ok()?;
            Some(vec![map, identity(permutation.len())])
        }
        name => {
            let named = find(name)?;
            match &named.shape {
                Shape::Elementwise => {
                    let loops = rank(context, op, inputs)?;
                    let scalar = context.affine_map(loops as u32, 0, &[]).ok()?;
                    let map = |index| match rank(context, op, index)? {
                        0 => Some(scalar),
                        _ => Some(identity(loops)),
                    };
                    (0..count).map(map).collect()
                }
                Shape::Loops { kinds, maps } => {
                    if let Some(maps) = given() {
                        return maps;
                    }
                    let dims = maps
                        .iter()
                        .flat_map(|map| map.split(' '))
                        .filter(|word| word.starts_with('s'));
                    let ones = vec![1; dims.count()];
                    let factors = ["strides", "dilations"].map(|name| {
                        let given = property(context, op, name).and_then(|value| integers(context, value));
                        given.unwrap_or_else(|| ones.clone())
                    });
                    maps.iter()
                        .map(|map| parse_map(context, kinds.len(), map, &factors))
                        .collect()
                }
            }
        }
    }
}

/// The identity without some results.
fn without(context: &Context, rank: usize, dropped: &[i64]) -> Option<AffineMap> {
    let kept = (0..rank as u32).filter(|dim| !dropped.contains(&i64::from(*dim)));
    let kept: Vec<AffineExpr> = kept.map(|dim| context.affine_dim(dim)).collect();
    context.affine_map(rank as u32, 0, &kept).ok()
}

/// The loops of an operation. The constraints and the own checks of the operation must hold.
pub(crate) fn loops(context: &Context, op: Op) -> Option<Vec<Loop>> {
    let name = op.name(context).text(context);
    let inputs = inputs(context, op)?;
    let parallel = |operand| Some(vec![Loop::Parallel; rank(context, op, operand)?]);
    match name.strip_prefix("linalg.")? {
        "generic" => {
            let AttributeKind::Array(types) = property(context, op, "iterator_types")?.kind(context) else {
                return None;
            };
            let kind = |each: Attribute| match each.kind(context) {
                AttributeKind::Dialect { parameters, .. } => match parameters.get(0)?.kind(context) {
                    AttributeKind::Integer { value, .. } if value.is_zero() => Some(Loop::Parallel),
                    _ => Some(Loop::Reduction),
                },
                _ => None,
            };
            types.iter().map(kind).collect()
        }
        "contract" => {
            let maps = indexing_maps(context, op)?;
            let last = maps.last()?;
            let mut loops = vec![Loop::Reduction; last.num_dims(context) as usize];
            for result in last.results(context).iter() {
                if let AffineExprKind::Dim(dim) = result.kind(context) {
                    loops[dim as usize] = Loop::Parallel;
                }
            }
            Some(loops)
        }
        "reduce" => {
            let mut loops = parallel(0)?;
            for dim in integers(context, property(context, op, "dimensions")?)? {
                *loops.get_mut(usize::try_from(dim).ok()?)? = Loop::Reduction;
            }
            Some(loops)
        }
        "elementwise" | "map" | "broadcast" | "transpose" => parallel(inputs),
        name => match &find(name)?.shape {
            Shape::Elementwise => parallel(inputs),
            Shape::Loops { kinds, .. } => {
                let kind = |letter| {
                    if letter == b'p' {
                        Loop::Parallel
                    } else {
                        Loop::Reduction
                    }
                };
                Some(kinds.bytes().map(kind).collect())
            }
        },
    }
}
