//! tvm-ffi's library, found in the process.
//!
//! Invariant: all addresses are of a library that stays loaded and whose version has the layouts of tvmlike. The functions that
//! convert maps are looked up once, when the library is found, because tvm-ffi's registry has no lock.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::PathBuf;
use std::ptr::{self, NonNull};

use once_cell::sync::OnceCell;
use tvmlike_runtime::abi::{TVMLikeByteArray, TVMLikeObject, TVMLikeValue};
use tvmlike_runtime::{Any, Error, ObjectRef, PackedFunc, Result, TypeIndex};

use super::memory::object_value;
use super::raised::Raised;
use super::version::supported;

/// The file name, which is also the SONAME.
const FILE: &CStr = if cfg!(target_os = "macos") {
    c"libtvm_ffi.dylib"
} else {
    c"libtvm_ffi.so"
};

// The C functions, as the header of version 0.1 declares them.
type GetGlobal = unsafe extern "C" fn(name: *const TVMLikeByteArray, out: *mut *mut TVMLikeObject) -> c_int;
type SetGlobal = unsafe extern "C" fn(method: *const Method, overrides: c_int) -> c_int;
type TypeOfKey = unsafe extern "C" fn(
    key: *const TVMLikeByteArray,
    fixed_index: i32,
    depth: i32,
    child_slots: i32,
    slots_overflow: i32,
    parent: i32,
) -> i32;
type TypeInfoOf = unsafe extern "C" fn(index: i32) -> *const TypeInfo;
type RaiseText = unsafe extern "C" fn(kind: *const c_char, message: *const c_char);
type GetVersion = unsafe extern "C" fn(*mut Version);

/// The library's functions.
///
/// ```
/// use tvmlike::bridge::library::library;
///
/// match library() {
///     Ok(tvm_ffi) => println!("tvm-ffi {} in {}", tvm_ffi.version(), tvm_ffi.path()),
///     Err(error) => assert_eq!(error.kind(), "RuntimeError"),
/// }
/// ```
pub struct Library {
    path: PathBuf,
    version: (u32, u32, u32),
    pub(super) raised: Raised,
    get_global: GetGlobal,
    set_global: SetGlobal,
    type_of_key: TypeOfKey,
    type_info: TypeInfoOf,
    pub(super) maps: Maps,
}

/// tvm-ffi's functions on its maps.
pub(super) struct Maps {
    pub(super) new: PackedFunc,
    pub(super) map_size: PackedFunc,
    pub(super) map_iterator: PackedFunc,
    /// The size and the iterator of dicts; `None` before 0.1.9, which has no dicts.
    pub(super) dict: Option<(PackedFunc, PackedFunc)>,
}

/// tvm-ffi's record of a function.
#[repr(C)]
struct Method {
    name: TVMLikeByteArray,
    doc: TVMLikeByteArray,
    metadata: TVMLikeByteArray,
    flags: i64,
    function: TVMLikeValue,
}

/// What tvm-ffi stores of a function beside the function itself.
///
/// ```
/// use tvmlike::bridge::library::Description;
///
/// assert!(Description::default().metadata.is_empty());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Description {
    /// The types of its parameters and its result, see [`metadata`](super::schema::metadata); may be empty.
    pub metadata: String,
    /// Its documentation; may be empty.
    pub doc: String,
}

/// The first members of tvm-ffi's type record.
#[repr(C)]
struct TypeInfo {
    type_index: i32,
    depth: i32,
    key: TVMLikeByteArray,
}

#[repr(C)]
#[derive(Default)]
struct Version {
    major: u32,
    minor: u32,
    patch: u32,
}

static LIBRARY: OnceCell<Library> = OnceCell::new();

/// Finds the library in the process; the result is kept once it is found.
///
/// # Errors
/// RuntimeError if it is not loaded, has another version, or lacks a function.
pub fn library() -> Result<&'static Library> {
    LIBRARY.get_or_try_init(|| find(FILE))
}

/// As [`library`], for a library that the loader knows by a path.
///
/// # Errors
/// As [`library`], and ValueError for a path with a NUL.
pub fn library_at(path: &str) -> Result<&'static Library> {
    LIBRARY.get_or_try_init(|| {
        let path = CString::new(path).map_err(|_| {
            Error::value_error(format!("tvm_ffi.join: a path must not contain NUL: {path:?}"))
        })?;
        find(&path)
    })
}

/// A handle of the library in the process, or of the whole program: it may be linked into that.
fn handle_of(file: &CStr) -> *mut c_void {
    // SAFETY: a C string. Nothing is loaded.
    let handle = unsafe { libc::dlopen(file.as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD) };
    if handle.is_null() {
        libc::RTLD_DEFAULT
    } else {
        handle
    }
}

/// Raises an error in a tvm-ffi of any version, as kind and message alone. Nothing happens if there is none in the process.
#[cold]
pub(super) fn raise_text(kind: &str, message: &str) {
    let Some(raise) = symbol(handle_of(FILE), c"TVMFFIErrorSetRaisedFromCStr") else {
        return;
    };
    let text = |text: &str| CString::new(text.replace('\0', "\\0")).unwrap_or_default();
    let (kind, message) = (text(kind), text(message));
    // SAFETY: in every version of tvm-ffi the symbol has this signature; it copies both texts.
    unsafe {
        let raise = std::mem::transmute::<NonNull<c_void>, RaiseText>(raise);
        raise(kind.as_ptr(), message.as_ptr());
    }
}

fn find(file: &CStr) -> Result<Library> {
    let handle = handle_of(file);
    let get_version = symbol(handle, c"TVMFFIGetVersion").ok_or_else(|| {
        Error::runtime_error(format!(
            "tvm-ffi is not in this process: no library {} is loaded",
            file.to_string_lossy()
        ))
    })?;
    // The handle is never closed, so the library stays loaded.
    let mut version = Version::default();
    // SAFETY: the one function that has this signature in every version of tvm-ffi, as its header says.
    unsafe {
        let get = std::mem::transmute::<NonNull<c_void>, GetVersion>(get_version);
        get(&mut version);
    }
    let path = crate::library::file_of(get_version.as_ptr()).unwrap_or_default();
    let version = (version.major, version.minor, version.patch);
    supported(version).map_err(|why| Error::runtime_error(format!("{} is {why}", path.display())))?;
    let need = |name: &CStr| {
        symbol(handle, name).ok_or_else(|| {
            Error::runtime_error(format!("{} lacks {}", path.display(), name.to_string_lossy()))
        })
    };
    /// A symbol as a function.
    macro_rules! function {
        ($name:literal, $type:ty) => {
            // SAFETY: in the C ABI of tvm-ffi 0.1 the symbol has this signature.
            unsafe { std::mem::transmute::<NonNull<c_void>, $type>(need($name)?) }
        };
    }
    let get_global = function!(c"TVMFFIFunctionGetGlobal", GetGlobal);
    let own = |name: &str| {
        let found = global(get_global, name)?
            .ok_or_else(|| Error::runtime_error(format!("{} has no function {name}", path.display())))?;
        // SAFETY: a living function object. Only `invoke` calls it, which reads its errors from tvm-ffi.
        Ok::<_, Error>(unsafe { function_of(found) })
    };
    let maps = Maps {
        new: own("ffi.Map")?,
        map_size: own("ffi.MapSize")?,
        map_iterator: own("ffi.MapForwardIterFunctor")?,
        dict: own("ffi.DictSize")
            .ok()
            .zip(own("ffi.DictForwardIterFunctor").ok()),
    };
    Ok(Library {
        raised: Raised {
            set: function!(c"TVMFFIErrorSetRaised", unsafe extern "C" fn(*mut TVMLikeObject)),
            move_from: function!(
                c"TVMFFIErrorMoveFromRaised",
                unsafe extern "C" fn(*mut *mut TVMLikeObject)
            ),
        },
        get_global,
        set_global: function!(c"TVMFFIFunctionSetGlobalFromMethodInfo", SetGlobal),
        type_of_key: function!(c"TVMFFITypeGetOrAllocIndex", TypeOfKey),
        type_info: function!(c"TVMFFIGetTypeInfo", TypeInfoOf),
        version,
        path,
        maps,
    })
}

fn symbol(handle: *mut c_void, name: &CStr) -> Option<NonNull<c_void>> {
    // SAFETY: a handle of the loader, and a C string.
    NonNull::new(unsafe { libc::dlsym(handle, name.as_ptr()) })
}

fn global(get: GetGlobal, name: &str) -> Result<Option<ObjectRef>> {
    let mut found = ptr::null_mut();
    // SAFETY: both places are valid for the call.
    if unsafe { get(&bytes(name), &mut found) } != 0 {
        // The library is still being found, so its error is not read.
        return Err(Error::runtime_error(format!(
            "tvm-ffi failed to look up {name:?}"
        )));
    }
    // SAFETY: the result is an owned function object.
    Ok(NonNull::new(found).map(|found| unsafe { ObjectRef::from_owned(found) }))
}

impl Library {
    /// The path of the library.
    pub fn path(&self) -> std::borrow::Cow<'_, str> {
        self.path.to_string_lossy()
    }

    /// The version, such as `0.1.15`.
    pub fn version(&self) -> String {
        let (major, minor, patch) = self.version;
        format!("{major}.{minor}.{patch}")
    }

    /// Looks up a function object in tvm-ffi's registry, without conversion.
    ///
    /// The registry has no lock: no other thread may change it meanwhile.
    ///
    /// # Errors
    /// The error that tvm-ffi raises.
    pub fn global(&self, name: &str) -> Result<Option<ObjectRef>> {
        global(self.get_global, name)
    }

    /// Registers a function object in tvm-ffi's registry, which no other thread may use meanwhile.
    ///
    /// # Errors
    /// The error that tvm-ffi raises, for example for a name that is taken if not `overrides`.
    pub fn set_global(
        &self,
        name: &str,
        function: &ObjectRef,
        description: &Description,
        overrides: bool,
    ) -> Result<()> {
        let function = object_value(function.clone());
        let method = Method {
            name: bytes(name),
            doc: bytes(&description.doc),
            metadata: bytes(&description.metadata),
            flags: 0,
            function: *function.view().as_raw(),
        };
        // SAFETY: everything is valid for the call; it takes references and copies of its own.
        match unsafe { (self.set_global)(&method, overrides.into()) } {
            0 => Ok(()),
            status => Err(self.raised.take_failure(status)),
        }
    }

    /// Calls a function of tvm-ffi with values of tvm-ffi.
    ///
    /// # Errors
    /// The error that the function raises.
    pub fn call(&self, function: &ObjectRef, args: &[Any]) -> Result<Any> {
        if function.type_index() != TypeIndex::FUNCTION {
            return Err(Error::type_error(format!(
                "tvm-ffi: expected a function, got {}",
                function.type_index().name()
            )));
        }
        // SAFETY: a function object.
        self.invoke(&unsafe { function_of(function.clone()) }, args)
    }

    /// As [`Library::call`].
    pub(super) fn invoke(&self, function: &PackedFunc, args: &[Any]) -> Result<Any> {
        // A function of tvm-ffi raises its error in tvm-ffi's place, so `invoke` finds none.
        function
            .invoke(Any::views(args))
            .map_err(|unknown| self.raised.take_or(unknown))
    }

    /// tvm-ffi's type index of a type key of depth 1, which is registered if it is new.
    pub(super) fn type_of_key(&self, key: &str) -> i32 {
        // SAFETY: the key is valid for the call; a dynamic type below the root, without room for children.
        unsafe { (self.type_of_key)(&bytes(key), -1, 1, 0, 1, TypeIndex::OBJECT.0) }
    }

    /// tvm-ffi's key of a type.
    pub fn type_key(&self, index: TypeIndex) -> Option<String> {
        // SAFETY: the index comes from the header of an object of tvm-ffi, so it is registered; type records are never freed.
        let info = unsafe { (self.type_info)(index.0).as_ref() }?;
        if info.type_index != index.0 || info.depth < 0 {
            return None;
        }
        // SAFETY: text in the type table, which is never freed.
        let key = unsafe { std::slice::from_raw_parts(info.key.data.cast::<u8>(), info.key.size) };
        Some(String::from_utf8_lossy(key).into_owned())
    }
}

/// A function object as a function.
///
/// # Safety
/// `object` is a function object. If code other than [`Library::invoke`] calls it, it must raise its errors in tvmlike.
pub(super) unsafe fn function_of(object: ObjectRef) -> PackedFunc {
    // SAFETY: a function object, by contract; a pointer to an object is not null.
    unsafe { PackedFunc::from_owned_object(NonNull::new_unchecked(object.into_raw())) }
}

fn bytes(text: &str) -> TVMLikeByteArray {
    TVMLikeByteArray {
        data: text.as_ptr().cast::<c_char>(),
        size: text.len(),
    }
}
