//! The plugin of these tests, in the forms that they need.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tvmlike::prelude::*;

/// The tests share one registry, in which the plugin has one name: they take turns.
pub(crate) fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    static HOST: Once = Once::new();
    let guard = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    HOST.call_once(|| {
        tvmlike::register_closure("lifecycle_host.answer", || 42_i64).unwrap();
        tvmlike::register_closure("lifecycle_host.taken", || 0_i64).unwrap();
    });
    if tvmlike::plugin::info("lifecycle").is_ok_and(|plugin| plugin.state == "loaded") {
        tvmlike::plugin::unload("lifecycle", false).unwrap();
    }
    guard
}

/// Builds the plugin with a feature and copies it to `to`.
fn build(feature: &str, to: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = root.join("target/plugins");
    let built = Command::new(env!("CARGO"))
        .args([
            "build",
            "--quiet",
            "-p",
            "tvmlike-lifecycle",
            "--features",
            feature,
        ])
        .arg("--target-dir")
        .arg(&target)
        .current_dir(root)
        .env_remove("RUSTFLAGS")
        .status();
    assert!(
        built.is_ok_and(|status| status.success()),
        "the plugin cannot be built"
    );
    std::fs::copy(target.join("debug/libtvmlike_lifecycle.so"), to).unwrap();
}

/// The library of a variant of the plugin: without a feature (`""`), with `"next"` or with `"fails"`. `cargo xtask test`
/// names libraries that it has built; without it, the tests build them.
fn variant(feature: &'static str) -> PathBuf {
    if let Some(paths) = std::env::var_os("TVMLIKE_LIFECYCLE_PLUGINS") {
        let index = ["", "next", "fails"].iter().position(|known| *known == feature);
        let index = index.expect("a variant of the plugin");
        return std::env::split_paths(&paths).nth(index).expect("three paths");
    }
    static BUILT: Mutex<Vec<(&str, PathBuf)>> = Mutex::new(Vec::new());
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, path)) = built.iter().find(|(known, _)| *known == feature) {
        return path.clone();
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("lifecycle-{}-{feature}.so", std::process::id()));
    build(feature, &path);
    built.push((feature, path.clone()));
    path
}

/// A file of the test's own.
pub(crate) struct Place(PathBuf);

impl Place {
    /// With the plugin in a form in it.
    pub(crate) fn with(feature: &'static str) -> Self {
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let next = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let path = folder.join(format!("liblifecycle-{}-{next}.so", std::process::id()));
        let place = Self(path);
        place.put(feature);
        place
    }

    /// Writes another form over it, in place: the same inode with other bytes.
    pub(crate) fn put(&self, feature: &'static str) {
        std::fs::write(&self.0, std::fs::read(variant(feature)).unwrap()).unwrap();
    }

    /// Cuts the file short.
    pub(crate) fn truncate(&self) {
        std::fs::write(&self.0, "gone").unwrap();
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn load(&self) -> Result<tvmlike::plugin::Plugin> {
        tvmlike::plugin::load(&self.0)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Calls a function of the registry.
pub(crate) fn call<T: for<'a> tvmlike::FromArg<'a>>(name: &str) -> T {
    tvmlike::get(name).unwrap().call_as::<T>(()).unwrap()
}

/// Makes the plugin report when it is finished: the receiver gets the generation.
pub(crate) fn note_finish() -> std::sync::mpsc::Receiver<String> {
    let (send, receive) = std::sync::mpsc::channel();
    let told = PackedFunc::typed("told", move |generation: String, _ticks: i64| {
        send.send(generation).unwrap();
    });
    tvmlike::get("lifecycle.on_finish")
        .unwrap()
        .call((told,))
        .unwrap();
    receive
}

/// Makes an object of a type.
pub(crate) fn construct(index: tvmlike::TypeIndex) -> Any {
    member(index, "__init__").call(()).unwrap()
}

/// A member of a type.
pub(crate) fn member(index: tvmlike::TypeIndex, name: &str) -> PackedFunc {
    let described = tvmlike::type_members(index).unwrap();
    let members: Array = described
        .get(Any::from("members").view())
        .unwrap()
        .convert()
        .unwrap();
    let found = members.iter().find_map(|member| {
        let member: Map = member.convert().unwrap();
        let field = |key: &str| member.get(Any::from(key).view()).unwrap();
        (field("name").convert::<String>().unwrap() == name)
            .then(|| field("function").convert::<PackedFunc>().unwrap())
    });
    found.unwrap_or_else(|| panic!("no member {name}"))
}
