//! The format and the data of `#gpu.object`: `"…"`, `assembly = "…"`.

use tvmlike_define::ParameterDirective;
use tvmlike_ir::{Attribute, AttributeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Elision, Parser, Printer, Result};

use super::values::number;

/// The formats by number; the text leaves the last one out.
const FORMATS: [(i32, &str); 4] = [(1, "offload"), (2, "assembly"), (3, "bin"), (4, "fatbin")];
const FATBIN: i32 = 4;

/// The directive.
pub(super) struct Object;

impl ParameterDirective for Object {
    fn parse(&self, parser: &mut Parser<'_, '_>, values: &mut [Option<Attribute>]) -> Result<()> {
        let context = parser.context();
        let place = parser.place();
        let mut format = FATBIN;
        if let Some(word) = parser.parse_optional_keyword() {
            let Some((number, _)) = FORMATS.iter().find(|(_, name)| *name == word) else {
                return Err(parser.symbol_error(place, "expected keyword for GPU object format"));
            };
            format = *number;
            if !parser.take(TokenKind::Equal) {
                let error = parser.symbol_error(parser.place(), "expected '='");
                return Err(parser.also(error, Some(place), "expected an equal sign"));
            }
        }
        let place = parser.place();
        let failed = "failed to parse GPU_ObjectAttr parameter 'object' which is to be a `StringAttr`";
        let data = parser.parse_attribute(None);
        let data = data.map_err(|error| parser.also(error, None, failed))?;
        if !matches!(data.kind(context), AttributeKind::String { .. }) {
            let error = parser.symbol_error(place, "invalid kind of attribute specified");
            return Err(parser.also(error, None, failed));
        }
        if let [first, second] = values {
            *first = Some(context.i32_attribute(format));
            *second = Some(data);
        }
        Ok(())
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
        let format = number(printer.context(), values, 0).unwrap_or(i64::from(FATBIN));
        let shown = FORMATS.iter().find(|(number, _)| i64::from(*number) == format);
        if let Some((_, name)) = shown.filter(|(number, _)| *number != FATBIN) {
            out.extend_from_slice(format!("{name} = ").as_bytes());
        }
        if let Some(data) = values.get(1).copied().flatten() {
            printer.print_attribute(out, data, Elision::Never);
        }
    }
}
