//! Reads `custom<DynamicIndexList>`: `[4, %0, -1]`.

use tvmlike_ir::DYNAMIC;
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Delimiter, Result};

use super::{Reader, Slots};

impl Reader<'_, '_, '_, '_> {
    /// Reads the list: values become operands, and numbers the elements of an attribute.
    pub(super) fn dynamic_index_list(&mut self, operands: usize, numbers: usize) -> Result<()> {
        let (start, place) = (self.parts.unresolved.len(), self.parser.span());
        let mut sizes = Vec::new();
        // MLIR reports a second error for the same cause.
        self.index_list(&mut sizes).map_err(|error| {
            let message = "expected SSA value or integer";
            error.followed_by(self.parser.op_error(self.parser.op_place(), message))
        })?;
        let value = self.parser.context().dense_i64_array(&sizes);
        self.set(self.program.attributes[numbers].name, value);
        self.set_operands(Slots::operand(operands), start, place);
        Ok(())
    }

    fn index_list(&mut self, sizes: &mut Vec<i64>) -> Result<()> {
        const PLACE: &str = " in dynamic index list";
        let mut more = self.parser.open_list(Delimiter::Square, PLACE)?;
        while more {
            if self.parser.is_at(TokenKind::PercentId) {
                let operand = self.parser.parse_operand()?;
                self.parts.unresolved.push(operand);
                sizes.push(DYNAMIC);
            } else {
                let place = self.parser.place();
                let Some(number) = self.parser.parse_optional_integer()? else {
                    return Err(self.parser.op_error(place, "expected integer value"));
                };
                let Ok(number) = i64::try_from(number) else {
                    return Err(self.parser.op_error(place, "integer value too large"));
                };
                sizes.push(number);
            }
            more = self.parser.next_in_list(Delimiter::Square, PLACE)?;
        }
        Ok(())
    }
}
