//! Cooperative matrices: what they are loaded from, and products.

use tvmlike_define::{Instance, enum_keyword, enum_number};
use tvmlike_ir::{AttributeKind, Context, Failure, Type, TypeKind};

use crate::spirv::pointee;

const ALIGNED: u64 = 2;
const AVAILABLE: u64 = 8;
const VISIBLE: u64 = 16;

fn access(instance: &Instance<'_>, forbidden: (u64, &str)) -> Result<(), Failure> {
    let context = instance.context;
    let Some((inner, _)) = pointee(context, instance.operand_type("pointer")) else {
        return Ok(());
    };
    let is_plain = matches!(
        inner.kind(context),
        TypeKind::Integer { .. } | TypeKind::Float(_) | TypeKind::Vector { .. }
    );
    if !is_plain {
        return instance.refuse(format!(
            "Pointer must point to a scalar or vector type but provided {}",
            instance.quote(inner)
        ));
    }
    let Some(bits) = instance.attribute("memory_operand") else {
        return Ok(());
    };
    let bits = enum_number(context, bits).unwrap_or_default();
    if bits & forbidden.0 != 0 {
        return instance.refuse(format!("not compatible with memory operand '{}'", forbidden.1));
    }
    match bits & ALIGNED != 0 && !instance.has("alignment") {
        true => instance.refuse("missing value for the 'Aligned' memory operand"),
        false if bits & ALIGNED == 0 && instance.has("alignment") => {
            instance.refuse("found alignment attribute for non-'Aligned' memory operand")
        }
        false => Ok(()),
    }
}

pub(super) fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    access(instance, (AVAILABLE, "MakePointerAvailable"))
}

pub(super) fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    access(instance, (VISIBLE, "MakePointerVisible"))
}

/// The sizes of a matrix.
fn sizes(context: &Context, ty: Type) -> Vec<i64> {
    let shape = ty.parameter(context, context.identifier("shape"));
    let size = |value: tvmlike_ir::Attribute| match value.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    match shape.map(|shape| shape.kind(context)) {
        Some(AttributeKind::Array(sizes)) => sizes.iter().filter_map(size).collect(),
        _ => Vec::new(),
    }
}

pub(super) fn multiply(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let types = ["a", "b", "c"].map(|name| instance.operand_type(name));
    let keyword = |ty: Type, name: &str| {
        let value = ty.parameter(context, context.identifier(name));
        value.and_then(|value| enum_keyword(context, value))
    };
    for (index, (ty, wanted)) in types.iter().zip(["MatrixA", "MatrixB", "MatrixAcc"]).enumerate() {
        if keyword(*ty, "use") != Some(wanted) {
            return instance.refuse(format!("operand #{index} must be of use '{wanted}'"));
        }
    }
    let scopes = types.map(|ty| keyword(ty, "scope"));
    if scopes[1..].iter().any(|scope| *scope != scopes[0]) {
        return instance.refuse("matrix scope mismatch");
    }
    let [a, b, c] = types.map(|ty| sizes(context, ty));
    let pairs = [
        ("M", a.first(), c.first()),
        ("N", b.get(1), c.get(1)),
        ("K", a.get(1), b.first()),
    ];
    if let Some((name, ..)) = pairs.iter().find(|(_, one, other)| one != other) {
        return instance.refuse(format!("matrix size mismatch on dimension '{name}'"));
    }
    let is_integer = |ty: &Type| {
        let element = super::casts::element(context, *ty);
        matches!(element.kind(context), TypeKind::Integer { .. })
    };
    match instance.has("matrix_operands") && !types.iter().all(is_integer) {
        true => instance.refuse("Matrix Operands require all matrix element types to be Integer Types"),
        false => Ok(()),
    }
}
