//! The custom form of `cf.switch` and `spirv.Switch`: `%0 : i32, [ default: ^bb1, 1: ^bb2(%1 : i32) ]`.

use tvmlike_ir::{
    Attribute, AttributeKind, Block, Context, Element, NamedAttribute, Op, Type, TypeKind, Value,
};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    CustomForm, OpParts, OpSyntax, OperationParser, OperationPrinter, Result, UnresolvedOperand, quote_type,
};

use super::lists;

/// The form of an operation.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    let values = "case_values";
    (name == "cf.switch").then(|| CustomForm::new(Switch { values }))
}

/// A branch by a number.
pub(super) struct Switch {
    /// The property with the numbers.
    pub(super) values: &'static str,
}

const GROUPS: &str = "case_operand_segments";

/// Operands of targets with their types.
#[derive(Default)]
struct Operands {
    values: Vec<UnresolvedOperand>,
    types: Vec<Type>,
}

/// Reads `: ^bb1(%0 : i32)`. Returns the number of operands.
fn parse_target(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    operands: &mut Operands,
) -> Result<usize> {
    parser.parse_token(TokenKind::Colon, "expected ':'")?;
    let block = parser.parse_successor()?;
    parts.successors.push(block);
    let before = operands.values.len();
    if parser.take(TokenKind::LeftParen) {
        while parser.is_at(TokenKind::PercentId) {
            operands.values.push(parser.parse_operand()?);
            if !parser.take(TokenKind::Comma) {
                break;
            }
        }
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        operands.types.extend(parser.parse_type_list()?);
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    }
    Ok(operands.values.len() - before)
}

/// The low bits of an integer as an attribute of an integer type.
fn truncated(context: &Context, ty: Type, width: u32, value: i64) -> Option<Attribute> {
    let fill = if value < 0 { 0xFF } else { 0 };
    let mut bytes = value.to_le_bytes().to_vec();
    bytes.resize(width.div_ceil(8) as usize, fill);
    context.integer_attribute_from_bytes(ty, &bytes).ok()
}

impl OpSyntax for Switch {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let flag = parser.parse_operand()?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let place = parser.place();
        let ty = parser.parse_type()?;
        let TypeKind::Integer { width, .. } = ty.kind(context) else {
            let ty = quote_type(context, ty);
            let message =
                format!("invalid kind of type specified: expected builtin.integer, but found '{ty}'");
            return Err(parser.op_error(place, message));
        };
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        parser.parse_token(TokenKind::LeftBracket, "expected '['")?;
        let place = parser.place();
        parser.parse_keyword("default")?;
        let [mut default, mut cases] = [Operands::default(), Operands::default()];
        parse_target(parser, parts, &mut default)?;
        let (mut values, mut groups) = (Vec::new(), Vec::new());
        while parser.take(TokenKind::Comma) {
            let value = lists::integer(parser)?;
            values.extend(truncated(context, ty, width, value));
            groups.push(parse_target(parser, parts, &mut cases)? as i32);
        }
        let mut set = |name: &str, value: Attribute| {
            let name = context.identifier(name);
            parts.properties.push(NamedAttribute { name, value });
        };
        if let Ok(shape) = context.vector_type(&[values.len() as i64], ty, &[])
            && let Ok(values) = context.dense_elements_from_attributes(shape, &values)
        {
            set(self.values, values);
        }
        set(GROUPS, context.dense_i32_array(&groups));
        parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
        let dictionary = parser.place();
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.check_inherent_attributes(dictionary, &parts.attributes)?;
        parts.operands.push(parser.resolve_operand(flag, ty)?);
        for operands in [&default, &cases] {
            lists::resolve(parser, parts, &operands.values, &operands.types, place)?;
        }
        lists::set_segments(context, parts, &[1, default.values.len(), cases.values.len()]);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let groups = op.property(context, context.identifier(GROUPS));
        let (Some(groups), Some([1, default, cases]), Some(flag)) = (
            lists::integers(context, groups),
            lists::segments::<3>(context, op),
            op.operand(context, 0),
        ) else {
            return false;
        };
        let groups: Vec<usize> = groups
            .into_iter()
            .map_while(|size| usize::try_from(size).ok())
            .collect();
        let Some(values) = values(context, op, self.values) else {
            return false;
        };
        let fits = groups.iter().sum::<usize>() == cases
            && op.num_successors(context) == groups.len() + 1
            && (values.is_empty() || values.len() == groups.len())
            && op.num_regions(context) + op.num_results(context) == 0;
        if !fits {
            return false;
        }
        printer.write(b" ");
        printer.write_value(flag);
        printer.write(b" : ");
        printer.write_type(flag.ty(context));
        printer.write(b", [");
        printer.write_newline();
        let mut targets = op.successors(context);
        let mut operands = op.operands(context).skip(1);
        let mut print_target = |printer: &mut OperationPrinter<'_>, count: usize| {
            if let Some(block) = targets.next() {
                let operands = operands.by_ref().take(count).collect::<Vec<Value>>();
                print_target(printer, block, &operands);
            }
        };
        printer.write(b"  default: ");
        print_target(printer, default);
        for (value, size) in values.iter().zip(groups) {
            printer.write(b",");
            printer.write_newline();
            printer.write(format!("  {value}: ").as_bytes());
            print_target(printer, size);
        }
        if !values.is_empty() {
            printer.write_newline();
        }
        printer.write(b"]");
        printer.write_attr_dict(&lists::entries(
            context,
            op,
            &[self.values, GROUPS, lists::SEGMENTS],
        ));
        true
    }
}

/// The values of the cases as they are printed: without a sign, and at most the largest of 64 bits. `None` if they are no
/// integers.
fn values(context: &Context, op: Op, name: &str) -> Option<Vec<u64>> {
    let Some(values) = op.property(context, context.identifier(name)) else {
        return Some(Vec::new());
    };
    let AttributeKind::DenseElements(values) = values.kind(context) else {
        return None;
    };
    let number = |index| match values.get(context, index) {
        Some(Element::Integer(value)) => Some(value.to_u64().unwrap_or(u64::MAX)),
        _ => None,
    };
    (0..values.len()).map(number).collect()
}

/// Prints `^bb1(%0 : i32)`.
fn print_target(printer: &mut OperationPrinter<'_>, block: Block, operands: &[Value]) {
    let context = printer.context();
    printer.write_block_name(block);
    if operands.is_empty() {
        return;
    }
    printer.write(b"(");
    lists::print_values(printer, operands.iter().copied());
    printer.write(b" : ");
    lists::print_types(printer, operands.iter().map(|operand| operand.ty(context)));
    printer.write(b")");
}
