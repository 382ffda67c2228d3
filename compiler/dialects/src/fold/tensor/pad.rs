//! `pad`: by nothing, of casts, with constants, and of a tensor that is padded in other dimensions.

use tvmlike_ir::{Attribute, Context, DYNAMIC, FoldResult, Folded, Folding, NamedAttribute, Op, OpState};
use tvmlike_ir::{Rewriter, Type, Value};

use super::super::rewrite::defined_by;
use super::super::slices::{are_all, known, mixed, split};
use super::lists::Lists;
use super::types::{Ranked, before_cast, keeps_sizes, number, replace, sizes};

/// To the same static shape, unless it is to stay.
pub(super) fn fold(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let source = folding.operand(0);
    let ty = folding.result_type();
    let is_same = source.ty(context) == ty && ty.has_static_shape(context);
    (is_same && folding.attribute("nofold").is_none()).then(|| source.into())
}

fn is_kept(context: &Context, op: Op) -> bool {
    op.property(context, context.identifier("nofold")).is_some()
}

/// How much is added below and above.
struct Padding {
    low: Vec<FoldResult>,
    high: Vec<FoldResult>,
}

impl Padding {
    fn of(context: &Context, op: Op) -> Option<Self> {
        Some(Self {
            low: mixed(context, op, "low")?,
            high: mixed(context, op, "high")?,
        })
    }

    /// The dimensions to which something can be added.
    fn dims(&self, context: &Context) -> Vec<bool> {
        let is_padded = |number: &FoldResult| known(context, number) != Some(0);
        let pairs = self.low.iter().zip(&self.high);
        pairs
            .map(|(low, high)| is_padded(low) || is_padded(high))
            .collect()
    }

    /// Makes a padding that takes the body of another one, which is the root of a pattern or before it.
    fn make(&self, rewriter: &mut Rewriter<'_, '_>, pad: Op, source: Value, ty: Type) -> Option<Value> {
        let context = rewriter.context();
        let (low_values, low) = split(context, &self.low);
        let (high_values, high) = split(context, &self.high);
        let segments = [1, low_values.len(), high_values.len()];
        let segments: Vec<i32> = segments
            .into_iter()
            .map(|count| i32::try_from(count).ok())
            .collect::<Option<_>>()?;
        let operands: Vec<Value> = std::iter::once(source)
            .chain(low_values)
            .chain(high_values)
            .collect();
        let named = |name: &str, value: Attribute| NamedAttribute {
            name: context.identifier(name),
            value,
        };
        let mut properties = vec![
            named("operandSegmentSizes", context.dense_i32_array(&segments)),
            named("static_high", context.dense_i64_array(&high)),
            named("static_low", context.dense_i64_array(&low)),
        ];
        if let Some(nofold) = pad.property(context, context.identifier("nofold")) {
            properties.push(named("nofold", nofold));
        }
        let made = rewriter.create(&OpState {
            operands: &operands,
            results: &[ty],
            attributes: pad.attributes(context),
            properties: Some(context.dictionary_attribute(&properties).ok()?),
            regions: &[None],
            ..OpState::new(pad.name(context), pad.location(context))
        });
        let (body, into) = (pad.region(context, 0)?, made.region(context, 0)?);
        rewriter.inline_region(body, into, None);
        made.result(context, 0)
    }
}

/// By nothing.
pub(super) fn by_nothing(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let padding = Padding::of(context, op)?;
    if is_kept(context, op) || !are_all(context, &padding.low, 0) || !are_all(context, &padding.high, 0) {
        return None;
    }
    replace(rewriter, op, op.operand(context, 0)?)
}

/// The static number, `DYNAMIC` for an operand.
fn fixed(context: &Context, number: FoldResult) -> i64 {
    match number {
        FoldResult::Attribute(_) => known(context, &number).unwrap_or(DYNAMIC),
        FoldResult::Value(_) => DYNAMIC,
    }
}

/// The size with padding, if all of it is known.
fn padded(size: i64, low: i64, high: i64) -> Option<i64> {
    let numbers = [size, low, high];
    let sum = numbers.into_iter().try_fold(0_i64, i64::checked_add);
    sum.filter(|sum| !numbers.contains(&DYNAMIC) && *sum >= 0)
}

/// Of a cast that says less.
pub(super) fn of_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = before_cast(context, op.operand(context, 0)?)?;
    let padding = Padding::of(context, op)?;
    let old = op.result(context, 0)?.ty(context);
    let mut shape = sizes(context, old)?;
    let numbers = padding.low.iter().zip(&padding.high);
    let from = Ranked::of(context, source.ty(context))?;
    for ((size, own), (low, high)) in shape.iter_mut().zip(&from.shape).zip(numbers) {
        let sum = padded(*own, fixed(context, *low), fixed(context, *high));
        let Some(sum) = sum else {
            continue;
        };
        // Sizes that contradict each other make an invalid padding in MLIR.
        if *size != DYNAMIC && *size != sum {
            return None;
        }
        *size = sum;
    }
    let ty = from.plain(context, &shape)?;
    if ty == old {
        rewriter.set_operand(op, 0, source);
        return Some(());
    }
    let made = padding.make(rewriter, op, source, ty)?;
    replace(rewriter, op, made)
}

/// To a type that is only cast to a more static one.
pub(super) fn before_its_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let result = op.result(context, 0)?;
    let mut uses = result.uses(context);
    let user = uses.next()?.owner(context);
    if uses.next().is_some() || !user.is_named(context, "tensor.cast") {
        return None;
    }
    let ty = user.result(context, 0)?.ty(context);
    if !keeps_sizes(context, result.ty(context), ty) {
        return None;
    }
    let padding = Padding::of(context, op)?;
    let source = op.operand(context, 0)?;
    let shape = sizes(context, source.ty(context))?;
    let numbers = padding.low.iter().zip(&padding.high);
    let wanted = sizes(context, ty)?;
    let mut known = wanted.iter().zip(&shape).zip(numbers);
    let fits = known.all(|((wanted, size), (low, high))| {
        let sum = padded(*size, fixed(context, *low), fixed(context, *high));
        *wanted == DYNAMIC || sum.is_none_or(|sum| sum == *wanted)
    });
    // As above.
    if !fits {
        return None;
    }
    let made = padding.make(rewriter, op, source, ty)?;
    rewriter.replace_op(user, &[made]);
    rewriter.erase_op(op);
    Some(())
}

/// By constants.
pub(super) fn by_constants(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = op.operand(context, 0)?;
    let from = Ranked::of(context, source.ty(context))?;
    let old = Ranked::of(context, op.result(context, 0)?.ty(context))?;
    let mut padding = Padding::of(context, op)?;
    if from.shape.len() != old.shape.len() {
        return None;
    }
    for each in padding.low.iter_mut().chain(&mut padding.high) {
        if let FoldResult::Value(value) = each
            && let Some(constant) = number(context, *value)
        {
            *each = FoldResult::Attribute(context.index_attribute(constant));
        }
    }
    let numbers = padding.low.iter().zip(&padding.high);
    let mut shape = old.shape.clone();
    for ((size, own), (low, high)) in shape.iter_mut().zip(&from.shape).zip(numbers) {
        let sum = padded(*own, fixed(context, *low), fixed(context, *high));
        if let Some(sum) = sum
            && *size == DYNAMIC
        {
            *size = sum;
        }
    }
    if shape == old.shape || shape.iter().all(|size| *size == DYNAMIC) {
        return None;
    }
    let ty = old.plain(context, &shape)?;
    let made = padding.make(rewriter, op, source, ty)?;
    replace(rewriter, op, made)
}

/// The constant with which a padding fills, if its body gives one.
fn filling(context: &Context, op: Op) -> Option<Attribute> {
    let block = op.region(context, 0)?.first_block(context)?;
    let value = block.last_op(context)?.operand(context, 0)?;
    value.constant_value(context)
}

/// Of a slice of a tensor that is padded in other dimensions: pads both at once.
pub(super) fn join(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inner = defined_by(context, op.operand(context, 0)?, "tensor.extract_slice")?;
    let outer_pad = defined_by(context, inner.operand(context, 0)?, "tensor.pad")?;
    let outer = defined_by(context, outer_pad.operand(context, 0)?, "tensor.extract_slice")?;
    let ty = |op: Op| Some(op.result(context, 0)?.ty(context));
    let source = outer.operand(context, 0)?;
    let rank = source.ty(context).rank(context);
    let same_rank = [inner, outer_pad, outer, op]
        .into_iter()
        .all(|op| ty(op).and_then(|ty| ty.rank(context)) == rank);
    if !same_rank || is_kept(context, outer_pad) {
        return None;
    }
    let (inner, outer) = (Lists::of(context, inner)?, Lists::of(context, outer)?);
    let (own, first) = (Padding::of(context, op)?, Padding::of(context, outer_pad)?);
    let is_plain = [&inner, &outer]
        .into_iter()
        .all(|lists| are_all(context, &lists.strides, 1))
        && [&own, &first]
            .into_iter()
            .all(|padding| are_all(context, &padding.low, 0));
    if !is_plain || filling(context, op)? != filling(context, outer_pad)? {
        return None;
    }
    let middle = sizes(context, ty(outer_pad)?)?;
    let (own_dims, first_dims) = (own.dims(context), first.dims(context));
    let mut lists = inner.clone();
    let mut joined = Padding {
        low: own.low.clone(),
        high: vec![FoldResult::Attribute(context.index_attribute(0)); middle.len()],
    };
    for dim in 0..middle.len() {
        let (is_own, is_first) = (own_dims[dim], first_dims[dim]);
        lists.offsets[dim] = match () {
            () if is_own && is_first => return None,
            () if !is_own && known(context, &inner.offsets[dim]) == Some(0) => outer.offsets[dim],
            () if !is_first && known(context, &outer.offsets[dim]) == Some(0) => inner.offsets[dim],
            () => return None,
        };
        if is_first {
            if middle[dim] == DYNAMIC || known(context, &inner.sizes[dim]) != Some(middle[dim]) {
                return None;
            }
            lists.sizes[dim] = outer.sizes[dim];
            joined.high[dim] = first.high[dim];
        }
        if is_own {
            joined.high[dim] = own.high[dim];
        }
    }
    let from = Ranked::of(context, source.ty(context))?;
    let slice = from.with_shape(context, &lists.static_sizes(context))?;
    let slice = lists.make(rewriter, op, "tensor.extract_slice", &[source], &[slice])?;
    let made = joined.make(rewriter, op, slice.result(context, 0)?, ty(op)?)?;
    rewriter.replace_op(op, &[made]);
    Some(())
}
