//! Choosing aliases.

use std::cmp::Reverse;
use std::collections::HashMap;

use tvmlike_ir::{
    Attribute, AttributeKind, Context, Location, LocationKind, Parameters, SideTable, SymbolInfo, Type,
    TypeKind,
};

use super::{Alias, AliasMap, Aliased};
use crate::parser::with_stack;
use crate::symbol_alias::{BareParameters, SymbolAlias};

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

/// Results of looking up something: not visited; nothing in it has an alias; from `FIRST` on, its index plus `FIRST`.
const UNKNOWN: u32 = 0;
const PLAIN: u32 = 1;
const FIRST: u32 = 2;

/// Collects what a text will contain.
pub struct AliasBuilder<'c> {
    context: &'c Context,
    visited: Vec<Visited>,
    attributes: SideTable<Attribute, u32>,
    types: SideTable<Type, u32>,
}

impl<'c> AliasBuilder<'c> {
    /// A builder that visited nothing.
    pub fn new(context: &'c Context) -> Self {
        Self {
            context,
            visited: Vec::new(),
            attributes: SideTable::new(),
            types: SideTable::new(),
        }
    }

    /// Whether nothing that was visited has an alias.
    pub fn is_empty(&self) -> bool {
        self.visited.is_empty()
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

    /// Visits an attribute and its parts.
    #[inline]
    fn attribute(&mut self, attribute: Attribute, deferrable: bool, typed: bool) -> u32 {
        match self.attributes.get(attribute) {
            UNKNOWN => self.new_attribute(attribute, deferrable, typed),
            known => self.known(known, deferrable),
        }
    }

    fn new_attribute(&mut self, attribute: Attribute, deferrable: bool, typed: bool) -> u32 {
        let kind = attribute.kind(self.context);
        let name = match kind {
            AttributeKind::AffineMap(_) => Some("map"),
            AttributeKind::IntegerSet(_) => Some("set"),
            AttributeKind::Location(_) => Some("loc"),
            AttributeKind::Distinct { referenced, .. } if referenced != self.context.unit_attribute() => {
                Some("distinct")
            }
            AttributeKind::Dialect { info, .. } => {
                info.extensions().get::<SymbolAlias>().map(|alias| alias.0)
            }
            _ => None,
        };
        let parts = match kind {
            // Their types cannot contain aliases.
            AttributeKind::Integer { .. } | AttributeKind::Float { .. } => Vec::new(),
            _ => with_stack(|| self.parts_of_attribute(attribute, kind, deferrable, typed)),
        };
        let place = self.record(Aliased::Attribute(attribute), name, deferrable, parts);
        self.attributes.set(attribute, place);
        place
    }

    #[inline]
    fn ty(&mut self, ty: Type, deferrable: bool) -> u32 {
        match self.types.get(ty) {
            UNKNOWN => self.new_type(ty, deferrable),
            known => self.known(known, deferrable),
        }
    }

    fn new_type(&mut self, ty: Type, deferrable: bool) -> u32 {
        let kind = ty.kind(self.context);
        let name = match kind {
            TypeKind::Tuple(elements) if elements.len() > LONG_TUPLE => Some("tuple"),
            TypeKind::Dialect { info, .. } => info.extensions().get::<SymbolAlias>().map(|alias| alias.0),
            _ => None,
        };
        let parts = with_stack(|| self.parts_of_type(kind, deferrable));
        let place = self.record(Aliased::Type(ty), name, deferrable, parts);
        self.types.set(ty, place);
        place
    }

    #[inline]
    fn known(&mut self, place: u32, deferrable: bool) -> u32 {
        if place != PLAIN && !deferrable {
            self.mark_not_deferrable(place);
        }
        place
    }

    /// Records something whose parts were visited, if it or one of them has an alias.
    fn record(
        &mut self,
        aliased: Aliased,
        name: Option<&'static str>,
        is_deferrable: bool,
        mut parts: Vec<u32>,
    ) -> u32 {
        parts.retain(|part| *part != PLAIN);
        if name.is_none() && parts.is_empty() {
            return PLAIN;
        }
        let deepest = parts
            .iter()
            .map(|part| self.visited[(part - FIRST) as usize].depth)
            .max();
        let depth = match deepest {
            Some(deepest @ 1..) => deepest + 1,
            _ => u32::from(name.is_some()),
        };
        self.visited.push(Visited {
            aliased,
            name,
            depth,
            is_deferrable,
            parts,
        });
        self.visited.len() as u32 - 1 + FIRST
    }

    fn mark_not_deferrable(&mut self, place: u32) {
        if !self.visited[(place - FIRST) as usize].is_deferrable {
            return;
        }
        let mut pending = vec![place];
        while let Some(place) = pending.pop() {
            let record = &mut self.visited[(place - FIRST) as usize];
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
            AttributeKind::Dialect { info, parameters } => {
                self.parts_of_symbol(info, parameters, deferrable, &mut parts);
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

    /// The parameters but the type of the attribute, which stands behind it.
    fn parts_of_symbol(
        &mut self,
        info: &SymbolInfo,
        parameters: Parameters<'_>,
        deferrable: bool,
        parts: &mut Vec<u32>,
    ) {
        let bare = info.extensions().get::<BareParameters>();
        let is_visited =
            |index| Some(index) != info.own_type() && bare.is_none_or(|bare| !bare.0.contains(&index));
        for (index, parameter) in parameters.iter().enumerate() {
            if let Some(parameter) = parameter.filter(|_| is_visited(index)) {
                parts.push(self.attribute(parameter, deferrable, true));
            }
        }
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
            TypeKind::Dialect { info, parameters } => {
                let mut parts = Vec::new();
                self.parts_of_symbol(info, parameters, deferrable, &mut parts);
                parts
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
