//! The custom forms of `rocdl`'s accesses of buffers: `%rsrc, %offset, %soffset, %aux : f32`, with the value in front where one
//! is written.

use tvmlike_ir::{Op, Type, TypeKind};
use tvmlike_text::{CustomForm, OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::lists;

/// The form of an operation, if it has no format.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    Some(match name {
        "rocdl.raw.buffer.load" => CustomForm::new(Access { writes: false }),
        "rocdl.raw.buffer.store"
        | "rocdl.raw.buffer.atomic.fadd"
        | "rocdl.raw.buffer.atomic.fmax"
        | "rocdl.raw.buffer.atomic.smax"
        | "rocdl.raw.buffer.atomic.umin" => CustomForm::new(Access { writes: true }),
        _ => return None,
    })
}

/// An access of a buffer. The form shows the type of the value alone: the others are fixed.
struct Access {
    writes: bool,
}

/// The words that describe a buffer, and the number of operands of an access besides the value.
const WORDS: i64 = 4;
const PLACES: usize = 4;

impl OpSyntax for Access {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let place = parser.place();
        let operands = lists::bare_operands(parser, PLACES + usize::from(self.writes))?;
        let ty = parser.parse_colon_type()?;
        let word = context.i32();
        let Ok(buffer) = context.vector_type(&[WORDS], word, &[false]) else {
            return Err(parser.op_error(place, "expected a vector of 4 integers"));
        };
        let mut types = vec![buffer, word, word, word];
        match self.writes {
            true => types.insert(0, ty),
            false => parts.results.push(ty),
        }
        lists::resolve(parser, parts, &operands, &types, place)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let types: Vec<Type> = op.operands(context).map(|operand| operand.ty(context)).collect();
        let value = match self.writes {
            true => types.first().copied(),
            false => op.result(context, 0).map(|result| result.ty(context)),
        };
        let places = types.get(usize::from(self.writes)..).unwrap_or_default();
        let is_word = |ty: &Type| ty.is_signless_integer(context, 32);
        let is_buffer = |ty: &Type| match ty.kind(context) {
            TypeKind::Vector {
                shape,
                element,
                scalable,
            } => shape.iter().eq([WORDS]) && is_word(&element) && !scalable.any(),
            _ => false,
        };
        let fits = places.len() == PLACES
            && places.first().is_some_and(is_buffer)
            && places[1..].iter().all(is_word)
            && op.num_results(context) == usize::from(!self.writes)
            && lists::entries(context, op, &[]).is_empty()
            && lists::has_only_regions(context, op, 0);
        let (true, Some(value)) = (fits, value) else {
            return false;
        };
        printer.write(b" ");
        lists::print_values(printer, op.operands(context));
        printer.write(b" : ");
        printer.write_type(value);
        true
    }
}
