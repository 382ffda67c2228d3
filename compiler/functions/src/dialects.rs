//! `ir.Dialects`, `ir.Dialect`, `ir.DialectDescriptor`, `ir.DialectRegistry`: dialects by name.

use crate::api::*;
use crate::defined;
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
        let found = context.core.try_load_dialect(name.as_bytes());
        let dialect = found.map_err(Error::value_error)?;
        let dialect = dialect.ok_or_else(|| Error::value_error(not_found(name)))?;
        if let Some(reason) = dialect.withdrawn() {
            return Err(Error::value_error(reason.to_owned()));
        }
        Ok(Self {
            namespace: name.to_owned(),
        })
    }

    pub(crate) fn is_loaded(context: &Context, name: &str) -> bool {
        context.core.dialect(name.as_bytes()).is_some()
            || tvmlike_dialects::names().any(|known| known == name)
            || matches!(defined::find(name), Ok(Some(_)))
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

    /// The dialect with a name; `kind` is the kind of the error.
    fn find(&self, name: &str, kind: &'static str) -> Result<Dialect> {
        match DialectDescriptor::of(&self.context, name) {
            Ok(descriptor) => Ok(Dialect {
                descriptor: ObjectPtr::new(descriptor),
            }),
            Err(error) => Err(Error::new(kind, error.message().to_string())),
        }
    }
}

#[methods]
impl Dialects {
    /// The dialect with a name.
    #[name("__getitem__")]
    fn item(&self, name: &str) -> Result<Dialect> {
        self.find(name, "IndexError")
    }

    /// The dialect with a name, as an attribute.
    #[name("__getattr__")]
    fn attribute(&self, name: &str) -> Result<Dialect> {
        self.find(name, "AttributeError")
    }
}
