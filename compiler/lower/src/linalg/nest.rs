//! The ranges of loops, and loops inside each other.

use tvmlike_define::OpBuilder;
use tvmlike_dialects::StructuredLoops;
use tvmlike_ir::{
    AffineExprKind, AffineMap, Block, Context, DYNAMIC, InsertionPoint, Location, Op, Region, Rewriter,
    TypeKind, Value,
};

use crate::make::{Make, build, index_constant, integer, make_block, make_for};

/// The dialect of the loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LoopKind {
    /// `scf.for`, `memref.load` and `memref.store`.
    Scf,
    /// The same with `scf.parallel` for dimensions that are no reductions.
    Parallel,
    /// `affine.for`, `affine.load` and `affine.store`.
    Affine,
}

/// The size of a dimension.
#[derive(Clone, Copy)]
enum Size {
    Known(i64),
    Value(Value),
}

/// The sizes of the dimensions of an operand; none of a scalar.
fn sizes_of(rewriter: &mut Rewriter<'_, '_>, location: Location, operand: Value, sizes: &mut Vec<Size>) {
    let context = rewriter.context();
    let TypeKind::MemRef { shape, .. } = operand.ty(context).kind(context) else {
        return;
    };
    for (dim, size) in shape.to_vec().into_iter().enumerate() {
        sizes.push(match size {
            DYNAMIC => {
                let dim = index_constant(rewriter, location, dim as i64);
                let size = Make::new("memref.dim", &[operand, dim], &[context.index_type()])
                    .value(rewriter, location);
                Size::Value(size)
            }
            size => Size::Known(size),
        });
    }
}

/// The size of each loop: that of the first dimension of an operand that the loop alone runs over. `None`: a loop has none.
fn loop_sizes(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    op: Op,
    loops: &StructuredLoops,
) -> Option<Vec<Size>> {
    let context = rewriter.context();
    let operands: Vec<Value> = op.operands(context).collect();
    let mut sizes = Vec::new();
    for operand in operands {
        sizes_of(rewriter, location, operand, &mut sizes);
    }
    let exprs = loops.maps.iter().flat_map(|map| map.results(context).iter());
    let mut found = vec![None; loops.reductions.len()];
    for (expr, size) in exprs.zip(sizes) {
        if let AffineExprKind::Dim(dim) = expr.kind(context) {
            found.get_mut(dim as usize)?.get_or_insert(size);
        }
    }
    found.into_iter().collect()
}

/// Whether each loop has a size: the map of an operand has a result that is its variable alone.
pub(super) fn has_sizes(context: &Context, loops: &StructuredLoops) -> bool {
    let is_dim = |map: &AffineMap, dim: usize| {
        let mut results = map.results(context).iter();
        results.any(|expr| matches!(expr.kind(context), AffineExprKind::Dim(of) if of as usize == dim))
    };
    (0..loops.reductions.len()).all(|dim| loops.maps.iter().any(|map| is_dim(map, dim)))
}

/// Makes `affine.for`, from 0 by steps of 1.
fn make_affine(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    size: Size,
    region: Region,
) -> Option<()> {
    let context = rewriter.context();
    let (upper, operand) = match size {
        Size::Known(size) => (context.affine_constant_map(size), None),
        Size::Value(size) if tvmlike_dialects::is_affine_symbol(context, size) => {
            let symbol = context.affine_symbol(0);
            (context.affine_map(0, 1, &[symbol]).ok()?, Some(size))
        }
        Size::Value(size) => (context.affine_identity_map(1), Some(size)),
    };
    let lower = context.affine_map_attribute(context.affine_constant_map(0));
    let op = OpBuilder::new("affine.for")
        .operand("upperBoundOperands", operand)
        .attribute("lowerBoundMap", lower)
        .attribute("upperBoundMap", context.affine_map_attribute(upper))
        .attribute("step", integer(context, context.index_type(), 1))
        .result("results", [])
        .region("region", [region]);
    build(rewriter, op, location);
    Some(())
}

/// Makes the terminator of a loop.
fn terminate(rewriter: &mut Rewriter<'_, '_>, location: Location, body: Block, kind: LoopKind) {
    let name = match kind {
        LoopKind::Scf | LoopKind::Parallel => "scf.yield",
        LoopKind::Affine => "affine.yield",
    };
    rewriter.at(Some(InsertionPoint::at_end(body)), |rewriter| {
        Make::new(name, &[], &[]).at(rewriter, location)
    });
}

/// Makes the loops of a structured operation, and what `fill` makes of their variables in the innermost one.
pub(super) fn make_nest(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    loops: &StructuredLoops,
    kind: LoopKind,
    fill: impl FnOnce(&mut Rewriter<'_, '_>, &[Value]) -> Option<()>,
) -> Option<()> {
    let location = op.location(rewriter.context());
    let sizes = loop_sizes(rewriter, location, op, loops)?;
    let mut bounds = Vec::new();
    for size in &sizes {
        let lower = index_constant(rewriter, location, 0);
        let upper = match size {
            Size::Known(size) => index_constant(rewriter, location, *size),
            Size::Value(size) => *size,
        };
        bounds.push([lower, upper, index_constant(rewriter, location, 1)]);
    }
    match kind {
        LoopKind::Scf => scf_nest(rewriter, location, bounds, fill),
        LoopKind::Parallel => parallel_nest(rewriter, location, &bounds, &loops.reductions, Vec::new(), fill),
        LoopKind::Affine => affine_nest(rewriter, location, &sizes, fill),
    }
}

/// As MLIR, all loops before what is in them: a driver visits operations in the order in which they were made.
fn scf_nest(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    bounds: Vec<[Value; 3]>,
    fill: impl FnOnce(&mut Rewriter<'_, '_>, &[Value]) -> Option<()>,
) -> Option<()> {
    let (mut variables, mut bodies) = (Vec::new(), Vec::new());
    for bounds in bounds {
        let (_, body) = make_for(rewriter, location, bounds, &[])?;
        rewriter.set_insertion_point(Some(InsertionPoint::at_end(body)));
        bodies.push(body);
        variables.extend(body.arguments(rewriter.context()));
    }
    let innermost = bodies.pop();
    for body in bodies {
        terminate(rewriter, location, body, LoopKind::Scf);
    }
    fill(rewriter, &variables)?;
    if let Some(body) = innermost {
        terminate(rewriter, location, body, LoopKind::Scf);
    }
    Some(())
}

/// As MLIR: a parallel loop for dimensions that follow each other, and a loop for each reduction.
fn parallel_nest(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    bounds: &[[Value; 3]],
    reductions: &[bool],
    mut variables: Vec<Value>,
    fill: impl FnOnce(&mut Rewriter<'_, '_>, &[Value]) -> Option<()>,
) -> Option<()> {
    let Some(is_reduction) = reductions.first() else {
        return fill(rewriter, &variables);
    };
    let parallel = reductions
        .iter()
        .take_while(|is_reduction| !**is_reduction)
        .count();
    let (own, inner) = bounds.split_at(parallel.max(1));
    let body = match is_reduction {
        true => make_for(rewriter, location, own[0], &[])?.1,
        false => make_parallel(rewriter, location, own)?,
    };
    variables.extend(body.arguments(rewriter.context()));
    let place = Some(InsertionPoint::at_end(body));
    let reductions = &reductions[own.len()..];
    rewriter.at(place, |rewriter| {
        parallel_nest(rewriter, location, inner, reductions, variables, fill)
    })?;
    match is_reduction {
        true => terminate(rewriter, location, body, LoopKind::Scf),
        false => {
            rewriter.at(place, |rewriter| {
                Make::new("scf.reduce", &[], &[]).at(rewriter, location)
            });
        }
    }
    Some(())
}

/// Makes `scf.parallel`. Its body, without an end.
fn make_parallel(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    bounds: &[[Value; 3]],
) -> Option<Block> {
    let context = rewriter.context();
    let group = |part: usize| bounds.iter().map(move |bounds| bounds[part]);
    let edit = rewriter.edit();
    let region = edit.create_region();
    let block = edit.create_block(&vec![(context.index_type(), location); bounds.len()]);
    region.append(edit, block).ok()?;
    let op = OpBuilder::new("scf.parallel")
        .operand("lowerBound", group(0))
        .operand("upperBound", group(1))
        .operand("step", group(2))
        .operand("initVals", [])
        .result("results", [])
        .region("region", [region]);
    build(rewriter, op, location);
    Some(block)
}

/// As MLIR, each loop behind its own body.
fn affine_nest(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    sizes: &[Size],
    fill: impl FnOnce(&mut Rewriter<'_, '_>, &[Value]) -> Option<()>,
) -> Option<()> {
    let mut variables = Vec::new();
    let Some((innermost, outer)) = sizes.split_last() else {
        return fill(rewriter, &variables);
    };
    for size in outer {
        let (region, body) = make_block(rewriter, location, &[rewriter.context().index_type()])?;
        let variable = body.argument(rewriter.context(), 0)?;
        variables.push(variable);
        terminate(rewriter, location, body, LoopKind::Affine);
        make_affine(rewriter, location, *size, region)?;
        rewriter.set_insertion_point(Some(InsertionPoint::at_start(rewriter.context(), body)));
    }
    let (region, body) = make_block(rewriter, location, &[rewriter.context().index_type()])?;
    let variable = body.argument(rewriter.context(), 0)?;
    variables.push(variable);
    let place = Some(InsertionPoint::at_end(body));
    rewriter.at(place, |rewriter| fill(rewriter, &variables))?;
    terminate(rewriter, location, body, LoopKind::Affine);
    make_affine(rewriter, location, *innermost, region)
}
