//! `xegpu`: offsets of descriptors of tensors, and products of matrices.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{Attribute, AttributeKind, Context, Failure, Type};

pub(super) const CHECKS: super::Table = &[
    ("xegpu.dpas", Hook::Verify(multiply)),
    ("xegpu.update_nd_offset", Hook::Verify(update_block)),
    ("xegpu.update_offset", Hook::Verify(update_scattered)),
];

/// A descriptor of a tensor.
struct Descriptor {
    shape: Vec<i64>,
    /// How many elements a lane has at each offset; `None`: the descriptor has no offsets for lanes.
    chunk: Option<i64>,
}

fn integer(context: &Context, value: Attribute) -> Option<i64> {
    match value.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

impl Descriptor {
    fn of(context: &Context, ty: Type) -> Self {
        let parameter = |name: &str| ty.parameter(context, context.identifier(name));
        let shape = match parameter("shape").map(|shape| shape.kind(context)) {
            Some(AttributeKind::Array(sizes)) => {
                sizes.iter().filter_map(|size| integer(context, size)).collect()
            }
            _ => Vec::new(),
        };
        let scatter = parameter("encoding")
            .and_then(|encoding| encoding.symbol(context))
            .filter(|(info, _)| info.is_named(context, "xegpu", "scatter_tdesc_attr"));
        let chunk = scatter.map(|(_, parameters)| {
            let chunk = parameters.get(1).and_then(|chunk| integer(context, chunk));
            chunk.unwrap_or(1)
        });
        Self { shape, chunk }
    }
}

fn update_block(instance: &Instance<'_>) -> Result<(), Failure> {
    let descriptor = Descriptor::of(instance.context, instance.operand_type("TensorDesc"));
    if descriptor.chunk.is_some() {
        return instance.refuse("Expects a non-scattered TensorDesc.");
    }
    match instance.integers("const_offsets").len() == descriptor.shape.len() {
        true => Ok(()),
        false => instance.refuse("Invalid number of offsets."),
    }
}

fn update_scattered(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let descriptor = Descriptor::of(context, instance.operand_type("TensorDesc"));
    let Some(chunk) = descriptor.chunk else {
        return instance.refuse("Expects a scattered TensorDesc.");
    };
    let mut expected = descriptor.shape;
    if chunk > 1 {
        expected.pop();
    }
    let offsets = instance.operand_type("offsets").shape(context);
    match offsets.is_some_and(|offsets| offsets.iter().eq(expected)) {
        true => Ok(()),
        false => instance.refuse("Offsets should match TensorDesc except the chunk size dim."),
    }
}

/// The bits of a register that a lane has of the second factor.
const REGISTER: u32 = 32;

fn multiply(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (other, result) = (instance.operand_type("rhs"), instance.result_type("result"));
    let sum = instance.optional_operand("acc");
    if sum.is_some_and(|sum| sum.ty(context) != result) {
        return instance.refuse("Expecting the acc type to be the same as result.");
    }
    let sizes = |ty: Type| -> Vec<i64> {
        let shape = ty.shape(context);
        shape.map(|shape| shape.iter().collect()).unwrap_or_default()
    };
    let shapes = [instance.operand_type("lhs"), other, result].map(sizes);
    let (rows, depth, columns) = match shapes.each_ref().map(Vec::as_slice) {
        [[_], [count], [_]] => {
            let width = other.element_type(context).and_then(|ty| ty.bit_width(context));
            let factor = i64::from(REGISTER / width.unwrap_or(REGISTER).clamp(1, REGISTER));
            return match count % factor {
                0 => Ok(()),
                _ => instance.refuse("Expecting B operand to be a multiple of 32 bits."),
            };
        }
        [[m, k], [depth, n], [rows, columns]] => ((m, rows), (*k, *depth), (n, columns)),
        [[m, k], [depth, n, packed], [rows, columns]] => ((m, rows), (*k, depth * packed), (n, columns)),
        _ => {
            return instance.refuse(
                "expecting lhs and result to be a 2D vector, and rhs to be either 2D or 3D (packed) vector.",
            );
        }
    };
    if depth.0 != depth.1 {
        return instance.refuse("K-dimension mismatch.");
    }
    if rows.0 != rows.1 {
        return instance.refuse("M-dimension mismatch.");
    }
    match columns.0 == columns.1 {
        true => Ok(()),
        false => instance.refuse("N-dimension mismatch."),
    }
}
