//! Products of matrices, vectors and scalars, and other arithmetic.

use tvmlike_define::{Instance, enum_keyword, type_parameter};
use tvmlike_ir::{Failure, Type, TypeKind};

use super::super::types::element_or_self;
use super::casts::{bits, element};
use crate::spirv::number;

/// The numbers of columns and rows of a matrix, and the type of its elements.
fn matrix(instance: &Instance<'_>, ty: Type) -> Option<(i64, i64, Type)> {
    let context = instance.context;
    let columns = number(context, ty, "columnCount")?;
    let column = type_parameter(context, ty, 0)?;
    Some((
        columns,
        column.num_elements(context)?,
        column.element_type(context)?,
    ))
}

pub(super) fn matrix_times_matrix(instance: &Instance<'_>) -> Result<(), Failure> {
    let (Some(left), Some(right), Some(result)) = (
        matrix(instance, instance.operand_type("leftmatrix")),
        matrix(instance, instance.operand_type("rightmatrix")),
        matrix(instance, instance.result_type("result")),
    ) else {
        return Ok(());
    };
    let message = if right.0 != result.0 {
        "right and result matrices must have equal columns' count"
    } else if right.2 != result.2 {
        "right and result matrices' component type must be the same"
    } else if left.1 != result.1 {
        "left and result matrices must have equal rows' count"
    } else if left.0 != right.1 {
        "left matrix columns' count must be equal to the right matrix rows' count"
    } else {
        return Ok(());
    };
    instance.refuse_plainly(message)
}

pub(super) fn matrix_times_scalar(instance: &Instance<'_>) -> Result<(), Failure> {
    let ty = instance.operand_type("matrix");
    let own = match matrix(instance, ty) {
        Some((_, _, own)) => own,
        None => element(instance.context, ty),
    };
    match own == instance.operand_type("scalar") {
        true => Ok(()),
        false => instance.refuse("input matrix components' type and scaling value must have the same type"),
    }
}

/// The number of elements of a vector.
fn size(instance: &Instance<'_>, ty: Type) -> i64 {
    ty.num_elements(instance.context).unwrap_or_default()
}

pub(super) fn matrix_times_vector(instance: &Instance<'_>) -> Result<(), Failure> {
    let vector = instance.operand_type("vector");
    let Some((columns, rows, own)) = matrix(instance, instance.operand_type("matrix")) else {
        return Ok(());
    };
    let (given, made) = (
        size(instance, vector),
        size(instance, instance.result_type("result")),
    );
    if columns != given {
        return instance.refuse(format!(
            "matrix columns ({columns}) must match vector operand size ({given})"
        ));
    }
    if made != rows {
        return instance.refuse(format!(
            "result size ({made}) must match the matrix rows ({rows})"
        ));
    }
    match own == element_or_self(instance.context, vector) {
        true => Ok(()),
        false => instance.refuse("matrix and vector element types must match"),
    }
}

pub(super) fn vector_times_matrix(instance: &Instance<'_>) -> Result<(), Failure> {
    let vector = instance.operand_type("vector");
    let Some((columns, rows, own)) = matrix(instance, instance.operand_type("matrix")) else {
        return Ok(());
    };
    if size(instance, vector) != rows {
        return instance.refuse(
            "number of components in vector must equal the number of components in each column in matrix",
        );
    }
    if size(instance, instance.result_type("result")) != columns {
        return instance.refuse("number of columns in matrix must equal the number of components in result");
    }
    match own == element_or_self(instance.context, vector) {
        true => Ok(()),
        false => instance
            .refuse("matrix must be a matrix with the same component type as the component type in result"),
    }
}

pub(super) fn vector_times_scalar(instance: &Instance<'_>) -> Result<(), Failure> {
    let result = instance.result_type("result");
    if instance.operand_type("vector") != result {
        return instance.refuse("vector operand and result type mismatch");
    }
    match instance.operand_type("scalar") == element_or_self(instance.context, result) {
        true => Ok(()),
        // MLIR's words.
        false => instance.refuse("scalar operand and result element type match"),
    }
}

pub(super) fn transpose(instance: &Instance<'_>) -> Result<(), Failure> {
    let (Some(input), Some(output)) = (
        matrix(instance, instance.operand_type("matrix")),
        matrix(instance, instance.result_type("result")),
    ) else {
        return Ok(());
    };
    let message = if input.1 != output.0 {
        "input matrix rows count must be equal to output matrix columns count"
    } else if input.0 != output.1 {
        "input matrix columns count must be equal to output matrix rows count"
    } else if input.2 != output.2 {
        "input and output matrices must have the same component type"
    } else {
        return Ok(());
    };
    instance.refuse_plainly(message)
}

/// A dot product of vectors, or of numbers that contain vectors.
pub(super) fn dot(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let ty = instance.operand_type("vector1");
    let format = instance.attribute("format");
    if let TypeKind::Integer { width, .. } = ty.kind(context) {
        let Some(format) = format else {
            return instance.refuse("requires Packed Vector Format attribute for integer vector operands");
        };
        if width != 32 {
            let format = enum_keyword(context, format).unwrap_or_default();
            return instance.refuse(format!(
                "with specified Packed Vector Format ({format}) requires integer vector operands to be 32-bits wide"
            ));
        }
    } else if format.is_some() {
        return instance.refuse(format!(
            "with invalid format attribute for vector operands of type {}",
            instance.quote(ty)
        ));
    }
    match (bits(context, instance.result_type("result")), bits(context, ty)) {
        (Some(result), Some(operand)) if result < operand => instance.refuse(format!(
            "result type has insufficient bit-width ({result} bits) for the specified vector operand type ({operand} bits)"
        )),
        _ => Ok(()),
    }
}

pub(super) fn ldexp(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let sizes = ["x", "exp"].map(|name| instance.operand_type(name).num_elements(context));
    match sizes {
        [Some(_), None] | [None, Some(_)] => instance.refuse("operands must both be scalars or vectors"),
        [one, other] if one != other => instance.refuse("operands must have the same number of elements"),
        _ => Ok(()),
    }
}

pub(super) fn select(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(wanted) = instance.operand_type("condition").num_elements(context) else {
        return Ok(());
    };
    match instance.result_type("result").num_elements(context) {
        None => instance.refuse("result expected to be of vector type when condition is of vector type"),
        Some(given) if given != wanted => instance.refuse(
            "result should have the same number of elements as the condition when condition is of vector type",
        ),
        Some(_) => Ok(()),
    }
}
