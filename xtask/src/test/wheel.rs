//! The package as shipped: the wheel under every installed Python, the source distribution, the editable install.

use super::step::RELEASE;
use super::{BUILD, Outcome, Step};
use crate::venv::interpreters;
use crate::wheel;

/// Builds the wheel that other steps install.
pub(super) const WHEEL: &str = "package: wheel";

pub(super) fn steps(long: bool) -> Vec<Step> {
    let mut steps = vec![Step::new(WHEEL, &[BUILD], wheel::make).seconds(8)];
    let mut found = interpreters("python3");
    if !long && found.len() > 2 {
        // The oldest and the newest.
        found.drain(1..found.len() - 1);
    }
    for (version, interpreter) in found {
        let name = format!("package: install the wheel under Python {version}");
        let step = Step::may_skip(name, &[WHEEL], move || {
            if let Err(error) = crate::venv::check_interpreter(&interpreter) {
                return Ok(Outcome::Skipped(error.to_string()));
            }
            wheel::try_wheel(&version, &interpreter).map(|()| Outcome::Passed)
        });
        steps.push(step.seconds(6));
    }
    let linked = "package: programs link the wheel's library";
    steps.push(
        Step::may_skip(linked, &[WHEEL], || {
            if !crate::process::have("c++") {
                return Ok(Outcome::Skipped("there is no c++".to_owned()));
            }
            wheel::links().map(|()| Outcome::Passed)
        })
        .seconds(8),
    );
    let sources = "package: a wheel from the source distribution";
    // With --long, a build that takes minutes.
    let (needs, seconds): (&[&str], _) = if long { (&[], 150) } else { (&[BUILD], 10) };
    steps.push(Step::new(sources, needs, move || wheel::sources(long)).seconds(seconds));
    let editable = Step::new("package: editable install", &[BUILD], wheel::editable);
    steps.push(editable.locks(&[RELEASE]).seconds(15));
    if long {
        let portable =
            Step::may_skip(
                "package: libraries for manylinux_2_28",
                &[],
                || match wheel::portable_tools() {
                    Ok(()) => wheel::portable_libraries().map(|()| Outcome::Passed),
                    Err(error) => Ok(Outcome::Skipped(format!(
                        "cargo-zigbuild cannot be installed: {error}"
                    ))),
                },
            );
        steps.push(portable.locks(&["target/portable"]).seconds(200));
    }
    steps
}
