//! `llvm.icmp` and `llvm.fcmp`: `"eq" %0, %1 : i32`.

use tvmlike_define::is_llvm_type;
use tvmlike_ir::{Attribute, Context, Op, Type, TypeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;
use crate::llvm::keywords;
use crate::llvm::{set, string};

/// A comparison with a predicate.
pub(super) struct Compare {
    name: &'static str,
    predicates: &'static str,
}

impl Compare {
    /// The form of an operation with predicates of an enum.
    pub(super) fn new(name: &'static str, predicates: &'static str) -> Self {
        Self { name, predicates }
    }

    fn keyword<'c>(&self, context: &'c Context, op: Op) -> Option<&'c str> {
        let predicate = op.property(context, context.identifier("predicate"))?;
        let value = keywords::integer(context, predicate)?;
        keywords::keyword_of(keywords::enumeration(context, self.predicates)?, value)
    }
}

/// The type of the result for operands of a type.
fn result_type(context: &Context, ty: Type) -> Type {
    match ty.kind(context) {
        TypeKind::Vector { shape, scalable, .. } => {
            let scalable: Vec<bool> = (0..shape.len()).map(|index| scalable.get(index)).collect();
            let made = context.vector_type(&shape.to_vec(), context.i1(), &scalable);
            made.unwrap_or_else(|_| context.i1())
        }
        _ => context.i1(),
    }
}

/// The attribute that stands for the absence of flags for the arithmetic of floats.
fn no_flags(context: &Context) -> Option<Attribute> {
    let info = context.attribute_info(context.identifier("llvm"), context.identifier("fastmath"))?;
    let zero = context.integer_attribute(context.i32(), 0).ok();
    context.dialect_attribute(info, &[zero]).ok()
}

/// The names that a dictionary does not show: also that of flags for the arithmetic of floats, if there are none.
pub(super) fn shown(context: &Context, op: Op, shown: &[&'static str]) -> Vec<&'static str> {
    const FLAGS: &str = "fastmathFlags";
    let mut shown = shown.to_vec();
    let flags = op.property(context, context.identifier(FLAGS));
    if flags.is_some() && flags == no_flags(context) {
        shown.push(FLAGS);
    }
    shown
}

impl OpSyntax for Compare {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let predicate_place = parser.place();
        let predicate = parser.parse_attribute(None)?;
        let Some(predicate) = string(context, Some(predicate)) else {
            return Err(parser.op_error(predicate_place, "invalid kind of attribute specified"));
        };
        let lhs = parser.parse_operand()?;
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        let rhs = parser.parse_operand()?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let type_place = parser.place();
        let ty = parser.parse_type()?;
        for operand in [lhs, rhs] {
            parts.operands.push(parser.resolve_operand(operand, ty)?);
        }
        let value = keywords::enumeration(context, self.predicates)
            .and_then(|all| keywords::value_of(all, predicate));
        let Some(value) = value else {
            let predicate = String::from_utf8_lossy(predicate);
            let message = format!("'{predicate}' is an incorrect value of the 'predicate' attribute");
            return Err(parser.op_error(predicate_place, message));
        };
        let value = context.integer_attribute(context.i64(), value as i64);
        let value = value.map_err(|error| parser.op_error(predicate_place, error.message()))?;
        set(context, parts, "predicate", value);
        if !is_llvm_type(context, ty) {
            return Err(parser.op_error(type_place, "expected LLVM dialect-compatible type"));
        }
        parts.results.push(result_type(context, ty));
        super::finish(parser, parts, self.name)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let mut operands = op.operands(context);
        let (Some(lhs), Some(rhs), None, Some(predicate)) = (
            operands.next(),
            operands.next(),
            operands.next(),
            self.keyword(context, op),
        ) else {
            return false;
        };
        let ty = lhs.ty(context);
        let result = op.result(context, 0).map(|result| result.ty(context));
        if rhs.ty(context) != ty
            || result != Some(result_type(context, ty))
            || !lists::has_only_regions(context, op, 0)
        {
            return false;
        }
        printer.write(b" \"");
        printer.write(predicate.as_bytes());
        printer.write(b"\" ");
        lists::print_values(printer, [lhs, rhs].into_iter());
        printer.write_attr_dict(&lists::entries(context, op, &shown(context, op, &["predicate"])));
        printer.write(b" : ");
        printer.write_type(ty);
        true
    }
}
