//! Refinements: subtypes that are defined by a predicate. An object belongs to a refinement if its header names the refined
//! type and the predicate holds.
//!
//! A refinement is a type with the static member `__refines__`, its predicate. The refinement of an object is found by
//! calling the predicates for the type in its header, those of ancestors first. Invariants: no predicate runs under a lock;
//! a predicate is called only for objects for which the predicates of the refinement's ancestors hold; if the key of a
//! refinement, or of one of its ancestors, refers to another type now, no object belongs to that refinement.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tvmlike_runtime::abi::{TVMLIKE_DYNAMIC_BEGIN, TVMLIKE_MEMBER_METHOD, TVMLIKE_MEMBER_STATIC};
use tvmlike_runtime::sharded::Sharded;
use tvmlike_runtime::{Any, Error, FromArg, ObjectRef, PackedFunc, Result, TypeIndex, refined, type_table};

use crate::members::{self, Member, REFINES, ancestors, parent_of};
use crate::table;
use crate::type_map::TypeMap;

/// The method that returns an int for an object; objects of a type with equal ints belong to the same refinement.
const KEY: &str = "__refinement_key__";

/// A node in the tree of the refinements of one type.
struct Node {
    index: TypeIndex,
    predicate: PackedFunc,
    children: Vec<Node>,
    /// The height of this subtree, 1 for a leaf.
    height: usize,
}

/// The refinements of one type in the headers of objects.
struct Family {
    roots: Vec<Node>,
    /// The method [`KEY`] of the type.
    key: Option<PackedFunc>,
    /// The value of `Table::changes` when this was built.
    changes: u64,
}

/// The cache of results: from the type in the header and the object's key to the refinement, with `Family::changes`.
static ANSWERS: LazyLock<Sharded<(TypeIndex, i64), (u64, TypeIndex)>> = LazyLock::new(Sharded::new);

type Seed = foldhash::fast::FixedState;
/// A fixed seed suffices: callers cannot choose type indices to cause collisions.
const SEED: Seed = Seed::with_seed(0);

type Families = HashMap<TypeIndex, Option<Arc<Family>>, Seed>;

struct Table {
    /// The refinements in the order of their registration.
    declared: Vec<TypeIndex>,
    /// A cache of families, cleared when refinements change; `None` for a type without refinements.
    families: Families,
    /// Counts the changes of refinements.
    changes: u64,
}

/// The types that were ever refined. For all other types, refinements cost one lookup here.
static EVER_REFINED: TypeMap<()> = TypeMap::new();

static TABLE: RwLock<Table> = RwLock::new(Table {
    declared: Vec::new(),
    families: Families::with_hasher(SEED),
    changes: 0,
});

fn read() -> RwLockReadGuard<'static, Table> {
    TABLE.read().unwrap_or_else(PoisonError::into_inner)
}

fn write() -> RwLockWriteGuard<'static, Table> {
    TABLE.write().unwrap_or_else(PoisonError::into_inner)
}

/// Locks the tables for a fork.
pub(crate) fn lock_for_fork() -> impl Sized + 'static {
    (write(), ANSWERS.exclusive())
}

/// Adds the members of a type. Returns `false` if the type has the same members already.
///
/// # Errors
/// ValueError for invalid members, or members that differ from those of an earlier registration.
pub(crate) fn add_members(index: TypeIndex, doc: &str, members: Vec<Member>) -> Result<bool> {
    members::check(index, &members)?;
    let is_refinement = are_of_refinement(index, &members)?;
    let added = members::insert(index, doc, members)?;
    if added && is_refinement {
        declare(index);
    }
    Ok(added)
}

/// Removes the members of a type. Members that no other thread reads are dropped here, without a lock.
pub(crate) fn forget_members(index: TypeIndex) {
    let removed = members::remove(index);
    if removed.as_ref().is_some_and(|members| members.refine()) {
        forget(index);
    }
    drop(removed);
}

/// Whether members make their type a refinement.
///
/// # Errors
/// ValueError if the predicate is not a static function, if the parent cannot be refined, or if the parent is a refinement
/// and this type is not.
fn are_of_refinement(index: TypeIndex, members: &[Member]) -> Result<bool> {
    let key = index.name();
    let parent = parent_of(index).unwrap_or(TypeIndex::OBJECT);
    let Some(predicate) = members.iter().find(|member| member.name == REFINES) else {
        return if is_refinement(parent) {
            Err(Error::value_error(format!(
                "type {key}: its parent {} is a refinement, which has no objects of its own; only a refinement \
                 (a type with the static member `{REFINES}`) can inherit from it",
                parent.name()
            )))
        } else {
            Ok(false)
        };
    };
    if predicate.kind != TVMLIKE_MEMBER_STATIC {
        return Err(Error::value_error(format!(
            "type {key}: `{REFINES}` must be a static function of one object that returns a bool"
        )));
    }
    if parent.0 < TVMLIKE_DYNAMIC_BEGIN {
        return Err(Error::value_error(format!(
            "type {key}: {} is built in and cannot be refined; name a registered type as the parent",
            parent.name()
        )));
    }
    Ok(true)
}

/// Adds a refinement, whose members were just registered.
fn declare(index: TypeIndex) {
    refined::set_find(refined_type);
    // Fails if the type was refined before, which is fine.
    let _ = EVER_REFINED.put(parent_of(index).map_or(index, header_of), ());
    let mut table = write();
    table.declared.push(index);
    let dropped = changed(&mut table);
    drop(table);
    drop(dropped);
    table::meaning_changed();
}

/// Removes a refinement, whose members were just removed.
fn forget(index: TypeIndex) {
    let mut table = write();
    table.declared.retain(|declared| *declared != index);
    let dropped = changed(&mut table);
    drop(table);
    // Without the lock: dropping the last predicate of a plugin can run the plugin's code.
    drop(dropped);
}

/// Clears the caches, because type keys refer to other types now.
pub(crate) fn keys_changed() {
    if read().declared.is_empty() {
        return;
    }
    let dropped = changed(&mut write());
    drop(dropped);
}

#[must_use = "drop the families after releasing the lock: dropping them can run foreign code"]
fn changed(table: &mut Table) -> Families {
    table.changes += 1;
    std::mem::replace(&mut table.families, Families::with_hasher(SEED))
}

/// Whether a type is a refinement.
pub(crate) fn is_refinement(index: TypeIndex) -> bool {
    read().declared.contains(&index)
}

/// Whether the type has refinements, to which objects with this type in their header may belong.
pub fn is_refined(index: TypeIndex) -> bool {
    family(index).is_some()
}

/// Returns the most specific type of an object: of the refinements whose predicates hold, the one with the most ancestors
/// (of several, the first registered); the type in its header if none holds.
///
/// # Errors
/// The error of a predicate, or a TypeError if a predicate or the key method returns another type than bool or int.
pub fn refined_type(object: &ObjectRef) -> Result<TypeIndex> {
    let own = object.type_index();
    let Some(mut family) = family(own) else {
        return Ok(own);
    };
    // A predicate in Python receives the object as an instance of a class, which calls this function again for the object.
    let Some(_guard) = Evaluating::begin(object) else {
        return Ok(own);
    };
    loop {
        let place = match &family.key {
            None => None,
            Some(key) => Some((own, returned::<i64>(&key.call((object,))?, own, KEY, "int")?)),
        };
        if let Some(place) = &place
            && let Some((changes, known)) = ANSWERS.read(place, |known| known.copied())
            && changes == family.changes
        {
            return Ok(known);
        }
        let found = family.find(object, own)?;
        if let Some(place) = place {
            let mut answers = ANSWERS.shard(&place);
            answers.remove(&place);
            answers.insert_new(place, (family.changes, found));
        }
        // A predicate may have registered refinements, to which the object may belong.
        match self::family(own) {
            Some(now) if now.changes != family.changes => family = now,
            _ => return Ok(found),
        }
    }
}

/// Whether an object is an instance of a type: by its header, or for a refinement by its predicates too.
///
/// # Errors
/// The error of a predicate, or a TypeError if a predicate does not return a bool.
pub fn is_instance(object: &ObjectRef, index: TypeIndex) -> Result<bool> {
    let mut refinements = Vec::new();
    let mut at = index;
    while is_refinement(at) {
        refinements.push(at);
        let Some(parent) = parent_of(at) else { break };
        at = parent;
    }
    if !type_table::is_a(object.type_index(), at) {
        return Ok(false);
    }
    for refinement in refinements.into_iter().rev() {
        let Some(predicate) = members::function_of(refinement, REFINES, TVMLIKE_MEMBER_STATIC) else {
            return Ok(false);
        };
        if !holds(&predicate, refinement, object)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the type in the headers of a type's objects: for a refinement its nearest ancestor that is not one, otherwise
/// the type itself.
pub(crate) fn header_of(index: TypeIndex) -> TypeIndex {
    let mut at = index;
    while is_refinement(at) {
        let Some(parent) = parent_of(at) else { break };
        at = parent;
    }
    at
}

fn family(header: TypeIndex) -> Option<Arc<Family>> {
    EVER_REFINED.get(header)?;
    loop {
        let table = read();
        if let Some(known) = table.families.get(&header) {
            return known.clone();
        }
        let (declared, changes) = (table.declared.clone(), table.changes);
        drop(table);
        let made = Family::of(header, &declared, changes).map(Arc::new);
        let mut table = write();
        // If refinements have changed meanwhile, this family may be stale.
        if table.changes == changes {
            table.families.insert(header, made.clone());
            return made;
        }
    }
}

impl Family {
    fn of(header: TypeIndex, declared: &[TypeIndex], changes: u64) -> Option<Self> {
        let roots = nodes_below(header, &by_parent(declared));
        let key = || {
            let mut lineage = std::iter::once(header).chain(ancestors(header));
            lineage.find_map(|index| members::function_of(index, KEY, TVMLIKE_MEMBER_METHOD))
        };
        (!roots.is_empty()).then(|| Self {
            roots,
            key: key(),
            changes,
        })
    }

    fn find(&self, object: &ObjectRef, own: TypeIndex) -> Result<TypeIndex> {
        let mut best = (0, own);
        deepest(&self.roots, object, 0, &mut best)?;
        Ok(best.1)
    }
}

/// The refinements by the type that they refine, in the order of their registration.
type Children = HashMap<TypeIndex, Vec<TypeIndex>, Seed>;

fn by_parent(declared: &[TypeIndex]) -> Children {
    let mut children = Children::with_hasher(SEED);
    for &index in declared {
        if let Some(parent) = parent_of(index) {
            children.entry(parent).or_default().push(index);
        }
    }
    children
}

fn nodes_below(parent: TypeIndex, refinements: &Children) -> Vec<Node> {
    let node = |&index: &TypeIndex| {
        let key = type_table::key_of(index)?;
        if type_table::index_of(key) != Some(index) {
            return None;
        }
        let children = nodes_below(index, refinements);
        let height = 1 + children.iter().map(|child| child.height).max().unwrap_or(0);
        let predicate = members::function_of(index, REFINES, TVMLIKE_MEMBER_STATIC)?;
        Some(Node {
            index,
            predicate,
            children,
            height,
        })
    };
    let below = refinements.get(&parent).map_or(&[][..], Vec::as_slice);
    below.iter().filter_map(node).collect()
}

/// Finds the refinement with the most ancestors that holds. `best` is the number of its ancestors and its index so far.
fn deepest(nodes: &[Node], object: &ObjectRef, depth: usize, best: &mut (usize, TypeIndex)) -> Result<()> {
    for node in nodes {
        if depth + node.height > best.0 && holds(&node.predicate, node.index, object)? {
            if depth + 1 > best.0 {
                *best = (depth + 1, node.index);
            }
            deepest(&node.children, object, depth + 1, best)?;
        }
    }
    Ok(())
}

fn holds(predicate: &PackedFunc, index: TypeIndex, object: &ObjectRef) -> Result<bool> {
    returned(&predicate.call((object,))?, index, REFINES, "bool")
}

fn returned<'a, T: FromArg<'a>>(value: &'a Any, index: TypeIndex, name: &str, expected: &str) -> Result<T> {
    T::from_arg(value.view()).map_err(|_| {
        Error::type_error(format!(
            "{}.{name}: expected a result of type {expected}, got {}",
            index.name(),
            value.view().type_name()
        ))
    })
}

thread_local! {
    /// The objects for which predicates are running on this thread.
    static EVALUATING: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Marks an object as having predicates running on this thread.
struct Evaluating(());

impl Evaluating {
    /// Returns `None` if predicates are already running for this object.
    fn begin(object: &ObjectRef) -> Option<Self> {
        let address = object.as_raw() as usize;
        EVALUATING.with_borrow_mut(|evaluating| {
            if evaluating.contains(&address) {
                return None;
            }
            evaluating.push(address);
            Some(Self(()))
        })
    }
}

impl Drop for Evaluating {
    fn drop(&mut self) {
        EVALUATING.with_borrow_mut(Vec::pop);
    }
}
