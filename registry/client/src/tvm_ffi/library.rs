//! tvm-ffi's library, as it is found in the process.
//!
//! Invariant: what is here was found in a library that stays loaded, and whose version says that it has the C ABI of
//! tvm-ffi 0.1. The functions that maps are converted by are looked up once, when the library is found, because its
//! registry has no lock.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::PathBuf;
use std::ptr::{self, NonNull};

use once_cell::sync::OnceCell;
use tvmlike_runtime::abi::{TVMLikeByteArray, TVMLikeObject};
use tvmlike_runtime::{Any, Error, ObjectRef, PackedFunc, Result, TypeIndex};

use super::raised;
use super::wrapper::function_of;

/// The file's name, which is its SONAME too.
const FILE: &CStr = if cfg!(target_os = "macos") {
    c"libtvm_ffi.dylib"
} else {
    c"libtvm_ffi.so"
};

/// The versions whose layouts are ours.
const MAJOR_MINOR: (u32, u32) = (0, 1);

// Its C functions, as the header of 0.1 declares them.
type SetRaised = unsafe extern "C" fn(error: *mut TVMLikeObject);
type MoveFromRaised = unsafe extern "C" fn(out: *mut *mut TVMLikeObject);
type GetGlobal = unsafe extern "C" fn(name: *const TVMLikeByteArray, out: *mut *mut TVMLikeObject) -> c_int;
type SetGlobal = unsafe extern "C" fn(
    name: *const TVMLikeByteArray,
    function: *mut TVMLikeObject,
    overrides: c_int,
) -> c_int;
type TypeOfKey = unsafe extern "C" fn(
    key: *const TVMLikeByteArray,
    fixed_index: i32,
    depth: i32,
    child_slots: i32,
    slots_overflow: i32,
    parent: i32,
) -> i32;
type TypeInfoOf = unsafe extern "C" fn(index: i32) -> *const TypeInfo;
type GetVersion = unsafe extern "C" fn(*mut Version);

/// What is called in it.
pub struct Library {
    path: PathBuf,
    version: (u32, u32, u32),
    pub(super) set_raised: SetRaised,
    pub(super) move_from_raised: MoveFromRaised,
    get_global: GetGlobal,
    set_global: SetGlobal,
    type_of_key: TypeOfKey,
    type_info: TypeInfoOf,
    pub(super) maps: Maps,
}

/// Its own functions over its own maps.
pub(super) struct Maps {
    pub(super) new: PackedFunc,
    pub(super) map_size: PackedFunc,
    pub(super) map_iterator: PackedFunc,
    pub(super) dict_size: PackedFunc,
    pub(super) dict_iterator: PackedFunc,
}

/// The beginning of what it knows of a type.
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

/// The library, if it is in the process: it is looked for until it is found.
///
/// # Errors
/// RuntimeError where it is not there, is of another version, or lacks something.
pub fn library() -> Result<&'static Library> {
    LIBRARY.get_or_try_init(|| find(FILE))
}

/// As [`library`], where the file may have a path by which alone the loader knows it.
///
/// # Errors
/// As [`library`], and ValueError for a path with a NUL.
pub fn library_at(path: &str) -> Result<&'static Library> {
    LIBRARY.get_or_try_init(|| {
        let path = CString::new(path)
            .map_err(|_| Error::value_error(format!("tvm_ffi.join: the path {path:?} has a NUL")))?;
        find(&path)
    })
}

fn find(file: &CStr) -> Result<Library> {
    // SAFETY: a C string. Nothing is loaded: either the library is in the process, or there is nothing.
    let mut handle = unsafe { libc::dlopen(file.as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD) };
    if handle.is_null() {
        // A program may have linked it into itself.
        handle = libc::RTLD_DEFAULT;
    }
    let get_version = symbol(handle, c"TVMFFIGetVersion").ok_or_else(|| {
        Error::runtime_error(format!(
            "tvm-ffi is not in this process: no library {} is loaded",
            file.to_string_lossy()
        ))
    })?;
    // The handle is never given back, so the library stays.
    let mut version = Version::default();
    // SAFETY: the one function that has this signature in every version of tvm-ffi, as its header says.
    unsafe {
        let get = std::mem::transmute::<NonNull<c_void>, GetVersion>(get_version);
        get(&mut version);
    }
    let path = crate::library::file_of(get_version.as_ptr()).unwrap_or_default();
    if (version.major, version.minor) != MAJOR_MINOR {
        return Err(Error::runtime_error(format!(
            "{} is tvm-ffi {}.{}.{}; versions {}.{}.* can be joined",
            path.display(),
            version.major,
            version.minor,
            version.patch,
            MAJOR_MINOR.0,
            MAJOR_MINOR.1
        )));
    }
    let need = |name: &CStr| {
        symbol(handle, name).ok_or_else(|| {
            Error::runtime_error(format!("{} lacks {}", path.display(), name.to_string_lossy()))
        })
    };
    /// A symbol as the function that it is.
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
        // SAFETY: a living function object. It is called here only, where the place of its errors is known.
        Ok::<_, Error>(unsafe { function_of(found) })
    };
    let maps = Maps {
        new: own("ffi.Map")?,
        map_size: own("ffi.MapSize")?,
        map_iterator: own("ffi.MapForwardIterFunctor")?,
        dict_size: own("ffi.DictSize")?,
        dict_iterator: own("ffi.DictForwardIterFunctor")?,
    };
    Ok(Library {
        set_raised: function!(c"TVMFFIErrorSetRaised", SetRaised),
        move_from_raised: function!(c"TVMFFIErrorMoveFromRaised", MoveFromRaised),
        get_global,
        set_global: function!(c"TVMFFIFunctionSetGlobal", SetGlobal),
        type_of_key: function!(c"TVMFFITypeGetOrAllocIndex", TypeOfKey),
        type_info: function!(c"TVMFFIGetTypeInfo", TypeInfoOf),
        version: (version.major, version.minor, version.patch),
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
        return Err(raised::of_no_library(name));
    }
    // SAFETY: what is given is an owned function object.
    Ok(NonNull::new(found).map(|found| unsafe { ObjectRef::from_owned(found) }))
}

impl Library {
    /// Where it lies.
    pub fn path(&self) -> std::borrow::Cow<'_, str> {
        self.path.to_string_lossy()
    }

    /// Its version, such as `0.1.15`.
    pub fn version(&self) -> String {
        let (major, minor, patch) = self.version;
        format!("{major}.{minor}.{patch}")
    }

    /// The function object under a name of its registry, as it is there.
    ///
    /// Its registry has no lock: nobody may change it on another thread meanwhile.
    ///
    /// # Errors
    /// What it raises.
    pub fn global(&self, name: &str) -> Result<Option<ObjectRef>> {
        global(self.get_global, name)
    }

    /// Puts a function object under a name of its registry, of which nobody may make use on another thread meanwhile.
    ///
    /// # Errors
    /// What it raises: a name that is taken, where `overrides` does not allow that.
    pub fn set_global(&self, name: &str, function: &ObjectRef, overrides: bool) -> Result<()> {
        // SAFETY: everything is valid for the call; it takes a reference of its own.
        match unsafe { (self.set_global)(&bytes(name), function.as_raw(), overrides.into()) } {
            0 => Ok(()),
            status => Err(raised::take_theirs(self, status)),
        }
    }

    /// Calls one of its own functions, with values that are its own.
    ///
    /// # Errors
    /// What the function raises.
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
        // Called as one of ours, it can only fail without an error of ours: what it raised is tvm-ffi's.
        function
            .invoke(Any::views(args))
            .map_err(|unknown| raised::theirs_or(self, unknown))
    }

    /// The index that it gives a type key of depth 1, registered where it is not there yet.
    pub(super) fn type_of_key(&self, key: &str) -> i32 {
        // SAFETY: the key is valid for the call; a dynamic type below the root, without room for children.
        unsafe { (self.type_of_key)(&bytes(key), -1, 1, 0, 1, TypeIndex::OBJECT.0) }
    }

    /// How it calls a type.
    pub fn type_key(&self, index: TypeIndex) -> Option<String> {
        // SAFETY: the index stands in the header of an object of its own, so it is registered; entries live for ever.
        let info = unsafe { (self.type_info)(index.0).as_ref() }?;
        if info.type_index != index.0 || info.depth < 0 {
            return None;
        }
        // SAFETY: text of the type table.
        let key = unsafe { std::slice::from_raw_parts(info.key.data.cast::<u8>(), info.key.size) };
        Some(String::from_utf8_lossy(key).into_owned())
    }
}

fn bytes(text: &str) -> TVMLikeByteArray {
    TVMLikeByteArray {
        data: text.as_ptr().cast::<c_char>(),
        size: text.len(),
    }
}
