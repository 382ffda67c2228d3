//! The custom forms of the memref dialect that no format describes.

use tvmlike_ir::{AttributeKind, NamedAttribute, Op, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    CustomForm, Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result,
    UnresolvedOperand,
};

use super::{lists, prefetch};

/// The form of an operation.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    Some(match name {
        "memref.alloca_scope" => CustomForm::new(AllocaScope),
        "memref.dma_start" => CustomForm::new(DmaStart),
        "memref.generic_atomic_rmw" => CustomForm::new(GenericAtomicRmw),
        "memref.prefetch" => CustomForm::new(Prefetch),
        "memref.transpose" => CustomForm::new(Transpose),
        _ => return None,
    })
}

/// Reads `[%i, %j]`.
fn indices(parser: &mut OperationParser<'_, '_, '_>) -> Result<Vec<UnresolvedOperand>> {
    let mut operands = Vec::new();
    lists::operands_in(parser, Delimiter::Square, &mut operands)?;
    Ok(operands)
}

/// Resolves operands of the type `index`.
fn resolve_indices(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    operands: &[UnresolvedOperand],
) -> Result<()> {
    let index = parser.context().index_type();
    for operand in operands {
        parts.operands.push(parser.resolve_operand(*operand, index)?);
    }
    Ok(())
}

fn print_indices(printer: &mut OperationPrinter<'_>, values: impl Iterator<Item = Value>) {
    printer.write(b"[");
    lists::print_values(printer, values);
    printer.write(b"]");
}

/// `-> (i32) { … } {attributes}`.
struct AllocaScope;

impl OpSyntax for AllocaScope {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        parts.results = lists::optional_arrow_types(parser)?;
        let region = parser.parse_region()?;
        let terminator = parser.context().identifier("memref.alloca_scope.return");
        parser.ensure_terminator(region, terminator);
        parts.regions.push(region);
        parser.parse_optional_attr_dict(&mut parts.attributes)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some(region) = lists::only_region(context, op) else {
            return false;
        };
        printer.write(b" ");
        let has_results = op.num_results(context) > 0;
        if has_results {
            printer.write(b" -> (");
            lists::print_types(printer, op.results(context).map(|result| result.ty(context)));
            printer.write(b")");
        }
        printer.write(b" ");
        let style = RegionStyle {
            entry_arguments: false,
            terminator: has_results,
            ..RegionStyle::default()
        };
        printer.print_region(region, style);
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        true
    }
}

/// `%source[%i], %target[%j], %count, %tag[%k], %stride, %per_stride : type, type, type`.
struct DmaStart;

impl OpSyntax for DmaStart {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let comma =
            |parser: &mut OperationParser<'_, '_, '_>| parser.parse_token(TokenKind::Comma, "expected ','");
        let source = (parser.parse_operand()?, indices(parser)?);
        comma(parser)?;
        let target = (parser.parse_operand()?, indices(parser)?);
        comma(parser)?;
        let count = parser.parse_operand()?;
        comma(parser)?;
        let tag = (parser.parse_operand()?, indices(parser)?);
        let mut strides = Vec::new();
        if parser.take(TokenKind::Comma) {
            parser.parse_operand_list(&mut strides)?;
        }
        if !matches!(strides.len(), 0 | 2) {
            let message = "expected two stride related operands";
            return Err(parser.op_error(parser.op_place(), message));
        }
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let types = parser.parse_type_list()?;
        let &[source_type, target_type, tag_type] = types.as_slice() else {
            return Err(parser.op_error(parser.op_place(), "fewer/more types expected"));
        };
        for ((memref, indices), ty, after) in [
            (source, source_type, [].as_slice()),
            (target, target_type, &[count]),
            (tag, tag_type, strides.as_slice()),
        ] {
            parts.operands.push(parser.resolve_operand(memref, ty)?);
            resolve_indices(parser, parts, &indices)?;
            resolve_indices(parser, parts, after)?;
        }
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let rank = |at: usize| operands.get(at).and_then(|value| value.ty(context).rank(context));
        let fits = || {
            let target = 1 + rank(0)?;
            let count = target + 1 + rank(target)?;
            let tag = count + 1;
            let end = tag + 1 + rank(tag)?;
            (operands.len() == end || operands.len() == end + 2).then_some((target, count, tag, end))
        };
        let Some((target, count, tag, end)) = fits() else {
            return false;
        };
        if op.num_results(context) > 0 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        let part = |printer: &mut OperationPrinter<'_>, separator: &[u8], from: usize, to: usize| {
            printer.write(separator);
            printer.write_value(operands[from]);
            print_indices(printer, operands[from + 1..to].iter().copied());
        };
        part(printer, b" ", 0, target);
        part(printer, b", ", target, count);
        printer.write(b", ");
        printer.write_value(operands[count]);
        part(printer, b", ", tag, end);
        for stride in &operands[end..] {
            printer.write(b", ");
            printer.write_value(*stride);
        }
        printer.write(b" : ");
        let memrefs = [operands[0], operands[target], operands[tag]];
        lists::print_types(printer, memrefs.iter().map(|memref| memref.ty(context)));
        true
    }
}

/// `%memref[%i] : type { … } {attributes}`.
struct GenericAtomicRmw;

impl OpSyntax for GenericAtomicRmw {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let memref = parser.parse_operand()?;
        let indices = indices(parser)?;
        let (ty, element) = lists::colon_memref(parser)?;
        parts.operands.push(parser.resolve_operand(memref, ty)?);
        resolve_indices(parser, parts, &indices)?;
        let region = parser.parse_region()?;
        parts.regions.push(region);
        parts.results.push(element);
        parser.parse_optional_attr_dict(&mut parts.attributes)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some((memref, region)) = op.operand(context, 0).zip(op.region(context, 0)) else {
            return false;
        };
        if op.num_results(context) != 1 || !lists::has_only_regions(context, op, 1) {
            return false;
        }
        printer.write(b" ");
        printer.write_value(memref);
        print_indices(printer, op.operands(context).skip(1));
        printer.write(b" : ");
        printer.write_type(memref.ty(context));
        printer.write(b" ");
        printer.print_region(region, RegionStyle::default());
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        true
    }
}

/// `%memref[%i], read, locality<3>, data : type`.
struct Prefetch;

impl OpSyntax for Prefetch {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let memref = parser.parse_operand()?;
        let indices = indices(parser)?;
        let access = prefetch::parse(parser)?;
        let ty = parser.parse_colon_type()?;
        parts.operands.push(parser.resolve_operand(memref, ty)?);
        resolve_indices(parser, parts, &indices)?;
        access.set(parser, parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some((memref, access)) = op.operand(context, 0).zip(prefetch::of(context, op)) else {
            return false;
        };
        if op.num_results(context) > 0 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        printer.write(b" ");
        printer.write_value(memref);
        print_indices(printer, op.operands(context).skip(1));
        prefetch::print(printer, &access);
        printer.write_attr_dict(&lists::entries(context, op, &prefetch::SHOWN));
        printer.write(b" : ");
        printer.write_type(memref.ty(context));
        true
    }
}

/// `%memref (i, j) -> (j, i) {attributes} : type to type`.
struct Transpose;

impl OpSyntax for Transpose {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let operand = parser.parse_operand()?;
        let map = parser.parse_affine_map()?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let source = parser.parse_colon_type()?;
        parser.parse_keyword("to")?;
        let target = parser.parse_type()?;
        parts.operands.push(parser.resolve_operand(operand, source)?);
        parts.results.push(target);
        let context = parser.context();
        let name = context.identifier("permutation");
        let value = context.affine_map_attribute(map);
        parts.properties.push(NamedAttribute { name, value });
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let permutation = op.property(context, context.identifier("permutation"));
        let Some(AttributeKind::AffineMap(map)) = permutation.map(|value| value.kind(context)) else {
            return false;
        };
        let Some((source, result)) = op.operand(context, 0).zip(op.result(context, 0)) else {
            return false;
        };
        let Ok(map) = tvmlike_text::affine_map_to_string(context, map) else {
            return false;
        };
        if op.num_operands(context) != 1 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        printer.write(b" ");
        printer.write_value(source);
        printer.write(b" ");
        printer.write(map.as_bytes());
        printer.write_attr_dict(&lists::entries(context, op, &["permutation"]));
        printer.write(b" : ");
        printer.write_type(source.ty(context));
        printer.write(b" to ");
        printer.write_type(result.ty(context));
        true
    }
}
