//! String objects over borrowed memory: read in place, trusted only by their deleter.

use std::ffi::{CStr, c_int, c_void};
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use tvmlike_runtime::abi::{
    TVMLIKE_STR, TVMLikeByteArray, TVMLikeDeleter, TVMLikeLentStringCell, TVMLikeObject, TVMLikePayload,
    TVMLikeValue,
};
use tvmlike_runtime::{Any, AnyView, PackedFunc, String as TvmString, ToAny, utf8};

/// A string object that a program lays out itself.
#[repr(C)]
struct Lent {
    header: TVMLikeObject,
    cell: TVMLikeLentStringCell,
    /// The flags that its deleter was called with.
    ended: AtomicI32,
}

/// # Safety
/// As a deleter of [`Lent`].
unsafe extern "C" fn end(object: *mut c_void, flags: c_int) {
    // SAFETY: only objects of this type have this deleter.
    unsafe { (*object.cast::<Lent>()).ended.store(flags, Ordering::Relaxed) };
}

fn lent(text: &'static CStr, deleter: TVMLikeDeleter) -> Lent {
    Lent {
        header: TVMLikeObject {
            counts: AtomicU64::new(1 | 1 << 32),
            type_index: TVMLIKE_STR,
            zero: 0,
            deleter,
        },
        cell: TVMLikeLentStringCell {
            text: TVMLikeByteArray {
                data: text.as_ptr(),
                size: text.count_bytes(),
            },
            deleter: Some(end),
        },
        ended: AtomicI32::new(0),
    }
}

fn view(object: &mut Lent) -> AnyView<'_> {
    let raw = TVMLikeValue {
        type_index: TVMLIKE_STR,
        small_len: 0,
        payload: TVMLikePayload {
            v_obj: (&raw mut *object).cast(),
        },
    };
    // SAFETY: the object is alive for the borrow.
    unsafe { AnyView::from_raw(raw) }
}

#[test]
fn borrowed_text_is_not_copied_and_released_once() {
    let mut object = lent(c"a text in the caller's memory", utf8::host_deleter());
    let data = object.cell.text.data;
    let ended = &raw const object.ended;
    {
        let value = view(&mut object);
        let text: &str = value.convert().unwrap();
        assert_eq!(
            (text, text.as_ptr()),
            ("a text in the caller's memory", data.cast())
        );
        assert_eq!(utf8::c_str(&value).unwrap().as_ptr(), data);
        let kept: TvmString = value.convert().unwrap();
        assert_eq!(kept.as_str().as_ptr(), data.cast());
        drop(kept);
        // SAFETY: the object is alive; its deleter only stores the flags.
        assert_eq!(unsafe { (*ended).load(Ordering::Relaxed) }, 0);
    }
    // SAFETY: this transfers the object's initial reference.
    drop(unsafe { Any::from_owned_object((&raw mut object).cast()) });
    // The deleter received both flags: destroy and free.
    assert_eq!(object.ended.load(Ordering::Relaxed), 3);
}

#[test]
fn text_of_an_unknown_deleter_is_checked() {
    let function = PackedFunc::typed("length", |text: TvmString| text.len());
    let mut bad = lent(c"not \xff UTF-8", Some(end));
    let error = function.invoke(&[view(&mut bad)]).unwrap_err().to_string();
    assert!(
        error.starts_with("ValueError: length: argument 1: the text is not UTF-8"),
        "{error}"
    );
    assert!(utf8::c_str(&view(&mut bad)).is_none());
    let mut good = lent(c"UTF-8, und wie: \xc3\xa4", Some(end));
    assert_eq!(
        function
            .invoke(&[view(&mut good)])
            .unwrap()
            .cast::<i64>()
            .unwrap(),
        18
    );
}

#[test]
fn long_strings_are_moved_without_a_copy() {
    for size in [0, 7, 8, 4095, 4096, 4097, 100_000] {
        let text = "x".repeat(size);
        let mut with_room = String::with_capacity(size + 1);
        with_room.push_str(&text);
        let room_address = with_room.as_ptr();
        let (value, other) = (text.to_any(), with_room.to_any());
        assert_eq!(value.cast::<String>().unwrap(), "x".repeat(size));
        let other: TvmString = other.cast().unwrap();
        assert_eq!(other.len(), size);
        assert_eq!(other.as_str().as_ptr() == room_address, size >= 4096);
        if size > 7 {
            let ended = utf8::c_str(value.view()).unwrap();
            assert_eq!(ended.count_bytes(), size);
        }
    }
    let with_nul = "a\0b".repeat(2000).to_any();
    assert!(utf8::c_str(with_nul.view()).is_none());
    assert_eq!(with_nul.cast::<String>().unwrap().len(), 6000);
}
