//! Lookups among 10,000 names: in TVM's kind of table, in the registry from Rust, and in the registry by the C function.

use std::ffi::{CString, c_char, c_int, c_void};
use std::hint::black_box;

use libloading::Library;
use tvmlike::prelude::*;

use crate::measure::{Row, table};

const NAMES: usize = 10_000;

unsafe extern "C" {
    fn peer_table_new() -> *mut c_void;
    fn peer_table_free(table: *mut c_void);
    fn peer_table_insert(table: *mut c_void, name: *const c_char);
    fn peer_table_find(table: *mut c_void, name: *const c_char) -> i64;
    fn peer_table_peek(table: *mut c_void, key: *const c_void) -> i64;
    fn peer_key_new(name: *const c_char) -> *mut c_void;
    fn peer_key_free(key: *mut c_void);
}

type GetGlobal = unsafe extern "C" fn(*const c_char, *mut *mut c_void) -> c_int;
type Free = unsafe extern "C" fn(*mut c_void) -> c_int;
type Register = unsafe extern "C" fn(*const c_char, *mut c_void, c_int) -> c_int;

pub(crate) fn run() -> Result<()> {
    let names: Vec<CString> = (0..NAMES)
        .map(|i| CString::new(format!("namespace_{}.function_{i}", i % 50)))
        .collect::<Result<_, _>>()?;
    let texts: Vec<&str> = names
        .iter()
        .map(|name| name.to_str().unwrap_or_default())
        .collect();
    // The order of lookups differs from that of insertion.
    let order: Vec<usize> = (0..NAMES).map(|i| i * 7_919 % NAMES).collect();

    // SAFETY: the peer's own functions, with C strings.
    let peer = unsafe { peer_table_new() };
    for name in &names {
        // SAFETY: as above.
        unsafe { peer_table_insert(peer, name.as_ptr()) };
    }
    for text in &texts {
        tvmlike::register(text, PackedFunc::new(|_| Ok(Any::default())))?;
    }
    // SAFETY: our own library, with the types of its header.
    let library = unsafe { Library::new(crate::libraries().join("libtvmlike.so"))? };
    // SAFETY: as above.
    let (get, free, register) = unsafe {
        (
            *library.get::<GetGlobal>("TVMFuncGetGlobal")?,
            *library.get::<Free>("TVMFuncFree")?,
            *library.get::<Register>("TVMFuncRegisterGlobal")?,
        )
    };
    let function = PackedFunc::new(|_| Ok(Any::default()));
    for name in &names {
        // SAFETY: a live function object, to which the library's registry takes a reference.
        unsafe { register(name.as_ptr(), function.as_object().as_raw().cast(), 1) };
    }

    // SAFETY: the peer's own function, with C strings.
    let keys: Vec<*mut c_void> = names
        .iter()
        .map(|name| unsafe { peer_key_new(name.as_ptr()) })
        .collect();

    let rows = vec![
        Row::new("mutex + std::unordered_map", None, || {
            for &at in &order {
                // SAFETY: a C string and the peer's table.
                black_box(unsafe { peer_table_find(peer, names[at].as_ptr()) });
            }
        }),
        Row::new("the same, key at hand and no reference taken", None, || {
            for &at in &order {
                // SAFETY: the peer's own key and table.
                black_box(unsafe { peer_table_peek(peer, keys[at]) });
            }
        }),
        Row::new("tvmlike::get from Rust, with its release", Some(1.0), || {
            for &at in &order {
                black_box(tvmlike::find(texts[at]));
            }
        }),
        Row::new("TVMFuncGetGlobal + TVMFuncFree", Some(1.0), || {
            for &at in &order {
                let mut handle = std::ptr::null_mut();
                // SAFETY: a C string and a valid result pointer; the handle is freed.
                unsafe {
                    get(names[at].as_ptr(), &mut handle);
                    free(black_box(handle));
                }
            }
        }),
    ];
    table("A look-up by name among 10,000", NAMES, rows);
    // SAFETY: created above, not used any more.
    unsafe {
        keys.into_iter().for_each(|key| peer_key_free(key));
        peer_table_free(peer);
    }
    Ok(())
}
