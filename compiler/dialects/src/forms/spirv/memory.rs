//! Reading and writing memory: `"Function" %0 ["Aligned", 4] : f32`.

use tvmlike_ir::{Attribute, Context, NamedAttribute, Op, Type, TypeKind, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;
use super::globals::{Decorations, parse_decorations};
use super::{enums, shows_all};
use crate::spirv::{pointee, pointer};

/// The properties with how a pointer is accessed.
struct Access {
    access: &'static str,
    alignment: &'static str,
}

const ACCESS: Access = Access {
    access: "memory_access",
    alignment: "alignment",
};
const SOURCE_ACCESS: Access = Access {
    access: "source_memory_access",
    alignment: "source_alignment",
};

impl Access {
    /// Reads `["Aligned", 4]`, if it is there.
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        if !parser.take(TokenKind::LeftBracket) {
            return Ok(());
        }
        let access = enums::read_string(parser, "memory_access", self.access)?;
        let mut set = |name: &str, value: Attribute| {
            let name = context.identifier(name);
            parts.properties.push(NamedAttribute { name, value });
        };
        set(self.access, access);
        if is_aligned(context, access) {
            parser.parse_token(TokenKind::Comma, "expected ','")?;
            let alignment = super::parse_number(parser)?;
            set(self.alignment, alignment);
        }
        parser.parse_token(TokenKind::RightBracket, "expected ']'")
    }

    /// Whether an operation has an alignment if and only if its access is aligned.
    fn fits(&self, context: &Context, op: Op) -> bool {
        let property = |name: &str| op.property(context, context.identifier(name));
        let is_aligned = property(self.access).is_some_and(|access| is_aligned(context, access));
        is_aligned == property(self.alignment).is_some()
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) {
        let context = printer.context();
        let property = |name: &str| op.property(context, context.identifier(name));
        let access = property(self.access).and_then(|access| enums::text(context, access, "memory_access"));
        if let Some(access) = access {
            printer.write(format!(" [\"{access}\"").as_bytes());
            let alignment = property(self.alignment);
            if let Some(alignment) = alignment.and_then(|value| lists::number(context, value)) {
                printer.write(format!(", {}", alignment as u32).as_bytes());
            }
            printer.write(b"]");
        }
    }
}

fn is_aligned(context: &Context, access: Attribute) -> bool {
    const ALIGNED: u64 = 2;
    tvmlike_define::enum_number(context, access).is_some_and(|bits| bits & ALIGNED != 0)
}

/// Reads `"Function"`, the storage class of a pointer.
fn parse_class(parser: &mut OperationParser<'_, '_, '_>) -> Result<Attribute> {
    enums::read_string(parser, "storage_class", "storage_class")
}

/// The pointer to a type.
fn pointer_to(parser: &OperationParser<'_, '_, '_>, ty: Type, class: Attribute) -> Result<Type> {
    let found = pointer(parser.context(), ty, class);
    found.ok_or_else(|| parser.op_error(parser.place(), "expected a type that pointers can point to"))
}

/// What a value points to, if it is a pointer, and the text of its storage class.
fn target(context: &Context, value: Value) -> Option<(Type, String)> {
    let (pointee, class) = pointee(context, value.ty(context))?;
    Some((pointee, enums::text(context, class, "storage_class")?))
}

/// `"Function" %0 ["Aligned", 4] : f32`.
pub(super) struct Load;

impl OpSyntax for Load {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let class = parse_class(parser)?;
        let operand = parser.parse_operand()?;
        ACCESS.parse(parser, parts)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let ty = parser.parse_colon_type()?;
        let pointer = pointer_to(parser, ty, class)?;
        parts.operands.push(parser.resolve_operand(operand, pointer)?);
        parts.results.push(ty);
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let results: Vec<Value> = op.results(context).collect();
        let ([operand], [result]) = (operands.as_slice(), results.as_slice()) else {
            return false;
        };
        let Some((pointee, class)) = target(context, *operand) else {
            return false;
        };
        let fits = pointee == result.ty(context)
            && lists::has_only_regions(context, op, 0)
            && ACCESS.fits(context, op);
        if !fits {
            return false;
        }
        printer.write(format!(" \"{class}\" ").as_bytes());
        printer.write_value(*operand);
        ACCESS.print(printer, op);
        printer.write_attr_dict(&lists::entries(context, op, &[ACCESS.access, ACCESS.alignment]));
        printer.write(b" : ");
        printer.write_type(pointee);
        true
    }
}

/// `"Function" %0, %1 ["Aligned", 4] : f32`.
pub(super) struct Store;

impl OpSyntax for Store {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let class = parse_class(parser)?;
        let place = parser.place();
        let operands = lists::bare_operands(parser, 2)?;
        ACCESS.parse(parser, parts)?;
        let ty = parser.parse_colon_type()?;
        let pointer = pointer_to(parser, ty, class)?;
        lists::resolve(parser, parts, &operands, &[pointer, ty], place)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let [operand, value] = operands.as_slice() else {
            return false;
        };
        let Some((pointee, class)) = target(context, *operand) else {
            return false;
        };
        let fits = pointee == value.ty(context)
            && op.num_results(context) == 0
            && lists::has_only_regions(context, op, 0)
            && ACCESS.fits(context, op)
            && shows_all(context, op, &[]);
        if !fits {
            return false;
        }
        printer.write(format!(" \"{class}\" ").as_bytes());
        lists::print_values(printer, operands.iter().copied());
        ACCESS.print(printer, op);
        printer.write(b" : ");
        printer.write_type(pointee);
        true
    }
}

/// `"StorageBuffer" %0, %1 : i32`, which MLIR prints without the storage class.
pub(super) struct BlockWrite;

impl OpSyntax for BlockWrite {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let class = parse_class(parser)?;
        let place = parser.place();
        let operands = lists::bare_operands(parser, 2)?;
        let value = parser.parse_colon_type()?;
        let pointee = match value.kind(parser.context()) {
            TypeKind::Vector { element, .. } => element,
            _ => value,
        };
        let pointer = pointer_to(parser, pointee, class)?;
        lists::resolve(parser, parts, &operands, &[pointer, value], place)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let ([_, value], 0, true, true) = (
            operands.as_slice(),
            op.num_results(context),
            lists::has_only_regions(context, op, 0),
            shows_all(context, op, &[]),
        ) else {
            return false;
        };
        printer.write(b" ");
        lists::print_values(printer, operands.iter().copied());
        printer.write(b" : ");
        printer.write_type(value.ty(context));
        true
    }
}

/// `"Function" %0, "Uniform" %1 ["Aligned", 4], ["Volatile"] : f32`.
pub(super) struct Copy;

impl OpSyntax for Copy {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let target_class = parse_class(parser)?;
        let target = parser.parse_operand()?;
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        let source_class = parse_class(parser)?;
        let source = parser.parse_operand()?;
        ACCESS.parse(parser, parts)?;
        if parser.take(TokenKind::Comma) {
            SOURCE_ACCESS.parse(parser, parts)?;
        }
        let ty = parser.parse_colon_type()?;
        for (operand, class) in [(target, target_class), (source, source_class)] {
            let pointer = pointer_to(parser, ty, class)?;
            parts.operands.push(parser.resolve_operand(operand, pointer)?);
        }
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let targets = operands.iter().map(|operand| target(context, *operand));
        let Some(targets) = targets.collect::<Option<Vec<_>>>() else {
            return false;
        };
        let [(pointee, class), (other, source_class)] = targets.as_slice() else {
            return false;
        };
        let fits = pointee == other
            && op.num_results(context) == 0
            && lists::has_only_regions(context, op, 0)
            && ACCESS.fits(context, op)
            && SOURCE_ACCESS.fits(context, op)
            && shows_all(context, op, &[]);
        if !fits {
            return false;
        }
        // MLIR's blanks.
        printer.write(format!("  \"{class}\" ").as_bytes());
        printer.write_value(operands[0]);
        printer.write(format!(",  \"{source_class}\" ").as_bytes());
        printer.write_value(operands[1]);
        ACCESS.print(printer, op);
        printer.write(b", ");
        // MLIR shows the access of the target if the source has none.
        let source = context.identifier(SOURCE_ACCESS.access);
        match op.property(context, source) {
            Some(_) => SOURCE_ACCESS.print(printer, op),
            None => ACCESS.print(printer, op),
        }
        printer.write(b" : ");
        printer.write_type(*pointee);
        true
    }
}

/// `init(%0) : !spirv.ptr<f32, Function>`.
pub(super) struct Variable;

const CLASS: &str = "storage_class";

impl OpSyntax for Variable {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let mut initializer = None;
        if parser.take_word("init") {
            parser.parse_token(TokenKind::LeftParen, "expected '('")?;
            initializer = Some(parser.parse_operand()?);
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        }
        let mut dictionary = Vec::new();
        parse_decorations(parser, &mut parts.attributes, &mut dictionary)?;
        parts.attributes.extend(dictionary);
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let place = parser.place();
        let ty = parser.parse_type()?;
        let Some((pointee, value)) = pointee(context, ty) else {
            return Err(parser.op_error(place, "expected spirv.ptr type"));
        };
        if let Some(initializer) = initializer {
            parts.operands.push(parser.resolve_operand(initializer, pointee)?);
        }
        let name = context.identifier(CLASS);
        parts.properties.push(NamedAttribute { name, value });
        parts.results.push(ty);
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let results: Vec<Value> = op.results(context).collect();
        let [result] = results.as_slice() else {
            return false;
        };
        let Some((pointee, class)) = pointee(context, result.ty(context)) else {
            return false;
        };
        let operands: Vec<Value> = op.operands(context).collect();
        let fits = op.property(context, context.identifier(CLASS)) == Some(class)
            && operands.len() <= 1
            && operands.iter().all(|operand| operand.ty(context) == pointee)
            && lists::has_only_regions(context, op, 0);
        let Some(decorations) = Decorations::of(context, op).filter(|_| fits) else {
            return false;
        };
        if let [initializer] = operands.as_slice() {
            printer.write(b" init(");
            printer.write_value(*initializer);
            printer.write(b")");
        }
        decorations.print(printer);
        let [set, binding, built_in] = Decorations::NAMES;
        printer.write_attr_dict(&lists::entries(context, op, &[CLASS, set, binding, built_in]));
        printer.write(b" : ");
        printer.write_type(result.ty(context));
        true
    }
}
