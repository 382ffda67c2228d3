//! `vector.multi_reduction`: the reduced dimensions are brought to one side and made one, and then reduced.
//!
//! Invariant: with [`Strategy::InnerParallel`], rows are combined lane by lane; with [`Strategy::InnerReduction`], each row is
//! reduced.

use tvmlike_ir::{Context, Location, Op, Pattern, PatternSet, Rewriter, Type, Value};

use super::combine::Combine;
use super::masked::{Root, make_masked};
use super::progressive::{Start, part, start, with_part};
use super::vector_parts;
use crate::make::{Make, property};
use crate::number;

/// Which dimensions are the inner ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strategy {
    /// Those that stay.
    InnerParallel,
    /// Those that are reduced.
    InnerReduction,
}

/// What is made of a reduction that is outside of its mask, if it has one.
type Lower = fn(&Reduction, &mut Rewriter<'_, '_>, Strategy) -> Option<Value>;

/// A pattern for all reductions.
#[derive(Clone, Copy)]
struct Step {
    name: &'static str,
    strategy: Strategy,
    fits: fn(&Reduction, Strategy) -> bool,
    lower: Lower,
}

/// Adds the patterns: they order dimensions, flatten, and reduce.
pub(crate) fn add_patterns(patterns: &mut PatternSet, strategy: Strategy) {
    let mut add = |name, fits, lower| {
        patterns.add(Step {
            name,
            strategy,
            fits,
            lower,
        });
    };
    add(
        "OneDimMultiReductionToTwoDim",
        |reduction, _| reduction.reduces == [true],
        Reduction::with_two_dimensions,
    );
    add(
        "InnerOuterDimReductionConversion",
        |reduction, strategy| !reduction.is_ordered(strategy),
        Reduction::ordered,
    );
    add(
        "ReduceMultiDimReductionRank",
        |reduction, strategy| {
            reduction.sizes.len() > 1
                && reduction.reduces.contains(&true)
                && reduction.is_ordered(strategy)
                && !reduction.is_flat()
        },
        Reduction::flattened,
    );
    match strategy {
        Strategy::InnerReduction => add(
            "TwoDimMultiReductionToReduction",
            |reduction, _| reduction.reduces == [false, true],
            Reduction::of_rows,
        ),
        Strategy::InnerParallel => add(
            "TwoDimMultiReductionToElementWise",
            |reduction, _| reduction.reduces == [true, false],
            Reduction::by_rows,
        ),
    }
    // MLIR 22 drops the value to which nothing is added.
    add(
        "MultiReductionOfNothing",
        |reduction, _| !reduction.reduces.contains(&true),
        |reduction, rewriter, _| {
            let values = [reduction.source, reduction.before];
            let combine = reduction.combine;
            Some(combine.apply(rewriter, reduction.location, values, reduction.root.mask))
        },
    );
}

impl Pattern for Step {
    fn name(&self) -> &str {
        self.name
    }

    fn root(&self) -> Option<&str> {
        Some("vector.multi_reduction")
    }

    fn rewrite(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        let reduction = Reduction::of(rewriter.context(), op)?;
        if reduction.root.has_other_lanes || !(self.fits)(&reduction, self.strategy) {
            return None;
        }
        let root = reduction.root;
        root.replace(rewriter, &mut |rewriter| {
            (self.lower)(&reduction, rewriter, self.strategy)
        })
    }
}

/// A reduction of a vector to one with fewer dimensions, or to an element.
struct Reduction {
    op: Op,
    root: Root,
    location: Location,
    source: Value,
    before: Value,
    ty: Type,
    sizes: Vec<i64>,
    element: Type,
    /// Whether each dimension is reduced.
    reduces: Vec<bool>,
    combine: Combine,
}

/// `vector.shape_cast`, unless the type is the same.
fn shaped(rewriter: &mut Rewriter<'_, '_>, location: Location, value: Value, ty: Type) -> Value {
    if value.ty(rewriter.context()) == ty {
        return value;
    }
    Make::new("vector.shape_cast", &[value], &[ty]).value(rewriter, location)
}

fn broadcast(rewriter: &mut Rewriter<'_, '_>, location: Location, value: Value, ty: Type) -> Value {
    Make::new("vector.broadcast", &[value], &[ty]).value(rewriter, location)
}

impl Reduction {
    fn of(context: &Context, op: Op) -> Option<Self> {
        let source = op.operand(context, 0)?;
        let (sizes, element) = vector_parts(context, source.ty(context))?;
        let dims = number::list(context, property(context, op, "reduction_dims")?)?;
        if sizes.is_empty() {
            return None;
        }
        Some(Self {
            op,
            root: Root::of(context, op),
            location: op.location(context),
            source,
            before: op.operand(context, 1)?,
            ty: op.result(context, 0)?.ty(context),
            reduces: (0..sizes.len()).map(|dim| dims.contains(&(dim as i64))).collect(),
            sizes,
            element,
            combine: Combine::of(context, op, element)?,
        })
    }

    /// Whether the dimensions are in the order of a strategy.
    fn is_ordered(&self, strategy: Strategy) -> bool {
        let outer_reduces = strategy == Strategy::InnerParallel;
        let inner = self
            .reduces
            .iter()
            .skip_while(|reduces| **reduces == outer_reduces);
        inner.copied().all(|reduces| reduces != outer_reduces)
    }

    /// Whether there are two dimensions, one of which is reduced.
    fn is_flat(&self) -> bool {
        self.sizes.len() == 2 && self.reduces[0] != self.reduces[1]
    }

    /// Makes a reduction of another vector in the same way.
    fn make(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        [source, before]: [Value; 2],
        reduces: &[bool],
        mask: Option<Value>,
    ) -> Option<Value> {
        let context = rewriter.context();
        let dims: Vec<i64> = (0_i64..)
            .zip(reduces)
            .filter(|(_, reduces)| **reduces)
            .map(|(dim, _)| dim)
            .collect();
        let properties = [
            ("kind", property(context, self.op, "kind")?),
            ("reduction_dims", context.dense_i64_array(&dims)),
        ];
        let (operands, results) = ([source, before], [before.ty(context)]);
        let made = Make::new("vector.multi_reduction", &operands, &results).with(&properties);
        make_masked(rewriter, self.location, made, mask)
    }

    /// A vector of one dimension as the only row.
    fn with_two_dimensions(&self, rewriter: &mut Rewriter<'_, '_>, _: Strategy) -> Option<Value> {
        let context = rewriter.context();
        let location = self.location;
        let sizes = [1, self.sizes[0]];
        let ty = context.vector_type(&sizes, self.element, &[]).ok()?;
        let source = shaped(rewriter, location, self.source, ty);
        let ty = context.vector_type(&[1], self.element, &[]).ok()?;
        let before = broadcast(rewriter, location, self.before, ty);
        let mask = match self.root.mask {
            Some(mask) => {
                let ty = context.vector_type(&sizes, context.i1(), &[]).ok()?;
                Some(broadcast(rewriter, location, mask, ty))
            }
            None => None,
        };
        let made = self.make(rewriter, [source, before], &[false, true], mask)?;
        part(rewriter, location, made, &[0])
    }

    /// The dimensions in the order of the strategy.
    fn ordered(&self, rewriter: &mut Rewriter<'_, '_>, strategy: Strategy) -> Option<Value> {
        let outer_reduces = strategy == Strategy::InnerParallel;
        let mut order: Vec<usize> = (0..self.sizes.len()).collect();
        order.sort_by_key(|dim| self.reduces[*dim] != outer_reduces);
        let reduces: Vec<bool> = order.iter().map(|dim| self.reduces[*dim]).collect();
        let order: Vec<i64> = order.iter().map(|dim| *dim as i64).collect();
        let location = self.location;
        let mask = match self.root.mask {
            Some(mask) => Some(super::contract::transposed(rewriter, location, mask, &order)?),
            None => None,
        };
        let source = super::contract::transposed(rewriter, location, self.source, &order)?;
        self.make(rewriter, [source, self.before], &reduces, mask)
    }

    /// The product of the sizes of dimensions; `None`: there are none.
    fn flat_size(&self, reduces: bool) -> Option<i64> {
        let sizes = self.sizes.iter().zip(&self.reduces);
        let sizes: Vec<i64> = sizes
            .filter(|(_, each)| **each == reduces)
            .map(|(size, _)| *size)
            .collect();
        (!sizes.is_empty()).then(|| sizes.iter().product())
    }

    /// One dimension for all that are reduced, and one for the others.
    fn flattened(&self, rewriter: &mut Rewriter<'_, '_>, strategy: Strategy) -> Option<Value> {
        let context = rewriter.context();
        let location = self.location;
        let mut reduces = [false, true];
        if strategy == Strategy::InnerParallel {
            reduces.reverse();
        }
        let parts = reduces.map(|reduces| self.flat_size(reduces).map(|size| (size, reduces)));
        let (sizes, reduces): (Vec<i64>, Vec<bool>) = parts.into_iter().flatten().unzip();
        let mask = match self.root.mask {
            Some(mask) => {
                let ty = context.vector_type(&sizes, context.i1(), &[]).ok()?;
                Some(shaped(rewriter, location, mask, ty))
            }
            None => None,
        };
        let ty = context.vector_type(&sizes, self.element, &[]).ok()?;
        let source = shaped(rewriter, location, self.source, ty);
        let Some(size) = self.flat_size(false) else {
            return self.make(rewriter, [source, self.before], &reduces, mask);
        };
        let ty = context.vector_type(&[size], self.element, &[]).ok()?;
        let before = shaped(rewriter, location, self.before, ty);
        let made = self.make(rewriter, [source, before], &reduces, mask)?;
        Some(shaped(rewriter, location, made, self.ty))
    }

    /// `vector.reduction` of each row.
    fn of_rows(&self, rewriter: &mut Rewriter<'_, '_>, _: Strategy) -> Option<Value> {
        let location = self.location;
        let kind = [("kind", property(rewriter.context(), self.op, "kind")?)];
        let mut result = start(rewriter, location, self.ty, Start::Zero)?;
        for row in 0..self.sizes[0] {
            let vector = part(rewriter, location, self.source, &[row])?;
            let before = part(rewriter, location, self.before, &[row])?;
            let mask = match self.root.mask {
                Some(mask) => Some(part(rewriter, location, mask, &[row])?),
                None => None,
            };
            let (operands, results) = ([vector, before], [self.element]);
            let made = Make::new("vector.reduction", &operands, &results).with(&kind);
            let value = make_masked(rewriter, location, made, mask)?;
            result = with_part(rewriter, location, result, value, &[row]);
        }
        Some(result)
    }

    /// The rows combined lane by lane, one after another.
    fn by_rows(&self, rewriter: &mut Rewriter<'_, '_>, _: Strategy) -> Option<Value> {
        let location = self.location;
        let mut result = self.before;
        for row in 0..self.sizes[0] {
            let vector = part(rewriter, location, self.source, &[row])?;
            let mask = match self.root.mask {
                Some(mask) => Some(part(rewriter, location, mask, &[row])?),
                None => None,
            };
            result = self.combine.apply(rewriter, location, [vector, result], mask);
        }
        Some(result)
    }
}
