//! The kinds of the loops of a structured operation, which text shows as strings: `iterator_types = ["parallel"]`.

use tvmlike_ir::{Attribute, AttributeKind, Context, NamedAttribute};

/// The property.
pub(super) const NAME: &str = "iterator_types";

/// The kinds that a dialect has.
pub(super) struct Iterators {
    /// What precedes the word in an attribute: `#linalg.iterator_type<`.
    pub(super) prefix: &'static str,
    pub(super) words: &'static [&'static str],
}

impl Iterators {
    /// The attribute of a word, or the word that names no kind.
    pub(super) fn of_word(&self, context: &Context, word: &[u8]) -> Result<Attribute, String> {
        let word = String::from_utf8_lossy(word).into_owned();
        if !self.words.contains(&&*word) {
            return Err(word);
        }
        let text = format!("{}{word}>", self.prefix);
        tvmlike_text::parse_defined_attribute(context, text).map_err(|_| word)
    }

    /// The kinds of loops as strings; `None` if one is something else.
    fn to_words(&self, context: &Context, array: Attribute) -> Option<Attribute> {
        let AttributeKind::Array(array) = array.kind(context) else {
            return None;
        };
        let word = |one: Attribute| {
            let text = tvmlike_text::quote_attribute(context, one);
            let word = text.strip_prefix(self.prefix)?.strip_suffix('>')?;
            Some(context.string_attribute(word))
        };
        let words: Option<Vec<Attribute>> = array.iter().map(word).collect();
        Some(context.array_attribute(&words?))
    }

    /// The entries that the first dictionary of a form shows, with the kinds of loops as strings, and the others.
    pub(super) fn split(
        &self,
        context: &Context,
        mut entries: Vec<NamedAttribute>,
        traits: &[&str],
    ) -> Option<(Vec<NamedAttribute>, Vec<NamedAttribute>)> {
        for entry in &mut entries {
            if entry.name.bytes(context) == NAME.as_bytes() {
                entry.value = self.to_words(context, entry.value)?;
            }
        }
        let is_shown = |entry: &NamedAttribute| traits.contains(&&*entry.name.text(context));
        Some(entries.into_iter().partition(is_shown))
    }
}
