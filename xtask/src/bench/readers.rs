//! Whether every reader of files takes a number of instructions that grows as the text does.

use std::path::Path;
use std::process::Command;

use super::build;
use super::instructions::{count_call, growth};

/// How much the texts repeat: each is four times as long as the one before.
const SIZES: [&str; 3] = ["125", "500", "2000"];
const TIMES: u32 = 4;

/// Limit of the cost of reading a text, by that of reading a quarter of it: tables grow in steps, and sorting takes more.
const MOST: f64 = 4.8;

/// Counts for each reader of `crates/apply/examples/readers.rs`. Returns how many there are, and a line for each that is too slow.
pub fn check(root: &Path) -> Result<(usize, Vec<String>), String> {
    let program = build::counted(root, &["-p", "apply", "--example", "readers"])?;
    let out = Command::new(&program).output().map_err(|error| format!("{}: {error}", program.display()))?;
    let names = String::from_utf8_lossy(&out.stdout).into_owned();
    let names: Vec<&str> = names.lines().collect();
    let counts = in_two(&names, |name| count(&program, name))?;
    let mut slow = Vec::new();
    for (name, counts) in names.iter().zip(counts) {
        let steps = steps(counts);
        println!("reading {name}: {:.2} and {:.2} times the instructions for {TIMES} times the text", steps[0], steps[1]);
        slow.extend(out_of_step(name, steps));
    }
    Ok((names.len(), slow))
}

/// Counts with two threads: most of the time is that of starting a program.
fn in_two(names: &[&str], count: impl Fn(&str) -> Result<[u64; 3], String> + Sync) -> Result<Vec<[u64; 3]>, String> {
    let (first, second) = names.split_at(names.len() / 2);
    let all = |names: &[&str]| names.iter().map(|it| count(it)).collect::<Result<Vec<_>, String>>();
    std::thread::scope(|scope| {
        let second = scope.spawn(|| all(second));
        let mut counts = all(first)?;
        counts.extend(second.join().map_err(|_| "counting has failed")??);
        Ok(counts)
    })
}

fn count(program: &Path, name: &str) -> Result<[u64; 3], String> {
    let of = |size| count_call(program, &[name, size], "readers::counted_read*").map_err(|error| format!("{name}, {size}: {error}"));
    let [small, medium, large] = SIZES.map(of);
    Ok([small?, medium?, large?])
}

fn steps([small, medium, large]: [u64; 3]) -> [f64; 2] {
    [growth(small, medium) + 1.0, growth(medium, large) + 1.0]
}

fn out_of_step(reader: &str, steps: [f64; 2]) -> Option<String> {
    let most = steps[0].max(steps[1]);
    (most > MOST).then(|| format!("reading {reader}: {most:.2} times the instructions for {TIMES} times the text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_is_more_than_linear_is_a_complaint() {
        assert_eq!(out_of_step("ini", steps([100, 400, 1_640])), None);
        let complaint = out_of_step("ini", steps([100, 400, 2_400]));
        assert_eq!(complaint.as_deref(), Some("reading ini: 6.00 times the instructions for 4 times the text"));
    }

    #[test]
    fn counts_keep_their_order() {
        let counts = in_two(&["a", "bb", "ccc"], |name| Ok([name.len() as u64; 3]));
        assert_eq!(counts, Ok(vec![[1; 3], [2; 3], [3; 3]]));
    }
}
