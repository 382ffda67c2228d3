//! Plugins that are linked into the program, and what an init must not do.

use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use tvmlike::plugin;
use tvmlike_runtime::abi::{
    TVMLIKE_ABI_MAJOR, TVMLIKE_ABI_MINOR, TVMLIKE_OBJECT, TVMLikeByteArray, TVMLikeHost, TVMLikeObjectHandle,
    TVMLikePlugin, TVMLikeRegistration, TVMLikeValue,
};

use crate::built::{Place, call, turn};

fn bytes(text: &'static CStr) -> TVMLikeByteArray {
    TVMLikeByteArray {
        data: text.as_ptr(),
        size: text.count_bytes(),
    }
}

/// Returns 42.
///
/// # Safety
/// `result` is valid for a write.
unsafe extern "C" fn answer(
    _: *mut c_void,
    _: *const TVMLikeValue,
    _: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: by contract.
    unsafe { result.write(tvmlike::ToAny::to_any(42_i64).into_raw()) };
    0
}

/// What the inits below have in common.
struct Init {
    host: &'static TVMLikeHost,
    plugin: *mut TVMLikePlugin,
}

impl Init {
    /// Names the plugin.
    ///
    /// # Safety
    /// Called with the arguments of an init.
    unsafe fn begin(host: *const TVMLikeHost, plugin: *mut TVMLikePlugin, name: &'static CStr) -> Self {
        // SAFETY: the host's table and the plugin's struct, both static.
        unsafe {
            (*plugin).major = TVMLIKE_ABI_MAJOR;
            (*plugin).minor = TVMLIKE_ABI_MINOR;
            (*plugin).name = bytes(name);
            Self { host: &*host, plugin }
        }
    }

    fn function(&self) -> TVMLikeObjectHandle {
        let mut made = ptr::null_mut();
        // SAFETY: a callback without a context.
        let status = unsafe { (self.host.func_create)(Some(answer), ptr::null_mut(), None, &mut made) };
        assert_eq!(status, 0);
        made
    }

    fn register(&self, name: &'static CStr, function: TVMLikeObjectHandle) -> c_int {
        let registration = TVMLikeRegistration {
            name: bytes(name),
            function,
            describe: None,
            describe_context: ptr::null(),
            record: bytes(c""),
            file: bytes(c""),
            line: 0,
            flags: 0,
        };
        // SAFETY: valid for the call.
        unsafe { (self.host.plugin_register)(self.plugin, &registration) }
    }

    fn free(&self, function: TVMLikeObjectHandle) {
        // SAFETY: a reference of this one's own.
        unsafe { (self.host.object_free)(function) }
    }
}

static FINISHED: AtomicUsize = AtomicUsize::new(0);

extern "C" fn count_finish(_: *mut c_void) {
    FINISHED.fetch_add(1, Ordering::SeqCst);
}

/// One function under two names, and an object without anything to destroy.
///
/// # Safety
/// Called by a host, as the init of a plugin.
unsafe extern "C" fn two_names(host: *const TVMLikeHost, plugin: *mut TVMLikePlugin) -> c_int {
    // SAFETY: the arguments that a host passes.
    let init = unsafe { Init::begin(host, plugin, c"two_names") };
    // SAFETY: as above.
    unsafe { (*plugin).finish = Some(count_finish) };
    let function = init.function();
    let status = init.register(c"two_names.a", function) + init.register(c"two_names.b", function);
    init.free(function);
    let mut index = 0;
    // SAFETY: valid for the call.
    status
        + unsafe {
            (init.host.plugin_type_register)(plugin, &bytes(c"two_names.T"), TVMLIKE_OBJECT, &mut index)
        }
}

#[test]
fn only_objects_outside_the_registry_hold_a_plugin() {
    let _turn = turn();
    FINISHED.store(0, Ordering::SeqCst);
    plugin::attach(Some(two_names)).unwrap();
    assert_eq!(plugin::info("two_names").unwrap().held_by, [""; 0]);
    assert_eq!(call::<i64>("two_names.b"), 42);
    let index = tvmlike::type_table::index_of("two_names.T").unwrap();
    let mut object = ptr::null_mut();
    // SAFETY: the host's own function; the object has no body.
    let status = unsafe { tvmlike::host_api::object_create(index.0, 0, None, &mut object) };
    assert_eq!(status, 0);
    let error = plugin::unload("two_names", true).unwrap_err();
    assert!(error.message().contains("1 object of two_names.T"), "{error}");
    assert_eq!(plugin::unload("two_names", false).unwrap().state, "unloaded");
    assert_eq!(FINISHED.load(Ordering::SeqCst), 0);
    // SAFETY: the reference that was made above.
    unsafe { tvmlike::host_api::object_free(object) };
    assert_eq!(FINISHED.load(Ordering::SeqCst), 1);
    let error = plugin::attach(Some(two_names)).unwrap_err();
    assert!(error.message().contains("has already run"), "{error}");
}

/// Unloads another plugin and returns the outcome.
///
/// # Safety
/// Called by a host, as the init of a plugin.
unsafe extern "C" fn unloads(host: *const TVMLikeHost, plugin: *mut TVMLikePlugin) -> c_int {
    // SAFETY: the arguments that a host passes.
    let _init = unsafe { Init::begin(host, plugin, c"unloads") };
    match tvmlike::plugin::unload("lifecycle", false) {
        Ok(_) => 0,
        Err(error) => tvmlike::function::shim::raise(error),
    }
}

#[test]
fn an_init_cannot_remove_names() {
    let _turn = turn();
    let place = Place::with("");
    place.load().unwrap();
    let error = plugin::attach(Some(unloads)).unwrap_err();
    assert!(
        error
            .message()
            .contains("cannot unload or reload lifecycle: an init can only register"),
        "{error}"
    );
    assert_eq!(call::<String>("lifecycle.generation"), "1");
}

/// Has the name of another plugin.
///
/// # Safety
/// Called by a host, as the init of a plugin.
unsafe extern "C" fn same_name(host: *const TVMLikeHost, plugin: *mut TVMLikePlugin) -> c_int {
    // SAFETY: the arguments that a host passes.
    let init = unsafe { Init::begin(host, plugin, c"lifecycle") };
    let function = init.function();
    let status = init.register(c"same_name.f", function);
    init.free(function);
    status
}

#[test]
fn a_second_plugin_with_the_same_name_is_an_error() {
    let _turn = turn();
    let place = Place::with("");
    place.load().unwrap();
    let error = plugin::attach(Some(same_name)).unwrap_err();
    assert!(
        error
            .message()
            .starts_with("a plugin named lifecycle is already loaded, from "),
        "{error}"
    );
    assert!(tvmlike::find("same_name.f").is_none());
    assert_eq!(call::<String>("lifecycle.generation"), "1");
}

/// Releases a count that it does not have.
///
/// # Safety
/// Called by a host, as the init of a plugin.
unsafe extern "C" fn releases(host: *const TVMLikeHost, plugin: *mut TVMLikePlugin) -> c_int {
    // SAFETY: the arguments that a host passes.
    let init = unsafe { Init::begin(host, plugin, c"releases") };
    // SAFETY: as above.
    unsafe { (*plugin).finish = Some(count_finish) };
    for kind in [0, 68, 70, 200, -1, i32::MAX] {
        // SAFETY: the table's function takes any number.
        unsafe { (init.host.plugin_release)(plugin, kind) };
    }
    // SAFETY: the host must detect that there is nothing to release.
    unsafe { (init.host.plugin_release)(ptr::null_mut(), 0) };
    0
}

#[test]
fn releasing_without_a_hold_is_an_error() {
    let _turn = turn();
    FINISHED.store(0, Ordering::SeqCst);
    assert_eq!(plugin::attach(Some(releases)).unwrap().held_by, [""; 0]);
    assert_eq!(FINISHED.load(Ordering::SeqCst), 0);
    assert_eq!(plugin::unload("releases", true).unwrap().state, "finished");
    assert_eq!(FINISHED.load(Ordering::SeqCst), 1);
}

#[test]
fn a_reloading_plugin_cannot_be_unloaded() {
    let _turn = turn();
    let place = Place::with("");
    place.load().unwrap();
    let (send, receive) = std::sync::mpsc::channel();
    let seen = tvmlike::subscribe("lifecycle", move |event, names| {
        let state = plugin::list()
            .unwrap()
            .iter()
            .filter(|plugin| plugin.name == "lifecycle")
            .count();
        send.send((event.name(), names.len(), state)).unwrap();
    })
    .unwrap();
    place.put("next");
    plugin::reload("lifecycle").unwrap();
    drop(seen);
    let events: Vec<_> = receive.iter().collect();
    let removed: Vec<_> = events.iter().filter(|event| event.0 == "removed").collect();
    assert_eq!(removed.len(), 1, "{events:?}");
    assert_eq!(removed[0].1, 1, "only_first: {events:?}");
    assert!(
        events.iter().all(|event| event.2 == 1),
        "one plugin at each moment: {events:?}"
    );
    assert!(events.iter().any(|event| event.0 == "overridden"), "{events:?}");
}
