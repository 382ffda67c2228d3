//! The custom form of `vector.from_elements` and `tensor.from_elements`, whose operands have the element type of the result.

use tvmlike_ir::{Context, DYNAMIC, Dims, Op, Type, TypeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::lists;

/// `%a, %b {…} : vector<2xf32>`, or a tensor.
pub(super) enum FromElements {
    Vector,
    Tensor,
}

impl FromElements {
    /// The name of the type's class, the name of the result, and what it must be.
    fn names(&self) -> [&'static str; 3] {
        match self {
            Self::Vector => ["builtin.vector", "dest", "fixed-length vector of any type values"],
            Self::Tensor => [
                "builtin.tensor",
                "result",
                "statically shaped tensor of any type values",
            ],
        }
    }

    /// The shape, the element type, and whether all dimensions are fixed; `None` for a type of another class.
    fn parts<'c>(&self, context: &'c Context, ty: Type) -> Option<(Dims<'c>, Type, bool)> {
        match (self, ty.kind(context)) {
            (
                Self::Vector,
                TypeKind::Vector {
                    shape,
                    element,
                    scalable,
                },
            ) => Some((shape, element, !(0..shape.len()).any(|index| scalable.get(index)))),
            (Self::Tensor, TypeKind::RankedTensor { shape, element, .. }) => {
                Some((shape, element, shape.iter().all(|size| size != DYNAMIC)))
            }
            _ => None,
        }
    }
}

impl OpSyntax for FromElements {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let place = parser.place();
        let mut operands = Vec::new();
        parser.parse_operand_list(&mut operands)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let type_place = parser.place();
        let ty = parser.parse_type()?;
        let [class, result, wanted] = self.names();
        let Some((shape, element, is_fixed)) = self.parts(context, ty) else {
            return Err(lists::wrong_kind(parser, type_place, class, ty));
        };
        if !is_fixed {
            let found = tvmlike_text::quote_type(context, ty);
            let message = format!("'{result}' must be {wanted}, but got '{found}'");
            return Err(parser.op_error(parser.op_place(), message));
        }
        let count = shape.iter().try_fold(1, i64::checked_mul);
        let count = count.and_then(|count| usize::try_from(count).ok());
        if count != Some(operands.len()) {
            let wanted = count.map_or("too many".to_owned(), |count| count.to_string());
            let message = format!(
                "number of operands and types do not match: got {} operands and {wanted} types",
                operands.len()
            );
            return Err(parser.op_error(place, message));
        }
        let types: Vec<Type> = vec![element; operands.len()];
        lists::resolve(parser, parts, &operands, &types, place)?;
        parts.results.push(ty);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some(result) = op.result(context, 0) else {
            return false;
        };
        if op.num_results(context) != 1 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        printer.write(b" ");
        lists::print_values(printer, op.operands(context));
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        printer.write(b" : ");
        printer.write_type(result.ty(context));
        true
    }
}
