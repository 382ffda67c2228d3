//! The Python interpreter of the process, if there is one.
//!
//! For tvm-ffi's errors, and for the libraries of TVM's and DGL's front ends. Invariants: its functions are looked up in the
//! process, never linked; functions that need the GIL are called with the GIL held.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem;
use std::os::unix::ffi::OsStringExt;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::library::file_of;

/// A `PyObject*`.
pub type Object = *mut c_void;

/// An address of the interpreter's code, for a program that does not export its symbols.
static KNOWN_CODE: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());

/// Records a function of the interpreter: the other functions are looked up in its library, too. A function of another library is
/// ignored.
pub fn has_code_at(function: *mut c_void) {
    if beside(function, c"Py_IsInitialized").is_some() {
        KNOWN_CODE.store(function, Ordering::Release);
    }
}

/// Looks up a symbol of the interpreter: in the process, or in the library of the recorded function.
pub fn symbol(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: a C string.
    let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    if !found.is_null() {
        return Some(found);
    }
    beside(KNOWN_CODE.load(Ordering::Acquire), name)
}

/// Looks up a symbol in the library that contains an address of code.
fn beside(code: *mut c_void, name: &CStr) -> Option<*mut c_void> {
    let file = CString::new(file_of(code)?.into_os_string().into_vec()).ok()?;
    // SAFETY: C strings; the library stays open, because it contains the interpreter or an extension module.
    unsafe {
        let library = libc::dlopen(file.as_ptr(), libc::RTLD_NOLOAD | libc::RTLD_NOW);
        let found = (!library.is_null()).then(|| libc::dlsym(library, name.as_ptr()))?;
        (!found.is_null()).then_some(found)
    }
}

/// Declares the functions of the interpreter, with the names under which they are looked up.
macro_rules! found {
    ($($(#[$doc:meta])* $name:ident = $($symbol:literal)|+: $type:ty;)*) => {
        /// The functions of the interpreter, with the signatures of CPython's documentation.
        pub struct Python {
            $($(#[$doc])* pub $name: $type,)*
            /// The variable that holds the class of all exceptions.
            pub base_exception: *const Object,
        }

        fn find() -> Option<Python> {
            Some(Python {
                $(
                    // SAFETY: these names are CPython's, and the functions have these signatures in every version.
                    $name: unsafe {
                        mem::transmute::<*mut c_void, $type>(None$(.or_else(|| symbol($symbol)))+?)
                    },
                )*
                base_exception: symbol(c"PyExc_BaseException")?.cast_const().cast(),
            })
        }
    };
}

/// A function without arguments that returns an int.
pub type Asks = unsafe extern "C" fn() -> c_int;
/// A pending call of the interpreter.
pub type Pending = unsafe extern "C" fn(*mut c_void) -> c_int;
/// Takes its arguments by a format, like `printf`.
type CallFunction = unsafe extern "C" fn(Object, *const c_char, ...) -> Object;
type Gives = unsafe extern "C" fn() -> Object;
type Three = unsafe extern "C" fn(*mut Object, *mut Object, *mut Object);

found! {
    /// Whether the interpreter runs. False as soon as it begins to finalize.
    is_initialized = c"Py_IsInitialized": Asks;
    /// Acquires the GIL, on any thread, whether or not the thread holds it.
    lock = c"PyGILState_Ensure": Asks;
    /// Releases the GIL, with the state that acquiring it returned.
    unlock = c"PyGILState_Release": unsafe extern "C" fn(c_int);
    /// The thread state of this thread.
    own_state = c"PyGILState_GetThisThreadState": Gives;
    /// The thread state that holds the GIL.
    holding_state = c"PyThreadState_GetUnchecked" | c"_PyThreadState_UncheckedGet": Gives;
    /// Asks the main thread to call a function soon.
    add_pending = c"Py_AddPendingCall": unsafe extern "C" fn(Pending, *mut c_void) -> c_int;
    /// Takes the raised exception: class, value, traceback.
    fetch = c"PyErr_Fetch": Three;
    /// Makes the value an instance of the class.
    normalize = c"PyErr_NormalizeException": Three;
    /// Raises an exception; takes ownership of the three references.
    restore = c"PyErr_Restore": unsafe extern "C" fn(Object, Object, Object);
    /// Sets the traceback of an exception.
    set_traceback = c"PyException_SetTraceback": unsafe extern "C" fn(Object, Object) -> c_int;
    /// Clears the raised exception.
    clear = c"PyErr_Clear": unsafe extern "C" fn();
    /// Adds a reference; NULL is ignored.
    retain = c"Py_IncRef": unsafe extern "C" fn(Object);
    /// Releases a reference; NULL is ignored.
    release = c"Py_DecRef": unsafe extern "C" fn(Object);
    /// The class of an object, as a new reference.
    type_of = c"PyObject_Type": unsafe extern "C" fn(Object) -> Object;
    /// An attribute, as a new reference.
    get_attribute = c"PyObject_GetAttrString": unsafe extern "C" fn(Object, *const c_char) -> Object;
    /// Whether an object has an attribute.
    has_attribute = c"PyObject_HasAttrString": unsafe extern "C" fn(Object, *const c_char) -> c_int;
    /// Whether an object is an instance of a class.
    is_instance = c"PyObject_IsInstance": unsafe extern "C" fn(Object, Object) -> c_int;
    /// `str()` of an object.
    text = c"PyObject_Str": unsafe extern "C" fn(Object) -> Object;
    /// Encodes a string, with an encoding and an error handler.
    encode = c"PyUnicode_AsEncodedString":
        unsafe extern "C" fn(Object, *const c_char, *const c_char) -> Object;
    /// The address and size of a bytes object's content.
    bytes = c"PyBytes_AsStringAndSize":
        unsafe extern "C" fn(Object, *mut *mut c_char, *mut isize) -> c_int;
    /// The dictionary of imported modules, borrowed.
    modules = c"PyImport_GetModuleDict": Gives;
    /// The next entry of a dictionary, borrowed.
    next = c"PyDict_Next":
        unsafe extern "C" fn(Object, *mut isize, *mut Object, *mut Object) -> c_int;
    /// An entry of a dictionary, borrowed.
    item = c"PyDict_GetItemString": unsafe extern "C" fn(Object, *const c_char) -> Object;
    /// Calls an object.
    call = c"PyObject_CallFunction": CallFunction;
    /// An integer as a pointer.
    address = c"PyLong_AsVoidPtr": unsafe extern "C" fn(Object) -> *mut c_void;
}

// SAFETY: addresses of functions, and of a variable that is constant while the interpreter runs.
unsafe impl Send for Python {}
// SAFETY: as above.
unsafe impl Sync for Python {}

/// The interpreter, once there is one in the process.
#[inline]
pub fn python() -> Option<&'static Python> {
    static FOUND: OnceLock<Python> = OnceLock::new();
    if let Some(found) = FOUND.get() {
        return Some(found);
    }
    let found = find()?;
    Some(FOUND.get_or_init(|| found))
}

impl Python {
    /// Whether its functions may be called: a thread that waits for the GIL of a finalizing interpreter never returns.
    #[inline]
    pub fn answers(&self) -> bool {
        // SAFETY: may be called at any time, with or without the GIL.
        unsafe { (self.is_initialized)() != 0 }
    }

    /// Runs a closure with the GIL held; `None` if the interpreter is finalizing or has finalized.
    pub fn locked<T>(&self, run: impl FnOnce() -> T) -> Option<T> {
        if !self.answers() {
            return None;
        }
        // SAFETY: the interpreter's functions, while it runs.
        let _held = unsafe { Held::take(self.lock, self.unlock) };
        Some(run())
    }

    /// Whether this thread holds the GIL.
    pub fn is_locked(&self) -> bool {
        // SAFETY: both may be called at any time while the interpreter runs.
        unsafe {
            let own = (self.own_state)();
            !own.is_null() && own == (self.holding_state)()
        }
    }

    /// Reads an attribute.
    ///
    /// # Safety
    /// `of` is NULL or a living object; the GIL is held, also when the result is dropped.
    pub unsafe fn attribute(&self, of: Object, name: &CStr) -> Option<Owned<'_>> {
        if of.is_null() {
            return None;
        }
        // SAFETY: by contract, and a C string.
        let found = Owned(self, unsafe { (self.get_attribute)(of, name.as_ptr()) });
        if found.1.is_null() {
            // SAFETY: the GIL is held, by contract.
            unsafe { (self.clear)() };
            return None;
        }
        Some(found)
    }

    /// `str()` of an object.
    ///
    /// # Safety
    /// `of` is NULL or a living object; the GIL is held.
    pub unsafe fn string(&self, of: Object) -> Option<String> {
        if of.is_null() {
            return None;
        }
        // SAFETY: by contract; the bytes are copied before they are released.
        unsafe {
            let text = Owned(self, (self.text)(of));
            let encoded = if text.1.is_null() {
                ptr::null_mut()
            } else {
                (self.encode)(text.1, c"utf-8".as_ptr(), c"backslashreplace".as_ptr())
            };
            let encoded = Owned(self, encoded);
            let (mut data, mut size) = (ptr::null_mut(), 0);
            if encoded.1.is_null() || (self.bytes)(encoded.1, &mut data, &mut size) != 0 {
                (self.clear)();
                return None;
            }
            let bytes = std::slice::from_raw_parts(data.cast::<u8>(), usize::try_from(size).ok()?);
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
    }

    /// Takes the raised exception, if there is one: class, value, traceback.
    ///
    /// # Safety
    /// The GIL is held, also when the result is dropped.
    pub unsafe fn take_exception(&self) -> Option<[Owned<'_>; 3]> {
        let (mut class, mut exception, mut traceback) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: by contract; we own the references.
        unsafe {
            (self.fetch)(&mut class, &mut exception, &mut traceback);
            if class.is_null() {
                return None;
            }
            (self.normalize)(&mut class, &mut exception, &mut traceback);
        }
        Some([class, exception, traceback].map(|object| Owned(self, object)))
    }

    /// The imported modules whose names end with a text.
    ///
    /// # Safety
    /// The GIL is held, also when the result is dropped.
    pub unsafe fn modules_named(&self, ending: &str) -> Vec<Owned<'_>> {
        let mut found = Vec::new();
        let (mut at, mut name, mut module) = (0, ptr::null_mut(), ptr::null_mut());
        // SAFETY: by contract. The entries are borrowed, and nothing changes the dictionary meanwhile: `str()` of its keys, which
        // are strings, runs no code.
        unsafe {
            while (self.next)((self.modules)(), &mut at, &mut name, &mut module) != 0 {
                if self.string(name).is_some_and(|name| name.ends_with(ending)) {
                    (self.retain)(module);
                    found.push(Owned(self, module));
                }
            }
        }
        found
    }
}

/// An owned reference to an object. It is dropped with the GIL held.
pub struct Owned<'a>(pub &'a Python, pub Object);

impl Owned<'_> {
    /// The object, whose reference the caller owns from now on.
    pub fn into_raw(self) -> Object {
        mem::ManuallyDrop::new(self).1
    }
}

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        // SAFETY: NULL is ignored; the GIL is held wherever one of these lives.
        unsafe { (self.0.release)(self.1) }
    }
}

/// The GIL, released when this is dropped, also by a panic.
pub struct Held {
    state: c_int,
    unlock: unsafe extern "C" fn(c_int),
}

impl Held {
    /// Acquires the GIL.
    ///
    /// # Safety
    /// The functions are the interpreter's or behave like them; the interpreter runs.
    pub unsafe fn take(lock: Asks, unlock: unsafe extern "C" fn(c_int)) -> Self {
        Self {
            // SAFETY: by contract.
            state: unsafe { lock() },
            unlock,
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // SAFETY: the state comes from acquiring the GIL on this thread; it is released once.
        unsafe { (self.unlock)(self.state) }
    }
}
