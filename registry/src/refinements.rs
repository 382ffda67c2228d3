//! Refinements: types without objects of their own, whose objects are those of another type for which a predicate holds.
//!
//! A type with the static member `__refines__` is one. Which refinement an object is of is found by asking the predicates
//! of the type in its header, from the general to the narrow. Invariants: no predicate runs under a lock; a predicate is
//! asked only of objects for which those of the refinement's own ancestors hold; a refinement whose key does not stand for
//! it, or for one of its ancestors, is found for no object.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tvmlike_runtime::abi::{TVMLIKE_DYNAMIC_BEGIN, TVMLIKE_MEMBER_METHOD, TVMLIKE_MEMBER_STATIC};
use tvmlike_runtime::sharded::Sharded;
use tvmlike_runtime::{Any, Error, FromArg, ObjectRef, PackedFunc, Result, TypeIndex, refined, type_table};

use crate::members::{self, Member, REFINES, ancestors, parent_of};
use crate::table;
use crate::type_map::TypeMap;

/// The method by which the objects of a type say which of them are refined alike.
const KEY: &str = "__refinement_key__";

/// A refinement in the tree of those of one type.
struct Node {
    index: TypeIndex,
    predicate: PackedFunc,
    children: Vec<Node>,
    /// How many refinements stand below each other here at most, this one included.
    height: usize,
}

/// The refinements of the type in objects' headers.
struct Family {
    roots: Vec<Node>,
    /// What tells by an int which objects are refined alike.
    key: Option<PackedFunc>,
    /// Which state of the refinements it is of.
    changes: u64,
}

/// By the type in the header and the key that the object gave: the refinements that it was found for, and the type.
static ANSWERS: LazyLock<Sharded<(TypeIndex, i64), (u64, TypeIndex)>> = LazyLock::new(Sharded::new);

type Seed = foldhash::fast::FixedState;
/// Type indices are no attack, so a fixed seed is as good as any.
const SEED: Seed = Seed::with_seed(0);

type Families = HashMap<TypeIndex, Option<Arc<Family>>, Seed>;

struct Table {
    /// The refinements in the order of their registration.
    declared: Vec<TypeIndex>,
    /// The families that were asked for since refinements have changed; `None` for a type without any.
    families: Families,
    /// How often refinements have changed.
    changes: u64,
}

/// The types that were ever refined: what others pay for refinements is a look in here.
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

/// The tables, for a fork.
pub(crate) fn lock_for_fork() -> impl Sized + 'static {
    (write(), ANSWERS.exclusive())
}

/// Adds the members of a type; `false` if the type has the same members already.
///
/// # Errors
/// ValueError for members that make no sense, or that differ from those of an earlier registration.
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
/// ValueError for a predicate that is not a static function, a parent that cannot be refined, and for a type below a
/// refinement that is none.
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

/// A refinement has got its members.
fn declare(index: TypeIndex) {
    refined::set_find(refined_type);
    // A second refinement of a type changes nothing here.
    let _ = EVER_REFINED.put(parent_of(index).map_or(index, header_of), ());
    let mut table = write();
    table.declared.push(index);
    let dropped = changed(&mut table);
    drop(table);
    drop(dropped);
    table::meaning_changed();
}

/// The members of a type are gone.
fn forget(index: TypeIndex) {
    let mut table = write();
    table.declared.retain(|declared| *declared != index);
    let dropped = changed(&mut table);
    drop(table);
    // Predicates may be the last of their plugin.
    drop(dropped);
}

/// Type keys stand for other types than before.
pub(crate) fn keys_changed() {
    if read().declared.is_empty() {
        return;
    }
    let dropped = changed(&mut write());
    drop(dropped);
}

#[must_use = "what is dropped calls foreign code, which needs the lock to be free"]
fn changed(table: &mut Table) -> Families {
    table.changes += 1;
    std::mem::replace(&mut table.families, Families::with_hasher(SEED))
}

/// Whether a type is a refinement.
pub(crate) fn is_refinement(index: TypeIndex) -> bool {
    read().declared.contains(&index)
}

/// Whether objects with this type in their header may be of a refinement.
pub fn is_refined(index: TypeIndex) -> bool {
    family(index).is_some()
}

/// The most refined type of an object: of the refinements whose predicates hold, the one with the most ancestors, and of
/// several such the one that was registered first; the type in its header where none holds.
///
/// # Errors
/// What a predicate fails with.
pub fn refined_type(object: &ObjectRef) -> Result<TypeIndex> {
    let own = object.type_index();
    let Some(family) = family(own) else {
        return Ok(own);
    };
    // A predicate in another language needs a class for the object that it is asked about.
    let Some(_asking) = Asking::begin(object) else {
        return Ok(own);
    };
    let Some(key) = &family.key else {
        return family.find(object, own);
    };
    let key = key.call((object,))?;
    let key: i64 = returned(&key, own, KEY, "int")?;
    let place = (own, key);
    let known = ANSWERS.read(&place, |known| known.copied());
    if let Some((changes, known)) = known
        && changes == family.changes
    {
        return Ok(known);
    }
    let found = family.find(object, own)?;
    let mut answers = ANSWERS.shard(&place);
    answers.remove(&place);
    answers.insert_new(place, (family.changes, found));
    Ok(found)
}

/// Whether an object is one of a type: by its header, or by the predicates of a refinement.
///
/// # Errors
/// What a predicate fails with.
pub fn is_instance(object: &ObjectRef, index: TypeIndex) -> Result<bool> {
    let mut asked = Vec::new();
    let mut at = index;
    while is_refinement(at) {
        asked.push(at);
        let Some(parent) = parent_of(at) else { break };
        at = parent;
    }
    if !type_table::is_a(object.type_index(), at) {
        return Ok(false);
    }
    for refinement in asked.into_iter().rev() {
        let Some(predicate) = members::function_of(refinement, REFINES, TVMLIKE_MEMBER_STATIC) else {
            return Ok(false);
        };
        if !holds(&predicate, refinement, object)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The type whose objects a refinement has; a type with objects of its own itself.
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
        // What has changed meanwhile may be in it, or not.
        if table.changes == changes {
            table.families.insert(header, made.clone());
            return made;
        }
    }
}

impl Family {
    fn of(header: TypeIndex, declared: &[TypeIndex], changes: u64) -> Option<Self> {
        let roots = nodes_below(header, declared);
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

fn nodes_below(parent: TypeIndex, declared: &[TypeIndex]) -> Vec<Node> {
    let below = declared.iter().filter(|index| parent_of(**index) == Some(parent));
    let node = |&index: &TypeIndex| {
        let key = type_table::key_of(index)?;
        if type_table::index_of(key) != Some(index) {
            return None;
        }
        let children = nodes_below(index, declared);
        let height = 1 + children.iter().map(|child| child.height).max().unwrap_or(0);
        let predicate = members::function_of(index, REFINES, TVMLIKE_MEMBER_STATIC)?;
        Some(Node {
            index,
            predicate,
            children,
            height,
        })
    };
    below.filter_map(node).collect()
}

/// Looks for the refinement with the most ancestors; `best` is how many of them the best so far has, and its index.
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
    /// The objects that predicates are being asked about on this thread.
    static ASKING: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// While it lives, predicates are asked about an object on this thread.
struct Asking(());

impl Asking {
    /// `None` where they are asked about it already.
    fn begin(object: &ObjectRef) -> Option<Self> {
        let address = object.as_raw() as usize;
        ASKING.with_borrow_mut(|asking| {
            if asking.contains(&address) {
                return None;
            }
            asking.push(address);
            Some(Self(()))
        })
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        ASKING.with_borrow_mut(Vec::pop);
    }
}
