//! The processor, from what Linux tells of it.

use std::sync::OnceLock;

/// The beginnings of lines that are the same at each start: not the speed of the moment.
const LASTING: [&str; 5] = ["model", "vendor", "flags", "Features", "CPU"];

/// A text that differs where a processor can do other things.
pub(super) fn description() -> Option<&'static str> {
    static MACHINE: OnceLock<Option<String>> = OnceLock::new();
    let read = || {
        let all = std::fs::read_to_string("/proc/cpuinfo").ok()?;
        let first = all.lines().take_while(|line| !line.is_empty());
        let lasting = first.filter(|line| LASTING.iter().any(|key| line.starts_with(key)));
        Some(lasting.fold(std::env::consts::ARCH.to_owned(), |text, line| text + "\n" + line))
    };
    MACHINE.get_or_init(read).as_deref()
}
