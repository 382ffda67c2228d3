//! Descriptors of memrefs: structs of pointers, an offset, sizes and strides.

use tvmlike_ir::{Context, CreateOps, DYNAMIC, Location, Type, TypeKind, Value};
use tvmlike_transform::TypeConverter;

use crate::elementwise::{extract, insert};
use crate::make::{Make, integer};
use crate::options::{self, LlvmOptions, address_space, integer_type};
use crate::types::{array, is_pointer, pointer, structure};

/// The bytes of a pointer.
pub(crate) const POINTER_BYTES: i64 = 8;

/// The type of a descriptor of a rank.
fn descriptor_type(context: &Context, rank: usize, space: u32, index: Type) -> Type {
    let pointer = pointer(context, space);
    let mut fields = vec![pointer, pointer, index];
    if rank > 0 {
        let sizes = array(context, index, rank as u64);
        fields.extend([sizes, sizes]);
    }
    structure(context, &fields)
}

/// What the type of a memref with a rank becomes; `None`: it has no strides, its elements cannot be converted, or its memory
/// space is no number.
pub(crate) fn ranked_type(converter: &TypeConverter, context: &Context, ty: Type) -> Option<Type> {
    let TypeKind::MemRef {
        shape,
        element,
        space,
        ..
    } = ty.kind(context)
    else {
        return None;
    };
    ty.strides_and_offset(context)?;
    converter.convert_one(context, element)?;
    let index = integer_type(context, options::of(converter).index_width);
    Some(descriptor_type(
        context,
        shape.len(),
        address_space(context, space)?,
        index,
    ))
}

/// What the type of a memref without a rank becomes.
pub(crate) fn unranked_type(converter: &TypeConverter, context: &Context, ty: Type) -> Option<Type> {
    let TypeKind::UnrankedMemRef { space, .. } = ty.kind(context) else {
        return None;
    };
    address_space(context, space)?;
    let index = integer_type(context, options::of(converter).index_width);
    Some(structure(context, &[index, pointer(context, 0)]))
}

/// The types of the fields of a descriptor, one behind the other.
pub(crate) fn flat_fields(context: &Context, ty: Type, index: Type) -> Option<Vec<Type>> {
    match ty.kind(context) {
        TypeKind::MemRef { shape, space, .. } => {
            let pointer = pointer(context, address_space(context, space)?);
            let mut fields = vec![pointer, pointer, index];
            fields.extend(std::iter::repeat_n(index, 2 * shape.len()));
            Some(fields)
        }
        TypeKind::UnrankedMemRef { .. } => Some(vec![index, pointer(context, 0)]),
        _ => None,
    }
}

/// Makes a constant of the type that `index` becomes.
pub(crate) fn index_constant<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    index: Type,
    value: i64,
) -> Value {
    let context = rewriter.context();
    let value = integer(context, context.index_type(), value);
    Make::new("llvm.mlir.constant", &[], &[index])
        .with(&[("value", value)])
        .value(rewriter, location)
}

/// Makes a descriptor of a memref type from its fields, or from one pointer. `None`: the values are neither.
pub(crate) fn pack<'c>(
    rewriter: &mut impl CreateOps<'c>,
    ty: Type,
    values: &[Value],
    location: Location,
    options: LlvmOptions,
) -> Option<Value> {
    let context = rewriter.context();
    let index = integer_type(context, options.index_width);
    let fields = flat_fields(context, ty, index)?;
    let is_flat = values.len() == fields.len()
        && values
            .iter()
            .zip(&fields)
            .all(|(value, ty)| value.ty(context) == *ty);
    let TypeKind::MemRef { shape, space, .. } = ty.kind(context) else {
        if !is_flat {
            return None;
        }
        let target = structure(context, &fields);
        let poison = Make::new("llvm.mlir.poison", &[], &[target]).value(rewriter, location);
        let with_rank = insert(rewriter, location, poison, values[0], &[0]);
        return Some(insert(rewriter, location, with_rank, values[1], &[1]));
    };
    let rank = shape.len();
    let target = descriptor_type(context, rank, address_space(context, space)?, index);
    if let [memory] = values
        && is_pointer(context, memory.ty(context))
        && shape.is_static()
    {
        return static_descriptor(rewriter, location, ty, target, (*memory, *memory), index);
    }
    if !is_flat {
        return None;
    }
    let mut descriptor = Descriptor::poison(rewriter, location, target);
    descriptor.set(rewriter, &[0], values[0]);
    descriptor.set(rewriter, &[1], values[1]);
    descriptor.set(rewriter, &[2], values[2]);
    for dim in 0..rank {
        descriptor.set(rewriter, &[3, dim as i64], values[3 + dim]);
        descriptor.set(rewriter, &[4, dim as i64], values[3 + rank + dim]);
    }
    Some(descriptor.value)
}

/// Makes the descriptor of a memref with a static shape from its pointers.
pub(crate) fn static_descriptor<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    ty: Type,
    target: Type,
    (allocated, aligned): (Value, Value),
    index: Type,
) -> Option<Value> {
    let context = rewriter.context();
    let (strides, offset) = ty.strides_and_offset(context)?;
    let sizes = ty.shape(context)?.to_vec();
    if offset == DYNAMIC || strides.contains(&DYNAMIC) {
        return None;
    }
    let mut descriptor = Descriptor::poison(rewriter, location, target);
    descriptor.set(rewriter, &[0], allocated);
    descriptor.set(rewriter, &[1], aligned);
    let offset = index_constant(rewriter, location, index, offset);
    descriptor.set(rewriter, &[2], offset);
    for (dim, (size, stride)) in sizes.into_iter().zip(strides).enumerate() {
        let size = index_constant(rewriter, location, index, size);
        descriptor.set(rewriter, &[3, dim as i64], size);
        let stride = index_constant(rewriter, location, index, stride);
        descriptor.set(rewriter, &[4, dim as i64], stride);
    }
    Some(descriptor.value)
}

/// A descriptor whose fields are read and set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Descriptor {
    /// The struct.
    pub(crate) value: Value,
    location: Location,
}

impl Descriptor {
    /// A descriptor that exists.
    pub(crate) const fn new(value: Value, location: Location) -> Self {
        Self { value, location }
    }

    /// A descriptor without fields.
    pub(crate) fn poison<'c>(rewriter: &mut impl CreateOps<'c>, location: Location, ty: Type) -> Self {
        let value = Make::new("llvm.mlir.poison", &[], &[ty]).value(rewriter, location);
        Self { value, location }
    }

    /// Sets the field at a position.
    pub(crate) fn set<'c>(&mut self, rewriter: &mut impl CreateOps<'c>, position: &[i64], value: Value) {
        self.value = insert(rewriter, self.location, self.value, value, position);
    }

    /// The field at a position.
    pub(crate) fn get<'c>(self, rewriter: &mut impl CreateOps<'c>, position: &[i64]) -> Value {
        extract(rewriter, self.location, self.value, position)
    }
}

/// The size in bytes of what an unranked descriptor points to.
pub(crate) fn unranked_size<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    descriptor: Value,
    index: Type,
) -> Value {
    let width = index.bit_width(rewriter.context()).unwrap_or(64);
    let one = index_constant(rewriter, location, index, 1);
    let two = index_constant(rewriter, location, index, 2);
    let index_bytes = index_constant(rewriter, location, index, i64::from(width.div_ceil(8)));
    let pointer_bytes = index_constant(rewriter, location, index, POINTER_BYTES);
    let binary = |rewriter: &mut _, name: &str, operands: [Value; 2]| {
        Make::new(name, &operands, &[index]).value(rewriter, location)
    };
    let pointers = binary(rewriter, "llvm.mul", [two, pointer_bytes]);
    let rank = Descriptor::new(descriptor, location).get(rewriter, &[0]);
    let numbers = binary(rewriter, "llvm.mul", [two, rank]);
    let numbers = binary(rewriter, "llvm.add", [numbers, one]);
    let numbers = binary(rewriter, "llvm.mul", [numbers, index_bytes]);
    binary(rewriter, "llvm.add", [pointers, numbers])
}
