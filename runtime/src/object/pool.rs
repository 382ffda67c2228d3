//! Pools: objects of one type whose memory comes from slabs that an owner keeps, such as the handles of a context.
//!
//! Each thread keeps some free slots of the pools that it uses last, so that making and freeing an object touches nothing
//! that other threads write to. Slots go between the threads' stores and the pool in batches, under one lock. Invariants: a
//! slab is aligned to its size and begins with the address of its pool, so a slot knows where it belongs; a pool counts the
//! slots that are with objects or in threads' stores, and is freed when its [`Pool`] is gone and that count is zero.

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

mod fork;

/// A slab is at least so long.
const SLAB: usize = 16 << 10;
/// A slab has room for at least so many objects.
const LEAST_SLOTS: usize = 16;
/// So many slots go between a thread's store and the pool at a time.
const BATCH: usize = 32;
/// A thread's store has so many slots at most.
const STORE: usize = 2 * BATCH;
/// A thread has stores for so many pools.
const STORES: usize = 8;

/// A slot that no object lies in.
struct Free {
    next: *mut Free,
}

/// What a slab begins with.
#[repr(align(16))]
struct Slab {
    core: *const Core,
}

/// The part of a pool that outlives its [`Pool`] as long as there are objects.
struct Core {
    slot: usize,
    slab: Layout,
    /// Which of a thread's stores it uses.
    store: usize,
    /// Whether the `Pool` is gone: nothing is made any more, and slots go back at once.
    closed: AtomicBool,
    shared: Cell<Shared>,
    slabs: Cell<Vec<NonNull<Slab>>>,
}

/// What the lock guards.
#[derive(Clone, Copy)]
struct Shared {
    free: *mut Free,
    /// How many slots are with objects or in threads' stores.
    outside: usize,
}

/// Guards [`Core::shared`] and [`Core::slabs`] of all pools. Held for some instructions, once for a batch.
static LOCK: Mutex<()> = Mutex::new(());

fn locked() -> MutexGuard<'static, ()> {
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread's free slots of one pool.
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
    /// Gives all slots back to their pool, which may be freed by it.
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
            // SAFETY: there are `count` slots in the row.
            last = unsafe { (*last).next };
        }
        // SAFETY: the last slot of those that are given back; the pool lives while the store has slots of it.
        unsafe {
            self.free.set((*last).next);
            self.count.set(self.count.get() - count);
            Core::take_back(core, first, last, count);
        }
    }
}

impl Core {
    /// Takes slots back, which stand in a row from `first` to `last`; frees the pool where these were the last of one that
    /// is closed.
    ///
    /// # Safety
    /// The slots are outside of this pool, and the caller gives them up.
    unsafe fn take_back(core: *const Core, first: *mut Free, last: *mut Free, count: usize) {
        // SAFETY: the pool lives while slots of it are outside.
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
                // Nobody has a slot, and nobody can take one.
                Core::free(core.cast_mut());
            }
        }
    }

    /// # Safety
    /// Nobody uses the pool any more.
    unsafe fn free(core: *mut Core) {
        // SAFETY: boxed by `Pool::new`; every slab was allocated with this layout.
        unsafe {
            let core = Box::from_raw(core);
            for slab in core.slabs.take() {
                dealloc(slab.as_ptr().cast(), core.slab);
            }
        }
    }

    /// Takes up to `count` slots out, in a row that ends with NULL; at least one.
    fn take_out(&self, count: usize) -> (*mut Free, usize) {
        let _lock = locked();
        let mut shared = self.shared.get();
        if shared.free.is_null() {
            shared.free = self.new_slab();
        }
        let (first, mut last, mut taken) = (shared.free, shared.free, 1);
        // SAFETY: the row of free slots ends with NULL.
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

    /// The slots of a new slab, in a row in the order of their addresses. Under the lock.
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
        // SAFETY: so many slots lie behind the slab's beginning.
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

    /// A slot for an object.
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
        // A thread at its very end has no stores any more.
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

    /// Takes the slot of an object back.
    ///
    /// # Safety
    /// The object is gone, and the slot is of this pool.
    #[inline]
    unsafe fn put(core: *const Core, slot: *mut Free) {
        // SAFETY: the pool lives while this slot is outside.
        let (number, closed) = unsafe { ((*core).store, (*core).closed.load(Ordering::Relaxed)) };
        let kept = MINE.try_with(|mine| {
            let store = &mine.0[number];
            if closed || !ptr::eq(store.core.get(), core) || store.count.get() >= STORE {
                // SAFETY: by contract.
                return unsafe { Core::put_slowly(core, store, slot, closed) };
            }
            // SAFETY: nobody else has the slot.
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

    #[cold]
    #[inline(never)]
    unsafe fn put_slowly(core: *const Core, store: &Store, slot: *mut Free, closed: bool) {
        let own = ptr::eq(store.core.get(), core);
        if closed {
            if own {
                store.give_all_back();
            }
            // SAFETY: the slot keeps the pool until now.
            return unsafe { Core::take_back(core, slot, slot, 1) };
        }
        if own {
            store.give_back(core, BATCH);
        } else {
            store.give_all_back();
            store.core.set(core);
        }
        // SAFETY: nobody else has the slot.
        unsafe {
            slot.write(Free {
                next: store.free.get(),
            })
        };
        store.free.set(slot);
        store.count.set(store.count.get() + 1);
    }
}

/// A pool of objects of one type. Objects are made by [`ObjectPtr::new_in`], and freed by whichever thread drops the last
/// reference. They may outlive the pool: its memory stays until the last of them is gone. It is not given back to the
/// system before that.
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

// SAFETY: what threads share of a pool is under the lock, or atomic, or does not change.
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
    /// An empty pool. It allocates when the first object is made.
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
            // Pools that are made one after the other, such as those of one owner, have stores of their own.
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
            // What this thread has in store would keep the memory.
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
    /// Makes a new object of a registered type with memory of a pool.
    #[inline]
    pub fn new_in(pool: &Pool<T>, body: T) -> Self {
        let type_index = header_index::<T>();
        outstanding::created(type_index);
        // SAFETY: the pool lives while it is borrowed. A slot has room for the space before the object and the object, and
        // is aligned to 16.
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

unsafe extern "C" fn delete_pooled<T>(object: *mut c_void, flags: c_int) {
    let object = object.cast::<ObjectBox<T>>();
    // SAFETY: the memory is alive until it is given back below.
    let type_index = TypeIndex(unsafe { (*object).header.type_index });
    if flags & TVMLIKE_DELETE_STRONG != 0 && std::mem::needs_drop::<T>() {
        // As in `allocate`.
        // SAFETY: the flag says that the last strong reference is gone.
        let destroyed = catch_unwind(AssertUnwindSafe(|| unsafe {
            ptr::drop_in_place(&raw mut (*object).body);
        }));
        if let Err(payload) = destroyed {
            crate::function::shim::drop_payload(payload);
        }
    }
    if flags & TVMLIKE_DELETE_WEAK != 0 {
        // SAFETY: this deleter stands only in objects of pools, which lie in a slab that is aligned to its size; nobody
        // refers to the memory any more.
        unsafe {
            let slot = object.cast::<u8>().sub(SPACE_BEFORE);
            let slab = slot.map_addr(|at| at & !(Pool::<T>::SLAB - 1)).cast::<Slab>();
            Core::put((*slab).core, slot.cast());
        }
    }
    // Last of all: the plugin may be finished by this.
    if flags & TVMLIKE_DELETE_STRONG != 0 {
        outstanding::destroyed(type_index);
    }
}
