//! Finds the lines of a failed step's output that say what failed: a run prints them again at its end, because what
//! is kept of a long output is often only its end.

/// How many lines are kept.
const LINES: usize = 30;
/// How many characters of a line are kept.
const WIDTH: usize = 400;

/// The lines below a line about a panic or an assertion that belong to it.
const BELOW: usize = 3;

/// Returns the lines of `output` that name a failed test or its reason; without such lines, the last ones.
pub(super) fn causes(output: &[u8]) -> Vec<String> {
    let output = String::from_utf8_lossy(output);
    let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut kept: Vec<&str> = Vec::new();
    let mut until = 0;
    for (index, line) in lines.iter().enumerate() {
        if has_details(line) {
            until = index + BELOW + 1;
        }
        if index < until || names_a_failure(line) {
            kept.push(line);
        }
    }
    if kept.is_empty() {
        kept = lines[lines.len().saturating_sub(LINES / 2)..].to_vec();
    }
    kept.iter()
        .take(LINES)
        .map(|line| line.chars().take(WIDTH).collect())
        .collect()
}

/// Whether the lines below this one say more: a Rust panic, an error of a compiler.
fn has_details(line: &str) -> bool {
    line.contains("panicked at ") || line.starts_with("error[") || line.starts_with("error: ")
}

/// Whether a line of cargo, pytest, a sanitizer or a script of this repository names a failure.
fn names_a_failure(line: &str) -> bool {
    let test = line.starts_with("test ") && line.ends_with("FAILED");
    test || line.starts_with("FAILED ")
        || line.starts_with("ERROR ")
        || line.starts_with("E   ")
        || line.contains("ERROR: ")
        || line.contains("Error: ")
}

#[cfg(test)]
mod tests {
    use super::causes;

    #[test]
    fn failed_tests_and_their_reasons_are_kept() {
        let output = b"running 2 tests\ntest a ... ok\ntest b ... FAILED\n\nfailures:\n\n---- b stdout ----\n\
            thread 'b' (1) panicked at src/x.rs:1:2:\nassertion failed\n  left: 1\n right: 2\nnote: run with\n\
            test result: FAILED. 1 passed\n";
        let kept = causes(output);
        assert_eq!(kept[0], "test b ... FAILED");
        assert!(kept.iter().any(|line| line == " right: 2"), "{kept:?}");
        assert!(!kept.iter().any(|line| line == "test a ... ok"), "{kept:?}");
    }

    #[test]
    fn the_last_lines_stand_for_an_unknown_failure() {
        let output = (0..100).map(|line| format!("line {line}\n")).collect::<String>();
        let kept = causes(output.as_bytes());
        assert_eq!(kept.last().map(String::as_str), Some("line 99"));
        assert!(kept.len() < 30);
    }
}
