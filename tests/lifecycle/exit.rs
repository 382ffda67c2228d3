//! The end of the process while plugins are loaded.

use std::path::Path;
use std::process::Command;

use tvmlike::prelude::*;

use crate::built::{Place, turn};

const MODE: &str = "LIFECYCLE_CHILD_MODE";
const PLUGIN: &str = "LIFECYCLE_CHILD_PLUGIN";

/// Runs [`child`] in a separate process and returns its output.
fn child_process(mode: &str) -> String {
    let _turn = turn();
    let place = Place::with("");
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "exit::child", "--nocapture", "--test-threads=1"])
        .env(MODE, mode)
        .env(PLUGIN, place.path())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{mode}: {}: {text}{errors}",
        output.status
    );
    text
}

/// The body of the child process; it does nothing in an ordinary run of the tests.
#[test]
fn child() {
    let (Ok(mode), Ok(plugin)) = (std::env::var(MODE), std::env::var(PLUGIN)) else {
        return;
    };
    tvmlike::register_closure("lifecycle_host.answer", || 42_i64).unwrap();
    tvmlike::plugin::load(Path::new(&plugin)).unwrap();
    let told = PackedFunc::typed("told", |generation: String, ticks: i64| {
        println!("finished {generation}, ticked: {}", ticks > 0);
    });
    tvmlike::get("lifecycle.on_finish")
        .unwrap()
        .call((told,))
        .unwrap();
    let call = |name: &str| tvmlike::get(name).unwrap().call(()).unwrap();
    println!("process {}", std::process::id());
    match &*mode {
        "held" => std::mem::forget(tvmlike::get("lifecycle.count").unwrap()),
        "worker" => {
            call("lifecycle.start_worker");
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        "inside a call" => {
            let exit = PackedFunc::typed("exit", || -> i64 { std::process::exit(0) });
            let _ = tvmlike::get("lifecycle.during").unwrap().call((exit,));
            unreachable!("the process has ended");
        }
        _ => {}
    }
}

fn process(text: &str) -> &str {
    let line = text.lines().find(|line| line.contains("process "));
    line.and_then(|line| line.rsplit(' ').next())
        .expect("the child says its number")
}

#[test]
fn an_unused_plugin_is_finished_at_exit() {
    let text = child_process("");
    assert!(text.contains("finished 1"), "{text}");
    let folders = std::fs::read_dir(std::env::temp_dir()).unwrap();
    let own = format!("-{}-", process(&text));
    for folder in folders.flatten() {
        let name = folder.file_name().to_string_lossy().into_owned();
        assert!(
            !(name.starts_with("tvmlike-plugins-") && name.contains(&own)),
            "{name}"
        );
    }
}

#[test]
fn a_plugin_in_use_is_not_finished_at_exit() {
    let text = child_process("held");
    assert!(!text.contains("finished 1"), "{text}");
    let text = child_process("inside a call");
    assert!(!text.contains("finished 1"), "{text}");
}

#[test]
fn the_threads_of_a_plugin_are_stopped_at_exit() {
    let text = child_process("worker");
    assert!(text.contains("finished 1, ticked: true"), "{text}");
}
