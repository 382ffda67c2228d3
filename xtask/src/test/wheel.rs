//! The package as it is shipped: the wheel under every Python of the machine, the archive of sources, the editable
//! install.

use super::step::RELEASE;
use super::{BUILD, Outcome, Step};
use crate::venv::interpreters;
use crate::wheel;

/// The step that makes the wheel that others install.
pub(super) const WHEEL: &str = "package: wheel";

pub(super) fn steps() -> Vec<Step> {
    let mut steps = vec![Step::new(WHEEL, &[BUILD], wheel::make).takes(8)];
    for (version, interpreter) in interpreters("python3") {
        let name = format!("package: install the wheel under Python {version}");
        let step = Step::may_skip(name, &[WHEEL], move || {
            if let Err(error) = crate::venv::check_interpreter(&interpreter) {
                return Ok(Outcome::Skipped(error.to_string()));
            }
            wheel::try_wheel(&version, &interpreter).map(|()| Outcome::Passed)
        });
        steps.push(step.takes(6));
    }
    let sources = "package: a wheel out of the archive of sources";
    steps.push(Step::new(sources, &[], wheel::sources).takes(60));
    let editable = Step::new("package: editable install", &[BUILD], wheel::editable);
    steps.push(editable.holds(&[RELEASE]).takes(15));
    steps
}
