//! The Python interpreter of the process, where there is one, for the libraries that serve its front ends.
//!
//! Invariants: its functions are found in the process, never linked; what needs the interpreter's lock is called by those that
//! hold it.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem;
use std::os::unix::ffi::OsStringExt;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

/// A pointer to an object of the interpreter.
pub type Object = *mut c_void;

/// An address of the interpreter's code, for a program that keeps its symbols to itself.
static KNOWN_CODE: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());

/// Notes a function that the interpreter gave: its library is where the others are looked for, too. A function of another library
/// is not noted.
pub fn has_code_at(function: *mut c_void) {
    if beside(function, c"Py_IsInitialized").is_some() {
        KNOWN_CODE.store(function, Ordering::Release);
    }
}

/// A symbol of the interpreter: in the process, or in the library of the function that was noted.
pub fn symbol(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: a C string.
    let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    if !found.is_null() {
        return Some(found);
    }
    beside(KNOWN_CODE.load(Ordering::Acquire), name)
}

/// A symbol of the library that an address of code is in.
fn beside(code: *mut c_void, name: &CStr) -> Option<*mut c_void> {
    let file = CString::new(tvmlike_registry::file_of(code)?.into_os_string().into_vec()).ok()?;
    // SAFETY: C strings; the library stays open, since the interpreter, or what is compiled for it, is in it.
    unsafe {
        let library = libc::dlopen(file.as_ptr(), libc::RTLD_NOLOAD | libc::RTLD_NOW);
        let found = (!library.is_null()).then(|| libc::dlsym(library, name.as_ptr()))?;
        (!found.is_null()).then_some(found)
    }
}

/// Declares what is found in the process, with the names that it has there.
macro_rules! found {
    ($($(#[$doc:meta])* $name:ident = $($symbol:literal)|+: $type:ty;)*) => {
        /// What is found of the interpreter in the process, by what its C API documents.
        pub struct Python {
            $($(#[$doc])* pub $name: $type,)*
            /// The variable that holds the class of all exceptions.
            pub base_exception: *const Object,
        }

        fn find() -> Option<Python> {
            Some(Python {
                $(
                    // SAFETY: what has one of these names in a process is the interpreter's, and has this signature in every
                    // version.
                    $name: unsafe {
                        mem::transmute::<*mut c_void, $type>(None$(.or_else(|| symbol($symbol)))+?)
                    },
                )*
                base_exception: symbol(c"PyExc_BaseException")?.cast_const().cast(),
            })
        }
    };
}

/// A question without arguments.
pub type Asks = unsafe extern "C" fn() -> c_int;
/// What the interpreter is to do later.
pub type Pending = unsafe extern "C" fn(*mut c_void) -> c_int;
/// Takes the arguments by a format, as `printf` does.
type CallFunction = unsafe extern "C" fn(Object, *const c_char, ...) -> Object;
type Gives = unsafe extern "C" fn() -> Object;
type Three = unsafe extern "C" fn(*mut Object, *mut Object, *mut Object);

found! {
    /// No more from the moment on in which the interpreter begins to end.
    is_initialized = c"Py_IsInitialized": Asks;
    /// Takes the lock, on any thread, held or not.
    lock = c"PyGILState_Ensure": Asks;
    /// Gives the lock back, with what taking it gave.
    unlock = c"PyGILState_Release": unsafe extern "C" fn(c_int);
    /// The state of this thread.
    own_state = c"PyGILState_GetThisThreadState": Gives;
    /// The state that holds the lock on this thread.
    holding_state = c"PyThreadState_GetUnchecked" | c"_PyThreadState_UncheckedGet": Gives;
    /// Asks the main thread to call a function soon.
    add_pending = c"Py_AddPendingCall": unsafe extern "C" fn(Pending, *mut c_void) -> c_int;
    /// Takes the exception that is set: its class, itself, its traceback.
    fetch = c"PyErr_Fetch": Three;
    /// Makes what was taken an object.
    normalize = c"PyErr_NormalizeException": Three;
    /// Sets an exception; takes over the three references.
    restore = c"PyErr_Restore": unsafe extern "C" fn(Object, Object, Object);
    /// Gives an exception its traceback.
    set_traceback = c"PyException_SetTraceback": unsafe extern "C" fn(Object, Object) -> c_int;
    /// Forgets the exception that is set.
    clear = c"PyErr_Clear": unsafe extern "C" fn();
    /// Takes a reference; NULL is ignored.
    retain = c"Py_IncRef": unsafe extern "C" fn(Object);
    /// Gives a reference back; NULL is ignored.
    release = c"Py_DecRef": unsafe extern "C" fn(Object);
    /// The class of an object, with a reference.
    type_of = c"PyObject_Type": unsafe extern "C" fn(Object) -> Object;
    /// An attribute, with a reference.
    get_attribute = c"PyObject_GetAttrString": unsafe extern "C" fn(Object, *const c_char) -> Object;
    /// Whether there is an attribute.
    has_attribute = c"PyObject_HasAttrString": unsafe extern "C" fn(Object, *const c_char) -> c_int;
    /// Whether an object is of a class.
    is_instance = c"PyObject_IsInstance": unsafe extern "C" fn(Object, Object) -> c_int;
    /// What `str()` gives.
    text = c"PyObject_Str": unsafe extern "C" fn(Object) -> Object;
    /// Bytes of a text, in an encoding and with a rule for what cannot be said in it.
    encode = c"PyUnicode_AsEncodedString":
        unsafe extern "C" fn(Object, *const c_char, *const c_char) -> Object;
    /// Where bytes lie.
    bytes = c"PyBytes_AsStringAndSize":
        unsafe extern "C" fn(Object, *mut *mut c_char, *mut isize) -> c_int;
    /// The modules that are imported, borrowed.
    modules = c"PyImport_GetModuleDict": Gives;
    /// Goes on in a dictionary; what it gives is borrowed.
    next = c"PyDict_Next":
        unsafe extern "C" fn(Object, *mut isize, *mut Object, *mut Object) -> c_int;
    /// An entry of a dictionary, borrowed.
    item = c"PyDict_GetItemString": unsafe extern "C" fn(Object, *const c_char) -> Object;
    /// Calls an object.
    call = c"PyObject_CallFunction": CallFunction;
    /// The address that a number is.
    address = c"PyLong_AsVoidPtr": unsafe extern "C" fn(Object) -> *mut c_void;
}

// SAFETY: addresses of functions, and of a variable that does not change while the interpreter runs.
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
    /// Whether its code may be run: a thread that asks an interpreter for its lock that is ending never comes back.
    #[inline]
    pub fn answers(&self) -> bool {
        // SAFETY: may be called at any time, with or without the lock.
        unsafe { (self.is_initialized)() != 0 }
    }

    /// Whether this thread holds the lock.
    pub fn is_locked(&self) -> bool {
        // SAFETY: both may be asked at any time while the interpreter is there.
        unsafe {
            let own = (self.own_state)();
            !own.is_null() && own == (self.holding_state)()
        }
    }

    /// An attribute.
    ///
    /// # Safety
    /// NULL or a living object; the lock is held, also when what is given is dropped.
    pub unsafe fn attribute(&self, of: Object, name: &CStr) -> Option<Owned<'_>> {
        if of.is_null() {
            return None;
        }
        // SAFETY: by contract, and a C string.
        let found = Owned(self, unsafe { (self.get_attribute)(of, name.as_ptr()) });
        if found.1.is_null() {
            // SAFETY: with the lock, by contract.
            unsafe { (self.clear)() };
            return None;
        }
        Some(found)
    }

    /// What an object says of itself as text.
    ///
    /// # Safety
    /// NULL or a living object; the lock is held.
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

    /// Takes the exception that is set, if one is: its class, itself, its traceback.
    ///
    /// # Safety
    /// The lock is held, also when what is given is dropped.
    pub unsafe fn take_exception(&self) -> Option<[Owned<'_>; 3]> {
        let (mut class, mut exception, mut traceback) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: by contract; what is given is ours.
        unsafe {
            (self.fetch)(&mut class, &mut exception, &mut traceback);
            if class.is_null() {
                return None;
            }
            (self.normalize)(&mut class, &mut exception, &mut traceback);
        }
        Some([class, exception, traceback].map(|object| Owned(self, object)))
    }

    /// The modules whose names end in some text.
    ///
    /// # Safety
    /// The lock is held, also when what is given is dropped.
    pub unsafe fn modules_named(&self, ending: &str) -> Vec<Owned<'_>> {
        let mut found = Vec::new();
        let (mut at, mut name, mut module) = (0, ptr::null_mut(), ptr::null_mut());
        // SAFETY: by contract. What the dictionary gives is borrowed while nothing changes it: its keys are text, which says itself
        // without running code.
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

/// An object that is ours to give back, where the lock is held.
pub struct Owned<'a>(pub &'a Python, pub Object);

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        // SAFETY: NULL is ignored; the lock is held wherever one of these lives.
        unsafe { (self.0.release)(self.1) }
    }
}

/// The interpreter's lock, which is given back also where what ran with it panics.
pub struct Held {
    state: c_int,
    unlock: unsafe extern "C" fn(c_int),
}

impl Held {
    /// Takes the lock.
    ///
    /// # Safety
    /// The functions are the interpreter's, or do as they do; the interpreter runs.
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
        // SAFETY: the state is that of the lock, which was taken on this thread and is given back once.
        unsafe { (self.unlock)(self.state) }
    }
}
