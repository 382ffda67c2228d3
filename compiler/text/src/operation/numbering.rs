//! The names of values and blocks in printed text, chosen as MLIR chooses them.
//!
//! A region is numbered as a whole, all its blocks, before the regions nested in it. The nested regions wait on a stack,
//! so the last one comes first; it is numbered on from its parent, or, where names are unique over the whole text, on
//! from everything before it. Invariant: all results of an operation share the number of the first.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{
    Block, Context, Identifier, Location, LocationKind, Op, Region, SideTable, Value, ValueOwner,
};

use super::result_names::{ArgumentNames, ResultNames};
use crate::integer::push_decimal;
use crate::options::PrintOptions;

/// No name yet.
const NONE: u32 = 0;
/// The name is in the table of names.
const NAMED: u32 = u32::MAX;
/// `%argN`.
const ARGUMENT: u32 = 1 << 31;

/// The names of the values and blocks of one root operation.
pub(crate) struct Numbering<'c> {
    context: &'c Context,
    /// One more than the number of the operation's results; without results, of itself, where users are printed.
    ops: SideTable<Op, u32>,
    /// One more than the number of the argument, or of the result that has its own.
    values: SideTable<Value, u32>,
    /// By argument, first result, or result that has its own.
    names: HashMap<Value, Vec<u8>, FixedState>,
    blocks: SideTable<Block, u32>,
    used: Used,
    next: Counters,
    use_name_locations: bool,
    value_users: bool,
    /// Whether dialects name values.
    custom: bool,
}

#[derive(Clone, Copy, Default)]
struct Counters {
    value: u32,
    argument: u32,
    conflict: u32,
}

/// The names in scope. Numbers need no check, because nothing else looks like them.
#[derive(Default)]
struct Used {
    names: HashMap<Vec<u8>, (), FixedState>,
    /// The names of each open scope, the outermost first.
    scopes: Vec<Vec<Vec<u8>>>,
}

impl Used {
    /// Leaves all scopes but the outermost `depth`.
    fn leave(&mut self, depth: usize) {
        for name in self.scopes.drain(depth..).flatten() {
            self.names.remove(&name);
        }
    }
}

/// What a walk over everything in an operation meets.
#[derive(Clone, Copy)]
pub(super) enum Numbered {
    Op(Op),
    Argument(Value),
}

/// A region that waits for its numbers.
struct Waiting {
    region: Region,
    counters: Counters,
    depth: usize,
}

impl<'c> Numbering<'c> {
    /// Numbers everything in an operation.
    pub(super) fn new(context: &'c Context, root: Op, options: &PrintOptions) -> Self {
        Self::visiting(context, root, options, |_| ())
    }

    /// As [`new`](Self::new), and calls a function for everything that is numbered, so that what else is to be known of it
    /// is not read from memory a second time.
    pub(super) fn visiting(
        context: &'c Context,
        root: Op,
        options: &PrintOptions,
        mut visit: impl FnMut(Numbered),
    ) -> Self {
        let mut numbering = Self {
            context,
            ops: SideTable::new(),
            values: SideTable::new(),
            names: HashMap::default(),
            blocks: SideTable::new(),
            used: Used::default(),
            next: Counters::default(),
            use_name_locations: options.name_loc_as_prefix,
            value_users: options.value_users,
            custom: !options.generic,
        };
        numbering.number(root, options.generic || options.unique_ssa_ids, &mut visit);
        numbering
    }

    fn number(&mut self, root: Op, unique: bool, visit: &mut impl FnMut(Numbered)) {
        self.used.scopes.push(Vec::new());
        let start = self.next;
        let mut waiting: Vec<Waiting> = root
            .regions(self.context)
            .map(|region| Waiting {
                region,
                counters: start,
                depth: 1,
            })
            .collect();
        visit(Numbered::Op(root));
        self.number_op(root);
        while let Some(Waiting {
            region,
            counters,
            depth,
        }) = waiting.pop()
        {
            if !unique {
                self.next = counters;
            }
            self.used.leave(depth);
            self.used.scopes.push(Vec::new());
            self.number_region(region, &mut waiting, visit);
        }
    }

    fn number_region(
        &mut self,
        region: Region,
        waiting: &mut Vec<Waiting>,
        visit: &mut impl FnMut(Numbered),
    ) {
        let context = self.context;
        let first = waiting.len();
        let mut names = self.argument_names(region).into_iter();
        for (index, block) in region.blocks(context).enumerate() {
            self.blocks.set(block, index as u32 + 1);
            for argument in block.arguments(context) {
                visit(Numbered::Argument(argument));
                match names.next().filter(|_| index == 0) {
                    Some(name) => self.set_name(argument, sanitized(&name)),
                    None => self.number_argument(argument, index == 0),
                }
            }
            for op in block.operations(context) {
                visit(Numbered::Op(op));
                self.number_op(op);
                if op.num_regions(context) > 0 {
                    waiting.extend(op.regions(context).map(|region| Waiting {
                        region,
                        counters: Counters::default(),
                        depth: 0,
                    }));
                }
            }
        }
        let depth = self.used.scopes.len();
        for entry in &mut waiting[first..] {
            entry.counters = self.next;
            entry.depth = depth;
        }
    }

    /// The names that its dialect gives to the first arguments of a region.
    fn argument_names(&self, region: Region) -> Vec<Vec<u8>> {
        let mut names = Vec::new();
        let Some(op) = region.parent_op(self.context).filter(|_| self.custom) else {
            return names;
        };
        let info = op.info(self.context);
        if let Some(namer) = info.and_then(|info| info.extensions().get::<ArgumentNames>()) {
            namer.append(self.context, op, region, &mut names);
        }
        names
    }

    fn number_argument(&mut self, argument: Value, entry: bool) {
        let index = self.next.argument;
        self.next.argument += u32::from(entry);
        if let Some(name) = self.location_name(argument) {
            self.set_name(argument, name);
        } else if !entry {
            self.next.value += 1;
            self.values.set(argument, self.next.value);
        } else if self.use_name_locations {
            self.set_name(argument, format!("arg{index}").into_bytes());
        } else {
            self.values.set(argument, ARGUMENT | (index + 1));
        }
    }

    #[inline]
    fn number_op(&mut self, op: Op) {
        if let Some(first) = op.results(self.context).next() {
            if let Some(name) = self.location_name(first) {
                return self.set_name(first, name);
            }
            if self.custom && self.set_result_names(op) {
                return;
            }
        } else if !self.value_users {
            return;
        }
        self.next.value += 1;
        self.ops.set(op, self.next.value);
    }

    /// Sets the number of an argument or a result. That of the first result is for all that have no own.
    fn set_number(&mut self, value: Value, number: u32) {
        match value.owner(self.context) {
            ValueOwner::Result { op, index: 0 } => self.ops.set(op, number),
            _ => self.values.set(value, number),
        }
    }

    /// Sets the names that its dialect gives to the results of an operation: whether there are any.
    fn set_result_names(&mut self, op: Op) -> bool {
        let context = self.context;
        let namer = op
            .info(context)
            .and_then(|info| info.extensions().get::<ResultNames>());
        let Some(namer) = namer else {
            return false;
        };
        let mut names = Vec::new();
        namer.append(context, op, &mut names);
        for (result, name) in op.results(context).zip(&names) {
            if !name.is_empty() {
                self.set_name(result, sanitized(name));
            }
        }
        !names.is_empty()
    }

    /// The results that share the name of a result: the first of them, and how many there are.
    pub(crate) fn result_group(&self, op: Op, index: usize) -> (usize, usize) {
        let count = op.num_results(self.context);
        // Only named results have groups.
        if count == 1 || self.ops.get(op) != NAMED {
            return (0, count);
        }
        let begins = |index: usize| {
            let result = op.result(self.context, index);
            index == 0 || result.is_none_or(|result| self.values.get(result) != NONE)
        };
        let start = (0..=index).rev().find(|index| begins(*index)).unwrap_or(0);
        let end = (index + 1..count).find(|index| begins(*index)).unwrap_or(count);
        (start, end - start)
    }

    /// The name in the location of a value, if names are taken from there.
    #[inline]
    fn location_name(&self, value: Value) -> Option<Vec<u8>> {
        if !self.use_name_locations {
            return None;
        }
        name_in(self.context, value.location(self.context)).map(|name| sanitized(name.bytes(self.context)))
    }

    fn set_name(&mut self, value: Value, mut name: Vec<u8>) {
        if name.is_empty() {
            self.next.value += 1;
            self.set_number(value, self.next.value);
            return;
        }
        if self.used.names.contains_key(&name) {
            let stem = name;
            loop {
                name = stem.clone();
                name.extend_from_slice(format!("_{}", self.next.conflict).as_bytes());
                self.next.conflict += 1;
                if !self.used.names.contains_key(&name) {
                    break;
                }
            }
        }
        self.used.names.insert(name.clone(), ());
        let scope = self.used.scopes.last_mut().expect("the scope of the root");
        scope.push(name.clone());
        self.set_number(value, NAMED);
        self.names.insert(value, name);
    }

    /// Gives a value the name of another one.
    pub(super) fn rename(&mut self, value: Value, like: Value) {
        let mut name = Vec::new();
        self.write_value(&mut name, like, true);
        name.remove(0);
        self.set_number(value, NAMED);
        self.names.insert(value, name);
    }

    /// Writes `%5`, `%5#1`, `%arg0` or `%name`. The number of the result is left out before `=`.
    #[inline]
    pub(crate) fn write_value(&self, out: &mut Vec<u8>, value: Value, with_result: bool) {
        let (number, named, index) = match value.owner(self.context) {
            ValueOwner::Argument { .. } => (self.values.get(value), value, None),
            ValueOwner::Result { op, index } => {
                let (start, count) = self.result_group(op, index);
                let first = op.result(self.context, start).unwrap_or(value);
                let number = match start {
                    0 => self.ops.get(op),
                    _ => self.values.get(first),
                };
                (number, first, (count > 1).then_some(index - start))
            }
        };
        out.push(b'%');
        match number {
            NONE => {
                out.pop();
                return out.extend_from_slice(b"<<UNKNOWN SSA VALUE>>");
            }
            NAMED => out.extend_from_slice(&self.names[&named]),
            number if number & ARGUMENT != 0 => {
                out.extend_from_slice(b"arg");
                push_decimal(out, (number & !ARGUMENT) - 1);
            }
            number => push_decimal(out, number - 1),
        }
        if let Some(index) = index.filter(|_| with_result) {
            out.push(b'#');
            push_decimal(out, index as u32);
        }
    }

    /// Writes the number of an operation without results.
    pub(crate) fn write_op(&self, out: &mut Vec<u8>, op: Op) {
        match self.ops.get(op) {
            NONE => out.extend_from_slice(b"<<UNKNOWN OPERATION>>"),
            number => {
                out.push(b'%');
                push_decimal(out, number - 1);
            }
        }
    }

    /// Writes `^bb0`.
    pub(crate) fn write_block(&self, out: &mut Vec<u8>, block: Block) {
        match self.blocks.get(block) {
            NONE => out.extend_from_slice(b"INVALIDBLOCK"),
            number => {
                out.extend_from_slice(b"^bb");
                push_decimal(out, number - 1);
            }
        }
    }

    /// The number of a block in its region, for sorting.
    pub(crate) fn block_order(&self, block: Block) -> u32 {
        self.blocks.get(block)
    }
}

/// The first name in a location: in the callee of a call before its caller, in fused ones before their metadata.
fn name_in(context: &Context, location: Location) -> Option<Identifier> {
    let mut pending = vec![location];
    while let Some(location) = pending.pop() {
        match location.kind(context) {
            LocationKind::Name { name, .. } => return Some(name),
            LocationKind::CallSite { callee, caller } => pending.extend([caller, callee]),
            LocationKind::Fused { locations, metadata } => {
                pending.extend(metadata.and_then(|metadata| Location::from_attribute(context, metadata)));
                pending.extend(locations.iter().rev());
            }
            _ => {}
        }
    }
    None
}

/// A name with all characters replaced that cannot follow `%`.
fn sanitized(name: &[u8]) -> Vec<u8> {
    let kept = |byte: u8| byte.is_ascii_alphanumeric() || b"$._-".contains(&byte);
    let mut made = Vec::with_capacity(name.len());
    if name
        .first()
        .is_some_and(|&first| first.is_ascii_digit() || !(kept(first) || first == b' '))
    {
        made.push(b'_');
    }
    for &byte in name {
        match byte {
            b' ' => made.push(b'_'),
            byte if kept(byte) => made.push(byte),
            byte => made.extend_from_slice(format!("{byte:X}").as_bytes()),
        }
    }
    made
}
