//! Catches foreign exceptions on x86-64 Linux.
//!
//! A few lines of assembly call the function from a frame with a custom personality routine, which tells the unwinder
//! that this frame handles every exception and where to continue. So the build needs neither a C++ compiler nor a C++
//! runtime library; if the process has a C++ runtime, it is asked what was thrown.
//!
//! Invariant: every exception that reaches the frame is ended here, except a forced unwind (thread cancellation), which
//! must continue. Native frames do not survive it. Where an interpreter that finalizes ends its threads so, the thread
//! blocks instead, until the process exits.

use std::arch::global_asm;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use super::{Target, Thrown};

global_asm!(
    ".section .text.hot,\"ax\",@progbits",
    ".p2align 4",
    ".hidden tvmlike_guarded_call",
    ".globl tvmlike_guarded_call",
    ".type tvmlike_guarded_call,@function",
    "tvmlike_guarded_call:",
    ".cfi_startproc",
    // pc-relative, 4 bytes: the routine is in this library.
    ".cfi_personality 0x1b, {personality}",
    "push rbp",
    ".cfi_def_cfa_offset 16",
    ".cfi_offset rbp, -16",
    "mov rbp, rsp",
    ".cfi_def_cfa_register rbp",
    // The arguments are already in the function's argument registers.
    "call r9",
    "xor edx, edx",
    ".cfi_remember_state",
    "pop rbp",
    ".cfi_def_cfa rsp, 8",
    "ret",
    ".cfi_restore_state",
    ".hidden tvmlike_guarded_call_landing",
    ".globl tvmlike_guarded_call_landing",
    "tvmlike_guarded_call_landing:",
    // The unwinder continues here with this frame's rbp and rsp, and the exception in rax.
    "mov rdx, rax",
    "mov eax, -1",
    "pop rbp",
    ".cfi_def_cfa rsp, 8",
    "ret",
    ".cfi_endproc",
    ".size tvmlike_guarded_call, . - tvmlike_guarded_call",
    ".text",
    personality = sym personality,
);

/// The outcome of a call, returned in two registers.
#[repr(C)]
struct Ended {
    status: c_int,
    /// The exception, or NULL.
    exception: *mut Exception,
}

unsafe extern "C" {
    fn tvmlike_guarded_call(a: usize, b: usize, c: usize, d: usize, e: usize, target: Target) -> Ended;
    fn tvmlike_guarded_call_landing();

    fn _Unwind_SetGR(context: *mut c_void, register: c_int, value: usize);
    fn _Unwind_SetIP(context: *mut c_void, address: usize);
    fn _Unwind_DeleteException(exception: *mut Exception);
}

/// The header of every exception: the language that threw it.
#[repr(C)]
#[derive(Debug)]
pub struct Exception {
    class: u64,
}

const SEARCH_PHASE: c_int = 1;
const HANDLER_FRAME: c_int = 4;
const FORCED_UNWIND: c_int = 8;
const HANDLER_FOUND: c_int = 6;
const INSTALL_CONTEXT: c_int = 7;
const CONTINUE_UNWIND: c_int = 8;
/// DWARF's number for rax.
const RAX: c_int = 0;

/// `GNUCC++` and a zero byte; the last byte is 1 for a dependent exception.
const CLASS_CXX: u64 = u64::from_be_bytes(*b"GNUCC++\0");
/// `MOZ`, a zero byte, `RUST`; versions of the standard library differ in byte order.
const CLASS_RUST: u64 = u64::from_be_bytes(*b"MOZ\0RUST");

/// The personality routine of the guarded call: continues at its landing.
///
/// # Safety
/// Called by the unwinder.
unsafe extern "C" fn personality(
    _version: c_int,
    actions: c_int,
    _class: u64,
    exception: *mut Exception,
    context: *mut c_void,
) -> c_int {
    if actions & FORCED_UNWIND != 0 && python_is_finalizing() {
        loop {
            // SAFETY: waits for a signal.
            unsafe { libc::pause() };
        }
    }
    let landing = tvmlike_guarded_call_landing as *const c_void;
    // SAFETY: the unwinder passes a valid context, and the landing is in the frame that it describes.
    unsafe { land(actions, exception, context, landing) }
}

/// Whether the process has a Python interpreter, and it is finalizing. Up to version 3.13, it ends a thread that requests
/// the GIL then; later versions let the thread block.
fn python_is_finalizing() -> bool {
    [c"Py_IsFinalizing", c"_Py_IsFinalizing"].iter().any(|name| {
        // SAFETY: the name is a C string.
        let function = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
        // SAFETY: CPython's function of this name has this type and may be called on any thread.
        !function.is_null()
            && unsafe { std::mem::transmute::<*mut c_void, extern "C" fn() -> c_int>(function)() } != 0
    })
}

/// The result of a personality routine for a frame that handles every exception: continues at `landing`, with the
/// exception in rax.
///
/// # Safety
/// Called by the unwinder, with its own arguments; the landing is in the frame that they describe.
pub unsafe fn land(
    actions: c_int,
    exception: *mut Exception,
    context: *mut c_void,
    landing: *const c_void,
) -> c_int {
    if actions & SEARCH_PHASE != 0 {
        return HANDLER_FOUND;
    }
    if actions & HANDLER_FRAME == 0 {
        return CONTINUE_UNWIND;
    }
    // SAFETY: by contract.
    unsafe {
        _Unwind_SetGR(context, RAX, exception as usize);
        _Unwind_SetIP(context, landing as usize);
    }
    INSTALL_CONTEXT
}

/// Calls the function; returns an exception that it throws, which the caller must end.
///
/// # Safety
/// As `super::call`.
#[inline(always)]
pub(super) unsafe fn call(target: Target, args: [usize; 5]) -> Result<c_int, *mut Exception> {
    let [a, b, c, d, e] = args;
    // SAFETY: by the contract of `super::call`.
    let Ended { status, exception } = unsafe { tvmlike_guarded_call(a, b, c, d, e, target) };
    if exception.is_null() {
        return Ok(status);
    }
    Err(exception)
}

/// Ends an exception and describes it.
///
/// # Safety
/// The unwinder passed the exception to a frame that handles it, and it has not been ended yet.
#[cold]
pub(super) unsafe fn end(exception: *mut Exception) -> Thrown {
    // SAFETY: valid until it is deleted.
    match unsafe { (*exception).class } {
        class if class & !0xff == CLASS_CXX => {
            // SAFETY: a C++ exception that has not been caught yet.
            unsafe { cxx::end(exception.cast()) }.unwrap_or(Thrown {
                type_name: None,
                what: None,
            })
        }
        // Another copy of Rust's standard library panicked. Deleting its panic would abort the process, so it leaks.
        class if class == CLASS_RUST || class == CLASS_RUST.swap_bytes() => Thrown {
            type_name: Some("a panic of another Rust library".to_owned()),
            what: None,
        },
        _ => {
            // SAFETY: this is the only reference to it.
            unsafe { _Unwind_DeleteException(exception) };
            Thrown {
                type_name: None,
                what: None,
            }
        }
    }
}

/// Access to the process's C++ runtime library. Its functions are looked up once an exception has been thrown, so it is
/// loaded.
mod cxx {
    use super::{CStr, Thrown, c_char, c_int, c_void, ptr};

    type TypeInfo = *const *const *const c_void;

    fn symbol(library: *mut c_void, name: &CStr) -> Option<*mut c_void> {
        // SAFETY: a handle of a loaded library and a C string.
        let address = unsafe { libc::dlsym(library, name.as_ptr()) };
        (!address.is_null()).then_some(address)
    }

    fn runtime_library() -> Option<*mut c_void> {
        // SAFETY: looks only for libraries that are already loaded.
        [c"libstdc++.so.6", c"libc++abi.so.1"]
            .into_iter()
            .find_map(|name| unsafe {
                let library = libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD);
                (!library.is_null()).then_some(library)
            })
    }

    /// Catches and ends the exception, as a C++ `catch (...)` does.
    ///
    /// # Safety
    /// A C++ exception that has not been caught yet.
    pub(super) unsafe fn end(exception: *mut c_void) -> Option<Thrown> {
        let library = runtime_library()?;
        let begin = symbol(library, c"__cxa_begin_catch")?;
        let end = symbol(library, c"__cxa_end_catch")?;
        let current_type = symbol(library, c"__cxa_current_exception_type")?;
        // SAFETY: the functions of the Itanium C++ ABI have these types; begin and end come in a pair.
        unsafe {
            let begin: unsafe extern "C" fn(*mut c_void) -> *mut c_void = std::mem::transmute(begin);
            let end: unsafe extern "C" fn() = std::mem::transmute(end);
            let current_type: unsafe extern "C" fn() -> TypeInfo = std::mem::transmute(current_type);
            // Not the result of `begin`: that is the pointer that g++'s personality routine stores, which did not run
            // for this frame. The object follows the unwinder's header of 32 bytes, except for a dependent exception
            // (last byte of the class 1).
            let own = (*exception.cast::<super::Exception>()).class & 0xff == 0;
            let object = exception.byte_add(32);
            begin(exception);
            let info = current_type();
            let thrown = Thrown {
                type_name: (!info.is_null()).then(|| type_name(library, info)),
                what: if info.is_null() || !own {
                    None
                } else {
                    what(library, info, object)
                },
            };
            end();
            Some(thrown)
        }
    }

    /// The name of a type.
    ///
    /// # Safety
    /// `info` is a type_info of the library's ABI.
    unsafe fn type_name(library: *mut c_void, info: TypeInfo) -> String {
        // SAFETY: a type_info is its vtable pointer and its name.
        let mangled = unsafe { *info.add(1) }.cast::<c_char>();
        if let Some(demangle) = symbol(library, c"__cxa_demangle") {
            type Demangle =
                unsafe extern "C" fn(*const c_char, *mut c_char, *mut usize, *mut c_int) -> *mut c_char;
            // SAFETY: as the ABI specifies; the text that it returns is freed here.
            unsafe {
                let demangle: Demangle = std::mem::transmute(demangle);
                let name = demangle(mangled, ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
                if !name.is_null() {
                    let text = CStr::from_ptr(name).to_string_lossy().into_owned();
                    libc::free(name.cast());
                    return text;
                }
            }
        }
        // SAFETY: a C string.
        unsafe { CStr::from_ptr(mangled) }.to_string_lossy().into_owned()
    }

    /// The message of an exception that derives from `std::exception`.
    ///
    /// # Safety
    /// `object` is the caught object and `info` its type.
    unsafe fn what(library: *mut c_void, info: TypeInfo, object: *mut c_void) -> Option<String> {
        // libstdc++ only: the fifth virtual function of its type_info checks whether one type can be caught as another.
        let base = symbol(library, c"_ZTISt9exception")?
            .cast_const()
            .cast::<*const *const c_void>();
        symbol(library, c"_ZNKSt9type_info10__do_catchEPKS_PPvj")?;
        type DoCatch = unsafe extern "C" fn(TypeInfo, TypeInfo, *mut *mut c_void, u32) -> bool;
        type What = unsafe extern "C" fn(*mut c_void) -> *const c_char;
        let mut caught = object;
        // SAFETY: the vtables are those of libstdc++, whose order is part of its stable ABI: two destructors,
        // __is_pointer_p, __is_function_p, __do_catch; and of std::exception two destructors and what().
        unsafe {
            let do_catch: DoCatch = std::mem::transmute(*(*base).add(4));
            if !do_catch(base, info, &mut caught, 1) {
                return None;
            }
            let vtable = *caught.cast::<*const *const c_void>();
            let what: What = std::mem::transmute(*vtable.add(2));
            let text = what(caught);
            (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
        }
    }
}
