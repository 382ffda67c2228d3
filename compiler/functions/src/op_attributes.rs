//! `ir.OpAttributeMap`: the attributes of an operation by name, inherent and discardable ones.

use tvmlike_ir as ir;

use crate::api::*;
use crate::attributes::collections::{Found, Key, look_up};
use crate::errors;
use crate::handles::{Attribute, Ref};

/// The attributes of an operation. It reads and changes the operation.
#[derive(Object)]
#[object(key = "ir.OpAttributeMap")]
pub(crate) struct OpAttributeMap {
    op: Ref,
}

impl OpAttributeMap {
    pub(crate) fn new(op: &Ref) -> Self {
        Self { op: op.clone() }
    }

    /// The attribute with a name.
    fn find(&self, name: &str) -> Result<Option<ObjectPtr<Attribute>>> {
        let core = self.op.read()?;
        let found = self.op.op()?.attribute(&core, core.identifier(name));
        Ok(found.map(|one| Attribute::make(self.op.context(), one)))
    }

    /// All attributes, sorted by name.
    fn entries(&self) -> Result<Vec<ir::NamedAttribute>> {
        let core = self.op.read()?;
        Ok(all_attributes(&core, self.op.op()?))
    }

    fn name(&self, entry: ir::NamedAttribute) -> String {
        entry.name.text(&self.op.context().core).into_owned()
    }

    fn value(&self, entry: ir::NamedAttribute) -> ObjectPtr<Attribute> {
        Attribute::make(self.op.context(), entry.value)
    }
}

/// The properties and discardable attributes of an operation, sorted by name.
pub(crate) fn all_attributes(core: &ir::Context, op: ir::Op) -> Vec<ir::NamedAttribute> {
    let dictionaries = [op.properties(core), op.attributes(core)];
    let entries = dictionaries
        .into_iter()
        .flatten()
        .filter_map(|one| one.entries(core));
    let mut all: Vec<_> = entries.flat_map(ir::NamedAttributes::iter).collect();
    all.sort_by_key(|entry| entry.name.bytes(core));
    all
}

#[methods]
impl OpAttributeMap {
    #[name("__len__")]
    fn len(&self) -> Result<usize> {
        Ok(self.entries()?.len())
    }

    #[name("__contains__")]
    fn contains(&self, name: &str) -> Result<bool> {
        Ok(self.find(name)?.is_some())
    }

    /// The attribute with a name, or the named attribute at a position.
    #[name("__getitem__")]
    fn item(&self, key: Key<'_>) -> Result<Found> {
        if let Key::Name(name) = &key
            && let Some(found) = self.find(name)?
        {
            return Ok(Found::Attribute(found));
        }
        let entries = self.entries()?;
        let context = self.op.context();
        let dictionary = context.core.dictionary_attribute(&entries);
        let dictionary = dictionary.ok().and_then(|one| one.entries(&context.core));
        look_up(context, dictionary, &key)
    }

    #[name("__setitem__")]
    fn set(&self, name: &str, attr: &Attribute) -> Result<()> {
        let mut edit = self.op.edit_noted()?;
        let attr = attr.in_context(self.op.context())?;
        let name = edit.identifier(name);
        let op = self.op.op()?;
        self.op.context().note_modified(&mut edit, op)?;
        op.set_attribute(&mut edit, name, attr);
        Ok(())
    }

    #[name("__delitem__")]
    fn remove(&self, name: &str) -> Result<()> {
        let mut edit = self.op.edit_noted()?;
        let identifier = edit.identifier(name);
        let op = self.op.op()?;
        self.op.context().note_modified(&mut edit, op)?;
        let removed = op.remove_attribute(&mut edit, identifier);
        removed
            .map(|_| ())
            .ok_or_else(|| Error::key_error(format!("attempt to delete a non-existent attribute: '{name}'")))
    }

    /// The attribute with a name; `default` if there is none.
    fn get(&self, key: &str, #[default(Any::default())] default: Any) -> Result<Any> {
        Ok(self.find(key)?.map_or(default, ToAny::to_any))
    }

    /// The names.
    fn keys(&self) -> Result<List<String>> {
        Ok(self
            .entries()?
            .into_iter()
            .map(|entry| self.name(entry))
            .collect())
    }

    /// The attributes.
    fn values(&self) -> Result<List<ObjectPtr<Attribute>>> {
        Ok(self
            .entries()?
            .into_iter()
            .map(|entry| self.value(entry))
            .collect())
    }

    /// The names and the attributes.
    fn items(&self) -> Result<List<(String, ObjectPtr<Attribute>)>> {
        let items = self
            .entries()?
            .into_iter()
            .map(|entry| (self.name(entry), self.value(entry)));
        Ok(items.collect())
    }

    #[name("__iter__")]
    fn iter(&self) -> Result<NameIterator> {
        let names = self.entries()?.into_iter().map(|entry| self.name(entry));
        Ok(NameIterator(std::sync::Mutex::new(
            names.collect::<Vec<_>>().into_iter(),
        )))
    }
}

/// An iterator over the names of attributes.
#[derive(Object)]
#[object(key = "ir._NameIterator")]
pub(crate) struct NameIterator(std::sync::Mutex<std::vec::IntoIter<String>>);

#[methods]
impl NameIterator {
    #[name("__iter__")]
    fn iter(this: &ObjectPtr<Self>) -> ObjectPtr<Self> {
        this.clone()
    }

    #[name("__next__")]
    fn next(&self) -> Result<String> {
        let mut names = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        names.next().ok_or_else(errors::stop_iteration)
    }
}
