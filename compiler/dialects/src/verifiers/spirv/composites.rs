//! Composites: their elements, and arithmetic whose result is a struct.

use tvmlike_define::Instance;
use tvmlike_ir::{Attribute, AttributeKind, Context, Failure, Type, TypeKind};

use super::super::types::element_or_self;
use crate::spirv::{count, element_at, element_of, is, members};

pub(super) fn extract(instance: &Instance<'_>) -> Result<(), Failure> {
    let indices = instance.attribute("indices");
    let composite = instance.operand_type("composite");
    let wanted = match element_at(instance.context, composite, indices, "spirv.CompositeExtract") {
        Ok(wanted) => wanted,
        Err(message) => return instance.refuse_plainly(message),
    };
    let result = instance.result_type("component");
    match wanted == result {
        true => Ok(()),
        false => instance.refuse(format!(
            "invalid result type: expected {} but provided {}",
            instance.quote(wanted),
            instance.quote(result)
        )),
    }
}

pub(super) fn insert(instance: &Instance<'_>) -> Result<(), Failure> {
    let indices = instance.attribute("indices");
    let composite = instance.operand_type("composite");
    let wanted = match element_at(instance.context, composite, indices, "spirv.CompositeInsert") {
        Ok(wanted) => wanted,
        Err(message) => return instance.refuse_plainly(message),
    };
    let object = instance.operand_type("object");
    if wanted != object {
        return instance.refuse(format!(
            "object operand type should be {}, but found {}",
            instance.quote(wanted),
            instance.quote(object)
        ));
    }
    let result = instance.result_type("result");
    match composite == result {
        true => Ok(()),
        false => instance.refuse(format!(
            "result type should be the same as the composite type, but found {} vs {}",
            instance.quote(composite),
            instance.quote(result)
        )),
    }
}

pub(super) fn construct(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let result = instance.result_type("result");
    let types: Vec<Type> = instance
        .operands("constituents")
        .map(|value| value.ty(context))
        .collect();
    let wrong_type = |wanted: Type, given: Type| {
        instance.refuse(format!(
            "operand type mismatch: expected operand type {}, but provided {}",
            instance.quote(wanted),
            instance.quote(given)
        ))
    };
    let wrong_count = |wanted: i64, given: i64| {
        instance.refuse(format!(
            "has incorrect number of operands: expected {wanted}, but provided {given}"
        ))
    };
    if is(context, result, "coopmatrix") {
        let [given] = *types.as_slice() else {
            return wrong_count(1, types.len() as i64);
        };
        return match element_of(context, result, 0) {
            Ok(wanted) if wanted != given => wrong_type(wanted, given),
            _ => Ok(()),
        };
    }
    if count(context, result) == Some(types.len() as i64) {
        for (index, given) in types.iter().enumerate() {
            if let Ok(wanted) = element_of(context, result, index as i64)
                && wanted != *given
            {
                return wrong_type(wanted, *given);
            }
        }
        return Ok(());
    }
    let TypeKind::Vector { shape, element, .. } = result.kind(context) else {
        return instance.refuse(
            "expected to return a vector or cooperative matrix when the number of constituents is less than what the \
             result needs",
        );
    };
    let mut sizes = 0;
    for given in types {
        if !matches!(
            given.kind(context),
            TypeKind::Integer { .. } | TypeKind::Float(_) | TypeKind::Vector { .. }
        ) {
            return instance.refuse(format!(
                "operand type mismatch: expected operand to have a scalar or vector type, but provided {}",
                instance.quote(given)
            ));
        }
        let part = element_or_self(context, given);
        if part != element {
            return instance.refuse(format!(
                "operand element type mismatch: expected to be {}, but provided {}",
                instance.quote(element),
                instance.quote(part)
            ));
        }
        sizes += given.num_elements(context).unwrap_or(1);
    }
    let wanted = shape.iter().product::<i64>();
    match sizes == wanted {
        true => Ok(()),
        false => wrong_count(wanted, sizes),
    }
}

/// A number of 32 bits without a sign.
fn word(context: &Context, value: Attribute) -> Option<u32> {
    match value.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64().map(|value| value as u32),
        _ => None,
    }
}

pub(super) fn shuffle(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let size = |ty: Type| ty.num_elements(context).unwrap_or_default();
    let components = instance.elements("components");
    let wanted = size(instance.result_type("result"));
    if wanted != components.len() as i64 {
        return instance.refuse(format!(
            "result type element count ({wanted}) mismatch with the number of component selectors ({})",
            components.len()
        ));
    }
    let total = size(instance.operand_type("vector1")) + size(instance.operand_type("vector2"));
    let selectors = components
        .into_iter()
        .filter_map(|component| word(context, component));
    for selector in selectors {
        if i64::from(selector) >= total && selector != u32::MAX {
            return instance.refuse(format!(
                "component selector {selector} out of range: expected to be in [0, {total}) or 0xffffffff"
            ));
        }
    }
    Ok(())
}

/// The result is a struct with two members of the type of the operands.
pub(super) fn extended(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let result = instance.op.result(context, 0).map(|result| result.ty(context));
    let all = result
        .and_then(|result| members(context, result))
        .unwrap_or_default();
    if all.len() != 2 {
        return instance.refuse("expected result struct type containing two members");
    }
    let mut types = instance
        .op
        .operands(context)
        .map(|operand| operand.ty(context))
        .chain(all);
    let first = types.next();
    match types.all(|ty| Some(ty) == first) {
        true => Ok(()),
        false => instance.refuse("expected all operand types and struct member types are the same"),
    }
}

/// The result is a struct of a mantissa and an exponent.
pub(super) fn frexp(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let operand = instance.operand_type("operand");
    let all = members(context, instance.result_type("result")).unwrap_or_default();
    let [mantissa, exponent] = *all.as_slice() else {
        // MLIR's spelling.
        return instance.refuse_plainly("result type must be a struct type with two memebers");
    };
    if mantissa != operand {
        let message = "member zero of the resulting struct type must be the same type as the operand";
        return instance.refuse_plainly(message);
    }
    let is_word = |ty: Type| matches!(ty.kind(context), TypeKind::Integer { width: 32, .. });
    let message = match exponent.kind(context) {
        // MLIR lacks a blank here.
        TypeKind::Vector { element, .. } if !is_word(element) => {
            "member one of the resulting struct type mustbe a scalar or vector of 32 bit integer type"
        }
        TypeKind::Vector { .. } if exponent.num_elements(context) == operand.num_elements(context) => {
            return Ok(());
        }
        TypeKind::Integer { width: 32, .. } if operand.num_elements(context).is_none() => return Ok(()),
        TypeKind::Vector { .. } | TypeKind::Integer { width: 32, .. } => {
            "member one of the resulting struct type must have the same number of components as the operand type"
        }
        _ => "member one of the resulting struct type must be a scalar or vector of 32 bit integer type",
    };
    instance.refuse_plainly(message)
}
