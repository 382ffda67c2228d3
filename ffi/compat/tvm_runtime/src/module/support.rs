//! What a library's own code calls back: variables in it are named for these functions and filled in when it is loaded.
//!
//! Invariant: there is one worker, the calling thread, so work that a kernel divides is done in one piece and waits for nobody.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use tvmlike::{Error, ObjectPtr, Result};
use tvmlike_classic::{TVMFunctionHandle, device_of, with_runtime};
use tvmlike_registry::host_api::{give_made, null};
use tvmlike_runtime::TypeIndex;

use super::library::Library;
use super::{AnyModule, Module};
use crate::Tvm;
use crate::c_api::FuncCall;
use crate::c_api::{TVMAPISetLastError, TVMDeviceAllocDataSpace, TVMDeviceFreeDataSpace};

/// Where a library has modules of other kinds that belong to it, packed.
const PACKED_IMPORTS: &CStr = c"__tvm_dev_mblob";
/// Where a library is told which module it is.
const OWN_MODULE: &CStr = c"__tvm_module_ctx";

/// What a kernel's workers share: how many there are.
#[repr(C)]
struct Group {
    sync: *mut c_void,
    tasks: i32,
}

/// A piece of a kernel's work.
type Task = unsafe extern "C-unwind" fn(task: c_int, group: *mut Group, data: *mut c_void) -> c_int;

/// Fills in the variables of a library.
pub(super) fn fill_in(library: &Library, module: &ObjectPtr<Module>) -> Result<()> {
    if library.variable(PACKED_IMPORTS).is_some() {
        return Err(Error::runtime_error(format!(
            "the library has modules of other kinds packed into it ({PACKED_IMPORTS:?}), for which there are no loaders"
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
            // SAFETY: by its name it is a pointer that whoever loads the library writes.
            unsafe { variable.cast::<*const c_void>().write(value) }
        }
    }
    library.tell(OWN_MODULE, module.as_raw().cast());
    Ok(())
}

/// Gives a function that the module imports or the registry has. It is the module's.
unsafe extern "C" fn function_from_environment(
    module: *mut c_void,
    name: *const c_char,
    out: *mut TVMFunctionHandle,
) -> c_int {
    with_runtime::<Tvm>(|| {
        if name.is_null() {
            return Err(null("a function's name"));
        }
        // SAFETY: NULL, or the module that the library was told it is, which is alive while its code runs.
        let module = unsafe { own_module(module)? };
        // SAFETY: a C string.
        let name = unsafe { CStr::from_ptr(name) };
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the function", || module.asked_for(name)) }
    })
}

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

/// Gives memory for what a kernel computes on its way; NULL where there is none.
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
    // SAFETY: a place for the memory. Where it fails nothing is written, and the kernel says so.
    unsafe { TVMDeviceAllocDataSpace(device_of(device_type, device_id), size, 0, dtype, &mut start) };
    start
}

unsafe extern "C" fn free_workspace(device_type: c_int, device_id: c_int, start: *mut c_void) -> c_int {
    // SAFETY: memory that `alloc_workspace` gave.
    unsafe { TVMDeviceFreeDataSpace(device_of(device_type, device_id), start) }
}

/// Runs a kernel's work. It divides it by the number of tasks that it is told, and that is one.
unsafe extern "C-unwind" fn parallel_launch(task: Option<Task>, data: *mut c_void, _tasks: c_int) -> c_int {
    let Some(task) = task else {
        return with_runtime::<Tvm>(|| Err(null("the task")));
    };
    let mut group = Group {
        sync: ptr::null_mut(),
        tasks: 1,
    };
    // SAFETY: the task is called as its kernel asks; what it throws goes to the kernel's caller.
    unsafe { task(0, &mut group, data) }
}

/// Waits for the other workers, of which there are none.
unsafe extern "C" fn parallel_barrier(_task: c_int, _group: *mut c_void) -> c_int {
    0
}
