//! Frees cycles of native references: objects that only objects among them refer to.
//!
//! [`collect`] starts from objects whose wrappers a front end has released. It looks for those whose counts the references of
//! visited objects explain. Other threads run meanwhile, and a thread may move its reference from one object to another
//! between two looks. So a suspect's fields are frozen first: with all locks held, a thread can follow only references that
//! never change. Then counts are read from the objects above to those below: a thread's reference can only move down, so it
//! is seen on the way. What is still explained, no thread can reach, and never will.
//!
//! Invariant: an object loses references only if no reference from outside exists, strong or weak; nothing waits for a
//! lock; and no destructor runs while a lock is held.

use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::{self, NonNull};
use std::sync::atomic::Ordering;

use tvmlike_runtime::abi::{
    TVMLIKE_ARRAY, TVMLIKE_DYNAMIC_BEGIN, TVMLIKE_MAP, TVMLIKE_OBJECT, TVMLikeFreeze, TVMLikeMapCell,
    TVMLikeObject, TVMLikeObjectHandle, TVMLikeSeqCell, TVMLikeTraverse, TVMLikeValue,
};
use tvmlike_runtime::{ObjectRef, TypeIndex, object};

use crate::members;

/// Frees the cycles that can be reached from `suspects` and that nothing else refers to.
///
/// # Safety
/// The suspects are different objects, on each of which the caller owns a weak reference; it keeps it.
pub(crate) unsafe fn collect(suspects: &[TVMLikeObjectHandle]) {
    let mut graph = Graph::default();
    for &suspect in suspects {
        // SAFETY: by contract; an upgraded reference is owned.
        unsafe {
            if let Some(object) = NonNull::new(suspect)
                && object::try_upgrade(suspect)
            {
                let place = graph.add(ObjectRef::from_owned(object));
                graph.nodes[place].weak = 1;
            }
        }
    }
    graph.visit_all();
    graph.keep_unexplained();
    graph.freeze();
    graph.keep_reachable();
    graph.release();
}

/// An object that was visited.
struct Node {
    object: ObjectRef,
    /// How many weak references the caller owns.
    weak: u64,
    /// How many references visited objects hold.
    inside: u32,
    /// Something outside refers to it.
    alive: bool,
    /// What `freeze` returned; NULL for what never changes.
    frozen: *mut c_void,
    /// The nodes that it refers to.
    children: Vec<usize>,
    /// How many of them come first that it refers to for ever.
    fixed: usize,
}

#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
    /// The node of an address.
    places: HashMap<usize, usize>,
}

impl Graph {
    /// The node of an object, which the graph keeps alive.
    fn add(&mut self, object: ObjectRef) -> usize {
        let next = self.nodes.len();
        let place = *self.places.entry(object.as_raw() as usize).or_insert(next);
        if place == next {
            self.nodes.push(Node {
                object,
                weak: 0,
                inside: 0,
                alive: false,
                frozen: ptr::null_mut(),
                children: Vec::new(),
                fixed: 0,
            });
        }
        place
    }

    /// Adds everything that can be reached, as other threads leave it.
    fn visit_all(&mut self) {
        let mut at = 0;
        while at < self.nodes.len() {
            let mut found = Vec::new();
            // SAFETY: the graph keeps the object alive.
            unsafe { visit(self.nodes[at].object.as_raw(), &mut found) };
            for child in found {
                let place = self.add(child);
                self.nodes[place].inside += 1;
                self.nodes[at].children.push(place);
            }
            at += 1;
        }
    }

    /// Marks what has more references than those that were found, and what cannot be frozen.
    fn keep_unexplained(&mut self) {
        for node in &mut self.nodes {
            // One reference is the graph's.
            node.alive = node.object.strong_count() != node.inside + 1
                || behaviour(node.object.type_index()).is_none_or(|found| !found.can_freeze());
        }
        self.spread();
    }

    /// Marks what marked objects refer to, and releases its locks.
    fn spread(&mut self) {
        let mut reached: Vec<usize> = (0..self.nodes.len()).filter(|&at| self.nodes[at].alive).collect();
        while let Some(at) = reached.pop() {
            self.nodes[at].thaw(false);
            for child in std::mem::take(&mut self.nodes[at].children) {
                if !self.nodes[child].alive {
                    self.nodes[child].alive = true;
                    reached.push(child);
                }
            }
        }
    }

    /// Locks the fields of what is not marked, and reads its references again. What is locked already gets marked.
    fn freeze(&mut self) {
        for node in self.nodes.iter_mut().filter(|node| !node.alive) {
            if let Some(Behaviour::Type(_, Some(functions))) = behaviour(node.object.type_index())
                && let Some(freeze) = functions.freeze
            {
                // SAFETY: a living object of the type.
                node.frozen = unsafe { freeze(node.object.as_raw()) };
                node.alive = node.frozen.is_null();
            }
        }
        self.spread();
        for at in 0..self.nodes.len() {
            let node = &mut self.nodes[at];
            node.inside = 0;
            if node.alive {
                continue;
            }
            let mut found = Vec::new();
            // SAFETY: the graph keeps the object alive; `frozen` is its own.
            let fixed = unsafe {
                visit(node.object.as_raw(), &mut found);
                let fixed = found.len();
                node.visit_frozen(&mut found);
                fixed
            };
            let places = &self.places;
            let known = |child: &ObjectRef| places.get(&(child.as_raw() as usize)).copied();
            let fixed_children: Vec<usize> = found[..fixed].iter().filter_map(known).collect();
            node.fixed = fixed_children.len();
            node.children = fixed_children;
            node.children.extend(found[fixed..].iter().filter_map(known));
        }
        for at in 0..self.nodes.len() {
            for child in self.nodes[at].children.clone() {
                self.nodes[child].inside += 1;
            }
        }
    }

    /// Reads the counts of frozen objects from above to below, and marks those with references from outside.
    fn keep_reachable(&mut self) {
        for at in self.above_first() {
            let node = &mut self.nodes[at];
            // SAFETY: the graph keeps the object alive.
            let counts = unsafe { (*node.object.as_raw()).counts.load(Ordering::Acquire) };
            // Of each kind, one reference is the graph's.
            if counts != (u64::from(node.inside) + 1) | ((node.weak + 1) << 32) {
                node.alive = true;
            }
        }
        self.spread();
    }

    /// The objects that are not marked, each after those that refer to it for ever. Marks objects that refer to themselves
    /// so: nothing can end such a cycle.
    fn above_first(&mut self) -> Vec<usize> {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            Not,
            Above,
            Done,
        }
        let mut seen = vec![Seen::Not; self.nodes.len()];
        let mut below = Vec::new();
        for start in 0..self.nodes.len() {
            if self.nodes[start].alive || seen[start] != Seen::Not {
                continue;
            }
            seen[start] = Seen::Above;
            let mut path = vec![(start, 0)];
            while let Some((at, next)) = path.last_mut() {
                let (node, position) = (*at, *next);
                if position == self.nodes[node].fixed {
                    seen[node] = Seen::Done;
                    below.push(node);
                    path.pop();
                    continue;
                }
                *next += 1;
                let child = self.nodes[node].children[position];
                match seen[child] {
                    Seen::Not => {
                        seen[child] = Seen::Above;
                        path.push((child, 0));
                    }
                    Seen::Above => self.nodes[child].alive = true,
                    Seen::Done => {}
                }
            }
        }
        below.reverse();
        below
    }

    /// Takes the references out of the fields of what is not marked, and drops them after all locks are released.
    fn release(mut self) {
        let taken: Vec<_> = self
            .nodes
            .iter_mut()
            .filter_map(|node| node.thaw(!node.alive))
            .collect();
        for (drop_taken, values) in taken {
            // SAFETY: what the same type's `thaw` returned.
            unsafe { drop_taken(values) };
        }
    }
}

impl Node {
    /// Adds the references behind the locks.
    ///
    /// # Safety
    /// `frozen` is NULL or what the type's `freeze` returned for the object.
    unsafe fn visit_frozen(&self, found: &mut Vec<ObjectRef>) {
        if let Some(functions) = self.functions()
            && let Some(visit) = functions.visit
        {
            // SAFETY: by contract.
            unsafe { visit(self.frozen, Some(add_child), ptr::from_mut(found).cast()) };
        }
    }

    /// Releases the locks; returns what was taken, and what drops it.
    fn thaw(&mut self, take: bool) -> Option<(unsafe extern "C" fn(*mut c_void), *mut c_void)> {
        let functions = self.functions()?;
        let frozen = std::mem::replace(&mut self.frozen, ptr::null_mut());
        // SAFETY: not NULL, so what the type's `freeze` returned, which is used no more.
        let taken = unsafe { (functions.thaw?)(frozen, take.into()) };
        NonNull::new(taken)
            .and(functions.drop_taken)
            .map(|drop_taken| (drop_taken, taken))
    }

    /// The functions of a frozen object.
    fn functions(&self) -> Option<&'static TVMLikeFreeze> {
        match behaviour(self.object.type_index())? {
            Behaviour::Type(_, functions) if !self.frozen.is_null() => functions,
            _ => None,
        }
    }
}

/// How objects of a type refer to others.
enum Behaviour {
    /// By values that never change.
    Array,
    Map,
    /// As the functions say.
    Type(TVMLikeTraverse, Option<&'static TVMLikeFreeze>),
}

impl Behaviour {
    fn can_freeze(&self) -> bool {
        match self {
            Self::Array | Self::Map => true,
            Self::Type(_, functions) => functions.is_some(),
        }
    }
}

/// `None` for objects of which it is not known that they refer to others.
fn behaviour(index: TypeIndex) -> Option<Behaviour> {
    match index.0 {
        TVMLIKE_ARRAY => Some(Behaviour::Array),
        TVMLIKE_MAP => Some(Behaviour::Map),
        TVMLIKE_DYNAMIC_BEGIN.. => {
            members::traversal_of(index).map(|(traverse, freeze)| Behaviour::Type(traverse, freeze))
        }
        _ => None,
    }
}

/// Adds the objects to which an object refers and that can refer to others themselves.
///
/// # Safety
/// `object` is alive.
unsafe fn visit(object: *mut TVMLikeObject, found: &mut Vec<ObjectRef>) {
    // SAFETY: a living object, with the cell of its type after its header.
    unsafe {
        let cell = object.add(1);
        match behaviour(TypeIndex((*object).type_index)) {
            Some(Behaviour::Array) => {
                let cell = &*cell.cast::<TVMLikeSeqCell>();
                add_values(cell.data, cell.size, found);
            }
            Some(Behaviour::Map) => {
                let cell = &*cell.cast::<TVMLikeMapCell>();
                // A pair is two values in a row.
                add_values(cell.entries.cast(), 2 * cell.size, found);
            }
            Some(Behaviour::Type(Some(traverse), _)) => {
                traverse(object, Some(add_child), ptr::from_mut(found).cast());
            }
            Some(Behaviour::Type(None, _)) | None => {}
        }
    }
}

/// Adds the objects among values.
///
/// # Safety
/// `first` points to `count` values that are alive.
unsafe fn add_values(first: *const TVMLikeValue, count: i64, found: &mut Vec<ObjectRef>) {
    for position in 0..usize::try_from(count).unwrap_or(0) {
        // SAFETY: by contract; a value of an object type refers to an object or NULL.
        unsafe {
            let value = &*first.add(position);
            if value.type_index >= TVMLIKE_OBJECT {
                add_child(value.payload.v_obj, ptr::from_mut(found).cast());
            }
        }
    }
}

/// Adds an object that another one refers to.
///
/// # Safety
/// `child` is NULL or alive; `context` is a list of objects.
unsafe extern "C" fn add_child(child: *mut TVMLikeObject, context: *mut c_void) {
    // SAFETY: by contract.
    unsafe {
        if let Some(child) = NonNull::new(child)
            && behaviour(TypeIndex(child.as_ref().type_index)).is_some()
        {
            (*context.cast::<Vec<ObjectRef>>()).push(ObjectRef::from_borrowed(child));
        }
    }
}
