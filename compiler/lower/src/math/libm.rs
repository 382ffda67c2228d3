//! Calls of the C library for operations of math.
//!
//! Invariant: a call is on `f32` or `f64`. A vector is taken apart, and a float of 16 bits is computed as `f32`.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Context, Failure, FloatKind, InsertionPoint, Op, Type, Value};
use tvmlike_transform::{ConversionPattern, ConversionPatterns, ConversionRewriter, ConvertedOperands};

use crate::make::{Make, build, property};
use crate::vector_positions::by_elements;

/// An operation, and the function for `f64`; that for `f32` has an `f` behind its name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToLibm {
    pub(crate) root: &'static str,
    function: &'static str,
}

/// What a pattern replaces: each makes what the next one takes.
#[derive(Clone, Copy, Debug)]
enum Step {
    Vectors,
    ShortFloats,
    Calls,
}

/// A pattern for an operation.
#[derive(Clone, Copy, Debug)]
struct Replace {
    by: ToLibm,
    step: Step,
}

impl ToLibm {
    /// Adds the patterns of the operation.
    pub(crate) fn add_to(self, patterns: &mut ConversionPatterns) {
        for step in [Step::Vectors, Step::ShortFloats, Step::Calls] {
            patterns.add(Replace { by: self, step }, None);
        }
    }
}

const fn to(root: &'static str, function: &'static str) -> ToLibm {
    ToLibm { root, function }
}

/// Operations that LLVM has no intrinsic for, or that are less exact without a function of their own.
pub(crate) const WITHOUT_INTRINSIC: [ToLibm; 8] = [
    to("math.acosh", "acosh"),
    to("math.asinh", "asinh"),
    to("math.atanh", "atanh"),
    to("math.cbrt", "cbrt"),
    to("math.erf", "erf"),
    to("math.erfc", "erfc"),
    to("math.expm1", "expm1"),
    to("math.log1p", "log1p"),
];

/// The other operations with a function.
pub(crate) const OTHERS: [ToLibm; 25] = [
    to("math.absf", "fabs"),
    to("math.acos", "acos"),
    to("math.asin", "asin"),
    to("math.atan", "atan"),
    to("math.atan2", "atan2"),
    to("math.ceil", "ceil"),
    to("math.cos", "cos"),
    to("math.cosh", "cosh"),
    to("math.exp", "exp"),
    to("math.exp2", "exp2"),
    to("math.floor", "floor"),
    to("math.fma", "fma"),
    to("math.log", "log"),
    to("math.log10", "log10"),
    to("math.log2", "log2"),
    to("math.powf", "pow"),
    to("math.round", "round"),
    to("math.roundeven", "roundeven"),
    to("math.rsqrt", "rsqrt"),
    to("math.sin", "sin"),
    to("math.sinh", "sinh"),
    to("math.sqrt", "sqrt"),
    to("math.tan", "tan"),
    to("math.tanh", "tanh"),
    to("math.trunc", "trunc"),
];

impl ConversionPattern for Replace {
    fn name(&self) -> &str {
        self.by.root
    }

    fn root(&self) -> Option<&str> {
        Some(self.by.root)
    }

    fn rewrite(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        operands: &ConvertedOperands,
    ) -> Option<()> {
        let context = rewriter.context();
        let ty = op.result(context, 0)?.ty(context);
        let operands = operands.each()?;
        let by = self.by;
        let value = match (self.step, ty.float_kind(context)) {
            (Step::Vectors, None) => by.on_elements(rewriter, op, ty, &operands)?,
            (Step::ShortFloats, Some(FloatKind::F16 | FloatKind::BF16)) => {
                by.by_f32(rewriter, op, ty, &operands)
            }
            (Step::Calls, Some(kind @ (FloatKind::F32 | FloatKind::F64))) => {
                call(rewriter, op, &by.name_for(kind), &operands, true)?
            }
            _ => return None,
        };
        rewriter.replace_op(op, &[value]);
        Some(())
    }
}

impl ToLibm {
    /// The name of the function that is called in the end.
    fn name_for(&self, kind: FloatKind) -> String {
        let suffix = if kind == FloatKind::F64 { "" } else { "f" };
        format!("{}{suffix}", self.function)
    }

    /// Reports an operation whose function the module does not only declare: the call would be one of the module's own.
    pub(crate) fn check_name(&self, context: &Context, op: Op) -> Result<(), Failure> {
        let ty = op.result(context, 0).map(|result| result.ty(context));
        let element = ty.map(|ty| ty.element_type(context).unwrap_or(ty));
        let (Some(kind), Some(parent)) = (
            element.and_then(|ty| ty.float_kind(context)),
            op.parent_op(context),
        ) else {
            return Ok(());
        };
        let name = self.name_for(kind);
        let table = parent.nearest_symbol_table(context);
        let Some(other) = table.and_then(|table| table.lookup_symbol(context, &name)) else {
            return Ok(());
        };
        let ty = if kind == FloatKind::F64 {
            context.f64()
        } else {
            context.f32()
        };
        let wanted = context.function_type(&vec![ty; op.num_operands(context)], &[ty]);
        let body = other.region(context, 0);
        if other.is_named(context, "func.func")
            && body.is_none_or(|body| body.is_empty(context))
            && property(context, other, "function_type") == Some(context.type_attribute(wanted))
        {
            return Ok(());
        }
        let message = format!(
            "calls '{name}' of the C library, but the module has another symbol of that name: rename it"
        );
        Err(op.emit_op_error(context, message).emit())
    }

    /// Computes each element of a vector.
    fn on_elements(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        ty: Type,
        operands: &[Value],
    ) -> Option<Value> {
        let context = rewriter.context();
        let location = op.location(context);
        let zero = |ty| context.float_attribute(ty, 0.0).ok();
        by_elements(
            rewriter,
            location,
            ty,
            operands,
            zero,
            |rewriter, elements, ty| Some(Make::new(self.root, elements, &[ty]).value(rewriter, location)),
        )
    }

    /// Computes a float of 16 bits.
    fn by_f32(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        ty: Type,
        operands: &[Value],
    ) -> Value {
        let context = rewriter.context();
        let (location, f32) = (op.location(context), context.f32());
        let operands: Vec<Value> = operands
            .iter()
            .map(|operand| Make::new("arith.extf", &[*operand], &[f32]).value(rewriter, location))
            .collect();
        let made = Make::new(self.root, &operands, &[f32]).value(rewriter, location);
        Make::new("arith.truncf", &[made], &[ty]).value(rewriter, location)
    }
}

/// Calls a function of the C library, which is declared unless something has its name; if `is_pure`, as one without effects.
pub(crate) fn call(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    name: &str,
    operands: &[Value],
    is_pure: bool,
) -> Option<Value> {
    let context = rewriter.context();
    let ty = op.result(context, 0)?.ty(context);
    let module = op.parent_op(context)?.nearest_symbol_table(context)?;
    if rewriter.symbol(module, name).is_none() {
        let block = module.region(context, 0)?.first_block(context)?;
        let arguments: Vec<Type> = operands.iter().map(|operand| operand.ty(context)).collect();
        let function_type = context.function_type(&arguments, &[ty]);
        let region = rewriter.edit().create_region();
        let mut function = OpBuilder::new("func.func")
            .attribute("sym_name", context.string_attribute(name))
            .attribute("function_type", context.type_attribute(function_type))
            .attribute("sym_visibility", context.string_attribute("private"))
            .region("body", [region]);
        if is_pure {
            function = function.attribute("llvm.readnone", context.unit_attribute());
        }
        let place = InsertionPoint::at_start(context, block);
        let location = context.unknown_location();
        rewriter.at(Some(place), |rewriter| build(rewriter, function, location));
    }
    let callee = context.symbol_ref_attribute(context.identifier(name), &[]);
    let call = Make::new("func.call", operands, &[ty])
        .with(&[("callee", callee)])
        .value(rewriter, op.location(context));
    Some(call)
}
