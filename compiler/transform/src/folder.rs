//! Sharing constants: one operation for each constant of a region that is isolated, at its start.
//!
//! Invariant: what the folder owns stands, in the order in which it was met last, at the start of the first block of the
//! region for which it was made.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use foldhash::fast::FixedState;
use tvmlike_ir::{
    Attribute, Block, Context, FoldScope, Identifier, InsertionPoint, Listener, Materializer, Op, Region,
    Rewriter, SideTable, Traits, Type,
};
use tvmlike_ir::{Exclusive, Value};

/// A constant of a dialect, in a region.
type Key = (Region, Identifier, Attribute, Type);

/// The constants of regions.
#[derive(Default)]
pub struct Folder {
    constants: HashMap<Key, Op, FixedState>,
    owned: SideTable<Op, bool>,
    /// The block that was looked at last, and the region for its constants.
    last_block: Option<(Block, Region)>,
    /// Of a folder for a walk: the region around all those whose constants are in the table.
    around: Option<Region>,
    is_for_walk: bool,
    /// The namespace of the operation that was met last.
    last: Option<(Identifier, Identifier)>,
}

/// The region at whose start constants for operations of a block stand.
fn insertion_region(context: &Context, block: Block) -> Option<Region> {
    let mut at = block;
    loop {
        let region = at.region(context)?;
        let parent = region.parent_op(context)?;
        if parent.might_have_trait(context, Traits::ISOLATED_FROM_ABOVE) {
            return Some(region);
        }
        let Some(outer) = parent.block(context) else {
            return Some(region);
        };
        let scope = parent
            .dialect(context)
            .and_then(|dialect| dialect.extensions().get::<FoldScope>());
        if scope.is_some_and(|FoldScope(is_scope)| is_scope(context, region)) {
            return Some(region);
        }
        at = outer;
    }
}

/// A table for more constants than these is not emptied, which takes as long as it is large, but replaced.
const LARGE: usize = 1 << 12;

impl Folder {
    /// A folder for operations in the order of a walk, which does not return to an isolated region that it has left. It
    /// forgets the constants of such a region, so that its table stays small.
    pub fn for_walk() -> Self {
        Self {
            is_for_walk: true,
            ..Self::default()
        }
    }

    #[inline]
    fn region_of(&mut self, context: &Context, block: Block) -> Option<Region> {
        if let Some((known, region)) = self.last_block
            && known == block
        {
            return Some(region);
        }
        self.find_region(context, block)
    }

    fn find_region(&mut self, context: &Context, block: Block) -> Option<Region> {
        let found = insertion_region(context, block)?;
        self.last_block = Some((block, found));
        if self.is_for_walk {
            self.forget_others(context, found);
        }
        Some(found)
    }

    /// Forgets the constants of regions that a walk which has come to a region has left.
    fn forget_others(&mut self, context: &Context, region: Region) {
        match self.around {
            Some(around) if region.is_inside(context, around) => return,
            Some(around) if around.is_inside(context, region) => {}
            _ if self.constants.capacity() > LARGE => self.constants = HashMap::default(),
            _ => self.constants.clear(),
        }
        self.around = Some(region);
    }

    fn namespace(&mut self, context: &Context, name: Identifier) -> Identifier {
        if let Some((known, namespace)) = self.last
            && known == name
        {
            return namespace;
        }
        let bytes = name.dialect_namespace(context);
        let namespace = bytes.map_or(name, |bytes| context.identifier(bytes));
        self.last = Some((name, namespace));
        namespace
    }

    /// Whether the operation before one is a constant that the folder owns.
    fn follows_owned(&self, context: &Context, op: Op) -> bool {
        op.previous(context)
            .is_some_and(|previous| self.owned.get(previous))
    }

    /// Makes a constant that exists the one of its region, or replaces it by that. Whether the operation still exists.
    pub fn insert_known(
        &mut self,
        edit: &mut Exclusive<'_>,
        listener: &mut dyn Listener,
        op: Op,
        value: Attribute,
    ) -> bool {
        let context = edit.context();
        let Some(block) = op.block(context) else {
            return true;
        };
        let is_first = block.first_op(context) == Some(op);
        if self.owned.get(op) {
            if !is_first && !self.follows_owned(context, op) {
                move_to_start(edit, op, block);
            }
            return true;
        }
        let (Some(region), Some(result)) = (self.region_of(context, block), op.result(context, 0)) else {
            return true;
        };
        let Some(start) = region.first_block(context) else {
            return true;
        };
        let name = op.name(context);
        let namespace = self.namespace(context, name);
        let key = (region, namespace, value, result.ty(context));
        if let Some(known) = self.constants.get(&key).copied() {
            let mut rewriter = Rewriter::with_listener(edit, listener);
            let values: Vec<Value> = known.results(context).collect();
            rewriter.replace_op(op, &values);
            return false;
        }
        if block != start {
            move_to_start(edit, op, start);
            let unknown = edit.unknown_location();
            op.set_location(edit, unknown);
        } else if !is_first && !self.follows_owned(context, op) {
            move_to_start(edit, op, block);
        }
        self.constants.insert(key, op);
        self.owned.set(op, true);
        true
    }
}

impl Folder {
    /// The constant with a value for operations of a block, made by a dialect at the start of the region if there is none.
    /// `None`: the dialect has no such constant.
    pub fn get_or_create(
        &mut self,
        edit: &mut Exclusive<'_>,
        block: Block,
        dialect: Identifier,
        value: Attribute,
        ty: Type,
    ) -> Option<Value> {
        let context = edit.context();
        let region = self.region_of(context, block)?;
        let key = (region, dialect, value, ty);
        if let Some(known) = self.constants.get(&key) {
            return known.result(context, 0);
        }
        let start = region.first_block(context)?;
        let Materializer(materialize) = context.dialect(dialect.bytes(context))?.extensions().get()?;
        let mut rewriter = Rewriter::new(edit);
        rewriter.set_insertion_point(Some(InsertionPoint::at_start(context, start)));
        let mut op = materialize(&mut rewriter, value, ty, context.unknown_location())?;
        // A constant can be of another dialect, which may have it already: poison.
        let name = op.name(context);
        let own = self.namespace(context, name);
        if own != dialect {
            match self.constants.entry((region, own, value, ty)) {
                Entry::Occupied(known) => {
                    rewriter.erase_op(op);
                    op = *known.get();
                }
                Entry::Vacant(entry) => {
                    entry.insert(op);
                }
            }
        }
        self.constants.insert(key, op);
        self.owned.set(op, true);
        op.result(context, 0)
    }
}

/// Moves a constant to the start of a block.
fn move_to_start(edit: &mut Exclusive<'_>, op: Op, block: Block) {
    let Some(first) = block.first_op(edit) else {
        return;
    };
    let moved = op.move_before(edit, first);
    moved.expect("a constant has no regions and can be moved to a block around its own");
}
