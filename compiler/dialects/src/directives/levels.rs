//! `custom<LevelRange>($loLvl, $hiLvl)` of `sparse_tensor`: `0 to 2`, or `1` for the range of one level.

use tvmlike_define::{Directive, DirectiveParts};

use super::values::integer;
use crate::common::number;

const MESSAGE: &str = "expect larger level upper bound than lower bound";

/// The levels that are iterated, as two attributes of the type `index`.
pub(super) const RANGE: Directive = Directive {
    parse: |parser| {
        let place = parser.op_place();
        let low = integer(parser)?;
        let high = match parser.take_word("to") {
            true => integer(parser)?,
            false => low.saturating_add(1),
        };
        if low < 0 || high <= low {
            return Err(parser.op_error(place, MESSAGE));
        }
        for (argument, level) in [low, high].into_iter().enumerate() {
            let context = parser.context();
            let level = context.integer_attribute(context.index_type(), level);
            let level = level.map_err(|error| parser.op_error(place, error.message()))?;
            parser.set_attribute(argument, level);
        }
        Ok(true)
    },
    print: |parts, printer| {
        if let Some((low, high)) = range(parts) {
            let text = match high - low {
                1 => low.to_string(),
                _ => format!("{low} to {high}"),
            };
            printer.write(text.as_bytes());
        }
    },
    fits: |parts| range(parts).is_some(),
};

/// The bounds of a range that is not empty.
fn range(parts: &DirectiveParts<'_>) -> Option<(i64, i64)> {
    let bound = |argument: usize| number(parts.context(), parts.attribute(argument)?);
    let (low, high) = (bound(0)?, bound(1)?);
    (low >= 0 && high > low).then_some((low, high))
}
