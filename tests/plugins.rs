//! A Rust host and a Rust plugin that links our crates statically share one registry.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tvmlike::plugin::{self, Plugin};
use tvmlike::prelude::*;

/// Returns the path of the testing plugin, a release build. `cargo xtask test` names the plugin; without it, the tests
/// build it.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        if let Some(path) = std::env::var_os("TVMLIKE_TEST_PLUGIN") {
            return PathBuf::from(path);
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let target = root.join("target");
        let built = Command::new(env!("CARGO"))
            .args([
                "build",
                "--quiet",
                "--release",
                "-p",
                "tvmlike-testing",
                "--target-dir",
            ])
            .arg(&target)
            .current_dir(root)
            .env_remove("RUSTFLAGS")
            .status();
        assert!(
            built.is_ok_and(|status| status.success()),
            "the testing plugin cannot be built"
        );
        target.join("release/libtvmlike_testing.so")
    })
}

fn testing() -> &'static Plugin {
    static LOADED: OnceLock<Plugin> = OnceLock::new();
    LOADED.get_or_init(|| plugin::load(library()).unwrap())
}

#[test]
fn functions_of_a_plugin_are_in_the_hosts_table() {
    let loaded = testing();
    assert_eq!((&*loaded.name, &*loaded.version), ("testing", "1.0"));
    assert!(loaded.functions.contains(&"testing.add3".to_owned()));
    let mut listed = tvmlike::list("testing").unwrap();
    listed.extend(tvmlike::list("testing_overloads").unwrap());
    listed.sort_unstable();
    assert_eq!(listed, loaded.functions);
    assert_eq!(
        tvmlike::get("testing.add3")
            .unwrap()
            .call_as::<i64>((1, 2, 3))
            .unwrap(),
        6
    );
    let info = tvmlike::info("testing.add3").unwrap();
    assert_eq!(info.owner, "testing");
    assert!(info.record.unwrap().starts_with(r#"{"a":[["named","a","i64"]"#));
    assert!(
        plugin::list()
            .unwrap()
            .iter()
            .any(|plugin| plugin.name == "testing")
    );
}

#[test]
fn a_library_is_loaded_once() {
    testing();
    let before = tvmlike::list("").unwrap();
    let error = plugin::load(library()).unwrap_err();
    assert!(
        error
            .message()
            .starts_with("plugin testing is already loaded, from "),
        "{error}"
    );
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("link.so");
    std::os::unix::fs::symlink(library(), &link).unwrap();
    let error = plugin::load(&link).unwrap_err();
    assert!(
        error.message().starts_with("plugin testing is already loaded"),
        "{error}"
    );
    assert_eq!(tvmlike::list("").unwrap(), before);
}

#[test]
fn errors_and_panics_of_a_plugin_are_errors_in_the_host() {
    testing();
    let call = |name: &str, text: &str| tvmlike::get(name).unwrap().call((text,)).unwrap_err();
    let error = call("testing.panic", "in the plugin");
    assert_eq!(
        error.to_string(),
        "InternalError: testing.panic panicked: in the plugin"
    );
    assert!(
        error.backtrace().contains("tests/plugins/testing/src/errors.rs"),
        "{error:?}"
    );
    let error = tvmlike::get("testing.raise")
        .unwrap()
        .call(("KeyError", "k"))
        .unwrap_err();
    assert_eq!(error.to_string(), "KeyError: k");
    assert!(tvmlike::error::take_raised().is_none());
}

#[test]
fn callbacks_and_objects_are_passed_both_ways() {
    testing();
    let double = PackedFunc::typed("double", |x: i64| 2 * x);
    let call = tvmlike::get("testing.call").unwrap();
    assert_eq!(call.call_as::<i64>((double, 21)).unwrap(), 42);
    let fails = PackedFunc::new(|_| Err(Error::new("host.Kind", "from the host")));
    let error = call.call((fails.clone(),)).unwrap_err();
    assert_eq!(error.to_string(), "host.Kind: from the host");
    let text = tvmlike::get("testing.swallow")
        .unwrap()
        .call_as::<String>((fails,))
        .unwrap();
    assert_eq!(text, "host.Kind: from the host");

    // The plugin's types are in the host's type table, parents included.
    let point = tvmlike::get("testing.make_point3")
        .unwrap()
        .call((1.0, 2.0, 3.0))
        .unwrap();
    let index = point.view().kind();
    assert_eq!(tvmlike::type_table::key_of(index), Some("testing.Point3"));
    let parent = tvmlike::type_table::index_of("testing.Point").unwrap();
    assert!(tvmlike::type_table::is_a(index, parent));
    assert_eq!(
        tvmlike::get("testing.point_x")
            .unwrap()
            .call_as::<f64>((point,))
            .unwrap(),
        1.0
    );

    // A map made by the plugin is looked up by the plugin's own hashing.
    let map: Map = [("a", 1_i64), ("b", 2)]
        .into_iter()
        .map(|(k, v)| (Any::from(k), tvmlike::ToAny::to_any(v)))
        .collect();
    let echoed = tvmlike::get("testing.echo")
        .unwrap()
        .call((map,))
        .unwrap()
        .cast::<Map>()
        .unwrap();
    let get = tvmlike::get("testing.map_get").unwrap();
    assert_eq!(get.call_as::<i64>((echoed, "b")).unwrap(), 2);
}

#[test]
fn a_tensor_of_a_plugin_keeps_its_flags() {
    testing();
    let tensor = Tensor::from_vec(vec![1.0_f64, 2.0], &[2]).unwrap();
    let echoed = tvmlike::get("testing.echo")
        .unwrap()
        .call_as::<Tensor>((tensor.clone(),))
        .unwrap();
    assert_eq!(echoed.data_ptr(), tensor.data_ptr());
    let info = tvmlike::get("testing.tensor_info")
        .unwrap()
        .call_as::<Array>((tensor.clone(),))
        .unwrap();
    assert_eq!(
        info.get(0).unwrap().convert::<i64>().unwrap(),
        tensor.data_ptr() as i64
    );
    assert_eq!(info.get(1).unwrap().convert::<String>().unwrap(), "float64");
}

#[test]
fn references_of_a_plugin_are_counted() {
    testing();
    let object = PackedFunc::typed("held", || 1_i64);
    tvmlike::get("testing.hold")
        .unwrap()
        .call((object.clone(),))
        .unwrap();
    assert_eq!(object.as_object().strong_count(), 2);
    let held = tvmlike::get("testing.held")
        .unwrap()
        .call_as::<PackedFunc>(())
        .unwrap();
    assert!(held.as_object().same_as(object.as_object()));
    drop(held);
    tvmlike::get("testing.release").unwrap().call(()).unwrap();
    assert_eq!(object.as_object().strong_count(), 1);
}

#[test]
fn invalid_plugins_are_errors_and_change_nothing() {
    let before = tvmlike::list("nothing").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text.so");
    std::fs::write(&text, "this is no library").unwrap();
    let refused = |path: &Path| plugin::load(path).unwrap_err();
    let error = refused(&text);
    assert_eq!(error.kind(), "OSError");
    assert!(
        error.message().contains("file too short") || error.message().contains("ELF"),
        "{error}"
    );
    let absent = refused(Path::new("/nowhere/at/all.so"));
    assert_eq!(absent.kind(), "OSError");
    assert!(
        absent
            .message()
            .starts_with("cannot load plugin /nowhere/at/all.so: "),
        "{absent}"
    );
    assert!(refused(folder.path()).message().ends_with("it is not a file"));
    assert_eq!(tvmlike::list("nothing").unwrap(), before);
}

#[test]
fn a_truncated_library_is_an_error() {
    let whole = std::fs::read(library()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let cut = folder.path().join("cut.so");
    for size in [0, 10, 63, 64, 100, 5_000, whole.len() / 2] {
        std::fs::write(&cut, &whole[..size]).unwrap();
        let error = plugin::load(&cut).unwrap_err();
        assert_eq!(error.kind(), "OSError", "{size}: {error}");
    }
}
