//! libtvmlike's functions, found in the library that the package has loaded.
//!
//! Invariant: [`api`] is called only after [`connect`] has succeeded; Python code cannot reach anything else before.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use tvmlike_abi::dlpack::{DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned};
use tvmlike_abi::{
    TVMLikeByteArray, TVMLikeDeleter, TVMLikeFinalizer, TVMLikeObjectHandle, TVMLikeTypeInfo, TVMLikeValue,
};

/// Reports one object that an object's field refers to.
pub(crate) type Visit = unsafe extern "C" fn(child: TVMLikeObjectHandle, context: *mut c_void);
/// Reports every object that the fields of an object refer to.
pub(crate) type Traverse =
    unsafe extern "C" fn(object: TVMLikeObjectHandle, visit: Visit, context: *mut c_void);

macro_rules! functions {
    ($($field:ident = $name:literal: fn($($arg:ty),*) $(-> $ret:ty)?;)*) => {
        /// The functions of `tvmlike/c_api.h` that the accelerator calls.
        pub(crate) struct Api {
            /// The deleter of strings that are known to be UTF-8.
            pub(crate) text_deleter: TVMLikeDeleter,
            $(pub(crate) $field: unsafe extern "C" fn($($arg),*) $(-> $ret)?,)*
        }

        impl Api {
            /// # Safety
            /// `library` is a handle of `dlopen` to a libtvmlike.
            unsafe fn load(library: *mut c_void) -> Result<Self, &'static CStr> {
                Ok(Self {
                    text_deleter: {
                        let name = c"TVMLikeStringDeleter";
                        // SAFETY: a valid handle and a C string; the library's header declares the function so.
                        unsafe {
                            let address = libc::dlsym(library, name.as_ptr());
                            if address.is_null() {
                                return Err(name);
                            }
                            std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> TVMLikeDeleter>(address)()
                        }
                    },
                    $($field: {
                        let name: &'static CStr = $name;
                        // SAFETY: a valid handle and a C string.
                        let address = unsafe { libc::dlsym(library, name.as_ptr()) };
                        if address.is_null() {
                            return Err(name);
                        }
                        // SAFETY: the library's header declares the function with these types.
                        unsafe {
                            std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($arg),*) $(-> $ret)?>(address)
                        }
                    },)*
                })
            }
        }
    };
}

functions! {
    retain = c"TVMObjectRetain": fn(*mut c_void) -> c_int;
    free = c"TVMObjectFree": fn(*mut c_void) -> c_int;
    look_up = c"TVMLikeFuncLookUp": fn(*const TVMLikeByteArray, *mut TVMLikeObjectHandle, *mut u32) -> c_int;
    func_record = c"TVMLikeFuncRecord": fn(TVMLikeObjectHandle, *mut TVMLikeValue) -> c_int;
    map_create = c"TVMLikeMapCreate": fn(*const TVMLikeValue, usize, *mut TVMLikeValue) -> c_int;
    to_owned = c"TVMLikeValueToOwned": fn(*const TVMLikeValue, *mut TVMLikeValue) -> c_int;
    opaque_create = c"TVMLikeOpaqueCreate":
        fn(*mut c_void, i32, TVMLikeFinalizer, *mut TVMLikeObjectHandle) -> c_int;
    tensor_alloc = c"TVMLikeTensorAlloc":
        fn(*const i64, i32, DLDataType, DLDevice, *mut TVMLikeObjectHandle) -> c_int;
    tensor_flags = c"TVMLikeTensorFlags": fn(TVMLikeObjectHandle) -> u64;
    tensor_from_dlpack_versioned = c"TVMLikeTensorFromDLPackVersioned":
        fn(*mut DLManagedTensorVersioned, *mut TVMLikeObjectHandle) -> c_int;
    tensor_to_dlpack = c"TVMLikeTensorToDLPack": fn(TVMLikeObjectHandle, *mut *mut DLManagedTensor) -> c_int;
    tensor_to_dlpack_versioned = c"TVMLikeTensorToDLPackVersioned":
        fn(TVMLikeObjectHandle, *mut *mut DLManagedTensorVersioned) -> c_int;
    error_create = c"TVMLikeErrorCreate": fn(
        *const TVMLikeByteArray, *const TVMLikeByteArray, *const TVMLikeByteArray,
        TVMLikeObjectHandle, TVMLikeObjectHandle, *mut TVMLikeObjectHandle
    ) -> c_int;
    set_raised = c"TVMLikeErrorSetRaised": fn(TVMLikeObjectHandle);
    take_raised = c"TVMLikeErrorMoveFromRaised": fn(*mut TVMLikeObjectHandle);
    list_names = c"TVMLikeFuncListNames": fn(*const TVMLikeByteArray, *mut TVMLikeValue) -> c_int;
    plugin_load = c"TVMLikePluginLoad": fn(*const c_char, *mut TVMLikeValue) -> c_int;
    type_members = c"TVMLikeTypeMembers": fn(i32, *mut TVMLikeValue) -> c_int;
    key_to_index = c"TVMObjectTypeKey2Index": fn(*const c_char, *mut u32) -> c_int;
    type_info = c"TVMLikeTypeInfoOf": fn(i32) -> *const TVMLikeTypeInfo;
    type_traverse = c"TVMLikeTypeTraverse": fn(i32) -> Option<Traverse>;
    type_is_refined = c"TVMLikeTypeIsRefined": fn(i32) -> c_int;
    object_refined_type = c"TVMLikeObjectRefinedType": fn(TVMLikeObjectHandle, *mut i32) -> c_int;
    object_is_instance = c"TVMLikeObjectIsInstance": fn(TVMLikeObjectHandle, i32, *mut c_int) -> c_int;
    set_interrupt_check = c"TVMLikeSetInterruptCheck": fn(Option<unsafe extern "C" fn() -> c_int>);
    registry_generation = c"TVMLikeRegistryGeneration": fn() -> *const u64;
}

static API: OnceLock<Api> = OnceLock::new();

/// Takes the functions out of the library with this `dlopen` handle; fails with the name that is missing.
///
/// # Safety
/// `library` is a handle of `dlopen` to a libtvmlike that is never closed.
pub(crate) unsafe fn connect(library: *mut c_void) -> Result<(), &'static CStr> {
    // SAFETY: by contract.
    let api = unsafe { Api::load(library) }?;
    let _ = API.set(api);
    Ok(())
}

/// The functions.
#[inline(always)]
pub(crate) fn api() -> &'static Api {
    // SAFETY: nothing in the module can be called before `connect`.
    unsafe { API.get().unwrap_unchecked() }
}

/// The registry's generation: it changes whenever a name stops standing for its function.
#[inline]
pub(crate) fn generation() -> u64 {
    static COUNTER: OnceLock<&'static AtomicU64> = OnceLock::new();
    // SAFETY: a counter that is never freed and that other threads write to atomically.
    let counter =
        COUNTER.get_or_init(|| unsafe { AtomicU64::from_ptr((api().registry_generation)().cast_mut()) });
    counter.load(Ordering::Acquire)
}

/// Text as the library takes it.
pub(crate) fn borrowed(text: &[u8]) -> TVMLikeByteArray {
    TVMLikeByteArray {
        data: text.as_ptr().cast::<c_char>(),
        size: text.len(),
    }
}
