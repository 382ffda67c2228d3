//! The classes of the kinds of locations.

use tvmlike_ir::LocationKind;

use crate::api::*;
use crate::handles::{Attribute, Context, Location};
use crate::type_id::TypeId;
use crate::{current, errors};

/// The call sites of a call, the innermost first.
pub(super) fn call_site(
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

/// Several locations as one.
pub(super) fn fused(
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

/// A location with a name.
pub(super) fn named(
    name: &str,
    child: Option<&Location>,
    context: Option<ObjectPtr<Context>>,
) -> Result<NameLoc> {
    let context = current::context(context)?;
    let child = match child {
        Some(child) => child.in_context(&context)?,
        None => context.core.unknown_location(),
    };
    let id = context.core.name_location(context.core.identifier(name), child);
    Ok(NameLoc(Location::new(&context, id)))
}

/// A line and a column, or a range, of a file.
pub(super) fn file(
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
                        "Cannot cast location to {} (from {})", $class, cast_from_loc.repr()?
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
        pub(super) fn get(#[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
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
