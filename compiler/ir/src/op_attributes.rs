//! The attributes of operations by name: properties first, then discardable attributes.
//!
//! Invariant: an operation without discardable attributes has no dictionary of them, and likewise for properties.

use crate::access::Exclusive;
use crate::attributes::NamedAttributes;
use crate::context::Context;
use crate::id::{Attribute, Identifier, Op};

#[inline]
fn lookup(context: &Context, dictionary: Option<Attribute>, name: Identifier) -> Option<Attribute> {
    dictionary?.entries(context)?.get(context, name)
}

fn entries(context: &Context, dictionary: Option<Attribute>) -> NamedAttributes<'_> {
    dictionary
        .and_then(|dictionary| dictionary.entries(context))
        .unwrap_or_else(|| NamedAttributes::new(&[]))
}

impl Op {
    /// The attribute of a name: a property, or a discardable attribute.
    pub fn attribute(self, context: &Context, name: Identifier) -> Option<Attribute> {
        self.property(context, name)
            .or_else(|| self.discardable_attribute(context, name))
    }

    /// The property of a name.
    #[inline]
    pub fn property(self, context: &Context, name: Identifier) -> Option<Attribute> {
        lookup(context, self.properties(context), name)
    }

    /// The discardable attribute of a name.
    pub fn discardable_attribute(self, context: &Context, name: Identifier) -> Option<Attribute> {
        lookup(context, self.attributes(context), name)
    }

    /// Whether [`set_attribute`](Self::set_attribute) sets a property: the operation's record declares it as one, or the
    /// operation is not registered and has such a property.
    fn is_property(self, context: &Context, name: Identifier) -> bool {
        match self.info(context) {
            Some(info) => info.properties().contains(&name),
            None => self.property(context, name).is_some(),
        }
    }

    /// Sets the attribute of a name: a property if the operation declares it as one, else a discardable attribute.
    pub fn set_attribute(self, edit: &mut Exclusive<'_>, name: Identifier, value: Attribute) {
        if self.is_property(edit, name) {
            self.set_property(edit, name, value);
        } else {
            self.set_discardable_attribute(edit, name, value);
        }
    }

    /// Sets the property of a name.
    pub fn set_property(self, edit: &mut Exclusive<'_>, name: Identifier, value: Attribute) {
        let value = self
            .info(edit)
            .map_or(value, |info| info.stored(edit, name, value));
        let dictionary = edit.dictionary_with(entries(edit, self.properties(edit)), name, value);
        self.set_properties(edit, Some(dictionary));
    }

    /// Sets the discardable attribute of a name.
    pub fn set_discardable_attribute(self, edit: &mut Exclusive<'_>, name: Identifier, value: Attribute) {
        let dictionary = edit.dictionary_with(entries(edit, self.attributes(edit)), name, value);
        self.set_attributes(edit, Some(dictionary));
    }

    /// Removes the attribute of a name, a property or a discardable attribute. Returns its value.
    pub fn remove_attribute(self, edit: &mut Exclusive<'_>, name: Identifier) -> Option<Attribute> {
        let context = edit.context();
        let without = |all| {
            let dictionary = context.dictionary_without(entries(context, all), name);
            (dictionary != context.empty_dictionary()).then_some(dictionary)
        };
        if let Some(value) = self.property(context, name) {
            self.set_properties(edit, without(self.properties(context)));
            return Some(value);
        }
        let value = self.discardable_attribute(context, name)?;
        self.set_attributes(edit, without(self.attributes(context)));
        Some(value)
    }
}
