//! Arrays and dictionaries of attributes.

use smallvec::SmallVec;
use tvmlike_ir::{self as ir, AttributeKind};
use tvmlike_runtime::convert::Mismatch;
use tvmlike_runtime::signature::TypeRecord;
use tvmlike_runtime::{AnyView, FromArg};

use super::{NamedAttribute, attribute_class};
use crate::api::*;
use crate::handles::{Attribute, Context, attributes_in};
use crate::iterators::AttributeIterator;
use crate::type_id::TypeId;
use crate::{current, errors};

attribute_class! {
    /// An array of attributes.
    ArrayAttr(Attribute) = "ir.ArrayAttr", "ArrayAttr", "builtin.array",
        |one: &Attribute| matches!(one.kind(), AttributeKind::Array(_));
    {
        /// The array of some attributes.
        fn get(
            attributes: Vec<ObjectPtr<Attribute>>,
            #[implicit] context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            let context = current::context(context)?;
            let id = context.core.array_attribute(&attributes_in(&attributes, &context)?);
            Ok(Self::of(Attribute::new(&context, id)))
        }

        #[name("__len__")]
        fn len(&self) -> usize {
            self.elements().len()
        }

        #[name("__getitem__")]
        fn item(&self, index: i64) -> Result<ObjectPtr<Attribute>> {
            let len = self.len();
            let at = if index < 0 { index + len as i64 } else { index };
            usize::try_from(at)
                .ok()
                .and_then(|at| self.elements().get(at).copied())
                .map(|one| self.sibling(one))
                .ok_or_else(|| Error::index_error(format!(
                    "ArrayAttribute index out of range: {index} for length {len}"
                )))
        }

        #[name("__iter__")]
        fn iter(&self) -> AttributeIterator {
            AttributeIterator::new(&self.context, self.elements())
        }

        /// The elements of both.
        #[name("__add__")]
        fn add(&self, more: Vec<ObjectPtr<Attribute>>) -> Result<Self> {
            let mut all = self.elements();
            all.extend(attributes_in(&more, &self.context)?);
            Ok(Self::of(Attribute::new(&self.context, self.core().array_attribute(&all))))
        }
    }
}

impl ArrayAttr {
    fn elements(&self) -> Vec<ir::Attribute> {
        match self.kind() {
            AttributeKind::Array(elements) => elements.to_vec(),
            _ => Vec::new(),
        }
    }
}

/// A name, or a position.
pub(crate) enum Key<'a> {
    Name(&'a str),
    Position(i64),
}

impl<'a> FromArg<'a> for Key<'a> {
    const TYPE: TypeRecord = TypeRecord::Union(&[<&str as FromArg<'_>>::TYPE, <i64 as FromArg<'_>>::TYPE]);

    #[inline]
    fn from_arg(value: &'a AnyView<'a>) -> std::result::Result<Self, Mismatch> {
        match <&str>::from_arg(value) {
            Err(Mismatch::WrongType { .. }) => {}
            name => return name.map(Self::Name),
        }
        match i64::from_arg(value) {
            Ok(position) => Ok(Self::Position(position)),
            Err(Mismatch::WrongType { .. }) => Err(Mismatch::wrong_type(Self::TYPE, value)),
            Err(why) => Err(why),
        }
    }
}

/// What a look-up by a key finds.
#[derive(Union)]
pub(crate) enum Found {
    Attribute(ObjectPtr<Attribute>),
    Named(ObjectPtr<NamedAttribute>),
}

/// The entry of a dictionary for a key.
pub(crate) fn look_up(
    context: &ObjectPtr<Context>,
    entries: Option<ir::NamedAttributes<'_>>,
    key: &Key<'_>,
) -> Result<Found> {
    match key {
        Key::Name(name) => entries
            .and_then(|entries| entries.get_by_bytes(&context.core, name.as_bytes()))
            .map(|one| Found::Attribute(Attribute::make(context, one)))
            .ok_or_else(|| Error::key_error(format!("attempt to access a non-existent attribute: '{name}'"))),
        Key::Position(position) => {
            let len = entries.map_or(0, |entries| entries.len());
            let at = if *position < 0 {
                position + len as i64
            } else {
                *position
            };
            usize::try_from(at)
                .ok()
                .and_then(|at| entries?.entry(at))
                .map(|entry| Found::Named(ObjectPtr::new(NamedAttribute::of(context, entry))))
                .ok_or_else(|| {
                    Error::index_error(format!(
                        "attempt to access out of bounds attribute: {position} of {len}"
                    ))
                })
        }
    }
}

attribute_class! {
    /// A dictionary of attributes, sorted by name.
    DictAttr(Attribute) = "ir.DictAttr", "DictAttr", "builtin.dictionary",
        |one: &Attribute| matches!(one.kind(), AttributeKind::Dictionary(_));
    {
        /// The dictionary of some named attributes.
        fn get(
            #[default(Map::new([]))] value: Map,
            #[implicit] context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            let context = current::context(context)?;
            let entries = named(&value, &context)?;
            let id = context.core.dictionary_attribute(&entries).map_err(errors::value_error)?;
            Ok(Self::of(Attribute::new(&context, id)))
        }

        #[name("__len__")]
        fn len(&self) -> usize {
            self.entries().map_or(0, |entries| entries.len())
        }

        #[name("__contains__")]
        fn contains(&self, name: &str) -> bool {
            let found = self.entries().and_then(|entries| entries.get_by_bytes(self.core(), name.as_bytes()));
            found.is_some()
        }

        #[name("__getitem__")]
        fn item(&self, key: Key<'_>) -> Result<Found> {
            look_up(&self.context, self.entries(), &key)
        }
    }
}

impl DictAttr {
    fn entries(&self) -> Option<ir::NamedAttributes<'_>> {
        self.id.entries(self.core())
    }
}

/// The named attributes in a map from names to attributes.
pub(crate) fn named(map: &Map, context: &ObjectPtr<Context>) -> Result<SmallVec<[ir::NamedAttribute; 8]>> {
    let mut entries = SmallVec::new();
    for (name, value) in map.iter() {
        let name: &str = name.convert()?;
        let Ok(attribute) = value.convert::<&Attribute>() else {
            return Err(Error::type_error(format!(
                "attribute '{name}': expected ir.Attribute, got {value:?}"
            )));
        };
        entries.push(ir::NamedAttribute {
            name: context.core.identifier(name),
            value: attribute.in_context(context)?,
        });
    }
    Ok(entries)
}
