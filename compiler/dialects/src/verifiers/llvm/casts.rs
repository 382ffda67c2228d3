//! Conversions of integers and pointers.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, Failure, Type, TypeKind};

use super::pointers::address_space;
use crate::verifiers::types::{element_or_self, is_vector};

fn width(context: &Context, ty: Type) -> Option<u32> {
    match ty.kind(context) {
        TypeKind::Integer { width, .. } => Some(width),
        _ => None,
    }
}

pub(super) fn extension(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (input, output) = (instance.operand_type("arg"), instance.result_type("res"));
    match (is_vector(context, input), is_vector(context, output)) {
        (true, false) => {
            return instance.refuse_plainly("input type is a vector but output type is an integer");
        }
        (false, true) => {
            return instance.refuse_plainly("input type is an integer but output type is a vector");
        }
        (true, true) if !same_count(context, input, output) => {
            return instance.refuse_plainly("input and output vectors are of incompatible shape");
        }
        _ => {}
    }
    let widths = [input, output].map(|ty| width(context, element_or_self(context, ty)));
    if widths[1] <= widths[0] {
        return instance.refuse_plainly(
            "integer width of the output type is smaller or equal to the integer width of the input type",
        );
    }
    Ok(())
}

/// Whether two vectors have the same number of elements.
fn same_count(context: &Context, one: Type, other: Type) -> bool {
    match (one.kind(context), other.kind(context)) {
        (
            TypeKind::Vector { shape, scalable, .. },
            TypeKind::Vector {
                shape: other_shape,
                scalable: other_scalable,
                ..
            },
        ) => shape.to_vec() == other_shape.to_vec() && scalable.any() == other_scalable.any(),
        _ => false,
    }
}

pub(super) fn bitcast(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (source, result) = (instance.operand_type("arg"), instance.result_type("res"));
    let [from, to] = [source, result].map(|ty| address_space(context, element_or_self(context, ty)));
    let (Some(from), Some(to)) = (from, to) else {
        return match from.is_some() == to.is_some() {
            true => Ok(()),
            false => instance.refuse("can only cast pointers from and to pointers"),
        };
    };
    match (is_vector(context, source), is_vector(context, result)) {
        (false, true) => instance.refuse("cannot cast pointer to vector of pointers"),
        (true, false) => instance.refuse("cannot cast vector of pointers to pointer"),
        _ if from != to => instance
            .refuse("cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead"),
        _ => Ok(()),
    }
}
