//! `prop-dict`: the properties that a format does not show, in a dictionary of their own.

use tvmlike_ir::{AttributeKind, NamedAttribute};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OperationParser, Result};

use super::Reader;

impl Reader<'_, '_, '_, '_> {
    /// Reads `<{…}>`, if it is there.
    pub(super) fn prop_dict(&mut self) -> Result<()> {
        if !self.parser.take(TokenKind::Less) {
            return Ok(());
        }
        let all = self.parser.parse_attribute(None)?;
        self.token(TokenKind::Greater)?;
        let context = self.parser.context();
        let op = self.program.name.text(context);
        let place = self.parser.op_place();
        let invalid = |parser: &OperationParser<'_, '_, '_>, reason: String| {
            let all = tvmlike_text::quote_attribute(context, all);
            parser.error_at(place, format!("invalid properties {all} for op {op}: {reason}"))
        };
        let AttributeKind::Dictionary(entries) = all.kind(context) else {
            let reason = "expected DictionaryAttr to set properties".to_owned();
            return Err(invalid(self.parser, reason));
        };
        let info = context.op_info(self.program.name);
        for NamedAttribute { name, value } in entries.iter() {
            if !self.program.attributes.iter().any(|slot| slot.name == name) {
                let reason = format!(
                    "unknown key '\"{}\"' when parsing properties dictionary",
                    name.text(context)
                );
                return Err(invalid(self.parser, reason));
            }
            let fault = info.and_then(|info| info.check_property(context, name, value).err());
            if let Some(reason) = fault.and_then(|fault| fault.unstorable) {
                let reason = reason.in_words(|| {
                    let value = tvmlike_text::quote_attribute(context, value);
                    format!(
                        "Invalid attribute `{}` in property conversion: {value}",
                        name.text(context)
                    )
                });
                return Err(invalid(self.parser, reason));
            }
        }
        self.parts.properties.extend(entries.iter());
        Ok(())
    }
}
