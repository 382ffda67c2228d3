//! Bundles of operands with tags: `["align"(%0, %1 : !llvm.ptr, i32), "cold"()]`.

use tvmlike_ir::{Attribute, AttributeKind, Context, Op, Type, Value};
use tvmlike_syntax::{Span, TokenKind};
use tvmlike_text::{OpParts, OperationParser, OperationPrinter, Result, UnresolvedOperand};

pub(crate) const SIZES: &str = "op_bundle_sizes";
pub(crate) const TAGS: &str = "op_bundle_tags";

/// Bundles that were read.
#[derive(Default)]
pub(crate) struct Bundles {
    /// The operands of all bundles.
    pub(crate) operands: Vec<UnresolvedOperand>,
    /// Their types.
    pub(crate) types: Vec<Type>,
    /// The number of operands of each bundle.
    pub(crate) sizes: Vec<i32>,
    tags: Vec<Attribute>,
}

impl Bundles {
    /// Reads the bundles, if there are any: whether there were.
    pub(crate) fn parse(parser: &mut OperationParser<'_, '_, '_>) -> Result<Option<Self>> {
        let start = parser.place();
        if !parser.take(TokenKind::LeftBracket) {
            return Ok(None);
        }
        let mut all = Self::default();
        if parser.take(TokenKind::RightBracket) {
            return Ok(Some(all));
        }
        loop {
            all.parse_one(parser, start)?;
            if !parser.take(TokenKind::Comma) {
                break;
            }
        }
        parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
        Ok(Some(all))
    }

    /// Reads one of the bundles that begin at `start`.
    fn parse_one(&mut self, parser: &mut OperationParser<'_, '_, '_>, start: Span) -> Result<()> {
        let place = parser.place();
        let Some(tag) = parser.parse_optional_string() else {
            // MLIR reports a second error for the same cause.
            let error = parser.op_error(place, "expected string");
            let message = "expect operand bundle tag";
            return Err(error.followed_by(parser.op_error(place, message)));
        };
        self.tags.push(parser.context().string_attribute(tag));
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        let (first, first_type) = (self.operands.len(), self.types.len());
        if !parser.take(TokenKind::RightParen) {
            parser.parse_operand_list(&mut self.operands)?;
            parser.parse_token(TokenKind::Colon, "expected ':'")?;
            self.types.extend(parser.parse_type_list()?);
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        }
        let (operands, types) = (self.operands.len() - first, self.types.len() - first_type);
        if operands != types {
            let index = self.sizes.len();
            let message = format!(
                "expected {operands} types for operand bundle operands for operand bundle #{index}, but actually got \
                 {types}"
            );
            return Err(parser.op_error(start, message));
        }
        self.sizes.push(operands as i32);
        Ok(())
    }

    /// The attribute with the tags, if there are any.
    pub(crate) fn tags(&self, context: &Context) -> Option<Attribute> {
        (!self.tags.is_empty()).then(|| context.array_attribute(&self.tags))
    }

    /// Resolves the operands, and sets the properties.
    pub(crate) fn resolve(
        &self,
        parser: &mut OperationParser<'_, '_, '_>,
        parts: &mut OpParts,
    ) -> Result<()> {
        let context = parser.context();
        for (operand, ty) in self.operands.iter().zip(&self.types) {
            parts.operands.push(parser.resolve_operand(*operand, *ty)?);
        }
        super::set(context, parts, SIZES, context.dense_i32_array(&self.sizes));
        if let Some(tags) = self.tags(context) {
            super::set(context, parts, TAGS, tags);
        }
        Ok(())
    }
}

/// Whether bundles can be printed so that they are read as they are.
pub(crate) fn fits(
    context: &Context,
    operands: usize,
    sizes: Option<Attribute>,
    tags: Option<Attribute>,
) -> bool {
    let sizes = super::integers(context, sizes);
    let Some(sizes) = sizes.filter(|sizes| sizes.iter().all(|size| *size >= 0)) else {
        return false;
    };
    let are_strings = |tags: Option<Attribute>| match tags.map(|tags| tags.kind(context)) {
        None => Some(0),
        Some(AttributeKind::Array(tags)) => {
            let is_string = |tag: Attribute| matches!(tag.kind(context), AttributeKind::String { .. });
            tags.iter()
                .all(is_string)
                .then_some(tags.len())
                .filter(|count| *count > 0)
        }
        Some(_) => None,
    };
    sizes.iter().sum::<i64>() == operands as i64 && are_strings(tags) == Some(sizes.len())
}

/// The same for an operation with the properties of bundles.
pub(crate) fn op_fits(context: &Context, op: Op, operands: usize) -> bool {
    let property = |name: &str| op.property(context, context.identifier(name));
    fits(context, operands, property(SIZES), property(TAGS))
}

/// Prints ` [bundles]`, or nothing if there are none.
pub(crate) fn print_of_op(printer: &mut OperationPrinter<'_>, op: Op, operands: &[Value]) {
    let context = printer.context();
    let property = |name: &str| op.property(context, context.identifier(name));
    let sizes = super::integers(context, property(SIZES)).unwrap_or_default();
    if !sizes.is_empty() {
        printer.write(b" ");
        print(printer, operands, &sizes, property(TAGS));
    }
}

/// Prints `[bundles]`.
pub(crate) fn print(
    printer: &mut OperationPrinter<'_>,
    operands: &[Value],
    sizes: &[i64],
    tags: Option<Attribute>,
) {
    let context = printer.context();
    let tags = match tags.map(|tags| tags.kind(context)) {
        Some(AttributeKind::Array(tags)) => tags.to_vec(),
        _ => Vec::new(),
    };
    let mut rest = operands.iter().copied();
    printer.write(b"[");
    for (index, (size, tag)) in sizes.iter().zip(tags).enumerate() {
        if index > 0 {
            printer.write(b", ");
        }
        printer.write_attribute(tag);
        printer.write(b"(");
        let bundle: Vec<Value> = rest.by_ref().take(usize::try_from(*size).unwrap_or(0)).collect();
        if !bundle.is_empty() {
            for (index, value) in bundle.iter().enumerate() {
                printer.write(if index == 0 { b"".as_slice() } else { b", " });
                printer.write_value(*value);
            }
            for (index, value) in bundle.iter().enumerate() {
                printer.write(if index == 0 { b" : ".as_slice() } else { b", " });
                printer.write_type(value.ty(context));
            }
        }
        printer.write(b")");
    }
    printer.write(b"]");
}
