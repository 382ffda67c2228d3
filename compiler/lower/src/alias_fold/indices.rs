//! Where the elements of a view are in its source.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{AffineOp, Context, Location, Op, Rewriter, Value};

use crate::make::build;
use crate::strided_metadata::{Number, apply, dropped_dims, extract, groups, mixed, split};

/// The offsets, steps and dropped dimensions of a subview.
pub(super) struct Subview {
    pub(super) offsets: Vec<Number>,
    pub(super) sizes: Vec<Number>,
    pub(super) steps: Vec<Number>,
    pub(super) dropped: Vec<usize>,
}

impl Subview {
    pub(super) fn of(context: &Context, op: Op) -> Option<Self> {
        let sizes = mixed(context, op, "sizes", "static_sizes")?;
        Some(Self {
            offsets: mixed(context, op, "offsets", "static_offsets")?,
            steps: mixed(context, op, "strides", "static_strides")?,
            dropped: dropped_dims(context, op, &sizes)?,
            sizes,
        })
    }

    /// Whether elements that are next to each other are so in the source.
    pub(super) fn has_unit_steps(&self, context: &Context) -> bool {
        (0..self.steps.len()).all(|dim| self.has_unit_step(context, dim))
    }

    /// Whether the elements of a dimension that are next to each other are so in the source.
    pub(super) fn has_unit_step(&self, context: &Context, dim: usize) -> bool {
        match self.steps[dim] {
            Number::Value(step) => Number::of(context, step) == Number::Known(1),
            Number::Known(step) => step == 1,
        }
    }

    /// The indices in the source, one after the other. `None`: there are not as many as dimensions.
    pub(super) fn resolve<T>(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        location: Location,
        indices: &[Number],
        mut found: impl FnMut(&mut Rewriter<'_, '_>, Number) -> T,
    ) -> Option<Vec<T>> {
        let context = rewriter.context();
        let symbol = |index| context.affine_symbol(index);
        let product = context.affine_binary(AffineOp::Mul, symbol(1), symbol(2)).ok()?;
        let sum = context.affine_binary(AffineOp::Add, symbol(0), product).ok()?;
        let mut indices = indices.iter();
        let mut resolved = Vec::new();
        for (dim, (offset, step)) in self.offsets.iter().zip(&self.steps).enumerate() {
            let index = match self.dropped.contains(&dim) {
                true => Number::Known(0),
                false => *indices.next()?,
            };
            let index = apply(rewriter, location, sum, &[*offset, index, *step])?;
            resolved.push(found(rewriter, index));
        }
        Some(resolved)
    }
}

/// The indices in the source of `memref.expand_shape`. `is_inside`: they are known to be less than the sizes.
pub(super) fn of_expanded(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    view: Op,
    indices: &[Value],
    is_inside: bool,
) -> Option<Vec<Value>> {
    let context = rewriter.context();
    let shape = mixed(context, view, "output_shape", "static_output_shape")?;
    let mut resolved = Vec::new();
    for group in groups(context, view)? {
        if let [dim] = group[..] {
            resolved.push(*indices.get(dim)?);
            continue;
        }
        let own: Option<Vec<Value>> = group.iter().map(|dim| indices.get(*dim).copied()).collect();
        let sizes: Option<Vec<Number>> = group.iter().map(|dim| shape.get(*dim).copied()).collect();
        let (values, known) = split(&sizes?);
        let mut op = OpBuilder::new("affine.linearize_index")
            .operand("multi_index", own?)
            .operand("dynamic_basis", values)
            .attribute("static_basis", context.dense_i64_array(&known))
            .result("linear_index", [context.index_type()]);
        if is_inside {
            op = op.attribute("disjoint", context.unit_attribute());
        }
        resolved.push(build(rewriter, op, location).result(context, 0)?);
    }
    Some(resolved)
}

/// The indices in the source of `memref.collapse_shape`.
pub(super) fn of_collapsed(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    view: Op,
    indices: &[Value],
) -> Option<Vec<Value>> {
    let context = rewriter.context();
    let source = view.operand(context, 0)?;
    let shape = source.ty(context).shape(context)?.to_vec();
    let metadata = extract(rewriter, location, source)?;
    let sizes: Vec<Number> = shape
        .iter()
        .zip(metadata.results(context).skip(2))
        .map(|(known, value)| Number::or(*known, value))
        .collect();
    let groups = groups(context, view)?;
    let mut resolved = Vec::new();
    for (index, group) in indices.iter().zip(&groups) {
        if group.len() == 1 {
            resolved.push(*index);
            continue;
        }
        let own: Option<Vec<Number>> = group.iter().map(|dim| sizes.get(*dim).copied()).collect();
        let (values, known) = split(&own?);
        let op = OpBuilder::new("affine.delinearize_index")
            .operand("linear_index", [*index])
            .operand("dynamic_basis", values)
            .attribute("static_basis", context.dense_i64_array(&known))
            .result("multi_index", vec![context.index_type(); group.len()]);
        resolved.extend(build(rewriter, op, location).results(context));
    }
    if groups.is_empty() {
        for _ in &shape {
            resolved.push(Number::Known(0).value(rewriter, location));
        }
    }
    Some(resolved)
}
