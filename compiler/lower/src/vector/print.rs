//! `vector.print` of a scalar, of a text, or of punctuation: calls of the functions of MLIR's runner libraries.

use tvmlike_define::enum_number;
use tvmlike_ir::{AttributeKind, FloatKind, Op, Type, TypeKind, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use crate::functions::{self, Declaration};
use crate::make::{Make, property};
use crate::memory::{Index, element_pointer};
use crate::types::{array, pointer, void};

/// The functions that print punctuation, by its number.
const PUNCTUATION: [Option<&str>; 5] = [
    None,
    Some("printNewline"),
    Some("printComma"),
    Some("printOpen"),
    Some("printClose"),
];

/// How a scalar is printed.
struct Printer {
    function: &'static str,
    /// The conversion before it, if one is needed.
    conversion: Option<&'static str>,
    /// The type of the argument.
    argument: Type,
}

impl Printer {
    /// The one for values of a type that are converted to another one.
    fn of(rewriter: &ConversionRewriter<'_, '_>, ty: Type, converted: Type) -> Option<Self> {
        let context = rewriter.context();
        let new = |function, conversion, argument| Self {
            function,
            conversion,
            argument,
        };
        Some(match ty.float_kind(context) {
            Some(FloatKind::F32) => new("printF32", None, ty),
            Some(FloatKind::F64) => new("printF64", None, ty),
            Some(FloatKind::F16) => new("printF16", Some("llvm.bitcast"), context.i16()),
            Some(FloatKind::BF16) => new("printBF16", Some("llvm.bitcast"), context.i16()),
            Some(_) => return None,
            None if ty == context.index_type() => new("printU64", None, converted),
            None => {
                let TypeKind::Integer { width, signedness } = ty.kind(context) else {
                    return None;
                };
                let is_unsigned = signedness == tvmlike_ir::Signedness::Unsigned;
                let extension = match (width, is_unsigned) {
                    (65.., _) => return None,
                    (64, _) => None,
                    (1, _) | (_, true) => Some("arith.extui"),
                    _ => Some("arith.extsi"),
                };
                let function = if is_unsigned { "printU64" } else { "printI64" };
                new(function, extension, context.i64())
            }
        })
    }
}

pub(super) fn print(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let mut module = op.parent_op(context)?;
    while !module.is_named(context, "builtin.module") {
        module = module.parent_op(context)?;
    }
    let call = |rewriter: &mut ConversionRewriter<'_, '_>, name, operands: &[Value]| {
        let context = rewriter.context();
        let arguments: Vec<Type> = operands.iter().map(|operand| operand.ty(context)).collect();
        let declaration = Declaration {
            name,
            arguments: &arguments,
            result: void(context),
        };
        functions::call(rewriter, module, location, &declaration, operands).map(drop)
    };
    if let Some(source) = op.operand(context, 0) {
        let mut value = operands.one(0)?;
        let printer = Printer::of(rewriter, source.ty(context), value.ty(context))?;
        if let Some(conversion) = printer.conversion {
            value = Make::new(conversion, &[value], &[printer.argument]).value(rewriter, location);
        }
        call(rewriter, printer.function, &[value])?;
    }
    let literal = property(context, op, "stringLiteral").map(|literal| literal.kind(context));
    if let Some(AttributeKind::String { bytes, .. }) = literal {
        let mut text = bytes.to_vec();
        text.push(0);
        let global = functions::add_text(rewriter, module, location, "vector_print_str", &text)?;
        let ty = pointer(context, 0);
        let address = Make::new("llvm.mlir.addressof", &[], &[ty])
            .with(&[("global_name", global)])
            .value(rewriter, location);
        let text = array(context, context.i8(), text.len() as u64);
        let address = element_pointer(rewriter, location, address, text, &[Index::Known(0)], 0);
        call(rewriter, "printString", &[address])?;
    } else {
        let number = enum_number(context, property(context, op, "punctuation")?)?;
        if let Some(name) = PUNCTUATION.get(number as usize)? {
            call(rewriter, name, &[])?;
        }
    }
    rewriter.erase_op(op);
    Some(())
}
