//! `ir.Location` and its kinds: places in sources.

use std::hash::{Hash, Hasher};

use tvmlike_ir as ir;
use tvmlike_ir::LocationKind;

use crate::api::*;
use crate::attributes::Attribute;
use crate::context::Context;
use crate::type_id::TypeId;
use crate::{current, errors, text};

/// A location: where an operation comes from.
#[derive(Object)]
#[object(key = "ir.Location", eq, hash)]
pub(crate) struct Location {
    pub(crate) context: ObjectPtr<Context>,
    pub(crate) id: ir::Location,
}

impl Location {
    pub(crate) fn new(context: &ObjectPtr<Context>, id: ir::Location) -> Self {
        Self {
            context: context.clone(),
            id,
        }
    }

    pub(crate) fn make(context: &ObjectPtr<Context>, id: ir::Location) -> ObjectPtr<Self> {
        ObjectPtr::new(Self::new(context, id))
    }

    /// The location, if it belongs to a context.
    pub(crate) fn in_context(&self, context: &ObjectPtr<Context>) -> Result<ir::Location> {
        if self.context.same_as(context) {
            Ok(self.id)
        } else {
            Err(errors::value_error("the location belongs to another context"))
        }
    }

    fn kind(&self) -> LocationKind<'_> {
        self.id.kind(&self.context.core)
    }

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

    fn at(&self, id: ir::Location) -> ObjectPtr<Self> {
        Self::make(&self.context, id)
    }
}

impl PartialEq for Location {
    fn eq(&self, other: &Self) -> bool {
        {
            let core = &self.context.core;
            self.context.same_as(&other.context) && self.id.canonical(core) == other.id.canonical(core)
        }
    }
}

impl Eq for Location {}

impl Hash for Location {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.canonical(&self.context.core).hash(state);
    }
}

/// The call sites of a call, the innermost first.
fn call_site(
    callee: &Location,
    frames: &[ObjectPtr<Location>],
    context: Option<ObjectPtr<Context>>,
) -> Result<CallSiteLoc> {
    let context = current::context(context)?;
    let Some((last, inner)) = frames.split_last() else {
        return Err(Error::value_error("No caller frames provided"));
    };
    let mut caller = last.in_context(&context)?;
    for frame in inner.iter().rev() {
        caller = context
            .core
            .call_site_location(frame.in_context(&context)?, caller);
    }
    let id = context
        .core
        .call_site_location(callee.in_context(&context)?, caller);
    Ok(CallSiteLoc(Location::new(&context, id)))
}

fn fused(
    locations: &[ObjectPtr<Location>],
    metadata: Option<&Attribute>,
    context: Option<ObjectPtr<Context>>,
) -> Result<ObjectPtr<Location>> {
    let context = current::context(context)?;
    let ids: Vec<_> = locations
        .iter()
        .map(|one| one.in_context(&context))
        .collect::<Result<_>>()?;
    let metadata = metadata.map(|one| one.in_context(&context)).transpose()?;
    Ok(Location::make(
        &context,
        context.core.fused_location(&ids, metadata),
    ))
}

fn named(name: &str, child: Option<&Location>, context: Option<ObjectPtr<Context>>) -> Result<NameLoc> {
    let context = current::context(context)?;
    let child = match child {
        Some(child) => child.in_context(&context)?,
        None => context.core.unknown_location(),
    };
    let id = context.core.name_location(context.core.identifier(name), child);
    Ok(NameLoc(Location::new(&context, id)))
}

fn file(
    filename: &str,
    start: [u32; 2],
    end: Option<[u32; 2]>,
    context: Option<ObjectPtr<Context>>,
) -> Result<FileLineColLoc> {
    let context = current::context(context)?;
    let name = context.core.identifier(filename);
    let id = match end {
        Some(end) => context.core.file_range_location(name, start, end),
        None => context.core.file_line_col_location(name, start[0], start[1]),
    };
    Ok(FileLineColLoc(Location::new(&context, id)))
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
    fn text(&self) -> String {
        text::location(&self.context.core, self.id)
    }

    #[name("__repr__")]
    fn repr(&self) -> String {
        format!("{}({})", self.class_name(), self.text())
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

macro_rules! location_class {
    ($(#[$doc:meta])* $name:ident = $key:tt, $class:literal, [$pattern:pat] { $($body:tt)* }) => {
        $(#[$doc])*
        #[derive(Object)]
        #[object(key = $key, when = |location: &Location| matches!(location.kind(), $pattern))]
        #[repr(transparent)]
        pub(crate) struct $name(Location);

        #[methods]
        impl $name {
            /// Casts a location.
            #[init]
            fn new(cast_from_loc: &Location) -> Result<Self> {
                if !matches!(cast_from_loc.kind(), $pattern) {
                    return Err(errors::value_error(format!(
                        "Cannot cast location to {} (from {})", $class, cast_from_loc.repr()
                    )));
                }
                Ok(Self(Location::new(&cast_from_loc.context, cast_from_loc.id)))
            }

            /// Identifies this kind of locations.
            #[getter]
            fn static_typeid() -> TypeId {
                TypeId::new($class)
            }

            $($body)*
        }
    };
}

location_class! {
    /// The unknown location.
    UnknownLoc = "ir.UnknownLoc", "UnknownLoc", [LocationKind::Unknown] {
        /// The unknown location.
        fn get(#[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            let context = current::context(context)?;
            Ok(Self(Location::new(&context, context.core.unknown_location())))
        }
    }
}

location_class! {
    /// A line and a column, or a range, of a file.
    FileLineColLoc = "ir.FileLineColLoc", "FileLineColLoc", [LocationKind::FileRange { .. }] {
        /// A line and a column of a file.
        #[overload]
        #[name("get")]
        fn get(
            filename: &str,
            line: u32,
            col: u32,
            #[implicit] context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            file(filename, [line, col], None, context)
        }

        /// A range of a file.
        #[overload]
        #[name("get")]
        fn get_range(
            filename: &str,
            start_line: u32,
            start_col: u32,
            end_line: u32,
            end_col: u32,
            #[implicit] context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            file(filename, [start_line, start_col], Some([end_line, end_col]), context)
        }

        /// The name of the file.
        #[getter]
        fn filename(&self) -> String {
            match self.kind() {
                LocationKind::FileRange { file, .. } => file.text(&self.context.core).into_owned(),
                _ => String::new(),
            }
        }

        /// The first line.
        #[getter]
        fn start_line(&self) -> u32 {
            self.range()[0]
        }

        /// The first column.
        #[getter]
        fn start_col(&self) -> u32 {
            self.range()[1]
        }

        /// The last line.
        #[getter]
        fn end_line(&self) -> u32 {
            self.range()[2]
        }

        /// The last column.
        #[getter]
        fn end_col(&self) -> u32 {
            self.range()[3]
        }
    }
}

impl FileLineColLoc {
    fn range(&self) -> [u32; 4] {
        match self.kind() {
            LocationKind::FileRange {
                start_line,
                start_col,
                end_line,
                end_col,
                ..
            } => [start_line, start_col, end_line, end_col],
            _ => [0; 4],
        }
    }
}

location_class! {
    /// A location with a name.
    NameLoc = "ir.NameLoc", "NameLoc", [LocationKind::Name { .. }] {
        /// A location with a name.
        fn get(
            name: &str,
            #[default(None)] child_loc: Option<&Location>,
            #[implicit] context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            named(name, child_loc, context)
        }

        /// The name.
        #[getter]
        fn name_str(&self) -> String {
            match self.kind() {
                LocationKind::Name { name, .. } => name.text(&self.context.core).into_owned(),
                _ => String::new(),
            }
        }

        /// The location that has the name.
        #[getter]
        fn child_loc(&self) -> ObjectPtr<Location> {
            self.at(match self.kind() {
                LocationKind::Name { child, .. } => child,
                _ => self.id,
            })
        }
    }
}

location_class! {
    /// A call.
    CallSiteLoc = "ir.CallSiteLoc", "CallSiteLoc", [LocationKind::CallSite { .. }] {
        /// A call: the callee, and the frames that called it, the innermost first.
        fn get(
            callee: &Location,
            frames: Vec<ObjectPtr<Location>>,
            #[implicit] context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            call_site(callee, &frames, context)
        }

        /// What was called.
        #[getter]
        fn callee(&self) -> ObjectPtr<Location> {
            self.at(match self.kind() {
                LocationKind::CallSite { callee, .. } => callee,
                _ => self.id,
            })
        }

        /// Where it was called.
        #[getter]
        fn caller(&self) -> ObjectPtr<Location> {
            self.at(match self.kind() {
                LocationKind::CallSite { caller, .. } => caller,
                _ => self.id,
            })
        }
    }
}

location_class! {
    /// Several locations as one.
    FusedLoc = "ir.FusedLoc", "FusedLoc", [LocationKind::Fused { .. }] {
        /// Several locations as one.
        fn get(
            locations: Vec<ObjectPtr<Location>>,
            #[default(None)] metadata: Option<&Attribute>,
            #[implicit] context: Option<ObjectPtr<Context>>,
        ) -> Result<ObjectPtr<Location>> {
            fused(&locations, metadata, context)
        }

        /// The locations.
        #[getter]
        fn locations(&self) -> List<ObjectPtr<Location>> {
            match self.kind() {
                LocationKind::Fused { locations, .. } => locations.iter().map(|one| self.at(one)).collect(),
                _ => List::default(),
            }
        }

        /// The attribute that says why they are fused; None if there is none.
        #[getter]
        fn metadata(&self) -> Option<ObjectPtr<Attribute>> {
            match self.kind() {
                LocationKind::Fused { metadata, .. } => {
                    metadata.map(|one| Attribute::make(&self.context, one))
                }
                _ => None,
            }
        }
    }
}
