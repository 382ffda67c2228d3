//! `vector.print` of a vector: a loop for each dimension, and the elements one by one.
//!
//! Invariant: integers are printed with at least 8 bits, because integers of other sizes than powers of two are rare.

use tvmlike_define::{OpBuilder, with_element_type};
use tvmlike_ir::{
    Attribute, Context, InsertionPoint, Location, Op, RewriteFn, Rewriter, Signedness, Type, TypeKind, Value,
};

use super::choices::fill_block;
use crate::make::{Make, build, compare, index_constant, make_block, make_for, property};
use crate::vector_positions::{Position, part_at, vector_parts};

/// The pattern.
pub(super) const PRINT: RewriteFn = RewriteFn::new("DecomposePrintOpConversion", "vector.print", print);

/// The predicate of `arith.cmpi`.
const UNSIGNED_LESS: i64 = 6;

/// A vector that is printed.
struct Printed {
    location: Location,
    value: Value,
    /// The sizes of the loops.
    sizes: Vec<i64>,
    rank: usize,
}

fn cast(rewriter: &mut Rewriter<'_, '_>, location: Location, value: Value, ty: Type) -> Value {
    if value.ty(rewriter.context()) == ty {
        return value;
    }
    Make::new("vector.bitcast", &[value], &[ty]).value(rewriter, location)
}

/// Integers of a size that is a power of two, and at least 8.
fn extended(rewriter: &mut Rewriter<'_, '_>, location: Location, value: Value) -> Option<Value> {
    let context = rewriter.context();
    let ty = value.ty(context);
    let TypeKind::Integer { width, signedness } = ty.element_type(context)?.kind(context) else {
        return Some(value);
    };
    let wide = width.next_power_of_two().max(8);
    if wide == width {
        return Some(value);
    }
    let of = |width: u32, signedness| {
        let element = context.integer_type(width, signedness).ok()?;
        with_element_type(context, ty, element)
    };
    let narrow = cast(rewriter, location, value, of(width, Signedness::Signless)?);
    let name = match width == 1 || signedness == Signedness::Unsigned {
        true => "arith.extui",
        false => "arith.extsi",
    };
    let value = Make::new(name, &[narrow], &[of(wide, Signedness::Signless)?]).value(rewriter, location);
    Some(cast(rewriter, location, value, of(wide, signedness)?))
}

/// `#vector.punctuation`
fn punctuation(context: &Context, name: &str) -> Option<Attribute> {
    tvmlike_define::enum_attribute(context, "vector", "punctuation", name)
}

/// Makes `vector.print` of a scalar, or of nothing, before punctuation.
fn print_then(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    value: Option<Value>,
    punctuation: Attribute,
) {
    Make::new("vector.print", value.as_slice(), &[])
        .with(&[("punctuation", punctuation)])
        .at(rewriter, location);
}

fn print(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let value = op.operand(context, 0)?;
    let (mut sizes, element) = vector_parts(context, value.ty(context))?;
    let rank = sizes.len();
    if matches!(element.kind(context), TypeKind::Integer { width, .. } if width > 1 << 20) {
        return None;
    }
    let after = property(context, op, "punctuation")?;
    let mut value = extended(rewriter, location, value)?;
    if sizes.is_empty() {
        sizes.push(1);
    }
    if rank > 1 {
        let element = value.ty(context).element_type(context)?;
        let flat = context
            .vector_type(&[sizes.iter().product()], element, &[])
            .ok()?;
        value = Make::new("vector.shape_cast", &[value], &[flat]).value(rewriter, location);
    }
    let printed = Printed {
        location,
        value,
        sizes,
        rank,
    };
    printed.of_rest(rewriter, &mut Vec::new())?;
    print_then(rewriter, location, None, after);
    rewriter.erase_op(op);
    Some(())
}

impl Printed {
    /// The part of the vector at the indices of loops.
    fn of_rest(&self, rewriter: &mut Rewriter<'_, '_>, indices: &mut Vec<Value>) -> Option<()> {
        let context = rewriter.context();
        let location = self.location;
        let index = context.index_type();
        let Some(size) = self.sizes.get(indices.len()).copied() else {
            return self.element(rewriter, indices);
        };
        let lower = index_constant(rewriter, location, 0);
        let upper = index_constant(rewriter, location, size);
        let step = index_constant(rewriter, location, 1);
        let last = Make::new("arith.subi", &[upper, step], &[index]).value(rewriter, location);
        print_then(rewriter, location, None, punctuation(context, "open")?);
        let (_, block) = make_for(rewriter, location, [lower, upper, step], &[])?;
        let place = block.argument(context, 0)?;
        fill_block(rewriter, location, block, &mut |_| Some(None))?;
        print_then(rewriter, location, None, punctuation(context, "close")?);
        let start = InsertionPoint::at_start(context, block);
        rewriter.at(Some(start), |rewriter| self.comma(rewriter, place, last))?;
        indices.push(place);
        let start = InsertionPoint::at_start(context, block);
        rewriter.at(Some(start), |rewriter| self.of_rest(rewriter, indices))
    }

    /// A comma behind all places but the last one.
    fn comma(&self, rewriter: &mut Rewriter<'_, '_>, place: Value, last: Value) -> Option<()> {
        let context = rewriter.context();
        let location = self.location;
        let is_before = compare(rewriter, location, UNSIGNED_LESS, [place, last]);
        let comma = punctuation(context, "comma")?;
        let (region, block) = make_block(rewriter, location, &[])?;
        fill_block(rewriter, location, block, &mut |rewriter| {
            print_then(rewriter, location, None, comma);
            Some(None)
        })?;
        let choice = OpBuilder::new("scf.if")
            .operand("condition", [is_before])
            .result("results", [])
            .region("thenRegion", [region])
            .region("elseRegion", [rewriter.edit().create_region()]);
        build(rewriter, choice, location);
        Some(())
    }

    /// The element at the indices of all loops.
    fn element(&self, rewriter: &mut Rewriter<'_, '_>, indices: &[Value]) -> Option<()> {
        let context = rewriter.context();
        let location = self.location;
        let index = context.index_type();
        let (mut flat, mut stride) = (None, 1);
        for (place, size) in indices.iter().zip(&self.sizes).rev() {
            let factor = index_constant(rewriter, location, stride);
            let distance = Make::new("arith.muli", &[factor, *place], &[index]).value(rewriter, location);
            flat = Some(match flat {
                None => distance,
                Some(flat) => Make::new("arith.addi", &[flat, distance], &[index]).value(rewriter, location),
            });
            stride *= size;
        }
        let position = match self.rank {
            0 => Position::default(),
            _ => Position::of(flat?),
        };
        let element = part_at(rewriter, location, self.value, &position)?;
        print_then(
            rewriter,
            location,
            Some(element),
            punctuation(context, "no_punctuation")?,
        );
        Some(())
    }
}
