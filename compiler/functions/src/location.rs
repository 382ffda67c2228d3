//! `ir.Location` and its kinds: places in sources.

mod kinds;

use tvmlike_ir as ir;
use tvmlike_ir::LocationKind;

use crate::api::*;
use crate::handles::{Attribute, Context, Location};
use crate::type_id::TypeId;
use crate::{current, errors, text};
use kinds::{CallSiteLoc, FileLineColLoc, NameLoc, UnknownLoc, call_site, file, fused, named};

impl Location {
    fn class_name(&self) -> &'static str {
        match self.kind() {
            LocationKind::Unknown => "UnknownLoc",
            LocationKind::FileRange { .. } => "FileLineColLoc",
            LocationKind::Name { .. } => "NameLoc",
            LocationKind::CallSite { .. } => "CallSiteLoc",
            LocationKind::Fused { .. } => "FusedLoc",
            LocationKind::Opaque { .. } => "Location",
        }
    }
}

#[methods]
impl Location {
    /// Makes the location, and its context, the current one of this thread.
    #[name("__enter__")]
    fn enter(this: &ObjectPtr<Self>) -> Result<ObjectPtr<Self>> {
        current::push(&[&this.context.clone().into_object(), &this.clone().into_object()])?;
        Ok(this.clone())
    }

    /// Ends the scope that `__enter__` began.
    #[name("__exit__")]
    fn exit(this: &ObjectPtr<Self>, _how: TVMArgs<'_>) -> Result<()> {
        current::pop(&[&this.context.clone().into_object(), &this.clone().into_object()])
    }

    /// The current location of this thread; None if there is none in the current context.
    #[getter]
    fn current() -> Option<ObjectPtr<Self>> {
        current::current_location()
    }

    /// The unknown location.
    fn unknown(#[implicit] context: Option<ObjectPtr<Context>>) -> Result<UnknownLoc> {
        UnknownLoc::get(context)
    }

    /// A line and a column of a file.
    #[overload]
    #[name("file")]
    fn file_line(
        filename: &str,
        line: u32,
        col: u32,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<FileLineColLoc> {
        file(filename, [line, col], None, context)
    }

    /// A range of a file.
    #[overload]
    #[name("file")]
    fn file_range(
        filename: &str,
        start_line: u32,
        start_col: u32,
        end_line: u32,
        end_col: u32,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<FileLineColLoc> {
        file(
            filename,
            [start_line, start_col],
            Some([end_line, end_col]),
            context,
        )
    }

    /// A location with a name.
    #[expect(non_snake_case, reason = "MLIR's name")]
    fn name(
        name: &str,
        #[default(None)] childLoc: Option<&Location>,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<NameLoc> {
        named(name, childLoc, context)
    }

    /// A call: the callee, and the frames that called it, the innermost first.
    fn callsite(
        callee: &Location,
        frames: Vec<ObjectPtr<Location>>,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<CallSiteLoc> {
        call_site(callee, &frames, context)
    }

    /// Several locations as one.
    fn fused(
        locations: Vec<ObjectPtr<Location>>,
        #[default(None)] metadata: Option<&Attribute>,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<ObjectPtr<Location>> {
        fused(&locations, metadata, context)
    }

    /// The location in an attribute.
    fn from_attr(
        attribute: &Attribute,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<ObjectPtr<Location>> {
        let context = current::context(context)?;
        let attribute = attribute.in_context(&context)?;
        ir::Location::from_attribute(&context.core, attribute)
            .map(|id| Self::make(&context, id))
            .ok_or_else(|| errors::value_error("the attribute is not a location"))
    }

    /// The context of the location.
    #[getter]
    fn context(&self) -> ObjectPtr<Context> {
        self.context.clone()
    }

    /// The location as an attribute.
    #[getter]
    fn attr(&self) -> ObjectPtr<Attribute> {
        let attribute = self.context.core.location_attribute(self.id);
        Attribute::make(&self.context, attribute)
    }

    /// Identifies the kind of the location.
    #[getter]
    fn typeid(&self) -> TypeId {
        TypeId::new(self.class_name())
    }

    /// Reports an error at the location to the handlers of the context.
    fn emit_error(&self, message: &str) {
        self.context.core.emit_error(self.id, message).emit();
    }

    #[name("__str__")]
    fn text(&self) -> Result<String> {
        text::location(&self.context.core, self.id)
    }

    #[name("__repr__")]
    fn repr(&self) -> Result<String> {
        Ok(format!("{}({})", self.class_name(), self.text()?))
    }

    #[name("__refinement_key__")]
    fn refinement_key(&self) -> i64 {
        match self.kind() {
            LocationKind::Unknown => 0,
            LocationKind::FileRange { .. } => 1,
            LocationKind::Name { .. } => 2,
            LocationKind::CallSite { .. } => 3,
            LocationKind::Fused { .. } => 4,
            LocationKind::Opaque { .. } => 5,
        }
    }
}
