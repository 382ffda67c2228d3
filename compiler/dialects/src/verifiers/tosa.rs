//! `tosa`: shapes of tensors, zero points, windows of convolutions and poolings, variables, and control flow.

mod control;
mod convolution;
mod elements;
mod pooling;
mod rescale;
mod scaled;
mod shapes;
mod slices;
mod spectrum;
mod variables;

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{
    Attribute, AttributeKind, Context, DYNAMIC, Element, Failure, Type, TypeKind, Value, ValueOwner,
};

use super::types::{element_or_self, has_trait};

pub(super) const CHECKS: super::Table = &[
    ("tosa.argmax", Hook::Verify(shapes::argmax)),
    ("tosa.avg_pool2d", Hook::Verify(pooling::average)),
    ("tosa.cast_from_block_scaled", Hook::Verify(scaled::from)),
    ("tosa.cast_to_block_scaled", Hook::Verify(scaled::to)),
    ("tosa.clamp", Hook::Verify(elements::clamp)),
    ("tosa.concat", Hook::Verify(slices::concat)),
    ("tosa.concat_shape", Hook::Verify(shapes::concat)),
    ("tosa.cond_if", Hook::Verify(control::condition)),
    ("tosa.const", Hook::Verify(elements::constant)),
    ("tosa.const_shape", Hook::Verify(shapes::constant)),
    ("tosa.conv2d", Hook::Verify(convolution::two)),
    ("tosa.conv3d", Hook::Verify(convolution::three)),
    ("tosa.depthwise_conv2d", Hook::Verify(convolution::depthwise)),
    ("tosa.dim", Hook::Verify(shapes::dim)),
    ("tosa.fft2d", Hook::Verify(spectrum::complex)),
    ("tosa.gather", Hook::Verify(slices::gather)),
    ("tosa.matmul", Hook::Verify(elements::matmul)),
    ("tosa.matmul_t_block_scaled", Hook::Verify(scaled::matmul)),
    ("tosa.max_pool2d", Hook::Verify(pooling::maximum)),
    ("tosa.mul", Hook::Verify(elements::multiply)),
    ("tosa.negate", Hook::Verify(elements::negate)),
    ("tosa.pad", Hook::Verify(slices::pad)),
    ("tosa.reduce_all", Hook::Verify(shapes::reduce)),
    ("tosa.reduce_any", Hook::Verify(shapes::reduce)),
    ("tosa.reduce_max", Hook::Verify(shapes::reduce)),
    ("tosa.reduce_min", Hook::Verify(shapes::reduce)),
    ("tosa.reduce_product", Hook::Verify(shapes::reduce)),
    ("tosa.reduce_sum", Hook::Verify(shapes::reduce)),
    ("tosa.rescale", Hook::Verify(rescale::verify)),
    ("tosa.reshape", Hook::Verify(slices::reshape)),
    ("tosa.resize", Hook::Verify(pooling::resize)),
    ("tosa.reverse", Hook::Verify(shapes::reverse)),
    ("tosa.rfft2d", Hook::Verify(spectrum::real)),
    ("tosa.scatter", Hook::Verify(slices::scatter)),
    ("tosa.select", Hook::Verify(elements::select)),
    ("tosa.slice", Hook::Verify(slices::slice)),
    ("tosa.slice_shape", Hook::Verify(shapes::slice)),
    ("tosa.table", Hook::Verify(shapes::table)),
    ("tosa.tile", Hook::Verify(slices::tile)),
    ("tosa.transpose", Hook::Verify(shapes::transpose)),
    ("tosa.transpose_conv2d", Hook::Verify(convolution::transposed)),
    ("tosa.variable_read", Hook::Verify(variables::read)),
    ("tosa.variable_write", Hook::Verify(variables::write)),
    ("tosa.while_loop", Hook::ImpliedInterface("LoopLikeOpInterface")),
    ("tosa.while_loop", Hook::Verify(control::repetition)),
];

pub(super) const INTERFACES: &[Hook] = &[
    Hook::Interface("ResultsAreFloatLike", elements::floats),
    Hook::Interface("ResultsBroadcastableShape", shapes::broadcastable),
    Hook::ImpliedInterface("TosaElementwiseOperator"),
    Hook::Interface("TosaResolvableShapeOperands", shapes::resolvable),
    Hook::ImpliedInterface("TosaShapeOperator"),
    Hook::Interface("TosaShapeOperatorWithSameRanks", shapes::same_ranks),
];

/// The shape of a tensor with a rank.
fn shape(context: &Context, ty: Type) -> Option<Vec<i64>> {
    match ty.kind(context) {
        TypeKind::RankedTensor { shape, .. } => Some(shape.iter().collect()),
        _ => None,
    }
}

/// Whether a size is known.
fn is_static(size: i64) -> bool {
    size != DYNAMIC
}

/// Sizes or numbers as messages list them.
fn listed(values: &[i64]) -> String {
    let texts: Vec<String> = values.iter().map(i64::to_string).collect();
    texts.join(", ")
}

/// Whether a type is quantized with scales and zero points.
fn is_uniform(context: &Context, ty: Type) -> bool {
    ty.is_symbol(context, "quant", "uniform")
}

/// The element type of a tensor, of quantized elements the type that stores them.
fn storage(context: &Context, ty: Type) -> Type {
    let element = element_or_self(context, ty);
    let stored = match element.symbol(context) {
        Some((info, _)) if info.dialect().bytes(context) == b"quant" => {
            element.parameter(context, context.identifier("storage"))
        }
        _ => None,
    };
    match stored.map(|stored| stored.kind(context)) {
        Some(AttributeKind::Type(stored)) => stored,
        _ => element,
    }
}

/// Whether a type is an integer of a width, with or without a sign.
fn is_integer(context: &Context, ty: Type, width: u32) -> bool {
    matches!(ty.kind(context), TypeKind::Integer { width: own, .. } if own == width)
}

/// The rank of a shape type.
fn rank(context: &Context, ty: Type) -> i64 {
    let rank = ty.parameter(context, context.identifier("rank"));
    match rank.map(|rank| rank.kind(context)) {
        Some(AttributeKind::Integer { value, .. }) => value.to_i64().unwrap_or_default(),
        _ => 0,
    }
}

/// The value that a constant operation makes.
fn constant(context: &Context, value: Value) -> Option<Attribute> {
    let ValueOwner::Result { op, .. } = value.owner(context) else {
        return None;
    };
    if !has_trait(context, op, "ConstantLike") {
        return None;
    }
    ["values", "value"]
        .iter()
        .find_map(|name| op.property(context, context.identifier(name)))
}

/// All integers of a constant.
fn integers(context: &Context, value: Value) -> Option<Vec<i64>> {
    let AttributeKind::DenseElements(elements) = constant(context, value)?.kind(context) else {
        return None;
    };
    let number = |index: usize| match elements.get(context, index)? {
        Element::Integer(value) => value.to_i64(),
        _ => None,
    };
    (0..elements.len()).map(number).collect()
}

/// The values of `tosa.const_shape`.
fn shape_values(context: &Context, value: Value) -> Option<Vec<i64>> {
    match crate::spirv::defining_name(context, value) {
        Some("tosa.const_shape") => integers(context, value),
        _ => None,
    }
}

/// The zero point that a constant makes; -1 for floats that are not zero. `None`: it is not known.
fn zero_point(context: &Context, value: Value, is_signed: bool) -> Option<i64> {
    let AttributeKind::DenseElements(elements) = constant(context, value)?.kind(context) else {
        return None;
    };
    match elements.get(context, 0)? {
        Element::Integer(value) if is_signed => value.to_i64(),
        Element::Integer(value) => value.to_u64().map(u64::cast_signed),
        Element::Float(value) => Some(if value.to_f64() == 0.0 { 0 } else { -1 }),
        _ => Some(-1),
    }
}

/// Refuses a zero point other than zero, unless the elements are of 8 bits.
fn verify_zero_point(instance: &Instance<'_>, operand: &str, name: &str) -> Result<(), Failure> {
    let (context, value) = (instance.context, instance.operand(operand));
    let Some(point) = zero_point(context, value, true) else {
        return Ok(());
    };
    match is_integer(context, element_or_self(context, value.ty(context)), 8) || point == 0 {
        true => Ok(()),
        false => instance.refuse(format!(
            "{name} zero point must be zero for non-int8 integer types"
        )),
    }
}

/// Checks that a value and its zero point have one element type.
fn verify_zero_point_type(
    instance: &Instance<'_>,
    ty: Type,
    point: &str,
    message: &str,
) -> Result<(), Failure> {
    let context = instance.context;
    let (element, point) = (
        storage(context, ty),
        storage(context, instance.operand_type(point)),
    );
    match element == point {
        true => Ok(()),
        false => instance.refuse(format!(
            "expect {message} element type, got {} and {}",
            instance.quote(element),
            instance.quote(point)
        )),
    }
}

/// Checks that two tensors have one element type, if both are numbers or quantized.
fn same_elements(instance: &Instance<'_>, input: Type, output: Type) -> Result<(), Failure> {
    let context = instance.context;
    let (input, output) = (element_or_self(context, input), element_or_self(context, output));
    let is_compared = |ty: Type| {
        let is_number = matches!(
            ty.kind(context),
            TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_)
        );
        is_number || is_uniform(context, ty)
    };
    match is_compared(input) && is_compared(output) && input != output {
        true => instance.refuse(format!(
            "expect input and output to have same element type, got {} and {}",
            instance.quote(input),
            instance.quote(output)
        )),
        false => Ok(()),
    }
}
