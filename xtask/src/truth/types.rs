//! The suite `types`: resource types of modules, whose Ruby code Bunraku evaluates, and what Puppet was recorded to report of them.
//!
//! The example `types` of the crate `compiler` compares. A result may be refused, by the name of what is not covered; none may differ.

use std::path::Path;
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::corpus;
use crate::recordings;

pub const NAME: &str = "types";

/// Number of attributes and resources there are at least, so that nothing passes because there was nothing to compare.
const ATTRIBUTES: usize = 1_600;
const RESOURCES: usize = 3_500;

/// Resources that the code of their type refuses, at least.
const WRONG: usize = 1_000;

/// Equal attributes and resources of 1,000.
const EQUAL_ATTRIBUTES: usize = 995;
const EQUAL_RESOURCES: usize = 980;

const PAGE: &str = "docs/truth.md";
const BEGIN: &str = "<!-- types: written by `cargo xtask truth --suite types --accept` -->\n";
const END: &str = "<!-- end of types -->\n";

/// The result of the example.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct Counts {
    attributes: Count,
    resources: Count,
    /// Equal resources that Puppet refuses.
    wrong: usize,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct Count {
    equal: usize,
    refused: usize,
    different: usize,
}

/// Compares all types. `accept` writes the table.
pub fn run(root: &Path, accept: bool, is_verbose: bool) -> Result<(), String> {
    let vendored = crate::program::oracle_home().join("puppet8/usr/share/puppet/vendor_modules");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let out = Command::new(cargo)
        .current_dir(root)
        .args(["run", "--quiet", "-p", "compiler", "--example", "types", "--"])
        .arg("tests/oracle/puppet/facts/debian12.json")
        .arg(format!("{}:{}", corpus::MODULES, vendored.display()))
        .args(["crates/resource_types/data/types.json", "crates/resource_types/tests/recorded/mistakes.jsonl"])
        .args(["tests/types/modules", "tests/types/types.json", "tests/types/resources.jsonl"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("cargo: {e}"))?;
    let text = String::from_utf8_lossy(&out.stdout);
    let (found, last) = text.trim_end().rsplit_once('\n').unwrap_or(("", text.trim_end()));
    let counts: Counts = serde_json::from_str(last).map_err(|e| format!("{NAME}: the example gives no result: {e}"))?;
    for line in found.lines().filter(|it| is_verbose || !it.starts_with("refused: ")) {
        println!("{line}");
    }
    let Counts { attributes, resources, .. } = counts;
    println!("{NAME}: {} passed, {} failed", attributes.equal + resources.equal, attributes.different + resources.different);
    print!("{}", table(&counts));
    check(&counts)?;
    match accept {
        true => write_page(root, &counts),
        false => Ok(()),
    }
}

/// Fails on a difference, and on too few equal results.
fn check(counts: &Counts) -> Result<(), String> {
    let Counts { attributes, resources, wrong } = counts;
    let rows = [("attributes", attributes, ATTRIBUTES, EQUAL_ATTRIBUTES), ("resources", resources, RESOURCES, EQUAL_RESOURCES)];
    for (what, count, at_least, of_thousand) in rows {
        let all = count.equal + count.refused + count.different;
        if count.different > 0 {
            return Err(format!("{NAME}: {} {what} differ from Puppet's", count.different));
        }
        if all < at_least {
            return Err(format!("{NAME}: only {all} {what} of {at_least}"));
        }
        if count.equal * 1_000 < all * of_thousand {
            return Err(format!("{NAME}: only {} of {all} {what} are equal", count.equal));
        }
    }
    if *wrong < WRONG {
        return Err(format!("{NAME}: the code of types refuses only {wrong} resources of {WRONG}"));
    }
    Ok(())
}

fn table(counts: &Counts) -> String {
    let mut out = String::from("|            |   all | equal | not covered | differing |\n");
    out.push_str("|------------|------:|------:|------------:|----------:|\n");
    for (what, count) in [("attributes", counts.attributes), ("resources", counts.resources)] {
        let Count { equal, refused, different } = count;
        let all = equal + refused + different;
        out.push_str(&format!("| {what:<10} | {all:>5} | {equal:>5} | {refused:>11} | {different:>9} |\n"));
    }
    out
}

/// Puts the table between the marks of the page.
fn write_page(root: &Path, counts: &Counts) -> Result<(), String> {
    let path = root.join(PAGE);
    let page = std::fs::read_to_string(&path).map_err(|e| format!("{PAGE}: {e}"))?;
    let lost = || format!("{PAGE} has lost its marks");
    let (before, rest) = page.split_once(BEGIN).ok_or_else(lost)?;
    let (_, after) = rest.split_once(END).ok_or_else(lost)?;
    recordings::replace(&path, &format!("{before}{BEGIN}\n{}\n{END}{after}", table(counts)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts() -> Counts {
        let count = |equal, refused| Count { equal, refused, different: 0 };
        Counts { attributes: count(1_992, 8), resources: count(3_940, 60), wrong: 1_500 }
    }

    #[test]
    fn a_difference_fails() {
        assert_eq!(check(&counts()), Ok(()));
        let mut one = counts();
        one.resources.different = 1;
        assert_eq!(check(&one), Err("types: 1 resources differ from Puppet's".to_owned()));
    }

    #[test]
    fn too_few_equal_results_fail() {
        let mut less = counts();
        less.attributes = Count { equal: 1_980, refused: 20, different: 0 };
        assert_eq!(check(&less), Err("types: only 1980 of 2000 attributes are equal".to_owned()));
        let mut less = counts();
        less.resources = Count { equal: 3_900, refused: 100, different: 0 };
        assert_eq!(check(&less), Err("types: only 3900 of 4000 resources are equal".to_owned()));
    }

    #[test]
    fn too_little_to_compare_fails() {
        assert!(check(&Counts::default()).is_err());
        assert!(check(&Counts { wrong: 3, ..counts() }).is_err());
    }
}
