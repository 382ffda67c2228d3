//! Calls with keyword arguments.
//!
//! The package computes the position of each argument from the function's signature record (the hook `places`). The
//! function caches the result: calls with the same number of positional arguments and the same keywords are ordered
//! without Python code. Invariant: an order is used only while the registry's generation and the name of the function are
//! the same as when it was computed, so it matches the function's present record. The names of an order are exactly of
//! class `str`: freeing an instance of a subclass may run code, in the middle of a change here.

use std::mem::MaybeUninit;
use std::ptr;

use pyo3_ffi::*;

use super::Function;
use crate::api::generation;
use crate::hooks::hooks;
use crate::python::{self, Owned, Vectorcall, decref, new_ref, type_of};

/// The maximum number of cached orders per function: programs call a function in few ways.
const MAX_ORDERS: usize = 16;

/// The number of arguments that need no allocation.
const INLINE: usize = 8;

/// The cached orders of a function, the newest first.
pub(super) struct Orders(Vec<Order>);

/// The positions of the arguments in calls of one form.
struct Order {
    /// The number of positional arguments.
    given: usize,
    /// The names of the other arguments: a tuple of str.
    names: Owned,
    generation: u64,
    places: Places,
}

/// The positions of arguments.
#[derive(Default)]
struct Places {
    /// For each parameter the position of its argument in the call; `MISSING` if it is left to its default.
    of_parameters: Box<[i32]>,
    /// One more argument after them, for functions with overloads.
    last: Option<Owned>,
}

const MISSING: i32 = -1;

impl Places {
    /// The number of arguments of a call by position.
    #[inline(always)]
    fn total(&self) -> usize {
        self.of_parameters.len() + usize::from(self.last.is_some())
    }

    /// Writes the arguments of a call by position.
    ///
    /// # Safety
    /// The places are for calls with these arguments; `ordered` has room for one of each parameter.
    #[inline(always)]
    unsafe fn order(&self, args: *const *mut PyObject, ordered: *mut *mut PyObject) {
        for (at, &place) in self.of_parameters.iter().enumerate() {
            // SAFETY: by contract.
            unsafe {
                let argument = if place == MISSING {
                    hooks().missing
                } else {
                    *args.add(place as usize)
                };
                ordered.add(at).write(argument);
            }
        }
    }
}

impl Order {
    /// Whether a call with these arguments is ordered so.
    ///
    /// # Safety
    /// `names` is a tuple. The GIL is held.
    #[inline(always)]
    unsafe fn matches(&self, given: usize, names: *mut PyObject, generation: u64) -> bool {
        self.given == given
            && self.generation == generation
            // A call in the source always passes the same tuple of names; `f(**keywords)` passes a new one each time.
            // SAFETY: two tuples.
            && (self.names.get() == names || unsafe { same_items(self.names.get(), names) })
    }
}

/// Whether two tuples have the same objects. Equal names are nearly always one interned str.
///
/// # Safety
/// `a` and `b` are tuples. The GIL is held.
unsafe fn same_items(a: *mut PyObject, b: *mut PyObject) -> bool {
    // SAFETY: two tuples.
    unsafe {
        let count = PyTuple_Size(a);
        count == PyTuple_Size(b) && (0..count).all(|at| PyTuple_GetItem(a, at) == PyTuple_GetItem(b, at))
    }
}

/// Whether all items of a tuple are exactly of class `str`.
///
/// # Safety
/// `names` is a tuple. The GIL is held.
unsafe fn are_exact(names: *mut PyObject) -> bool {
    // SAFETY: a tuple of living objects.
    unsafe {
        (0..PyTuple_Size(names)).all(|at| type_of(PyTuple_GetItem(names, at)) == &raw mut PyUnicode_Type)
    }
}

/// Frees the cached orders of a function, which is freed itself or gets another name.
///
/// # Safety
/// `function` is a `PackedFunc`. The GIL is held.
pub(super) unsafe fn forget(function: *mut PyObject) {
    let this = function.cast::<Function>();
    // SAFETY: by contract. The names are tuples of str; freeing them runs no Python code.
    unsafe {
        let orders = std::mem::replace(&mut (*this).orders, ptr::null_mut());
        if !orders.is_null() {
            drop(Box::from_raw(orders));
        }
    }
}

/// Calls with `count` positional arguments, which the values of the keywords follow: `in_order` receives all of them by
/// position.
///
/// # Safety
/// As for [`call::vectorcall`](super::call::vectorcall); `names` is not NULL.
#[inline(never)]
pub(super) unsafe fn call(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    names: *mut PyObject,
    in_order: Vectorcall,
) -> *mut PyObject {
    let mut room = [const { MaybeUninit::<*mut PyObject>::uninit() }; INLINE];
    // SAFETY: by contract; there is room for all positions of the order.
    unsafe {
        match cached(callable, count, names, generation()) {
            Some(places) if places.total() <= INLINE => {
                let ordered = room.as_mut_ptr().cast::<*mut PyObject>();
                places.order(args, ordered);
                let count = places.of_parameters.len();
                match &places.last {
                    None => in_order(callable, ordered, count, ptr::null_mut()),
                    Some(last) => call_with_last(callable, ordered, count, last, in_order),
                }
            }
            _ => call_rarely(callable, args, count, names, in_order),
        }
    }
}

/// Calls a function with overloads: `last` follows the `count` ordered arguments. A function of its own, because the
/// reference that it holds would cost every other call as well.
///
/// # Safety
/// As for [`call`]; there is room for one more argument.
#[inline(never)]
unsafe fn call_with_last(
    callable: *mut PyObject,
    ordered: *mut *mut PyObject,
    count: usize,
    last: &Owned,
    in_order: Vectorcall,
) -> *mut PyObject {
    // SAFETY: by contract. The call may free the cached orders, so the argument is held here.
    unsafe {
        let last = new_ref(last.get());
        ordered.add(count).write(last);
        let result = in_order(callable, ordered, count + 1, ptr::null_mut());
        decref(last);
        result
    }
}

/// The same for a form of call that is not cached, or with many parameters.
///
/// # Safety
/// As for [`call`].
#[inline(never)]
unsafe fn call_rarely(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    names: *mut PyObject,
    in_order: Vectorcall,
) -> *mut PyObject {
    let mut room = [const { MaybeUninit::<*mut PyObject>::uninit() }; INLINE];
    let mut more = Vec::new();
    let mut own = Places::default();
    // SAFETY: by contract; there is room for all positions of the order.
    unsafe {
        let Some(places) = places(callable, count, names, &mut own) else {
            return ptr::null_mut();
        };
        // The call may change the cached orders.
        let last = places
            .last
            .as_ref()
            .and_then(|last| Owned::new(new_ref(last.get())));
        let count = places.of_parameters.len();
        let total = places.total();
        let ordered = if total <= INLINE {
            room.as_mut_ptr().cast::<*mut PyObject>()
        } else {
            more.reserve_exact(total);
            more.as_mut_ptr()
        };
        places.order(args, ordered);
        if let Some(last) = &last {
            ordered.add(count).write(last.get());
        }
        in_order(callable, ordered, total, ptr::null_mut())
    }
}

/// The positions of the arguments of a call; `None` with the exception set if they do not match the function. The result
/// is valid until Python code runs. It is stored in `own` if it cannot be cached.
///
/// # Safety
/// `callable` is a `PackedFunc`, `names` a tuple. The GIL is held.
unsafe fn places(
    callable: *mut PyObject,
    given: usize,
    names: *mut PyObject,
    own: &mut Places,
) -> Option<&Places> {
    let this = callable.cast::<Function>();
    // Read before the record, so that a change made meanwhile is detected at the next call.
    let generation = generation();
    // SAFETY: a PackedFunc and a tuple of str; the GIL is held.
    unsafe {
        if let Some(places) = cached(callable, given, names, generation) {
            return Some(places);
        }
        let name = (*this).name;
        let held = (!name.is_null()).then(|| Owned::new(new_ref(name)));
        let places = compute_places(callable, given, names)?;
        // The function may have got another name meanwhile, and so another record.
        let is_kept = (*this).name == name && are_exact(names);
        drop(held);
        if !is_kept {
            *own = places;
            return Some(own);
        }
        let order = Order {
            given,
            names: Owned::new(new_ref(names))?,
            generation,
            places,
        };
        if (*this).orders.is_null() {
            (*this).orders = Box::into_raw(Box::new(Orders(Vec::new())));
        }
        let known = &mut (*(*this).orders).0;
        known.retain(|order| order.generation == generation);
        known.truncate(MAX_ORDERS - 1);
        known.insert(0, order);
        Some(&known[0].places)
    }
}

/// The cached positions, valid until Python code runs.
///
/// # Safety
/// As for [`places`].
#[inline(always)]
unsafe fn cached<'a>(
    callable: *mut PyObject,
    given: usize,
    names: *mut PyObject,
    generation: u64,
) -> Option<&'a Places> {
    // SAFETY: a PackedFunc and a tuple of str; no Python code runs while the orders are borrowed.
    unsafe {
        let known = (*callable.cast::<Function>()).orders.as_ref()?;
        let mut orders = known.0.iter();
        let order = orders.find(|order| order.matches(given, names, generation))?;
        Some(&order.places)
    }
}

/// Queries the positions from the package.
///
/// # Safety
/// `callable` is a `PackedFunc`, `names` a tuple. The GIL is held.
#[cold]
unsafe fn compute_places(callable: *mut PyObject, given: usize, names: *mut PyObject) -> Option<Places> {
    // SAFETY: a PackedFunc and a tuple; the hook returns a tuple of positions, which one argument may follow.
    unsafe {
        let number = Owned::new(PyLong_FromSize_t(given))?;
        let places = Owned::new(python::call(hooks().places, &[callable, number.get(), names]))?;
        let total = PyTuple_Size(places.get());
        if total < 0 {
            return None;
        }
        let last = (total > 0)
            .then(|| PyTuple_GetItem(places.get(), total - 1))
            .filter(|last| type_of(*last).cast() == hooks().by_name_class)
            .and_then(|last| Owned::new(new_ref(last)));
        let total = total - Py_ssize_t::from(last.is_some());
        let most = given as i64 + PyTuple_Size(names) as i64;
        let place = |at| {
            let place = PyLong_AsLongLong(PyTuple_GetItem(places.get(), at));
            (-1..most).contains(&place).then_some(place as i32)
        };
        let found = (0..total).map(place).collect::<Option<Box<[i32]>>>();
        if found.is_none() && PyErr_Occurred().is_null() {
            python::raise(
                PyExc_SystemError,
                c"the hook `places` returned a position that no argument has",
            );
        }
        Some(Places {
            of_parameters: found?,
            last,
        })
    }
}
