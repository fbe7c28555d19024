//! Asks the machine's Ruby again about the recorded cases.

use std::path::Path;
use std::process::{Command, Stdio};

use ruby::Version;

use crate::ruby_version;

pub const NAME: &str = "ruby";

/// The program that records, its options, and what it recorded.
const RECORDED: &[(&str, &[&str], &str)] =
    &[("record.rb", &["-W0", "--disable-did_you_mean"], "recorded.json"), ("arities.rb", &["-W0"], "arities.txt")];
/// Differences that are printed.
const SHOWN: usize = 20;

pub fn run(root: &Path) -> Result<(), String> {
    let tests = root.join("crates/ruby/tests");
    if ruby_version::of_machine() != Version::V3_1 {
        return Err(format!("{NAME}: the answers are those of Ruby 3.1, and the Ruby of this machine is another one"));
    }
    let (mut passed, mut failures) = (0, Vec::new());
    for (program, options, file) in RECORDED {
        let path = tests.join(file);
        let recorded = std::fs::read_to_string(&path).map_err(|it| format!("{}: {it}", path.display()))?;
        let output = Command::new("ruby").args(*options).arg(tests.join(program)).stdin(Stdio::null()).output();
        let output = output.map_err(|it| format!("ruby: {it}"))?;
        if !output.status.success() {
            return Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr)));
        }
        let (equal, different) = compare(&recorded, &String::from_utf8_lossy(&output.stdout));
        passed += equal;
        failures.extend(different.into_iter().map(|it| format!("{file}, {it}")));
    }
    failures.iter().take(SHOWN).for_each(|it| println!("{it}"));
    println!("{NAME}: {passed} passed, {} failed", failures.len());
    if failures.is_empty() { Ok(()) } else { Err(format!("{NAME}: {} of Ruby's answers are not those that were recorded", failures.len())) }
}

/// How many lines are equal, and the others. The comma at the end of a line of a list says nothing.
fn compare(recorded: &str, answers: &str) -> (usize, Vec<String>) {
    fn lines(text: &str) -> Vec<&str> {
        text.lines().map(|it| it.strip_suffix(',').unwrap_or(it)).filter(|it| !matches!(*it, "[" | "]")).collect()
    }
    let (recorded, answers) = (lines(recorded), lines(answers));
    let mut equal = 0;
    let mut different = Vec::new();
    for index in 0..recorded.len().max(answers.len()) {
        match (recorded.get(index), answers.get(index)) {
            (Some(recorded), Some(answer)) if recorded == answer => equal += 1,
            (recorded, answer) => different.push(format!(
                "line {}:\n  recorded: {}\n  Ruby:     {}",
                index + 1,
                recorded.unwrap_or(&"nothing"),
                answer.unwrap_or(&"nothing")
            )),
        }
    }
    (equal, different)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_that_differs_or_is_missing_is_found() {
        assert_eq!(compare("[\na,\nb\n]\n", "[\na,\nb,\nc\n]\n"), (2, vec!["line 3:\n  recorded: nothing\n  Ruby:     c".to_owned()]));
        assert_eq!(compare("a\n", "b\n"), (0, vec!["line 1:\n  recorded: a\n  Ruby:     b".to_owned()]));
        assert_eq!(compare("a\nb\n", "a\n").1.len(), 1);
    }
}
