//! Declaring resources, and the attributes that name them: `dense_resource<key>`.

use std::sync::{Arc, PoisonError};

use crate::context::Context;
use crate::error::Error;
use crate::id::{Attribute, Identifier, Type};
use crate::resource::{Resource, Table};
use crate::unique::Kind;

impl Context {
    /// Declares a resource. If the dialect has the key, the new one gets a suffix: `key_1`.
    pub fn declare_resource(&self, dialect: Identifier, key: impl AsRef<[u8]>) -> Identifier {
        let mut table = self.resources.0.write().unwrap_or_else(PoisonError::into_inner);
        let Table { blobs, suffixes } = &mut *table;
        let wanted = self.identifier(key);
        let mut name = wanted;
        while blobs.contains_key(&(dialect, name)) {
            let suffix = suffixes.entry((dialect, wanted)).or_default();
            *suffix += 1;
            let bytes = [wanted.bytes(self), b"_", suffix.to_string().as_bytes()].concat();
            name = self.identifier(bytes);
        }
        blobs.insert((dialect, name), None);
        name
    }

    /// Sets the blob of a resource, declared or not.
    pub fn set_resource(&self, dialect: Identifier, key: Identifier, resource: Resource) {
        let mut table = self.resources.0.write().unwrap_or_else(PoisonError::into_inner);
        table.blobs.insert((dialect, key), Some(Arc::new(resource)));
    }

    /// The blob of a resource.
    pub fn resource(&self, dialect: Identifier, key: Identifier) -> Option<Arc<Resource>> {
        let table = self.resources.0.read().unwrap_or_else(PoisonError::into_inner);
        table.blobs.get(&(dialect, key))?.clone()
    }

    /// `dense_resource<key>`, elements of a type in a resource of the dialect `builtin`.
    ///
    /// # Errors
    /// If the type is not shaped.
    pub fn dense_resource_attribute(&self, key: Identifier, ty: Type) -> Result<Attribute, Error> {
        if !ty.is_shaped(self) {
            return Err(Error::new("`dense_resource` expected a shaped type"));
        }
        let dialect = self.identifier("builtin");
        Ok(self.make_attribute(Kind::DenseResource, &[key.raw(), dialect.raw(), ty.raw()], &[]))
    }
}
