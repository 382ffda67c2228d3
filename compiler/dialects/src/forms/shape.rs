//! The custom forms of `shape`: `shape.assuming %w -> (index) { … }`, `shape.const_shape [1, 2] : !shape.shape`,
//! `shape.function_library @lib { … } mapping {…}` and `shape.reduce(%shape, %init) : !shape.shape -> index { … }`.

use tvmlike_ir::{Attribute, AttributeKind, Context, Element, NamedAttribute, Op, TypeKind};
use tvmlike_text::{CustomForm, OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result};

use super::lists;

/// The form of an operation.
pub(super) fn form(context: &Context, name: &str) -> Option<CustomForm> {
    Some(match name {
        "shape.assuming" => CustomForm::new(Assuming),
        "shape.const_shape" => CustomForm::new(Constant),
        "shape.function_library" => {
            CustomForm::new(Library).with_default_dialect(context.identifier("shape"))
        }
        "shape.reduce" => CustomForm::new(Reduce),
        _ => return None,
    })
}

fn set(context: &Context, parts: &mut OpParts, name: &str, value: Attribute) {
    let name = context.identifier(name);
    parts.properties.push(NamedAttribute { name, value });
}

struct Assuming;

impl OpSyntax for Assuming {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let witness = parser.parse_operand()?;
        parts.results = lists::optional_arrow_types(parser)?;
        let ty = tvmlike_text::parse_defined_type(context, "!shape.witness");
        let ty = ty.map_err(|error| parser.op_error(witness.span, error.message()))?;
        parts.operands.push(parser.resolve_operand(witness, ty)?);
        let region = parser.parse_region()?;
        parser.ensure_terminator(region, context.identifier("shape.assuming_yield"));
        parts.regions.push(region);
        parser.parse_optional_attr_dict(&mut parts.attributes)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some((region, _)) = lists::body(context, op).filter(|_| op.num_operands(context) == 1) else {
            return false;
        };
        let has_results = op.num_results(context) > 0;
        printer.write(b" ");
        lists::print_values(printer, op.operands(context));
        if has_results {
            lists::print_arrow_list(printer, op);
        }
        printer.write(b" ");
        lists::print_region(printer, region, has_results);
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        true
    }
}

struct Constant;

impl OpSyntax for Constant {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let place = parser.place();
        let list = parser.parse_attribute(Some(context.none_type()))?;
        let extents: Option<Vec<i64>> = match list.kind(context) {
            AttributeKind::Array(all) => all.iter().map(|one| lists::number(context, one)).collect(),
            _ => None,
        };
        let Some(extents) = extents else {
            return Err(parser.op_error(place, "expected a list of integers"));
        };
        parts.results.push(parser.parse_colon_type()?);
        let ty = context.ranked_tensor_type(&[extents.len() as i64], context.index_type(), None);
        let bytes: Vec<u8> = extents.iter().flat_map(|extent| extent.to_le_bytes()).collect();
        let value = ty.and_then(|ty| context.dense_elements_attribute(ty, &bytes));
        let value = value.map_err(|error| parser.op_error(place, error.message()))?;
        set(context, parts, "shape", value);
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let value = op.property(context, context.identifier("shape"));
        let result = op.result(context, 0).map(|result| result.ty(context));
        let (Some(value), Some(result)) = (value, result) else {
            return false;
        };
        let Some(extents) = extents(context, value) else {
            return false;
        };
        let extents: Vec<String> = extents.iter().map(i64::to_string).collect();
        printer.write(b" ");
        printer.write_attr_dict(&lists::entries(context, op, &["shape"]));
        printer.write(format!("[{}] : ", extents.join(", ")).as_bytes());
        printer.write_type(result);
        true
    }
}

/// The maximum number of equal extents that are written one by one.
const MAX_EQUAL: usize = 4096;

/// The extents that a list can show: the elements of a tensor of rank 1.
fn extents(context: &Context, value: Attribute) -> Option<Vec<i64>> {
    let AttributeKind::DenseElements(elements) = value.kind(context) else {
        return None;
    };
    let is_list = match elements.ty().kind(context) {
        TypeKind::RankedTensor { shape, encoding, .. } => shape.len() == 1 && encoding.is_none(),
        _ => false,
    };
    if !is_list || elements.is_splat() && elements.len() > MAX_EQUAL {
        return None;
    }
    let number = |element: Option<Element<'_>>| match element? {
        Element::Integer(value) => value.to_i64(),
        _ => None,
    };
    (0..elements.len())
        .map(|index| number(elements.get(context, index)))
        .collect()
}

struct Library;

impl OpSyntax for Library {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let name = lists::symbol_name(parser)?;
        set(context, parts, "sym_name", name);
        if parser.take_word("attributes") {
            parts.attributes.extend(parser.parse_attribute_dict()?);
        }
        parts.regions.push(parser.parse_region()?);
        parser.parse_keyword("mapping")?;
        let place = parser.place();
        let mapping = parser.parse_attribute(Some(context.none_type()))?;
        if mapping.entries(context).is_none() {
            return Err(parser.op_error(place, "invalid kind of attribute specified"));
        }
        set(context, parts, "mapping", mapping);
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let property = |name: &str| op.property(context, context.identifier(name));
        let name = property("sym_name").map(|name| name.kind(context));
        let (Some(AttributeKind::String { bytes, .. }), Some(mapping), Some(region)) =
            (name, property("mapping"), lists::only_region(context, op))
        else {
            return false;
        };
        printer.write(b" ");
        printer.write_symbol_name(bytes);
        printer.write_attr_dict_with_keyword(&lists::entries(context, op, &["mapping", "sym_name"]));
        printer.write(b" ");
        lists::print_region(printer, region, true);
        printer.write(b" mapping ");
        printer.write_attribute(mapping);
        true
    }
}

struct Reduce;

impl OpSyntax for Reduce {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let mut operands = Vec::new();
        let place = parser.place();
        lists::operands_in_parens(parser, &mut operands)?;
        let ty = parser.parse_colon_type()?;
        parts.results = lists::optional_arrow_types(parser)?;
        let Some((shape, initial)) = operands.split_first() else {
            return Err(parser.op_error(place, "expected at least one operand"));
        };
        parts.operands.push(parser.resolve_operand(*shape, ty)?);
        let types = parts.results.clone();
        lists::resolve(parser, parts, initial, &types, parser.op_place())?;
        parts.regions.push(parser.parse_region()?);
        parser.parse_optional_attr_dict(&mut parts.attributes)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let mut operands = op.operands(context);
        let (Some(region), Some(shape)) = (lists::only_region(context, op), operands.next()) else {
            return false;
        };
        let initial = operands.map(|value| value.ty(context));
        // Without initial values, what MLIR prints cannot be read.
        if operands.len() == 0 || !initial.eq(op.results(context).map(|result| result.ty(context))) {
            return false;
        }
        printer.write(b"(");
        printer.write_value(shape);
        printer.write(b", ");
        lists::print_values(printer, operands);
        printer.write(b") : ");
        printer.write_type(shape.ty(context));
        lists::print_optional_arrow_types(printer, op);
        printer.write(b" ");
        printer.print_region(region, RegionStyle::default());
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        true
    }
}
