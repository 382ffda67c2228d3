//! `ir.Dialects`, `ir.Dialect`, `ir.DialectDescriptor`, `ir.DialectRegistry`: dialects by name.

use crate::api::*;
use crate::handles::Context;

/// A set of dialects that can be loaded. The library's own dialects need no registry.
#[derive(Object)]
#[object(key = "ir.DialectRegistry")]
pub(crate) struct DialectRegistry;

#[methods]
impl DialectRegistry {
    #[init]
    fn new() -> Self {
        Self
    }
}

/// Describes a loaded dialect.
#[derive(Object)]
#[object(key = "ir.DialectDescriptor")]
pub(crate) struct DialectDescriptor {
    /// The name of the dialect.
    #[field]
    namespace: String,
}

impl DialectDescriptor {
    /// Describes a dialect of a context.
    pub(crate) fn of(context: &Context, name: &str) -> Result<Self> {
        if context.core.load_dialect(name.as_bytes()).is_none() {
            return Err(Error::value_error(not_found(name)));
        }
        Ok(Self {
            namespace: name.to_owned(),
        })
    }

    pub(crate) fn is_loaded(context: &Context, name: &str) -> bool {
        context.core.dialect(name.as_bytes()).is_some()
            || tvmlike_dialects::names().any(|known| known == name)
    }
}

#[methods]
impl DialectDescriptor {
    #[name("__repr__")]
    fn text(&self) -> String {
        format!("<DialectDescriptor {}>", self.namespace)
    }
}

fn not_found(name: &str) -> String {
    format!("Dialect '{name}' not found")
}

/// A dialect.
#[derive(Object)]
#[object(key = "ir.Dialect")]
pub(crate) struct Dialect {
    /// Describes the dialect.
    #[field]
    descriptor: ObjectPtr<DialectDescriptor>,
}

#[methods]
impl Dialect {
    #[init]
    fn new(descriptor: ObjectPtr<DialectDescriptor>) -> Self {
        Self { descriptor }
    }

    #[name("__repr__")]
    fn text(&self) -> String {
        format!("<Dialect {}>", self.descriptor.namespace)
    }
}

/// The dialects of a context by name.
#[derive(Object)]
#[object(key = "ir.Dialects")]
pub(crate) struct Dialects {
    context: ObjectPtr<Context>,
}

impl Dialects {
    pub(crate) fn new(context: &ObjectPtr<Context>) -> Self {
        Self {
            context: context.clone(),
        }
    }

    fn find(&self, name: &str) -> Option<Dialect> {
        let descriptor = ObjectPtr::new(DialectDescriptor::of(&self.context, name).ok()?);
        Some(Dialect { descriptor })
    }
}

#[methods]
impl Dialects {
    /// The dialect with a name.
    #[name("__getitem__")]
    fn item(&self, name: &str) -> Result<Dialect> {
        self.find(name).ok_or_else(|| Error::index_error(not_found(name)))
    }

    /// The dialect with a name, as an attribute.
    #[name("__getattr__")]
    fn attribute(&self, name: &str) -> Result<Dialect> {
        self.find(name)
            .ok_or_else(|| Error::new("AttributeError", not_found(name)))
    }
}
