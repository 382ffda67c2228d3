//! Calls with keyword arguments.
//!
//! The package works out where each argument of a call stands, by the function's signature record (the hook `places`).
//! What it said is kept with the function: calls that look alike, with as many positional arguments and the same
//! keywords, are ordered without Python code. Invariant: an order is used only while the registry's generation and
//! the name of the function are those it was made for, so it is that of the function's present record. The names of an
//! order are of exactly the class `str`: those of a subclass may run code when they go, in the middle of a change here.

use std::mem::MaybeUninit;
use std::ptr;

use pyo3_ffi::*;

use super::Function;
use crate::api::generation;
use crate::hooks::hooks;
use crate::python::{self, Owned, Vectorcall, new_ref, type_of};

/// How many orders are kept per function: programs call in few ways.
const MAX_ORDERS: usize = 16;

/// How many arguments are ordered without an allocation.
const INLINE: usize = 8;

/// The orders of a function's calls, the last one that was used first.
pub(super) struct Orders(Vec<Order>);

/// Where the arguments of calls that look alike stand.
struct Order {
    /// How many arguments are positional.
    given: usize,
    /// The names of the others: a tuple of str.
    names: Owned,
    generation: u64,
    places: Places,
}

/// Where arguments stand.
#[derive(Default)]
struct Places {
    /// For each parameter the position of its argument among those of the call; `MISSING` where it is left to its
    /// default.
    of_parameters: Box<[i32]>,
    /// An argument more behind them: functions with overloads have one.
    last: Option<Owned>,
}

const MISSING: i32 = -1;

impl Order {
    /// Whether a call with these arguments is ordered so.
    ///
    /// # Safety
    /// `names` is a tuple. The GIL is held.
    #[inline(always)]
    unsafe fn matches(&self, given: usize, names: *mut PyObject, generation: u64) -> bool {
        self.given == given
            && self.generation == generation
            // The names of a call in the source are one tuple; those of `f(**keywords)` are a new one each time.
            // SAFETY: two tuples.
            && (self.names.get() == names || unsafe { same_items(self.names.get(), names) })
    }
}

/// Whether two tuples have the same objects. Names that are equal are nearly always one interned str.
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

/// Whether all items of a tuple are of exactly the class `str`.
///
/// # Safety
/// `names` is a tuple. The GIL is held.
unsafe fn are_exact(names: *mut PyObject) -> bool {
    // SAFETY: a tuple of living objects.
    unsafe {
        (0..PyTuple_Size(names)).all(|at| type_of(PyTuple_GetItem(names, at)) == &raw mut PyUnicode_Type)
    }
}

/// Forgets the orders of a function: it ends, or gets another name.
///
/// # Safety
/// A `PackedFunc`; the lock is held.
pub(super) unsafe fn forget(function: *mut PyObject) {
    let this = function.cast::<Function>();
    // SAFETY: by contract. The names are tuples of str, whose end runs no Python code.
    unsafe {
        let orders = std::mem::replace(&mut (*this).orders, ptr::null_mut());
        if !orders.is_null() {
            drop(Box::from_raw(orders));
        }
    }
}

/// Calls with `count` positional arguments, behind which the values of the keywords stand: `in_order` gets all of them
/// by position.
///
/// # Safety
/// The vectorcall protocol; `names` is not NULL.
#[inline(never)]
pub(super) unsafe fn call(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    names: *mut PyObject,
    in_order: Vectorcall,
) -> *mut PyObject {
    let mut room = [const { MaybeUninit::<*mut PyObject>::uninit() }; INLINE];
    let mut more = Vec::new();
    let mut own = Places::default();
    // SAFETY: by contract; there is room for as many arguments as the order has places.
    unsafe {
        let Some(places) = places(callable, count, names, &mut own) else {
            return ptr::null_mut();
        };
        // Calling may change the orders that are kept.
        let last = places
            .last
            .as_ref()
            .and_then(|last| Owned::new(new_ref(last.get())));
        let count = places.of_parameters.len();
        let total = count + usize::from(last.is_some());
        let ordered = if total <= INLINE {
            room.as_mut_ptr().cast::<*mut PyObject>()
        } else {
            more.reserve_exact(total);
            more.as_mut_ptr()
        };
        for (at, &place) in places.of_parameters.iter().enumerate() {
            let argument = if place == MISSING {
                hooks().missing
            } else {
                *args.add(place as usize)
            };
            ordered.add(at).write(argument);
        }
        if let Some(last) = &last {
            ordered.add(count).write(last.get());
        }
        in_order(callable, ordered, total, ptr::null_mut())
    }
}

/// Where the arguments of a call stand; `None` with the exception set where they do not fit the function. What is
/// returned is valid until Python code runs. It stands in `own` if it is not to be kept.
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
    // Read before the record is: what changes meanwhile shows at the next call.
    let generation = generation();
    // SAFETY: a PackedFunc and a tuple of str; the lock is held, and no Python code runs while `known` is borrowed.
    unsafe {
        if let Some(known) = (*this).orders.as_ref()
            && let Some(order) = known
                .0
                .iter()
                .find(|order| order.matches(given, names, generation))
        {
            return Some(&order.places);
        }
        let name = (*this).name;
        let held = (!name.is_null()).then(|| Owned::new(new_ref(name)));
        let places = compute_places(callable, given, names)?;
        // Meanwhile the function may have got another name, and so another record.
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

/// Asks the package where the arguments stand.
///
/// # Safety
/// `callable` is a `PackedFunc`, `names` a tuple. The GIL is held.
#[cold]
unsafe fn compute_places(callable: *mut PyObject, given: usize, names: *mut PyObject) -> Option<Places> {
    // SAFETY: a PackedFunc and a tuple; the hook gives a tuple of positions, behind which an argument may stand.
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
