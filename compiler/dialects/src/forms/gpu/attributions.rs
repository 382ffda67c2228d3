//! Attributions: the last arguments of a kernel's body, which are memory of a workgroup or of a thread:
//! `workgroup(%a : memref<4xf32, 3>) private(%b : memref<1xf32, 5>)`.

use tvmlike_define::argument_dictionaries;
use tvmlike_ir::{Attribute, AttributeKind, Context, NamedAttribute, Op, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Delimiter, OpParts, OperationParser, OperationPrinter, RegionArgument, Result};

/// The attribute with the number of attributions of the workgroup.
pub(super) const COUNT: &str = "workgroup_attributions";

/// The keywords, each with the property that has the attributes of its arguments.
const LISTS: [(&str, &str); 2] = [
    ("workgroup", "workgroup_attrib_attrs"),
    ("private", "private_attrib_attrs"),
];

/// Reads both lists onto the arguments of the body, and sets their number and attributes. The arguments have attributes
/// only `with_attributes`.
pub(super) fn parse<'s>(
    parser: &mut OperationParser<'_, '_, 's>,
    parts: &mut OpParts,
    arguments: &mut Vec<RegionArgument<'s>>,
    with_attributes: bool,
) -> Result<()> {
    const PLACE: &str = " in argument list";
    let context = parser.context();
    for (word, property) in LISTS {
        let start = arguments.len();
        if parser.take_word(word) {
            let mut more = parser.open_list(Delimiter::Paren, PLACE)?;
            while more {
                if !parser.is_at(TokenKind::PercentId) {
                    return Err(parser.wrong_token("expected SSA operand"));
                }
                arguments.push(match with_attributes {
                    true => parser.parse_region_argument()?,
                    false => parser.parse_typed_region_argument()?,
                });
                more = parser.next_in_list(Delimiter::Paren, PLACE)?;
            }
        }
        let all = arguments[start..].iter().map(|argument| &argument.attributes);
        if let Some(value) = argument_dictionaries(context, all) {
            let name = context.identifier(property);
            parts.properties.push(NamedAttribute { name, value });
        }
        if word == "workgroup" {
            let count = (arguments.len() - start) as i64;
            let count = context.integer_attribute(context.i64(), count);
            let value = count.map_err(|error| parser.op_error(parser.place(), error.message()))?;
            let name = context.identifier(COUNT);
            parts.attributes.push(NamedAttribute { name, value });
        }
    }
    Ok(())
}

/// The number of attributions of the workgroup among `all` attributions.
pub(super) fn num_workgroup(context: &Context, op: Op, all: usize) -> Option<usize> {
    let count = discardable(context, op, COUNT).map(|count| count.kind(context));
    let count = match count {
        Some(AttributeKind::Integer { value, .. }) => value.to_i64()?,
        _ => 0,
    };
    usize::try_from(count).ok().filter(|count| *count <= all)
}

/// A discardable attribute.
pub(super) fn discardable(context: &Context, op: Op, name: &str) -> Option<Attribute> {
    let entries = op.attributes(context)?.entries(context)?;
    entries.get(context, context.identifier(name))
}

/// Prints the lists that are not empty. The first `workgroup` values are those of the workgroup.
pub(super) fn print(printer: &mut OperationPrinter<'_>, op: Op, values: &[Value], workgroup: usize) {
    let context = printer.context();
    let (of_workgroup, of_thread) = values.split_at(workgroup);
    for ((word, property), values) in LISTS.into_iter().zip([of_workgroup, of_thread]) {
        if values.is_empty() {
            continue;
        }
        let attributes = op.property(context, context.identifier(property));
        let attributes = attributes.map(|attributes| attributes.kind(context));
        printer.write(format!(" {word}(").as_bytes());
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                printer.write(b", ");
            }
            printer.write_value(*value);
            printer.write(b" : ");
            printer.write_type(value.ty(context));
            let own = match attributes {
                Some(AttributeKind::Array(all)) => all.get(index).and_then(|one| one.entries(context)),
                _ => None,
            };
            let own: Vec<NamedAttribute> = own.into_iter().flat_map(|own| own.iter()).collect();
            printer.write_attr_dict(&own);
        }
        printer.write(b")");
    }
}
