//! `llvm`: casts, addresses, parts of aggregates, and a few operations on integers.

use tvmlike_ir::{
    Attribute, AttributeKind, ConstantValue, Context, Element, Folded, Folding, Location, Op, OpInfo,
    OpState, Rewriter, Type, TypeKind, Value,
};

use super::Rules;
use super::rewrite::{defined_by, materialize_as, materialize_in, small_int};
use super::tensor::elements::splat_element;
use crate::llvm::integers;
use crate::number::{Float, Int};

pub(super) const RULES: Rules = Rules {
    folds: &[
        ("llvm.addrspacecast", cast),
        ("llvm.bitcast", cast),
        ("llvm.extractvalue", extract),
        ("llvm.getelementptr", address),
        ("llvm.icmp", compare),
        ("llvm.or", or),
        ("llvm.shl", shl),
        ("llvm.shufflevector", shuffle),
        ("llvm.zext", zext),
    ],
    patterns: &[],
    materialize: Some(materialize),
    scope: None,
};

/// The constants that have no value but their type, with the name of the attribute that is one.
const BY_TYPE: [(&str, &str); 3] = [
    ("llvm.mlir.poison", "poison"),
    ("llvm.mlir.undef", "undef"),
    ("llvm.mlir.zero", "zero"),
];

/// Says what the values of the constants are that are not made by `llvm.mlir.constant`.
pub(super) fn attach_constants(info: &OpInfo, name: &str) {
    if BY_TYPE.iter().any(|(op, _)| *op == name) {
        info.extensions()
            .get_or_insert_with(|| ConstantValue(value_of_type));
    }
    if name == "llvm.dso_local_equivalent" {
        info.extensions().get_or_insert_with(|| ConstantValue(equivalent));
    }
}

/// The constant that an attribute is one of, if that has no value but its type.
fn by_type(context: &Context, value: Attribute) -> Option<&'static (&'static str, &'static str)> {
    BY_TYPE
        .iter()
        .find(|(_, name)| value.is_symbol(context, "llvm", name))
}

/// The value of a constant that has none but its type. That of zeros is a number where there is one.
fn value_of_type(context: &Context, op: Op) -> Option<Attribute> {
    let ty = op.result(context, 0)?.ty(context);
    let name = BY_TYPE.iter().find(|(name, _)| op.is_named(context, name))?;
    let zero = match op.is_named(context, "llvm.mlir.zero") {
        true => zero(context, ty),
        false => None,
    };
    zero.or_else(|| {
        let info = context.attribute_info(context.identifier("llvm"), context.identifier(name.1))?;
        context.dialect_attribute(info, &[]).ok()
    })
}

fn zero(context: &Context, ty: Type) -> Option<Attribute> {
    match ty.kind(context) {
        TypeKind::Integer { .. } | TypeKind::Index => context.integer_attribute(ty, 0).ok(),
        TypeKind::Float(kind) => Float::from_bits(kind, 0).to_attribute(context, ty),
        TypeKind::Vector { element, .. } => {
            let element = zero(context, element)?;
            context.dense_elements_from_attributes(ty, &[element]).ok()
        }
        _ => None,
    }
}

/// `#llvm.dso_local_equivalent` of a function.
fn equivalent(context: &Context, op: Op) -> Option<Attribute> {
    let name = op.property(context, context.identifier("function_name"))?;
    let name = tvmlike_text::attribute_to_string(context, name).ok()?;
    tvmlike_text::parse_defined_attribute(context, format!("#llvm.dso_local_equivalent<{name}>")).ok()
}

/// Makes the constant that a value is one of.
fn materialize(
    rewriter: &mut Rewriter<'_, '_>,
    value: Attribute,
    ty: Type,
    location: Location,
) -> Option<Op> {
    let context = rewriter.context();
    if let Some((name, _)) = by_type(context, value) {
        let op = context.identifier(name);
        return Some(rewriter.create(&OpState {
            results: &[ty],
            ..OpState::new(op, location)
        }));
    }
    match value.kind(context) {
        AttributeKind::SymbolRef { .. } if ty.is_symbol(context, "llvm", "ptr") => {
            let property = ["llvm.mlir.addressof", "global_name"];
            materialize_in(rewriter, property, value, ty, location)
        }
        AttributeKind::Integer { .. } | AttributeKind::Float { .. } | AttributeKind::DenseElements(_) => {
            materialize_as(rewriter, "llvm.mlir.constant", value, ty, location)
        }
        _ => None,
    }
}

/// A cast of a cast: of what was cast first, or that itself.
fn cast(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let (source, ty) = (folding.operand(0), folding.result_type());
    if source.ty(context) == ty {
        return Some(source.into());
    }
    let inner = source.defining_op(context)?;
    if inner.name(context) != op.name(context) {
        return None;
    }
    let first = inner.operand(context, 0)?;
    if first.ty(context) == ty {
        return Some(first.into());
    }
    folding.set_operand(0, first);
    Some(Folded::InPlace)
}

fn position(context: &Context, op: Op) -> Option<Vec<i64>> {
    integers(context, op.property(context, context.identifier("position")))
}

/// `extractvalue`: of a part, of a constant, of what was put in.
fn extract(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let container = folding.operand(0);
    let own = position(context, op)?;
    if let Some(outer) = defined_by(context, container, "llvm.extractvalue") {
        let mut all = position(context, outer)?;
        all.extend(own);
        let all = context.dense_i64_array(&all);
        folding.set_operand(0, outer.operand(context, 0)?);
        op.set_property(folding.edit(), context.identifier("position"), all);
        return Some(Folded::InPlace);
    }
    let known = folding.constant(0);
    if let Some(known) = known.filter(|known| by_type(context, *known).is_some()) {
        return Some(known.into());
    }
    if let Some(element) = element_of(folding, &own) {
        return Some(element.into());
    }
    let mut wanted = &own[..];
    let (mut next, mut kept) = (defined_by(context, container, INSERT), None);
    let mut is_inside = false;
    while let Some(made) = next {
        let inserted = position(context, made)?;
        let value = made.operand(context, 1)?;
        if wanted == inserted {
            return Some(value.into());
        }
        if let Some(rest) = wanted.strip_prefix(&inserted[..]) {
            next = defined_by(context, value, INSERT);
            (wanted, is_inside) = (rest, true);
            continue;
        }
        if inserted.starts_with(wanted) {
            break;
        }
        let before = made.operand(context, 0)?;
        if !is_inside {
            kept = Some(before);
        }
        next = defined_by(context, before, INSERT);
    }
    folding.set_operand(0, kept?);
    Some(Folded::InPlace)
}

const INSERT: &str = "llvm.insertvalue";

/// An element of a constant array.
fn element_of(folding: &Folding<'_, '_>, position: &[i64]) -> Option<Attribute> {
    let context = folding.context();
    let known = folding.constant(0)?;
    let AttributeKind::DenseElements(all) = known.kind(context) else {
        return None;
    };
    let ty = folding.result_type();
    if known.ty(context).element_type(context) != Some(ty) {
        return None;
    }
    let [index] = position else { return None };
    if let Some(element) = splat_element(context, Some(known)) {
        return Some(element);
    }
    let element = all.get(context, usize::try_from(*index).ok()?)?;
    element.to_attribute(context, ty).ok()
}

/// The number in a list of constant indices that stands for a value.
const DYNAMIC_INDEX: i64 = i32::MIN as i64;

/// `getelementptr`: at the index 0, with constants.
fn address(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let name = context.identifier("rawConstantIndices");
    let AttributeKind::DenseArray(list) = op.property(context, name)?.kind(context) else {
        return None;
    };
    let number = |index| match index {
        Element::Integer(index) => index.to_i64(),
        _ => None,
    };
    let mut indices: Vec<i64> = list.iter(context).map(number).collect::<Option<_>>()?;
    let base = folding.operand(0);
    let mut operands = vec![base];
    let mut values = op
        .operands(context)
        .skip(1)
        .zip(folding.constants().iter().skip(1));
    let mut is_changed = false;
    for index in &mut indices {
        if *index != DYNAMIC_INDEX {
            continue;
        }
        let (value, known) = values.next()?;
        let known = known.and_then(|known| small_int(context, known));
        match known.filter(|known| i32::try_from(*known).is_ok() && *known != DYNAMIC_INDEX) {
            Some(known) => (*index, is_changed) = (known, true),
            None => operands.push(value),
        }
    }
    if indices == [0] && base.ty(context) == folding.result_type() {
        return Some(base.into());
    }
    let indices: Vec<i32> = indices
        .into_iter()
        .map(|index| i32::try_from(index).ok())
        .collect::<Option<_>>()?;
    let indices = context.dense_i32_array(&indices);
    if !is_changed {
        return None;
    }
    let edit = folding.edit();
    op.set_operands(edit, &operands);
    op.set_property(edit, name, indices);
    Some(Folded::InPlace)
}

/// `icmp`: whether a value is itself, and whether an allocation is no memory.
fn compare(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op, ty) = (folding.context(), folding.op(), folding.result_type());
    let predicate = small_int(context, folding.attribute("predicate")?)?;
    // eq, ne
    if !matches!(predicate, 0 | 1) {
        return None;
    }
    let (left, right) = (folding.operand(0), folding.operand(1));
    let is = |value: Value, name: &str| defined_by(context, value, name).is_some();
    let (allocated, null) = ("llvm.alloca", "llvm.mlir.zero");
    let is_equal = match () {
        () if left == right => true,
        () if is(left, allocated) && is(right, null) => false,
        () if is(left, null) && is(right, allocated) => {
            let edit = folding.edit();
            op.set_operands(edit, &[right, left]);
            return Some(Folded::InPlace);
        }
        () => return None,
    };
    let holds = context.bool_attribute(is_equal == (predicate == 0));
    match ty.is_shaped(context) {
        true => Some(context.dense_elements_from_attributes(ty, &[holds]).ok()?.into()),
        false => Some(holds.into()),
    }
}

/// The number that an operand is. An attribute of another width than its type has is none: MLIR 22 extends its bits.
fn number(folding: &Folding<'_, '_>, index: usize) -> Option<Int> {
    let context = folding.context();
    let AttributeKind::Integer { value, .. } = folding.constant(index)?.kind(context) else {
        return None;
    };
    let number = Int::of(value);
    let width = folding.operand(index).ty(context).bit_width(context);
    (width == Some(number.width())).then_some(number)
}

/// The attribute of a number that has the width of the result.
fn result(folding: &Folding<'_, '_>, number: &Int) -> Option<Folded> {
    let (context, ty) = (folding.context(), folding.result_type());
    let fits = ty.bit_width(context) == Some(number.width());
    Some(number.to_attribute(context, ty).filter(|_| fits)?.into())
}

fn or(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (left, right) = (number(folding, 0)?, number(folding, 1)?);
    let is_same = left.width() == right.width();
    is_same
        .then(|| left.or(&right))
        .and_then(|both| result(folding, &both))
}

/// `shl` by less than the width; by more is poison, which stays.
fn shl(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (left, right) = (number(folding, 0)?, number(folding, 1)?);
    let is_small = right
        .to_u64()
        .is_some_and(|distance| distance < u64::from(left.width()));
    let is_same = left.width() == right.width();
    let shifted = left.shl(&right).filter(|_| is_small && is_same)?;
    result(folding, &shifted)
}

fn zext(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let narrow = number(folding, 0)?;
    let width = folding.result_type().bit_width(folding.context())?;
    let wide = (narrow.width() <= width).then(|| narrow.resize_unsigned(width))?;
    result(folding, &wide)
}

/// `shufflevector` of the only lane of a vector.
fn shuffle(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let first = folding.operand(0);
    let mask = op.property(context, context.identifier("mask"))?;
    let AttributeKind::DenseArray(mask) = mask.kind(context) else {
        return None;
    };
    let is_first = mask.len() == 1 && mask.bytes().iter().all(|byte| *byte == 0);
    (is_first && first.ty(context) == folding.result_type()).then(|| first.into())
}
