//! The functions that a library's own code calls back, through variables that are set when the library is loaded.
//!
//! Invariant: there is one worker, the calling thread: a kernel's parallel work runs as one task, and barriers do not wait.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use tvmlike::{Error, ObjectPtr, Result};
use tvmlike_classic::{TVMFunctionHandle, device_of, with_runtime};
use tvmlike_registry::host_api::{give_made, null};
use tvmlike_runtime::TypeIndex;

use super::library::Library;
use super::{AnyModule, Module};
use crate::c_api::device::{TVMDeviceAllocDataSpace, TVMDeviceFreeDataSpace};
use crate::c_api::error::TVMAPISetLastError;
use crate::c_api::function::FuncCall;
use crate::classic_abi::Tvm;

/// The symbol of a library's embedded modules of other kinds.
const PACKED_IMPORTS: &CStr = c"__tvm_dev_mblob";
/// The variable that receives the library's own module.
const OWN_MODULE: &CStr = c"__tvm_module_ctx";

/// The state that a kernel's workers share: their number.
#[repr(C)]
struct Group {
    sync: *mut c_void,
    tasks: i32,
}

/// One task of a kernel's parallel work.
type Task = unsafe extern "C-unwind" fn(task: c_int, group: *mut Group, data: *mut c_void) -> c_int;

/// Sets the variables of a library.
pub(super) fn fill_in(library: &Library, module: &ObjectPtr<Module>) -> Result<()> {
    if library.variable(PACKED_IMPORTS).is_some() {
        return Err(Error::runtime_error(format!(
            "the library contains embedded modules of other kinds ({PACKED_IMPORTS:?}), which are not supported"
        )));
    }
    let functions: [(&CStr, *const c_void); 7] = [
        (c"__TVMFuncCall", FuncCall as *const c_void),
        (c"__TVMAPISetLastError", TVMAPISetLastError as *const c_void),
        (
            c"__TVMBackendGetFuncFromEnv",
            function_from_environment as *const c_void,
        ),
        (c"__TVMBackendAllocWorkspace", alloc_workspace as *const c_void),
        (c"__TVMBackendFreeWorkspace", free_workspace as *const c_void),
        (c"__TVMBackendParallelLaunch", parallel_launch as *const c_void),
        (c"__TVMBackendParallelBarrier", parallel_barrier as *const c_void),
    ];
    for (name, value) in functions {
        if let Some(variable) = library.variable(name) {
            // SAFETY: a symbol with this name is a pointer that the loader of the library sets.
            unsafe { variable.cast::<*const c_void>().write(value) }
        }
    }
    library.store_module(OWN_MODULE, module.as_raw().cast());
    Ok(())
}

/// Looks up a function in the module's imports and the registry. The module owns the reference.
///
/// # Safety
/// `module` is the value of `__tvm_module_ctx`; `name` is NULL or a C string; `out` is NULL or valid for a write.
unsafe extern "C" fn function_from_environment(
    module: *mut c_void,
    name: *const c_char,
    out: *mut TVMFunctionHandle,
) -> c_int {
    with_runtime::<Tvm>(|| {
        if name.is_null() {
            return Err(null("a function's name"));
        }
        // SAFETY: NULL or the library's own module, which is alive while its code runs.
        let module = unsafe { own_module(module)? };
        // SAFETY: a C string.
        let name = unsafe { CStr::from_ptr(name) };
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the function", || module.asked_for(name)) }
    })
}

/// Reads the module from the value of `__tvm_module_ctx`.
///
/// # Safety
/// `module` is NULL or a living object.
unsafe fn own_module(module: *mut c_void) -> Result<ObjectPtr<Module>> {
    let module = ptr::NonNull::new(module.cast()).ok_or_else(|| null("the module"))?;
    // SAFETY: alive by contract.
    let module = unsafe { ObjectPtr::<AnyModule>::from_borrowed(module) };
    module.downcast::<Module>().map_err(|other| {
        Error::type_error(format!(
            "expected a module, got {}",
            TypeIndex::name(other.type_index())
        ))
    })
}

/// Allocates a kernel's temporary memory; NULL if that fails.
///
/// # Safety
/// None; the type in the library is unsafe.
unsafe extern "C" fn alloc_workspace(
    device_type: c_int,
    device_id: c_int,
    size: u64,
    _dtype_code: c_int,
    _dtype_bits: c_int,
) -> *mut c_void {
    let mut start = ptr::null_mut();
    let Ok(size) = usize::try_from(size) else {
        return start;
    };
    let dtype = tvmlike::DataType::UINT8.into();
    // SAFETY: a valid place. On failure nothing is written, and the kernel reports it.
    unsafe { TVMDeviceAllocDataSpace(device_of(device_type, device_id), size, 0, dtype, &mut start) };
    start
}

/// Frees a kernel's temporary memory.
///
/// # Safety
/// `start` is NULL or was allocated by [`alloc_workspace`] and has not been freed.
unsafe extern "C" fn free_workspace(device_type: c_int, device_id: c_int, start: *mut c_void) -> c_int {
    // SAFETY: by contract.
    unsafe { TVMDeviceFreeDataSpace(device_of(device_type, device_id), start) }
}

/// Runs a kernel's parallel work as one task.
///
/// # Safety
/// `task` is NULL or may be called with `data`.
unsafe extern "C-unwind" fn parallel_launch(task: Option<Task>, data: *mut c_void, _tasks: c_int) -> c_int {
    let Some(task) = task else {
        return with_runtime::<Tvm>(|| Err(null("the task")));
    };
    let mut group = Group {
        sync: ptr::null_mut(),
        tasks: 1,
    };
    // SAFETY: by contract; an exception goes to the kernel's caller.
    unsafe { task(0, &mut group, data) }
}

/// Waits for the other workers, of which there are none.
///
/// # Safety
/// None; the type in the library is unsafe.
unsafe extern "C" fn parallel_barrier(_task: c_int, _group: *mut c_void) -> c_int {
    0
}
