//! `prop-dict`: the properties that a format does not show, in a dictionary of their own.

use tvmlike_ir::{Attribute, NamedAttribute, PropertyFault};
use tvmlike_syntax::TokenKind;
use tvmlike_text::Result;

use super::Reader;

impl Reader<'_, '_, '_, '_> {
    /// Reads `<{…}>`. Without it, the dictionary is empty.
    pub(super) fn prop_dict(&mut self) -> Result<()> {
        let context = self.parser.context();
        let all = match self.parser.take(TokenKind::Less) {
            true => {
                let all = self.parser.parse_attribute(None)?;
                self.token(TokenKind::Greater)?;
                Some(all)
            }
            false if self.program.required_keys.is_empty() => return Ok(()),
            false => None,
        };
        if let Err(reason) = self.set_properties(all) {
            let op = self.program.name.text(context);
            let all = all.map_or_else(
                || "{}".to_owned(),
                |all| tvmlike_text::quote_attribute(context, all),
            );
            let message = format!("invalid properties {all} for op {op}: {reason}");
            self.wrong_properties = Some(self.parser.error_at(self.parser.op_place(), message));
        }
        Ok(())
    }

    /// Sets the properties of a dictionary, in the order of the record.
    ///
    /// # Errors
    /// Why they cannot be set.
    fn set_properties(&mut self, all: Option<Attribute>) -> std::result::Result<(), String> {
        let context = self.parser.context();
        let entries: Vec<NamedAttribute> = match all.map(|all| all.entries(context)) {
            None => Vec::new(),
            Some(Some(entries)) => entries.iter().collect(),
            Some(None) => return Err("expected DictionaryAttr to set properties".to_owned()),
        };
        let info = context.op_info(self.program.name);
        for slot in &self.program.attributes {
            let name = slot.name;
            let Some(entry) = entries.iter().find(|entry| entry.name == name) else {
                if self.program.required_keys.contains(&name) {
                    let name = name.text(context);
                    return Err(format!(
                        "expected key entry for {name} in DictionaryAttr to set Properties."
                    ));
                }
                continue;
            };
            let stored = match info.map(|info| info.check_property(context, name, entry.value)) {
                Some(Ok(stored)) => stored,
                Some(Err(PropertyFault {
                    unstorable: Some(reason),
                    ..
                })) => {
                    return Err(tvmlike_text::unstorable(context, reason, name, entry.value));
                }
                _ => entry.value,
            };
            self.parts.properties.push(NamedAttribute { name, value: stored });
        }
        let is_known =
            |entry: &NamedAttribute| self.program.attributes.iter().any(|slot| slot.name == entry.name);
        match entries.iter().find(|entry| !is_known(entry)) {
            Some(entry) => Err(format!(
                "unknown key '\"{}\"' when parsing properties dictionary",
                entry.name.text(context)
            )),
            None => Ok(()),
        }
    }
}
