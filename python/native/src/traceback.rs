//! Native frames in Python tracebacks, and Python frames in native backtraces.
//!
//! A backtrace is text with one frame per line, the most recent call first: `  File "add.rs", line 12, in tensor.add`.
//! A Python traceback is a linked list that begins at the outermost call. A native frame becomes a traceback entry with a
//! frame object that the package makes for its file and name; frames are cached by their line of text.

use std::collections::HashMap;
use std::ffi::CStr;
use std::hash::{BuildHasher, Hasher};

use pyo3_ffi::*;

use crate::hooks::hooks;
use crate::python::{GilCell, Owned, call, decref, new_ref};

/// The maximum number of frames in the text for a Python traceback: the innermost ones.
const MAX_FRAMES: usize = 64;
/// The maximum number of cached lines.
const MAX_REMEMBERED: usize = 4096;

/// A frame and a line number, the arguments of `TracebackType`.
#[derive(Clone, Copy)]
struct Place {
    frame: *mut PyObject,
    line: *mut PyObject,
}

type Places = HashMap<Box<[u8]>, Place, ByWords>;

static PLACES: GilCell<Option<Places>> = GilCell::new(None);

/// Hashes lines eight bytes at a time. Lines name places in programs, so only code that already runs in the process could
/// choose them to collide.
#[derive(Default, Clone, Copy)]
struct ByWords;

impl BuildHasher for ByWords {
    type Hasher = Words;

    fn build_hasher(&self) -> Words {
        Words(0)
    }
}

struct Words(u64);

impl Hasher for Words {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut add = |word: u64| {
            self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        };
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| add(u64::from_le_bytes(*word)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        add(u64::from_le_bytes(last));
    }

    fn finish(&self) -> u64 {
        // The table uses the upper and the lower bits.
        self.0 ^ self.0 >> 32
    }
}

/// The lines of a text, without their ends.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        // SAFETY: `text.len()` bytes can be read.
        let end = unsafe { libc::memchr(text.as_ptr().cast(), i32::from(b'\n'), text.len()) };
        if end.is_null() {
            rest = None;
            return Some(text);
        }
        let size = end as usize - text.as_ptr() as usize;
        rest = Some(&text[size + 1..]);
        Some(&text[..size])
    })
}

/// Prepends the frames of a backtrace to an exception's traceback, that is, as its callers.
///
/// # Safety
/// `exception` is a living exception. The GIL is held.
pub(crate) unsafe fn prepend(exception: *mut PyObject, backtrace: &[u8]) {
    // SAFETY: a living exception, and the GIL is held.
    unsafe {
        let start = PyException_GetTraceback(exception);
        let mut traceback = start;
        for line in lines(backtrace).filter(|line| !line.is_empty()) {
            let Some(place) = place_of(line) else {
                PyErr_Clear();
                continue;
            };
            // The call may run Python code, which may clear the cache.
            let (Some(frame), Some(number)) =
                (Owned::new(new_ref(place.frame)), Owned::new(new_ref(place.line)))
            else {
                break;
            };
            let next = if traceback.is_null() { Py_None() } else { traceback };
            let made = call(
                hooks().traceback_type,
                &[next, frame.get(), hooks().no_instruction, number.get()],
            );
            if made.is_null() {
                PyErr_Clear();
                break;
            }
            drop(Owned::new(traceback));
            traceback = made;
        }
        if let Some(traceback) = Owned::new(traceback) {
            PyException_SetTraceback(exception, traceback.get());
        }
    }
}

/// Prepends the frames that a backtrace has after the exception's own.
///
/// # Safety
/// As for [`prepend`].
pub(crate) unsafe fn prepend_new_frames(exception: *mut PyObject, backtrace: &[u8]) {
    // SAFETY: a living exception.
    let own = unsafe { text_of(exception) };
    if let Some(added) = backtrace.strip_prefix(own.as_bytes())
        && !added.is_empty()
    {
        // SAFETY: as above.
        unsafe { prepend(exception, added) }
    }
}

/// The frame and line for a line of a backtrace; `None` for a line of another form, or with an exception set.
///
/// # Safety
/// The GIL is held.
unsafe fn place_of(line: &[u8]) -> Option<Place> {
    // SAFETY: the GIL is held; the borrow of the table ends before Python code runs.
    unsafe {
        let known = PLACES.get().get_or_insert_default().get(line).copied();
        if known.is_some() {
            return known;
        }
        let text = std::str::from_utf8(line)
            .ok()?
            .trim_start()
            .strip_prefix("File \"")?;
        let (file, rest) = text.split_once("\", line ")?;
        let (number, name) = rest.split_once(", in ")?;
        let number: usize = number.parse().ok()?;
        let file = Owned::new(text_object(file))?;
        let name = Owned::new(text_object(name))?;
        let frame = call(hooks().frame, &[file.get(), name.get()]);
        if frame.is_null() {
            return None;
        }
        let place = Place {
            frame,
            line: PyLong_FromSize_t(number),
        };
        if place.line.is_null() {
            decref(frame);
            return None;
        }
        let forgotten = {
            let places = PLACES.get().get_or_insert_default();
            let full = places.len() >= MAX_REMEMBERED;
            let forgotten = if full {
                std::mem::take(places)
            } else {
                Places::default()
            };
            places.insert(line.into(), place);
            forgotten
        };
        for place in forgotten.into_values() {
            decref(place.frame);
            decref(place.line);
        }
        Some(place)
    }
}

/// A str.
///
/// # Safety
/// The GIL is held.
unsafe fn text_object(text: &str) -> *mut PyObject {
    // SAFETY: text that lives for the call.
    unsafe { PyUnicode_FromStringAndSize(text.as_ptr().cast(), text.len() as Py_ssize_t) }
}

/// The attribute of an exception with more than [`MAX_FRAMES`] frames: the address of a traceback entry, and the text of the
/// innermost frames, which are behind that entry. It spares an exception that crosses many calls a walk through all its
/// frames at each of them: a traceback grows at its beginning.
const FRAMES: &CStr = c"__tvmlike_frames__";

/// The frames of an exception's traceback as backtrace text. Frames that cannot be read are omitted.
///
/// # Safety
/// `exception` is a living exception. The GIL is held.
pub(crate) unsafe fn text_of(exception: *mut PyObject) -> String {
    // SAFETY: a living exception; every step takes a new reference.
    unsafe {
        let mut entries = Vec::new();
        let mut entry = Owned::new(PyException_GetTraceback(exception));
        while let Some(here) = entry {
            entry = attribute(here.get(), c"tb_next").filter(|next| next.get() != Py_None());
            entries.push(here);
            if entries.len() == MAX_FRAMES + 1
                && let Some(text) = remembered(exception, &entries)
            {
                remember(exception, &entries, &text);
                return text;
            }
        }
        let mut text = String::new();
        for entry in entries.iter().rev().take(MAX_FRAMES) {
            if let Some(line) = line_of(entry.get()) {
                text += &line;
            }
        }
        if entries.len() > MAX_FRAMES {
            remember(exception, &entries, &text);
        }
        text
    }
}

/// The text that an exception remembers, if it is that of one of these entries, the first ones of its traceback.
///
/// # Safety
/// `exception` is a living exception. The GIL is held.
unsafe fn remembered(exception: *mut PyObject, entries: &[Owned]) -> Option<String> {
    // SAFETY: living objects; the exception's class has no say in it.
    unsafe {
        let name = Owned::new(PyUnicode_InternFromString(FRAMES.as_ptr()));
        let value = name.and_then(|name| Owned::new(PyObject_GenericGetAttr(exception, name.get())));
        let Some(value) = value else {
            PyErr_Clear();
            return None;
        };
        if PyTuple_Check(value.get()) == 0 || PyTuple_Size(value.get()) != 2 {
            return None;
        }
        let address = PyLong_AsSize_t(PyTuple_GetItem(value.get(), 0));
        if !PyErr_Occurred().is_null() {
            PyErr_Clear();
            return None;
        }
        entries.iter().find(|entry| entry.get() as usize == address)?;
        utf8(PyTuple_GetItem(value.get(), 1))
    }
}

/// Lets an exception remember the text for its first entry. An exception that cannot have it is walked through again.
///
/// # Safety
/// As for [`remembered`].
unsafe fn remember(exception: *mut PyObject, entries: &[Owned], text: &str) {
    let Some(first) = entries.first() else {
        return;
    };
    // SAFETY: living objects; the tuple steals the references to its items.
    unsafe {
        let made = (|| {
            let name = Owned::new(PyUnicode_InternFromString(FRAMES.as_ptr()))?;
            let pair = Owned::new(PyTuple_New(2))?;
            PyTuple_SetItem(pair.get(), 0, PyLong_FromSize_t(first.get() as usize));
            PyTuple_SetItem(pair.get(), 1, text_object(text));
            (PyErr_Occurred().is_null() && PyObject_GenericSetAttr(exception, name.get(), pair.get()) == 0)
                .then_some(())
        })();
        if made.is_none() {
            PyErr_Clear();
        }
    }
}

/// The line for one entry of a traceback; `None` where an attribute cannot be read.
///
/// # Safety
/// `entry` is a living object. The GIL is held.
unsafe fn line_of(entry: *mut PyObject) -> Option<String> {
    // SAFETY: a traceback entry.
    unsafe {
        let frame = attribute(entry, c"tb_frame")?;
        let code = attribute(frame.get(), c"f_code")?;
        let number = attribute(entry, c"tb_lineno")?;
        let number = PyLong_AsLongLong(number.get());
        if number == -1 {
            PyErr_Clear();
        }
        let file = text_attribute(code.get(), c"co_filename")?;
        let name = text_attribute(code.get(), c"co_name")?;
        Some(format!("  File \"{file}\", line {number}, in {name}\n"))
    }
}

/// An attribute; `None`, without an exception, where it cannot be read.
///
/// # Safety
/// `object` is a living object. The GIL is held.
unsafe fn attribute(object: *mut PyObject, name: &CStr) -> Option<Owned> {
    // SAFETY: a living object.
    unsafe {
        let value = Owned::new(PyObject_GetAttrString(object, name.as_ptr()));
        if value.is_none() {
            PyErr_Clear();
        }
        value
    }
}

/// An attribute that is a str; `None`, without an exception, for every other one.
///
/// # Safety
/// As for [`attribute`].
unsafe fn text_attribute(object: *mut PyObject, name: &CStr) -> Option<String> {
    // SAFETY: a living object.
    unsafe {
        let value = attribute(object, name)?;
        utf8(value.get())
    }
}

/// The text of a str; `None`, without an exception, for every other object.
///
/// # Safety
/// `value` is a living object. The GIL is held.
unsafe fn utf8(value: *mut PyObject) -> Option<String> {
    // SAFETY: a living object; the UTF-8 of a str lives as long as the str.
    unsafe {
        let mut size = 0;
        let text = (crate::python::functions().as_utf8)(value, &raw mut size);
        if text.is_null() {
            PyErr_Clear();
            return None;
        }
        let bytes = std::slice::from_raw_parts(text.cast::<u8>(), size as usize);
        Some(String::from_utf8_lossy(bytes).into_owned())
    }
}
