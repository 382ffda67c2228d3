//! The globals that constant tensors become.
//!
//! Constants with equal values share a global. Invariant: the index has all symbols of the module, because bufferization adds no
//! others.

use std::collections::{HashMap, HashSet};

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Attribute, Context, Identifier, InsertionPoint, Location, Op, Rewriter, Type};

use crate::make::{build, integer, property};

/// What a global has in common with those that can stand for it: its type, its value, and its alignment.
type Key = (Attribute, Attribute, Option<Attribute>);

/// The symbols of a module.
pub(super) struct Globals {
    module: Op,
    constants: HashMap<Key, Identifier>,
    names: HashSet<Identifier>,
    /// The number that the next name with a start tries first: names with lower ones are taken.
    next: HashMap<String, u64>,
}

impl Globals {
    /// The symbols that a module has.
    pub(super) fn of(context: &Context, module: Op) -> Self {
        let mut made = Self {
            module,
            constants: HashMap::new(),
            names: HashSet::new(),
            next: HashMap::new(),
        };
        let block = module
            .region(context, 0)
            .and_then(|region| region.first_block(context));
        for op in block.into_iter().flat_map(|block| block.operations(context)) {
            let Some(name) = op.symbol_name(context) else {
                continue;
            };
            let name = context.identifier(name);
            made.names.insert(name);
            if op.is_named(context, "memref.global")
                && property(context, op, "constant").is_some()
                && let (Some(ty), Some(value)) = (
                    property(context, op, "type"),
                    property(context, op, "initial_value"),
                )
            {
                let key = (ty, value, property(context, op, "alignment"));
                made.constants.entry(key).or_insert(name);
            }
        }
        made
    }

    /// A reference to the global with a value, which is made at the start of the module unless there is one. `None`: the module
    /// has no block, or the type no text.
    pub(super) fn reference(
        &mut self,
        rewriter: &mut Rewriter<'_, '_>,
        location: Location,
        ty: Type,
        value: Attribute,
        alignment: u64,
    ) -> Option<Attribute> {
        let context = rewriter.context();
        let alignment = match alignment {
            0 => None,
            bytes => Some(integer(context, context.i64(), bytes as i64)),
        };
        let key = (context.type_attribute(ty), value, alignment);
        if let Some(known) = self.constants.get(&key) {
            return Some(context.symbol_ref_attribute(*known, &[]));
        }
        let name = self.free_name(context, ty)?;
        self.names.insert(name);
        self.constants.insert(key, name);
        let mut global = OpBuilder::new("memref.global")
            .attribute("sym_name", context.string_attribute(name.bytes(context)))
            .attribute("sym_visibility", context.string_attribute("private"))
            .attribute("type", key.0)
            .attribute("initial_value", value)
            .attribute("constant", context.unit_attribute());
        if let Some(alignment) = alignment {
            global = global.attribute("alignment", alignment);
        }
        let block = self.module.region(context, 0)?.first_block(context)?;
        let place = InsertionPoint::at_start(context, block);
        rewriter.at(Some(place), |rewriter| build(rewriter, global, location));
        Some(context.symbol_ref_attribute(name, &[]))
    }

    /// The first name of those for a type that no symbol has.
    fn free_name(&mut self, context: &Context, ty: Type) -> Option<Identifier> {
        let shape = ty.shape(context)?.to_vec();
        let shape: Vec<String> = shape.iter().map(ToString::to_string).collect();
        let element = tvmlike_text::type_to_string(context, ty.element_type(context)?).ok()?;
        let start = format!("__constant_{}x{element}", shape.join("x"));
        let name = context.identifier(&start);
        if !self.names.contains(&name) {
            return Some(name);
        }
        let number = self.next.entry(start.clone()).or_default();
        loop {
            let name = context.identifier(format!("{start}_{number}"));
            *number += 1;
            if !self.names.contains(&name) {
                return Some(name);
            }
        }
    }
}
