//! Folds and patterns of conversions between integers, floats and `index`.

use tvmlike_ir::{AttributeKind, Context, Folded, Folding, Op, Rewriter, Type, TypeKind, Value};

use super::super::elementwise::int_width;
use super::super::elementwise::{is_poison, splat, unary_to};
use super::super::rewrite::{Make, defined_by, operand, small_int};
use super::floats::is_contractible;
use crate::number::{Float, Int};

/// The type of the elements, or the type itself.
fn element(context: &Context, ty: Type) -> Type {
    match ty.is_shaped(context) {
        true => ty.element_type(context).unwrap_or(ty),
        false => ty,
    }
}

/// What the operation of a name that defines a value converts.
fn converted_by(context: &Context, value: Value, name: &str) -> Option<Value> {
    defined_by(context, value, name)?.operand(context, 0)
}

/// Folds a constant to one of the type of the result.
fn constant<N: super::super::elementwise::Number, R: super::super::elementwise::Number>(
    folding: &Folding<'_, '_>,
    convert: impl FnMut(&N) -> Option<R>,
) -> Option<Folded> {
    unary_to(
        folding.context(),
        folding.constant(0)?,
        folding.result_type(),
        convert,
    )
    .map(Folded::from)
}

/// Extends what was extended in the same way, or a constant.
fn extend(folding: &mut Folding<'_, '_>, name: &str, resize: impl Fn(&Int, u32) -> Int) -> Option<Folded> {
    let context = folding.context();
    if let Some(source) = converted_by(context, folding.operand(0), name) {
        folding.set_operand(0, source);
        return Some(Folded::InPlace);
    }
    let width = int_width(context, folding.result_type())?;
    constant(folding, |value: &Int| Some(resize(value, width)))
}

/// `extui`.
pub(super) fn extui(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    extend(folding, "arith.extui", Int::resize_unsigned)
}

/// `extsi`.
pub(super) fn extsi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    extend(folding, "arith.extsi", Int::resize_signed)
}

/// `trunci`: of what was extended or truncated; constants.
pub(super) fn trunci(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let (value, result) = (folding.operand(0), folding.result_type());
    let extended =
        converted_by(context, value, "arith.extui").or_else(|| converted_by(context, value, "arith.extsi"));
    let width = int_width(context, result)?;
    if let Some(source) = extended {
        let from = int_width(context, source.ty(context))?;
        if from > width {
            folding.set_operand(0, source);
            return Some(Folded::InPlace);
        }
        if from == width {
            return Some(source.into());
        }
    }
    if let Some(source) = converted_by(context, value, "arith.trunci") {
        folding.set_operand(0, source);
        return Some(Folded::InPlace);
    }
    constant(folding, |value: &Int| Some(value.resize_unsigned(width)))
}

/// The number in another format, if it is the same there.
fn exactly(folding: &Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let kind = element(context, folding.result_type()).float_kind(context)?;
    constant(folding, |value: &Float| {
        let (converted, differs) = value.convert(kind)?;
        (!differs && !value.is_signaling()).then_some(converted)
    })
}

/// `extf`: of what was truncated, if both can be contracted; constants.
pub(super) fn extf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    if let Some(truncated) = defined_by(context, folding.operand(0), "arith.truncf")
        && let Some(source) = truncated.operand(context, 0)
        && source.ty(context) == folding.result_type()
        && is_contractible(context, truncated)
        && is_contractible(context, folding.op())
    {
        return Some(source.into());
    }
    exactly(folding)
}

/// `truncf`: of what was extended; constants that are exact.
pub(super) fn truncf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let value = folding.operand(0);
    let result = element(context, folding.result_type());
    if let Some(source) = converted_by(context, value, "arith.extf") {
        let from = element(context, source.ty(context));
        let between = element(context, value.ty(context));
        if from.float_kind(context)?.is_within(between.float_kind(context)?) {
            if from.bit_width(context)? > result.bit_width(context)? {
                folding.set_operand(0, source);
                return Some(Folded::InPlace);
            }
            if from == result {
                return Some(source.into());
            }
        }
    }
    exactly(folding)
}

/// The number of a constant integer as a float.
fn to_float(folding: &Folding<'_, '_>, signed: bool) -> Option<Folded> {
    let context = folding.context();
    let kind = element(context, folding.result_type()).float_kind(context)?;
    constant(folding, |value: &Int| Float::from_int(kind, value, signed))
}

/// `sitofp`.
pub(super) fn sitofp(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    to_float(folding, true)
}

/// `uitofp`.
pub(super) fn uitofp(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    to_float(folding, false)
}

/// The number of a constant float as an integer, if it fits.
fn to_int(folding: &Folding<'_, '_>, signed: bool) -> Option<Folded> {
    let width = int_width(folding.context(), folding.result_type())?;
    constant(folding, |value: &Float| value.to_int(width, signed))
}

/// `fptosi`.
pub(super) fn fptosi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    to_int(folding, true)
}

/// `fptoui`.
pub(super) fn fptoui(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    to_int(folding, false)
}

/// `index_cast`: constants.
pub(super) fn index_cast(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let width = int_width(folding.context(), folding.result_type())?;
    constant(folding, |value: &Int| Some(value.resize_signed(width)))
}

/// `index_castui`: constants.
pub(super) fn index_castui(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let width = int_width(folding.context(), folding.result_type())?;
    constant(folding, |value: &Int| Some(value.resize_unsigned(width)))
}

/// The bits of a constant.
enum Bits {
    Int(Int),
    Float(Float),
}

impl super::super::elementwise::Number for Bits {
    fn read(element: tvmlike_ir::Element<'_>) -> Option<Self> {
        Int::read(element)
            .map(Self::Int)
            .or_else(|| Float::read(element).map(Self::Float))
    }

    fn of(kind: AttributeKind<'_>) -> Option<Self> {
        match kind {
            AttributeKind::Integer { value, .. } => Some(Self::Int(Int::of(value))),
            AttributeKind::Float { value, .. } => Some(Self::Float(Float::of(value))),
            _ => None,
        }
    }

    fn write(&self, context: &Context, ty: Type) -> Option<tvmlike_ir::Attribute> {
        let bits = match self {
            Self::Int(value) => value.clone(),
            Self::Float(value) => Int::from_bits(value.kind().width(), value.bits()),
        };
        match ty.kind(context) {
            TypeKind::Float(_) => context.float_attribute_from_bits(ty, bits.to_u128()?).ok(),
            _ => bits.to_attribute(context, ty),
        }
    }
}

/// `bitcast`: to the same type; constants.
pub(super) fn bitcast(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    if folding.operand(0).ty(context) == folding.result_type() {
        return Some(folding.operand(0).into());
    }
    let is_shaped = folding.result_type().is_shaped(context);
    if is_shaped && is_poison(context, folding.constant(0)?) {
        return None;
    }
    let same = |bits: &Bits| {
        Some(match bits {
            Bits::Int(value) => Bits::Int(value.clone()),
            Bits::Float(value) => Bits::Float(*value),
        })
    };
    constant(folding, same)
}

/// Replaces a conversion by another one of an operand.
fn replace(rewriter: &mut Rewriter<'_, '_>, op: Op, name: &str, value: Value) -> Option<()> {
    let ty = op.result(rewriter.context(), 0)?.ty(rewriter.context());
    Make::new(name, &[value], &[ty]).replace(rewriter, op)
}

/// Copies of the sign of what has zeros above are zeros.
pub(super) fn extsi_of_extui(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = converted_by(context, operand(context, op, 0)?, "arith.extui")?;
    replace(rewriter, op, "arith.extui", source)
}

/// A conversion and its inverse: `index_cast`, `index_castui` or `bitcast`.
pub(super) fn drop_inverse(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inner = operand(context, op, 0)?.defining_op(context)?;
    let source = operand(context, inner, 0)?;
    let ty = op.result(context, 0)?.ty(context);
    if inner.name(context) != op.name(context) || source.ty(context) != ty {
        return None;
    }
    rewriter.replace_op(op, &[source]);
    Some(())
}

/// `index_cast` of what was extended by copies of its sign.
pub(super) fn index_cast_of_extsi(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = converted_by(context, operand(context, op, 0)?, "arith.extsi")?;
    replace(rewriter, op, "arith.index_cast", source)
}

/// `index_castui` of what was extended by zeros.
pub(super) fn index_castui_of_extui(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = converted_by(context, operand(context, op, 0)?, "arith.extui")?;
    replace(rewriter, op, "arith.index_castui", source)
}

/// An extension that is truncated to what still is one.
fn shorten_extension(rewriter: &mut Rewriter<'_, '_>, op: Op, name: &str) -> Option<()> {
    let context = rewriter.context();
    let source = converted_by(context, operand(context, op, 0)?, name)?;
    let ty = op.result(context, 0)?.ty(context);
    if int_width(context, ty)? <= int_width(context, source.ty(context))? {
        return None;
    }
    replace(rewriter, op, name, source)
}

/// `trunci` of `extsi`, which is a smaller `extsi`.
pub(super) fn trunci_of_extsi(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    shorten_extension(rewriter, op, "arith.extsi")
}

/// `trunci` of `extui`, which is a smaller `extui`.
pub(super) fn trunci_of_extui(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    shorten_extension(rewriter, op, "arith.extui")
}

/// The high bits of a number: which kind of shift made them low does not matter.
pub(super) fn trunci_of_shrsi(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let shift = defined_by(context, operand(context, op, 0)?, "arith.shrsi")?;
    let (value, distance) = (operand(context, shift, 0)?, operand(context, shift, 1)?);
    let constant = distance.constant_value(context)?;
    let number = splat::<Int>(context, Some(constant))?;
    let (ty, from) = (op.result(context, 0)?.ty(context), value.ty(context));
    let lost = int_width(context, from)?.checked_sub(int_width(context, ty)?)?;
    if number.to_u64() != Some(u64::from(lost)) {
        return None;
    }
    let distance = super::super::rewrite::constant(rewriter, op, constant, from)?;
    let shifted = Make::new("arith.shrui", &[value, distance], &[from]).value(rewriter, op)?;
    let flags = op.property(context, context.identifier("overflowFlags"))?;
    Make::new("arith.trunci", &[shifted], &[ty])
        .with(&[("overflowFlags", flags)])
        .replace(rewriter, op)
}

/// `truncf` of an integer that was converted is its conversion to the smaller format.
pub(super) fn truncf_of_integer(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let rounding = op.property(context, context.identifier("roundingmode"));
    if rounding.is_some_and(|mode| small_int(context, mode) != Some(0)) {
        return None;
    }
    let conversion = operand(context, op, 0)?.defining_op(context)?;
    let name = ["arith.sitofp", "arith.uitofp"]
        .into_iter()
        .find(|name| conversion.is_named(context, name))?;
    let source = operand(context, conversion, 0)?;
    replace(rewriter, op, name, source)
}
