//! Each check has a page, and the examples on it are true.

use std::path::Path;

use lint::{Configuration, Source};

/// Number of problems that a check finds in a text.
fn found(check: &str, text: &str) -> usize {
    let mut configuration = Configuration::default();
    configuration.enable_only(&[check]);
    let source = Source { text, path: "m/manifests/init.pp", full_path: "/code/modules/m/manifests/init.pp" };
    lint::lint(source, &configuration).problems.len()
}

/// The code below a heading, as it lies in a file.
fn example(page: &str, heading: &str) -> Option<String> {
    let (before, code) = page.split_once(&format!("## {heading}\n"))?.1.split_once("```puppet\n")?;
    let (code, _) = code.split_once("\n```")?;
    let end = if before.contains("no end") { "" } else { "\n" };
    Some(format!("{code}{end}"))
}

#[test]
fn the_examples_of_the_pages_are_true() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lint");
    let mut wrong = Vec::new();
    for check in lint::checks::ALL {
        let name = check.name;
        let Ok(page) = std::fs::read_to_string(pages.join(format!("{name}.md"))) else {
            wrong.push(format!("{name} has no page"));
            continue;
        };
        match (example(&page, "Wrong"), example(&page, "Right")) {
            (Some(bad), Some(good)) => {
                if found(name, &bad) == 0 {
                    wrong.push(format!("{name} finds nothing in its bad example"));
                }
                if found(name, &good) != 0 {
                    wrong.push(format!("{name} finds something in its good example"));
                }
            }
            _ => wrong.push(format!("the page of {name} has no examples")),
        }
        if page.contains("`--fix` ") != check.fixes {
            wrong.push(format!("the page of {name} does not say whether it is fixed"));
        }
        let is_off = page.contains("switches it on");
        if is_off == check.by_default {
            wrong.push(format!("the page of {name} does not say whether it runs by default"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
