//! The buffers that store a tensor: which there are, and of which types.

use tvmlike_define::{Instance, enum_number};
use tvmlike_ir::{DYNAMIC, Failure, Type};

use super::{Tensor, unsigned};
use crate::symbols::sparse_tensor::{Encoding, Field};

/// Checks that the buffers of a tensor are those of its encoding.
fn verify_buffers(
    instance: &Instance<'_>,
    tensor: &Tensor<'_>,
    levels: &[Type],
    values: Type,
) -> Result<(), Failure> {
    let context = instance.context;
    let Some(encoding) = &tensor.encoding else {
        return instance.refuse_plainly("the sparse-tensor must have an encoding attribute");
    };
    let (start, rank) = (encoding.list_start(), encoding.levels.len());
    if start < rank
        && let Some(list) = levels.last()
    {
        let shape = list
            .shape(context)
            .map(|shape| shape.to_vec())
            .unwrap_or_default();
        if shape.len() != 2 || shape[1] != (rank - start) as i64 {
            return instance.refuse_plainly("input/output trailing COO level-ranks don't match");
        }
    }
    let fields = encoding.fields();
    if fields.len() != levels.len() {
        return instance.refuse_plainly("inconsistent number of fields between input/output");
    }
    let expected = fields.iter().map(|field| match field {
        Field::Positions => encoding.position_type(),
        Field::Coordinates => encoding.coordinate_type(),
    });
    let given = levels.iter().chain([&values]).map(|ty| ty.element_type(context));
    match expected.chain([Some(tensor.element)]).eq(given) {
        true => Ok(()),
        false => instance.refuse_plainly("input/output element-types don't match"),
    }
}

pub(super) fn assemble(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let tensor = Tensor::result(instance, "result");
    if tensor.shape.contains(&DYNAMIC) {
        return instance.refuse_plainly("the sparse-tensor must have static shape");
    }
    let levels: Vec<Type> = instance
        .operands("levels")
        .map(|level| level.ty(context))
        .collect();
    verify_buffers(instance, &tensor, &levels, instance.operand_type("values"))
}

pub(super) fn disassemble(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let values = instance.result_type("ret_values");
    if instance.operand_type("out_values") != values {
        return instance.refuse_plainly("output values and return value type mismatch");
    }
    let levels: Vec<Type> = instance
        .results("ret_levels")
        .map(|level| level.ty(context))
        .collect();
    let mut given = instance.operands("out_levels").zip(&levels);
    if given.any(|(level, ty)| level.ty(context) != *ty) {
        return instance.refuse_plainly("output levels and return levels type mismatch");
    }
    verify_buffers(instance, &Tensor::operand(instance, "tensor"), &levels, values)
}

/// Checks a buffer of a level, whose elements have a type.
fn verify_level_buffer(
    instance: &Instance<'_>,
    element: impl Fn(&Encoding<'_>) -> Option<Type>,
    what: &str,
) -> Result<(), Failure> {
    let tensor = Tensor::operand(instance, "tensor");
    if unsigned(instance, "level").is_none_or(|level| level >= tensor.level_rank() as u64) {
        return instance.refuse_plainly("requested level is out of bounds");
    }
    let given = instance.result_type("result").element_type(instance.context);
    match tensor.encoding.as_ref().and_then(&element) == given {
        true => Ok(()),
        false => instance.refuse_plainly(format!("unexpected type for {what}")),
    }
}

pub(super) fn positions(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_level_buffer(instance, |encoding| encoding.position_type(), "positions")
}

pub(super) fn coordinates(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_level_buffer(instance, |encoding| encoding.coordinate_type(), "coordinates")
}

pub(super) fn coordinates_buffer(instance: &Instance<'_>) -> Result<(), Failure> {
    let tensor = Tensor::operand(instance, "tensor");
    let encoding = tensor.encoding.as_ref();
    match encoding.is_some_and(|encoding| encoding.list_start() < encoding.levels.len()) {
        true => Ok(()),
        false => instance.refuse_plainly("expected sparse tensor with a COO region"),
    }
}

pub(super) fn values(instance: &Instance<'_>) -> Result<(), Failure> {
    let element = instance.result_type("result").element_type(instance.context);
    match element == Some(Tensor::operand(instance, "tensor").element) {
        true => Ok(()),
        false => instance.refuse_plainly("unexpected mismatch in element types"),
    }
}

/// The numbers of the enum `StorageSpecifierKind` on which a check depends.
mod kind {
    pub(super) const POSITIONS: u64 = 1;
    pub(super) const VALUES: u64 = 3;
    pub(super) const DIM_OFFSET: u64 = 4;
    pub(super) const DIM_STRIDE: u64 = 5;
}

/// Checks what is read from a specifier, or written to it.
pub(super) fn specifier(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let specifier = instance.operand_type("specifier");
    let encoding = specifier.parameter(context, context.identifier("encoding"));
    let encoding = encoding.and_then(|encoding| Encoding::of(context, encoding));
    let kind = instance
        .attribute("specifierKind")
        .and_then(|kind| enum_number(context, kind));
    let (Some(encoding), Some(kind)) = (encoding, kind) else {
        return Ok(());
    };
    let level = unsigned(instance, "level");
    if kind == kind::VALUES {
        return match level {
            Some(_) => instance.refuse_plainly("redundant level argument for querying value memory size"),
            None => Ok(()),
        };
    }
    if [kind::DIM_OFFSET, kind::DIM_STRIDE].contains(&kind) && !encoding.is_slice {
        return instance.refuse_plainly("requested slice data on non-slice tensor");
    }
    match level {
        None => instance.refuse_plainly("missing level argument"),
        Some(level) if level >= encoding.levels.len() as u64 => {
            instance.refuse_plainly("requested level is out of bounds")
        }
        Some(level) if kind == kind::POSITIONS && encoding.is_singleton(level as usize) => {
            instance.refuse_plainly("requested position memory size on a singleton level")
        }
        Some(_) => Ok(()),
    }
}
