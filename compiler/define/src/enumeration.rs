//! The cases of an enum, as text and as numbers.

use crate::record::{DialectRecord, EnumRecord};

/// The cases of an enum.
#[derive(Clone, Debug)]
pub(crate) struct Enumeration {
    pub(crate) cases: Box<[(Box<str>, u64)]>,
    /// What separates the cases of a set.
    pub(crate) separator: Option<Box<str>>,
    /// MLIR's class, for errors.
    pub(crate) class: Box<str>,
    /// What the enum is, for errors.
    pub(crate) summary: Box<str>,
}

impl Enumeration {
    /// The enum of a record.
    pub(crate) fn new(owner: &DialectRecord, record: &EnumRecord) -> Self {
        let cases = record.cases.iter();
        Self {
            cases: cases.map(|case| (case.keyword.clone(), case.value)).collect(),
            separator: record.separator.clone(),
            class: format!("::mlir::{}::{}", owner.name, record.name).into(),
            summary: record.summary.clone(),
        }
    }

    pub(crate) fn value_of(&self, keyword: &str) -> Option<u64> {
        let found = self.cases.iter().find(|(text, _)| &**text == keyword);
        found.map(|(_, value)| *value)
    }

    /// The value of a text with one case, or several ones of a set.
    pub(crate) fn value_of_all(&self, text: &str) -> Option<u64> {
        match self.separator.as_deref().map(str::trim) {
            Some(separator) if !text.is_empty() => {
                let mut values = text.split(separator).map(|word| self.value_of(word.trim()));
                values.try_fold(0, |all, value| Some(all | value?))
            }
            _ => self.value_of(text),
        }
    }

    /// The cases with commas.
    pub(crate) fn names(&self) -> String {
        let names: Vec<&str> = self.cases.iter().map(|(text, _)| &**text).collect();
        names.join(", ")
    }

    /// The text of a value; `None` if it is no case and no set of cases.
    pub(crate) fn text_of(&self, value: u64) -> Option<String> {
        let mut same = self.cases.iter().filter(|(_, case)| *case == value);
        // Of the cases of a set with one value, MLIR prints the last one.
        let same = match self.separator {
            Some(_) => same.next_back(),
            None => same.next(),
        };
        if let Some((text, _)) = same {
            return Some(text.to_string());
        }
        let separator = self.separator.as_deref()?;
        let mut left = value;
        let mut used = Vec::new();
        // Cases of several bits come first.
        for several in [true, false] {
            for (index, (_, case)) in self.cases.iter().enumerate() {
                if *case != 0 && (case.count_ones() > 1) == several && left & case == *case {
                    left &= !case;
                    used.push(index);
                }
            }
        }
        let texts: Vec<&str> = used.iter().map(|index| &*self.cases[*index].0).collect();
        (left == 0).then(|| texts.join(separator))
    }
}
