//! `tensor.extract_slice`, `tensor.insert_slice`, `tensor.parallel_insert_slice`.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Type, TypeKind};

use crate::verifiers::slices::{Slice, dropped, verify_bounds, verify_lists};

pub(in crate::verifiers) fn extract_lists(instance: &Instance<'_>) -> Result<(), Failure> {
    let rank = instance
        .operand_type("source")
        .rank(instance.context)
        .unwrap_or_default();
    verify_lists(instance, [rank; 3])
}

pub(in crate::verifiers) fn insert_lists(instance: &Instance<'_>) -> Result<(), Failure> {
    let rank = instance
        .operand_type("dest")
        .rank(instance.context)
        .unwrap_or_default();
    verify_lists(instance, [rank; 3])
}

pub(in crate::verifiers) fn extract(instance: &Instance<'_>) -> Result<(), Failure> {
    verify(
        instance,
        instance.operand_type("source"),
        instance.result_type("result"),
    )
}

pub(in crate::verifiers) fn insert(instance: &Instance<'_>) -> Result<(), Failure> {
    verify(
        instance,
        instance.operand_type("dest"),
        instance.operand_type("source"),
    )
}

/// Checks a slice of a type, which can leave out dimensions of the size 1, and that the slice is within the type.
fn verify(instance: &Instance<'_>, whole: Type, part: Type) -> Result<(), Failure> {
    let context = instance.context;
    let TypeKind::RankedTensor {
        shape,
        element,
        encoding,
    } = whole.kind(context)
    else {
        return Ok(());
    };
    let TypeKind::RankedTensor {
        shape: given,
        element: given_element,
        ..
    } = part.kind(context)
    else {
        return Ok(());
    };
    let slice = Slice::of(instance);
    if given.len() > slice.sizes.len() {
        return instance.refuse_plainly("expected rank to be smaller or equal to the other rank. ");
    }
    if dropped(&slice.sizes, &given.to_vec()).is_none() {
        let expected = context.ranked_tensor_type(&slice.sizes, element, encoding);
        let expected = expected
            .map(|expected| instance.quote(expected))
            .unwrap_or_default();
        return instance.refuse_plainly(format!(
            "expected type to be {expected} or a rank-reduced version. (size mismatch) "
        ));
    }
    if element != given_element {
        let element = instance.quote(element);
        return instance.refuse_plainly(format!("expected element type to be {element}"));
    }
    verify_bounds(instance, shape, &slice)
}
