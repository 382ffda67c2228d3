//! Choosing aliases.

use std::cmp::Reverse;
use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Attribute, AttributeKind, Context, Location, LocationKind, Type, TypeKind};

use super::{Alias, AliasMap, Aliased};
use crate::parser::with_stack;

/// Tuples of more elements than this have aliases.
const LONG_TUPLE: usize = 16;

/// Something that was visited.
struct Visited {
    aliased: Aliased,
    /// The name of its alias, if it gets one.
    name: Option<&'static str>,
    /// 0 if neither it nor its parts have aliases; else one more than that of its parts.
    depth: u32,
    /// Whether only locations behind operations contain it.
    is_deferrable: bool,
    parts: Vec<u32>,
}

/// Collects what a text will contain.
pub struct AliasBuilder<'c> {
    context: &'c Context,
    visited: Vec<Visited>,
    attributes: HashMap<Attribute, u32, FixedState>,
    types: HashMap<Type, u32, FixedState>,
}

impl<'c> AliasBuilder<'c> {
    /// A builder that visited nothing.
    pub fn new(context: &'c Context) -> Self {
        Self {
            context,
            visited: Vec::new(),
            attributes: HashMap::default(),
            types: HashMap::default(),
        }
    }

    /// Visits an attribute that the text contains; `typed` tells whether with its type.
    #[inline]
    pub fn visit_attribute(&mut self, attribute: Attribute, typed: bool) {
        self.attribute(attribute, false, typed);
    }

    /// Visits a type that the text contains.
    #[inline]
    pub fn visit_type(&mut self, ty: Type) {
        self.ty(ty, false);
    }

    /// Visits a location that the text contains. Behind an operation it is `deferrable`: its alias can be defined after
    /// the operations.
    #[inline]
    pub fn visit_location(&mut self, location: Location, deferrable: bool) {
        self.attribute(self.context.location_attribute(location), deferrable, true);
    }

    /// Visits an attribute and its parts; the index of its record.
    fn attribute(&mut self, attribute: Attribute, deferrable: bool, typed: bool) -> u32 {
        if let Some(&index) = self.attributes.get(&attribute) {
            if !deferrable {
                self.mark_not_deferrable(index);
            }
            return index;
        }
        let kind = attribute.kind(self.context);
        let name = match kind {
            AttributeKind::AffineMap(_) => Some("map"),
            AttributeKind::IntegerSet(_) => Some("set"),
            AttributeKind::Location(_) => Some("loc"),
            AttributeKind::Distinct { referenced, .. } if referenced != self.context.unit_attribute() => {
                Some("distinct")
            }
            _ => None,
        };
        let index = self.record(Aliased::Attribute(attribute), name, deferrable);
        self.attributes.insert(attribute, index);
        let parts = with_stack(|| self.parts_of_attribute(attribute, kind, deferrable, typed));
        self.finish_record(index, parts);
        index
    }

    fn ty(&mut self, ty: Type, deferrable: bool) -> u32 {
        if let Some(&index) = self.types.get(&ty) {
            if !deferrable {
                self.mark_not_deferrable(index);
            }
            return index;
        }
        let kind = ty.kind(self.context);
        let name = match kind {
            TypeKind::Tuple(elements) if elements.len() > LONG_TUPLE => Some("tuple"),
            _ => None,
        };
        let index = self.record(Aliased::Type(ty), name, deferrable);
        self.types.insert(ty, index);
        let parts = with_stack(|| self.parts_of_type(kind, deferrable));
        self.finish_record(index, parts);
        index
    }

    fn record(&mut self, aliased: Aliased, name: Option<&'static str>, is_deferrable: bool) -> u32 {
        self.visited.push(Visited {
            aliased,
            name,
            depth: u32::from(name.is_some()),
            is_deferrable,
            parts: Vec::new(),
        });
        self.visited.len() as u32 - 1
    }

    fn finish_record(&mut self, index: u32, parts: Vec<u32>) {
        let deepest = parts.iter().map(|part| self.visited[*part as usize].depth).max();
        let record = &mut self.visited[index as usize];
        if let Some(deepest @ 1..) = deepest {
            record.depth = deepest + 1;
        }
        record.parts = parts;
    }

    fn mark_not_deferrable(&mut self, index: u32) {
        let mut pending = vec![index];
        while let Some(index) = pending.pop() {
            let record = &mut self.visited[index as usize];
            if std::mem::take(&mut record.is_deferrable) {
                pending.extend_from_slice(&record.parts);
            }
        }
    }

    fn parts_of_attribute(
        &mut self,
        attribute: Attribute,
        kind: AttributeKind<'_>,
        deferrable: bool,
        typed: bool,
    ) -> Vec<u32> {
        let mut parts = Vec::new();
        match kind {
            // Their types cannot contain aliases.
            AttributeKind::Integer { .. } | AttributeKind::Float { .. } => return parts,
            AttributeKind::Array(elements) => {
                parts.extend(
                    elements
                        .iter()
                        .map(|element| self.attribute(element, deferrable, true)),
                );
            }
            AttributeKind::Dictionary(entries) => {
                parts.extend(
                    entries
                        .iter()
                        .map(|entry| self.attribute(entry.value, deferrable, true)),
                );
            }
            AttributeKind::Type(ty) => parts.push(self.ty(ty, deferrable)),
            AttributeKind::Distinct { referenced, .. } => {
                parts.push(self.attribute(referenced, deferrable, true));
            }
            AttributeKind::Location(location) => self.parts_of_location(location, deferrable, &mut parts),
            _ => {}
        }
        let ty = attribute.ty(self.context);
        if typed && ty != self.context.none_type() {
            parts.push(self.ty(ty, deferrable));
        }
        parts
    }

    fn parts_of_location(&mut self, location: Location, deferrable: bool, parts: &mut Vec<u32>) {
        let context = self.context;
        let mut add = |location: Location| {
            parts.push(self.attribute(context.location_attribute(location), deferrable, true));
        };
        match location.kind(context) {
            LocationKind::Unknown | LocationKind::FileRange { .. } => {}
            LocationKind::Name { child, .. } => {
                if child != context.unknown_location() {
                    add(child);
                }
            }
            LocationKind::CallSite { callee, caller } => {
                add(callee);
                add(caller);
            }
            LocationKind::Fused { locations, metadata } => {
                if let Some(metadata) = metadata {
                    parts.push(self.attribute(metadata, deferrable, true));
                }
                for location in locations.iter() {
                    parts.push(self.attribute(context.location_attribute(location), deferrable, true));
                }
            }
            LocationKind::Opaque { fallback, .. } => add(fallback),
        }
    }

    fn parts_of_type(&mut self, kind: TypeKind<'_>, deferrable: bool) -> Vec<u32> {
        match kind {
            TypeKind::Complex(element)
            | TypeKind::UnrankedTensor(element)
            | TypeKind::Vector { element, .. } => {
                vec![self.ty(element, deferrable)]
            }
            TypeKind::Tuple(elements) => elements.iter().map(|ty| self.ty(ty, deferrable)).collect(),
            TypeKind::Function { inputs, results } | TypeKind::Graph { inputs, results } => {
                let types = inputs.iter().chain(results.iter());
                types.map(|ty| self.ty(ty, deferrable)).collect()
            }
            TypeKind::RankedTensor {
                element, encoding, ..
            } => self.element_and_parameters(element, [encoding, None], deferrable),
            TypeKind::MemRef {
                element,
                layout,
                space,
                ..
            } => {
                let layout = Some(layout).filter(|layout| !is_identity(self.context, *layout));
                self.element_and_parameters(element, [layout, space], deferrable)
            }
            TypeKind::UnrankedMemRef { element, space } => {
                self.element_and_parameters(element, [space, None], deferrable)
            }
            TypeKind::Integer { .. }
            | TypeKind::Float(_)
            | TypeKind::Index
            | TypeKind::None
            | TypeKind::Opaque { .. } => Vec::new(),
        }
    }

    fn element_and_parameters(
        &mut self,
        element: Type,
        parameters: [Option<Attribute>; 2],
        deferrable: bool,
    ) -> Vec<u32> {
        let mut parts = vec![self.ty(element, deferrable)];
        for parameter in parameters.into_iter().flatten() {
            parts.push(self.attribute(parameter, deferrable, true));
        }
        parts
    }

    /// Names the aliases.
    pub fn finish(self) -> AliasMap {
        let mut named: Vec<(&Visited, &'static str)> = self
            .visited
            .iter()
            .filter_map(|record| Some((record, record.name?)))
            .collect();
        // Equal ones stay in the order of their visits.
        named.sort_by_key(|(record, name)| {
            let is_type = matches!(record.aliased, Aliased::Type(_));
            (record.depth, Reverse(is_type), *name)
        });
        let mut map = AliasMap::default();
        let mut counts: HashMap<&str, u32> = HashMap::new();
        for (record, name) in named {
            let count = counts.entry(name).or_default();
            let sigil = match record.aliased {
                Aliased::Attribute(_) => '#',
                Aliased::Type(_) => '!',
            };
            let text = match *count {
                0 => format!("{sigil}{name}"),
                number => format!("{sigil}{name}{number}"),
            };
            *count += 1;
            map.add(Alias {
                aliased: record.aliased,
                text: text.into_bytes().into_boxed_slice(),
                is_deferred: record.is_deferrable,
            });
        }
        map
    }
}

/// Whether a layout is the identity map, which memref types do not show.
pub(crate) fn is_identity(context: &Context, layout: Attribute) -> bool {
    match layout.kind(context) {
        AttributeKind::AffineMap(map) => map.is_identity(context),
        _ => false,
    }
}
