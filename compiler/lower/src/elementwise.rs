//! Operations that work on each element: on vectors of several dimensions, on each innermost vector.

use tvmlike_ir::{Attribute, Context, Location, Op, Type, Value};
use tvmlike_transform::{ConversionPattern, ConversionRewriter, ConvertedOperands};

use crate::attributes::converted;
use crate::make::Make;
use crate::types::array_parts;

/// A pattern that replaces an operation by one of the llvm dialect with the same operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneToOne {
    /// The operation.
    pub(crate) root: &'static str,
    /// What replaces it.
    pub(crate) target: &'static str,
    /// Whether vectors of several dimensions are taken apart.
    pub(crate) splits_arrays: bool,
    /// Whether floats have to be floats of LLVM.
    pub(crate) needs_floats: bool,
}

impl OneToOne {
    /// A pattern for an operation on elements.
    pub(crate) const fn new(root: &'static str, target: &'static str) -> Self {
        Self {
            root,
            target,
            splits_arrays: true,
            needs_floats: true,
        }
    }
}

impl ConversionPattern for OneToOne {
    fn name(&self) -> &str {
        self.root
    }

    fn root(&self) -> Option<&str> {
        Some(self.root)
    }

    fn rewrite(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        operands: &ConvertedOperands,
    ) -> Option<()> {
        let context = rewriter.context();
        if self.needs_floats && !has_floats(rewriter, op) {
            return None;
        }
        let operands = operands.each()?;
        let (properties, attributes) = converted(context, op, self.target);
        let location = op.location(context);
        let make = |rewriter: &mut ConversionRewriter<'_, '_>, ty, operands: &[Value]| {
            Make::new(self.target, operands, &[ty])
                .with(&properties)
                .with_attributes(attributes)
                .value(rewriter, location)
        };
        let ty = result_type(rewriter, op)?;
        let value = match self.splits_arrays {
            true => split(rewriter, location, ty, &operands, make),
            false => make(rewriter, ty, &operands),
        };
        rewriter.replace_op(op, &[value]);
        Some(())
    }
}

/// Whether no float among the operands and results of an operation becomes an integer.
pub(crate) fn has_floats(rewriter: &ConversionRewriter<'_, '_>, op: Op) -> bool {
    let context = rewriter.context();
    let converter = rewriter.converter();
    op.operands(context).chain(op.results(context)).all(|value| {
        let ty = value.ty(context);
        let element = match ty.is_shaped(context) {
            true => ty.element_type(context).unwrap_or(ty),
            false => ty,
        };
        element.float_kind(context).is_none()
            || converter
                .as_ref()
                .and_then(|converter| converter.convert_one(context, element))
                .is_some_and(|converted| converted.float_kind(context).is_some())
    })
}

/// The converted type of the only result.
pub(crate) fn result_type(rewriter: &ConversionRewriter<'_, '_>, op: Op) -> Option<Type> {
    let context = rewriter.context();
    let ty = op.result(context, 0)?.ty(context);
    rewriter.converter()?.convert_one(context, ty)
}

/// Makes an operation on values, or on each innermost vector of values that are arrays of vectors.
pub(crate) fn split<'c>(
    rewriter: &mut ConversionRewriter<'_, 'c>,
    location: Location,
    ty: Type,
    operands: &[Value],
    make: impl Fn(&mut ConversionRewriter<'_, 'c>, Type, &[Value]) -> Value,
) -> Value {
    let context = rewriter.context();
    let mut sizes: Vec<u64> = Vec::new();
    let mut inner = ty;
    while let Some((element, size)) = array_parts(context, inner) {
        sizes.push(size);
        inner = element;
    }
    if sizes.is_empty() {
        return make(rewriter, ty, operands);
    }
    let mut result = Make::new("llvm.mlir.poison", &[], &[ty]).value(rewriter, location);
    let mut position = vec![0_i64; sizes.len()];
    loop {
        let parts: Vec<Value> = operands
            .iter()
            .map(|operand| extract(rewriter, location, *operand, &position))
            .collect();
        let made = make(rewriter, inner, &parts);
        result = insert(rewriter, location, result, made, &position);
        let Some(next) = (0..sizes.len())
            .rev()
            .find(|dim| position[*dim] + 1 < sizes[*dim].cast_signed())
        else {
            return result;
        };
        position[next] += 1;
        position[next + 1..].fill(0);
    }
}

/// The type at a position of a struct or an array.
fn type_at(context: &Context, ty: Type, position: &[i64]) -> Type {
    position.iter().fold(ty, |ty, index| {
        let field = crate::types::fields(context, ty)
            .and_then(|fields| fields.get(*index as usize).copied())
            .or_else(|| array_parts(context, ty).map(|(element, _)| element));
        field.unwrap_or_else(|| panic!("there is no element {index} in a value that is taken apart"))
    })
}

/// Takes an element out of a struct or an array.
pub(crate) fn extract<'c>(
    rewriter: &mut impl tvmlike_ir::CreateOps<'c>,
    location: Location,
    container: Value,
    position: &[i64],
) -> Value {
    let context = rewriter.context();
    let ty = type_at(context, container.ty(context), position);
    let position: Attribute = context.dense_i64_array(position);
    Make::new("llvm.extractvalue", &[container], &[ty])
        .with(&[("position", position)])
        .value(rewriter, location)
}

/// Puts an element into a struct or an array.
pub(crate) fn insert<'c>(
    rewriter: &mut impl tvmlike_ir::CreateOps<'c>,
    location: Location,
    container: Value,
    value: Value,
    position: &[i64],
) -> Value {
    let context = rewriter.context();
    let position: Attribute = context.dense_i64_array(position);
    Make::new("llvm.insertvalue", &[container, value], &[container.ty(context)])
        .with(&[("position", position)])
        .value(rewriter, location)
}
