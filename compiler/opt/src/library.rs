//! libtvmlike, and calls of its functions by name through the three functions of TVM's C ABI.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::Path;
use std::ptr;

/// A value of the ABI; its type code says which.
#[repr(C)]
#[derive(Clone, Copy)]
union Value {
    int: i64,
    text: *const c_char,
}

/// The codes of `kTVMArgInt` and `kTVMStr`.
const INT: c_int = 0;
const TEXT: c_int = 11;

type GetGlobal = unsafe extern "C" fn(*const c_char, *mut *mut c_void) -> c_int;
type Call = unsafe extern "C" fn(*mut c_void, *mut Value, *mut c_int, c_int, *mut Value, *mut c_int) -> c_int;
type LastError = unsafe extern "C" fn() -> *const c_char;

/// A loaded libtvmlike. It stays loaded until the process ends.
pub(crate) struct Library {
    get_global: GetGlobal,
    call: Call,
    last_error: LastError,
}

impl Library {
    /// Loads the library at a path.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let failed = |error: libloading::Error| format!("cannot load {}: {error}", path.display());
        // SAFETY: libtvmlike can be loaded by any program.
        let library = unsafe { libloading::Library::new(path) }.map_err(failed)?;
        let library: &'static libloading::Library = Box::leak(Box::new(library));
        // SAFETY: the header of libtvmlike declares the functions with these types.
        unsafe {
            Ok(Self {
                get_global: *library.get("TVMFuncGetGlobal").map_err(failed)?,
                call: *library.get("TVMFuncCall").map_err(failed)?,
                last_error: *library.get("TVMGetLastError").map_err(failed)?,
            })
        }
    }

    /// Calls a function with texts; it returns an int.
    pub(crate) fn call(&self, function: &str, arguments: &[String]) -> Result<i64, String> {
        let text = |text: &str| {
            CString::new(text).map_err(|_| format!("the argument {text:?} contains a NUL character"))
        };
        let name = text(function)?;
        let texts = arguments
            .iter()
            .map(|each| text(each))
            .collect::<Result<Vec<_>, _>>()?;
        let mut values: Vec<Value> = texts.iter().map(|text| Value { text: text.as_ptr() }).collect();
        let mut codes = vec![TEXT; values.len()];
        let count = c_int::try_from(values.len()).map_err(|_| "too many arguments".to_owned())?;
        let mut handle = ptr::null_mut();
        let (mut result, mut code) = (Value { int: 0 }, INT);
        // SAFETY: the name is a C string, and the place is valid.
        if unsafe { (self.get_global)(name.as_ptr(), &mut handle) } != 0 {
            return Err(self.last_error());
        }
        if handle.is_null() {
            return Err(format!(
                "the libtvmlike that was found has no function \"{function}\": it is another version, or it was built \
                 without the compiler"
            ));
        }
        // SAFETY: the function exists until the process ends; the texts live until it returns.
        let status = unsafe {
            (self.call)(
                handle,
                values.as_mut_ptr(),
                codes.as_mut_ptr(),
                count,
                &mut result,
                &mut code,
            )
        };
        match (status, code) {
            // SAFETY: the code says that it is an int.
            (0, INT) => Ok(unsafe { result.int }),
            (0, _) => Err(format!("\"{function}\" returned no int (type code {code})")),
            _ => Err(self.last_error()),
        }
    }

    fn last_error(&self) -> String {
        // SAFETY: the message lives until the next call on this thread.
        unsafe { CStr::from_ptr((self.last_error)()) }
            .to_string_lossy()
            .into_owned()
    }
}
