//! Pools: objects of one type whose memory comes from slabs that an owner keeps, such as the handles of a context.
//!
//! Each thread caches free slots of the pools that it used last, so that creating and freeing an object touches nothing
//! that other threads write. Slots move between the caches and the pool in batches, under one lock. Invariants: a slab
//! is aligned to its size and begins with the address of its pool, so a slot's pool follows from its address; a pool
//! counts the slots in objects and caches, and is freed when its [`Pool`] has been dropped and that count is zero.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tvmlike_abi::{TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLikeObject};

use super::allocate::{MAX_ALIGN, SPACE_BEFORE};
use super::{NEW_COUNTS, ObjectBox, ObjectPtr, ObjectType, header_index};
use crate::outstanding;
use crate::type_index::TypeIndex;

#[cfg_attr(not(unix), path = "pool/no_fork.rs")]
mod fork;

/// The minimum size of a slab.
const SLAB: usize = 16 << 10;
/// The minimum number of slots of a slab.
const LEAST_SLOTS: usize = 16;
/// The number of slots moved between a thread's cache and the pool at a time.
const BATCH: usize = 32;
/// The maximum number of slots in a thread's cache.
const STORE: usize = 2 * BATCH;
/// The number of caches of a thread.
const STORES: usize = 8;

/// A free slot.
struct Free {
    next: *mut Free,
}

/// The header of a slab.
#[repr(align(16))]
struct Slab {
    core: *const Core,
}

/// The part of a pool that outlives its [`Pool`] as long as there are objects.
struct Core {
    slot: usize,
    slab: Layout,
    /// Which of a thread's caches it uses.
    store: usize,
    /// Whether the `Pool` has been dropped: no more objects are created, and slots are returned at once.
    closed: AtomicBool,
    shared: Cell<Shared>,
    slabs: Cell<Vec<NonNull<Slab>>>,
}

/// The state under the lock.
#[derive(Clone, Copy)]
struct Shared {
    free: *mut Free,
    /// The number of slots in objects and caches.
    outside: usize,
}

/// Guards [`Core::shared`] and [`Core::slabs`] of all pools. Held for a few instructions, once per batch.
static LOCK: Mutex<()> = Mutex::new(());

fn locked() -> MutexGuard<'static, ()> {
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread's cache of free slots of one pool.
struct Store {
    core: Cell<*const Core>,
    free: Cell<*mut Free>,
    count: Cell<usize>,
}

struct Stores([Store; STORES]);

thread_local! {
    static MINE: Stores = const {
        Stores([const {
            Store { core: Cell::new(ptr::null()), free: Cell::new(ptr::null_mut()), count: Cell::new(0) }
        }; STORES])
    };
}

impl Drop for Stores {
    fn drop(&mut self) {
        self.0.iter().for_each(Store::give_all_back);
    }
}

impl Store {
    /// Returns all slots to their pool, which may be freed by this.
    #[cold]
    fn give_all_back(&self) {
        let core = self.core.replace(ptr::null());
        self.give_back(core, self.count.get());
    }

    fn give_back(&self, core: *const Core, count: usize) {
        if count == 0 {
            return;
        }
        let first = self.free.get();
        let mut last = first;
        for _ in 1..count {
            // SAFETY: there are `count` slots in the list.
            last = unsafe { (*last).next };
        }
        // SAFETY: the last of the returned slots; the pool lives while the cache has slots of it.
        unsafe {
            self.free.set((*last).next);
            self.count.set(self.count.get() - count);
            Core::take_back(core, first, last, count);
        }
    }
}

impl Core {
    /// Takes slots back, linked from `first` to `last`; frees a closed pool if these were its last.
    ///
    /// # Safety
    /// The slots belong to this pool, and the caller gives them up.
    unsafe fn take_back(core: *const Core, first: *mut Free, last: *mut Free, count: usize) {
        // SAFETY: the pool lives while slots of it are in use.
        unsafe {
            let lock = locked();
            let mut shared = (*core).shared.get();
            (*last).next = shared.free;
            shared.free = first;
            shared.outside -= count;
            (*core).shared.set(shared);
            let unused = shared.outside == 0 && (*core).closed.load(Ordering::Relaxed);
            drop(lock);
            if unused {
                // No slot is in use, and none can be taken any more.
                Core::free(core.cast_mut());
            }
        }
    }

    /// Frees a pool.
    ///
    /// # Safety
    /// The pool is not used any more.
    unsafe fn free(core: *mut Core) {
        // SAFETY: boxed by `Pool::new`; every slab was allocated with this layout.
        unsafe {
            let core = Box::from_raw(core);
            for slab in core.slabs.take() {
                dealloc(slab.as_ptr().cast(), core.slab);
            }
        }
    }

    /// Takes out up to `count` slots, as a list that ends with NULL; at least one.
    fn take_out(&self, count: usize) -> (*mut Free, usize) {
        let _lock = locked();
        let mut shared = self.shared.get();
        if shared.free.is_null() {
            shared.free = self.new_slab();
        }
        let (first, mut last, mut taken) = (shared.free, shared.free, 1);
        // SAFETY: the list of free slots ends with NULL.
        unsafe {
            while taken < count && !(*last).next.is_null() {
                last = (*last).next;
                taken += 1;
            }
            shared.free = std::mem::replace(&mut (*last).next, ptr::null_mut());
        }
        shared.outside += taken;
        self.shared.set(shared);
        (first, taken)
    }

    /// The slots of a new slab, linked in the order of their addresses. Called under the lock.
    fn new_slab(&self) -> *mut Free {
        // SAFETY: the layout has a size above zero.
        let slab = unsafe { alloc(self.slab) }.cast::<Slab>();
        let Some(kept) = NonNull::new(slab) else {
            handle_alloc_error(self.slab)
        };
        let mut slabs = self.slabs.take();
        slabs.push(kept);
        self.slabs.set(slabs);
        let slots = (self.slab.size() - size_of::<Slab>()) / self.slot;
        let mut free = ptr::null_mut();
        // SAFETY: the slab has space for this many slots.
        unsafe {
            slab.write(Slab { core: self });
            let first = slab.add(1).cast::<u8>();
            for at in (0..slots).rev() {
                let slot = first.add(at * self.slot).cast::<Free>();
                slot.write(Free { next: free });
                free = slot;
            }
        }
        free
    }

    /// Takes a slot for an object.
    #[inline]
    fn slot(&self) -> *mut Free {
        let found = MINE.try_with(|mine| {
            let store = &mine.0[self.store];
            let free = store.free.get();
            if !ptr::eq(store.core.get(), self) || free.is_null() {
                return self.refill(store);
            }
            // SAFETY: a free slot of this pool.
            store.free.set(unsafe { (*free).next });
            store.count.set(store.count.get() - 1);
            free
        });
        // A thread that is exiting has no caches any more.
        found.unwrap_or_else(|_| self.take_out(1).0)
    }

    #[cold]
    #[inline(never)]
    fn refill(&self, store: &Store) -> *mut Free {
        if !ptr::eq(store.core.get(), self) {
            store.give_all_back();
            store.core.set(self);
        }
        let (first, taken) = self.take_out(BATCH);
        // SAFETY: the first of the slots that were taken.
        store.free.set(unsafe { (*first).next });
        store.count.set(taken - 1);
        first
    }

    /// Takes back the slot of an object.
    ///
    /// # Safety
    /// The object has been destroyed, and the slot belongs to this pool.
    #[inline]
    unsafe fn put(core: *const Core, slot: *mut Free) {
        // SAFETY: the pool lives while this slot is in use.
        let (number, closed) = unsafe { ((*core).store, (*core).closed.load(Ordering::Relaxed)) };
        let kept = MINE.try_with(|mine| {
            let store = &mine.0[number];
            if closed || !ptr::eq(store.core.get(), core) || store.count.get() >= STORE {
                // SAFETY: by contract.
                return unsafe { Core::put_slowly(core, store, slot, closed) };
            }
            // SAFETY: the slot is not shared.
            unsafe {
                slot.write(Free {
                    next: store.free.get(),
                })
            };
            store.free.set(slot);
            store.count.set(store.count.get() + 1);
        });
        if kept.is_err() {
            // SAFETY: by contract.
            unsafe { Core::take_back(core, slot, slot, 1) };
        }
    }

    /// [`Core::put`] for a full cache, or a cache that belongs to another pool.
    ///
    /// # Safety
    /// As [`Core::put`].
    #[cold]
    #[inline(never)]
    unsafe fn put_slowly(core: *const Core, store: &Store, slot: *mut Free, closed: bool) {
        let own = ptr::eq(store.core.get(), core);
        if closed {
            if own {
                store.give_all_back();
            }
            // SAFETY: the slot keeps the pool until this call.
            return unsafe { Core::take_back(core, slot, slot, 1) };
        }
        if own {
            store.give_back(core, BATCH);
        } else {
            store.give_all_back();
            store.core.set(core);
        }
        // SAFETY: the slot is not shared.
        unsafe {
            slot.write(Free {
                next: store.free.get(),
            })
        };
        store.free.set(slot);
        store.count.set(store.count.get() + 1);
    }
}

/// A pool of objects of one type. [`ObjectPtr::new_in`] creates objects; the thread that releases the last reference
/// frees them. They may outlive the pool: its memory is returned to the system when the last object has been freed, and
/// not before.
///
/// ```
/// use tvmlike_runtime::object::Pool;
/// use tvmlike_runtime::{ObjectPtr, object_type};
///
/// struct Handle { id: u32 }
/// object_type!(Handle = "doc.Handle");
///
/// let pool = Pool::new();
/// let handle = ObjectPtr::new_in(&pool, Handle { id: 7 });
/// drop(pool);
/// assert_eq!(handle.id, 7);
/// ```
pub struct Pool<T> {
    core: NonNull<Core>,
    makes: PhantomData<fn(T)>,
}

// SAFETY: the state that threads share is under the lock, atomic, or immutable.
unsafe impl<T> Send for Pool<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Pool<T> {}

impl<T> Pool<T> {
    const SLOT: usize = (SPACE_BEFORE + size_of::<ObjectBox<T>>()).next_multiple_of(16);
    const SLAB: usize = {
        let least = size_of::<Slab>() + LEAST_SLOTS * Self::SLOT;
        let least = least.next_power_of_two();
        if least > SLAB { least } else { SLAB }
    };
}

impl<T: ObjectType> Pool<T> {
    /// An empty pool. Allocates when the first object is created.
    pub fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        fork::heed();
        let slab = const {
            assert!(
                align_of::<T>() <= MAX_ALIGN,
                "an object's alignment must not exceed 8 bytes"
            );
            match Layout::from_size_align(Self::SLAB, Self::SLAB) {
                Ok(layout) => layout,
                Err(_) => panic!("an object body is too large"),
            }
        };
        let core = Core {
            slot: Self::SLOT,
            slab,
            // Pools created one after the other, such as those of one owner, use different caches.
            store: NEXT.fetch_add(1, Ordering::Relaxed) % STORES,
            closed: AtomicBool::new(false),
            shared: Cell::new(Shared {
                free: ptr::null_mut(),
                outside: 0,
            }),
            slabs: Cell::default(),
        };
        Self {
            // SAFETY: a box is not NULL.
            core: unsafe { NonNull::new_unchecked(Box::into_raw(Box::new(core))) },
            makes: PhantomData,
        }
    }
}

impl<T: ObjectType> Default for Pool<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Drop for Pool<T> {
    fn drop(&mut self) {
        let core = self.core.as_ptr().cast_const();
        // SAFETY: the pool's own reference to it.
        unsafe {
            // The slots in this thread's cache would keep the memory.
            let number = (*core).store;
            let _ = MINE.try_with(|mine| {
                let store = &mine.0[number];
                if ptr::eq(store.core.get(), core) {
                    store.give_all_back();
                }
            });
            let lock = locked();
            (*core).closed.store(true, Ordering::Relaxed);
            let unused = (*core).shared.get().outside == 0;
            drop(lock);
            if unused {
                Core::free(core.cast_mut());
            }
        }
    }
}

impl<T: ObjectType> ObjectPtr<T> {
    /// Makes a new object of a registered type in a pool.
    #[inline]
    pub fn new_in(pool: &Pool<T>, body: T) -> Self {
        let type_index = header_index::<T>();
        outstanding::created(type_index);
        // SAFETY: the pool lives while it is borrowed. A slot has space for the reserved bytes and the object, and is
        // aligned to 16.
        unsafe {
            let slot = pool.core.as_ref().slot().cast::<u8>();
            slot.write_bytes(0, SPACE_BEFORE);
            let object = slot.add(SPACE_BEFORE).cast::<ObjectBox<T>>();
            object.write(ObjectBox {
                header: TVMLikeObject {
                    counts: AtomicU64::new(NEW_COUNTS),
                    type_index: type_index.0,
                    zero: 0,
                    deleter: Some(delete_pooled::<T>),
                },
                body,
            });
            Self::from_owned(NonNull::new_unchecked(object.cast::<TVMLikeObject>()))
        }
    }
}

/// # Safety
/// As a deleter: the object was made by [`ObjectPtr::new_in`] with this body type, and the actions in `flags` are due.
unsafe extern "C" fn delete_pooled<T>(object: *mut c_void, flags: c_int) {
    let object = object.cast::<ObjectBox<T>>();
    // SAFETY: the memory is valid until it is returned below.
    let type_index = TypeIndex(unsafe { (*object).header.type_index });
    if flags & TVMLIKE_DELETE_STRONG != 0 && std::mem::needs_drop::<T>() {
        // As in `allocate`.
        // SAFETY: the flag shows that the last strong reference was released.
        let destroyed = catch_unwind(AssertUnwindSafe(|| unsafe {
            ptr::drop_in_place(&raw mut (*object).body);
        }));
        if let Err(payload) = destroyed {
            crate::payload::drop_payload(payload);
        }
    }
    if flags & TVMLIKE_DELETE_WEAK != 0 {
        // SAFETY: only objects in pools have this deleter, and they lie in a slab that is aligned to its size; no
        // reference is left.
        unsafe {
            let slot = object.cast::<u8>().sub(SPACE_BEFORE);
            let slab = slot.map_addr(|at| at & !(Pool::<T>::SLAB - 1)).cast::<Slab>();
            Core::put((*slab).core, slot.cast());
        }
    }
    // Last, because this may finish the plugin.
    if flags & TVMLIKE_DELETE_STRONG != 0 {
        outstanding::destroyed(type_index);
    }
}
