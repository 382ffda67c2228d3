//! The exported classic functions: name, contract and body, once for all libraries.
//!
//! A library exports those that it lists, under its own prefix and with its own [`ClassicAbi`](crate::ClassicAbi):
//!
//! ```ignore
//! use tvmlike_classic::*;
//!
//! tvmlike_classic::export! { "DGL" Dgl: ArrayAlloc ArrayFree } // DGLArrayAlloc, DGLArrayFree
//! ```
//!
//! A function that only one library exports, or that differs in one, is in that library. `xtask/c-header` reads this
//! table, too, and writes the C headers from it; in `dgl.h` the names in the text become DGL's.

/// Turns the table below into the macro `export!`. `$dollar` is a `$` for that macro.
macro_rules! classic_functions {
    (
        $dollar:tt
        $(
            $(#[$doc:meta])*
            fn $name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $status:ty)? = $body:ident;
        )*
    ) => {
        /// Exports the classic functions with these names: `export! { "PREFIX" Abi: Name Name … }`.
        ///
        /// The types of the parameters must be in scope: `use tvmlike_classic::*` and `std::ffi`'s C types.
        #[macro_export]
        macro_rules! export {
            ($dollar prefix:literal $dollar abi:ty: $dollar($dollar names:ident)*) => {
                $dollar(
                    $crate::export! {
                        @$dollar names, concat!($dollar prefix, stringify!($dollar names)), $dollar abi
                    }
                )*
            };
            $((@$name, $dollar symbol:expr, $dollar abi:ty) => {
                $(#[$doc])*
                #[expect(non_snake_case, reason = "the name without the library's prefix")]
                #[unsafe(export_name = $dollar symbol)]
                pub unsafe extern "C" fn $name($($arg: $type),*) $(-> $status)? {
                    // SAFETY: the contract is the same.
                    unsafe { $crate::$body::<$dollar abi>($($arg),*) }
                }
            };)*
        }
    };
}

classic_functions! { $
    /// Calls a function with classic values.
    ///
    /// Arguments are borrowed for the call. If a C callback is called by libtvm_runtime, it may take the object behind a
    /// `TVMLIKE_ARG_OBJECT_RVALUE_REF`; every other function borrows that object, too. A string or bytes result stays in
    /// storage of this thread until the thread's next call; a handle result belongs to the caller.
    ///
    /// Returns 0, or -1 with the last error set. libtvm_runtime returns -2 if a front end that registered only
    /// `PyErr_CheckSignals` was interrupted: the exception is then in its interpreter.
    ///
    /// # Safety
    /// `func` is NULL or a living object; `arg_values` and `type_codes` point to `num_args` values and their codes;
    /// `ret_val` and `ret_type_code` are NULL or valid for a write.
    fn FuncCall(
        func: TVMFunctionHandle,
        arg_values: *mut TVMValue,
        type_codes: *mut c_int,
        num_args: c_int,
        ret_val: *mut TVMValue,
        ret_type_code: *mut c_int,
    ) -> c_int = call;

    /// Makes a function from a C callback.
    ///
    /// `fin`, which may be NULL, is called once with the resource when the last handle is released. If this call fails,
    /// it is not called.
    ///
    /// # Safety
    /// The callback may be called with the resource from any thread until the finalizer has run; `out` is NULL or valid
    /// for a write.
    fn FuncCreateFromCFunc(
        func: TVMPackedCFunc,
        resource_handle: *mut c_void,
        fin: TVMPackedCFuncFinalizer,
        out: *mut TVMFunctionHandle,
    ) -> c_int = create_from_c_func;

    /// Sets the result of a C callback. Strings and bytes are copied, objects retained.
    ///
    /// # Safety
    /// `ret` is NULL or what the callback received; `value` and `type_code` are NULL or point to a value and its code.
    fn CFuncSetReturn(
        ret: TVMRetValueHandle,
        value: *mut TVMValue,
        type_code: *mut c_int,
        num_ret: c_int,
    ) -> c_int = set_return;

    /// Makes a callback's borrowed argument its own, in place: a handle is retained, and the callback releases it.
    ///
    /// Strings and bytes stay borrowed and are refused; copy them.
    ///
    /// # Safety
    /// `value` and `code` are NULL or an argument that the callback received.
    fn CbArgToReturn(value: *mut TVMValue, code: *mut c_int) -> c_int = arg_to_return;

    /// Lists the registered names, sorted. The array and its strings stay valid until this thread's next listing.
    ///
    /// # Safety
    /// `out_size` and `out_array` are NULL or valid for a write.
    fn FuncListGlobalNames(out_size: *mut c_int, out_array: *mut *mut *const c_char) -> c_int = list_global_names;

    /// Looks a function up by name and returns a new reference, which the caller releases with `TVMFuncFree`.
    ///
    /// If no function has the name, `out` becomes NULL and the call returns 0.
    ///
    /// # Safety
    /// `name` is NULL or a C string; `out` is NULL or valid for a write.
    fn FuncGetGlobal(name: *const c_char, out: *mut TVMFunctionHandle) -> c_int = func_get_global;

    /// Releases a reference to a function. NULL is ignored.
    ///
    /// # Safety
    /// `func` is NULL or a function to which the caller owns a reference.
    fn FuncFree(func: TVMFunctionHandle) -> c_int = func_free;

    /// Registers a function under a name; the registry takes a reference of its own.
    ///
    /// A name that is taken is an error unless `override_` is not 0.
    ///
    /// # Safety
    /// `name` is NULL or a C string; `f` is NULL or a living object.
    fn FuncRegisterGlobal(name: *const c_char, f: TVMFunctionHandle, override_: c_int) -> c_int = func_register_global;

    /// Removes a name; an error if it is not registered. Handles that callers have stay valid.
    ///
    /// # Safety
    /// `name` is NULL or a C string.
    fn FuncRemoveGlobal(name: *const c_char) -> c_int = func_remove_global;

    /// Adds a reference to an object.
    ///
    /// # Safety
    /// `obj` is NULL or a living object.
    fn ObjectRetain(obj: TVMObjectHandle) -> c_int = object_retain;

    /// Releases a reference to an object. NULL is ignored.
    ///
    /// # Safety
    /// `obj` is NULL or an object to which the caller owns a reference.
    fn ObjectFree(obj: TVMObjectHandle) -> c_int = object_free;

    /// Reads the type index of an object.
    ///
    /// # Safety
    /// `obj` is NULL or a living object; `out_tindex` is NULL or valid for a write.
    fn ObjectGetTypeIndex(obj: TVMObjectHandle, out_tindex: *mut c_uint) -> c_int = object_type_index;

    /// Looks up the type index of a type key; an error if the key is not registered. libtvm_runtime takes TVM's keys.
    ///
    /// # Safety
    /// `type_key` is NULL or a C string; `out_tindex` is NULL or valid for a write.
    fn ObjectTypeKey2Index(type_key: *const c_char, out_tindex: *mut c_uint) -> c_int = type_key_to_index;

    /// Looks up the type key of a type index. The caller frees the text with C's `free`. libtvm_runtime returns TVM's keys.
    ///
    /// # Safety
    /// `out_type_key` is NULL or valid for a write.
    fn ObjectTypeIndex2Key(tindex: c_uint, out_type_key: *mut *mut c_char) -> c_int = type_index_to_key;

    /// Whether a type is another type or inherits from it.
    ///
    /// # Safety
    /// `is_derived` is NULL or valid for a write.
    fn ObjectDerivedFrom(
        child_type_index: c_uint,
        parent_type_index: c_uint,
        is_derived: *mut c_int,
    ) -> c_int = object_derived_from;

    /// Allocates a zeroed array in C order on the CPU, aligned to 64 bytes. The caller releases it with `TVMArrayFree`.
    ///
    /// Each element takes whole bytes, also an element of a single bit.
    ///
    /// # Safety
    /// `shape` points to `ndim` numbers; `out` is NULL or valid for a write.
    fn ArrayAlloc(
        shape: *const i64,
        ndim: c_int,
        dtype_code: c_int,
        dtype_bits: c_int,
        dtype_lanes: c_int,
        device_type: c_int,
        device_id: c_int,
        out: *mut TVMArrayHandle,
    ) -> c_int = alloc;

    /// Releases a reference to an array. NULL is ignored.
    ///
    /// # Safety
    /// `handle` is NULL or an array to which the caller owns a reference.
    fn ArrayFree(handle: TVMArrayHandle) -> c_int = free;

    /// Copies `nbytes` bytes into a contiguous array of that size.
    ///
    /// # Safety
    /// `handle` is NULL, an array or a `DLTensor` that the caller describes; `nbytes` bytes are readable at `data`.
    fn ArrayCopyFromBytes(handle: TVMArrayHandle, data: *mut c_void, nbytes: usize) -> c_int = copy_from_bytes;

    /// Copies the `nbytes` bytes of a contiguous array of that size.
    ///
    /// # Safety
    /// `handle` is NULL, an array or a `DLTensor` that the caller describes; `nbytes` bytes are writable at `data`.
    fn ArrayCopyToBytes(handle: TVMArrayHandle, data: *mut c_void, nbytes: usize) -> c_int = copy_to_bytes;

    /// Makes an array that takes over a managed tensor.
    ///
    /// On failure the managed tensor's deleter has run. libtvm_runtime takes contiguous tensors only, and on failure the
    /// caller keeps the managed tensor.
    ///
    /// # Safety
    /// `from` is NULL or a valid managed tensor that the caller owns; `out` is NULL or valid for a write.
    fn ArrayFromDLPack(from: *mut DLManagedTensor, out: *mut TVMArrayHandle) -> c_int = from_dlpack;

    /// Makes a managed tensor that shares the array's memory. The caller calls its deleter.
    ///
    /// # Safety
    /// `from` is NULL or a living array; `out` is NULL or valid for a write.
    fn ArrayToDLPack(from: TVMArrayHandle, out: *mut *mut DLManagedTensor) -> c_int = to_dlpack;

    /// Calls a managed tensor's deleter. NULL is ignored.
    ///
    /// # Safety
    /// `dltensor` is NULL or a valid managed tensor that the caller owns.
    fn DLManagedTensorCallDeleter(dltensor: *mut DLManagedTensor) = managed_delete;

    /// Makes a stream, which the caller frees with `TVMStreamFree`. The CPU has one stream, NULL.
    ///
    /// # Safety
    /// `out` is NULL or valid for a write.
    fn StreamCreate(device_type: c_int, device_id: c_int, out: *mut TVMStreamHandle) -> c_int = stream_create;

    /// Frees a stream.
    ///
    /// # Safety
    /// `stream` comes from `TVMStreamCreate`; it is compared with NULL only.
    fn StreamFree(device_type: c_int, device_id: c_int, stream: TVMStreamHandle) -> c_int = stream_free;

    /// Selects the stream for this thread's work on a device.
    ///
    /// # Safety
    /// `handle` comes from `TVMStreamCreate`; it is compared with NULL only.
    fn SetStream(device_type: c_int, device_id: c_int, handle: TVMStreamHandle) -> c_int = set_stream;

    /// Waits until the work in a stream is done. On the CPU it is done already.
    ///
    /// # Safety
    /// `stream` comes from `TVMStreamCreate`; it is compared with NULL only.
    fn Synchronize(device_type: c_int, device_id: c_int, stream: TVMStreamHandle) -> c_int = synchronize;

    /// Makes later work in the stream `dst` wait for the work in `src`.
    ///
    /// # Safety
    /// Both come from `TVMStreamCreate`; they are compared with NULL only.
    fn StreamStreamSynchronize(
        device_type: c_int,
        device_id: c_int,
        src: TVMStreamHandle,
        dst: TVMStreamHandle,
    ) -> c_int = synchronize_streams;

    /// Releases a reference to a module. NULL is ignored.
    ///
    /// # Safety
    /// `module` is NULL or a module to which the caller owns a reference.
    fn ModFree(module: TVMModuleHandle) -> c_int = object_free;
}
