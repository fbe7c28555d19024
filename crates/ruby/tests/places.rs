//! The parser reads some mistakes byte by byte. Each place that editors get holds whole characters.

use ruby::declarations::Declarations;
use ruby::locals::Locals;
use ruby::{Outline, Problem, coverage};

/// Texts with a mistake, with a character of several bytes at `•`.
const TORN: &[&str] = &[
    "/(?•/",
    "/[•/",
    "/\\•/",
    "/(?<•>/",
    "/a{•/",
    "/a/•",
    "%r{(?•}",
    "/#{1}(?•/",
    "\"\\u{•}\"",
    "\"\\x•\"",
    "\"\\M-•\"",
    "'•",
    "\"•",
    "%•a•",
    "%w•a",
    "?•",
    "?\\C-•",
    "<<~•\n",
    "<<~'•\n",
    "1•",
    "1_•",
    "0x•",
    "1e•",
    "$•",
    "$-•",
    "@•",
    "@@•",
    ":•",
    ":\"•",
    "def •",
    "def a(•",
    "x = •",
    "x.•(",
    "\u{0}•",
    "\u{1}•\u{2}",
    "{•",
    "[•",
    "case 1\nin •",
    "# encoding: •\n(",
    "=begin\n•",
    "__END__•",
];

const CHARACTERS: &[&str] = &["\u{fffd}", "é", "日", "𝄞", "e\u{301}", "\u{85}", "\u{2028}"];

fn lies_in(text: &str, problems: &[Problem]) {
    for problem in problems {
        let range = problem.range.start as usize..problem.range.end as usize;
        assert!(text.get(range.clone()).is_some(), "{text:?}: {range:?} is no part of it: {problem}");
    }
}

fn program(text: &str) -> usize {
    let problems = coverage::of_program(text).err().unwrap_or_default();
    lies_in(text, &problems);
    let declarations = Declarations::new(text);
    lies_in(text, &declarations.problems);
    assert_eq!(problems, declarations.problems, "{text:?}");
    problems.len()
}

fn template(text: &str) -> usize {
    let problems = coverage::of_template(text).err().unwrap_or_default();
    lies_in(text, &problems);
    let outline = Outline::new(text);
    lies_in(text, &outline.problems);
    for local in Locals::new(text).all {
        assert!(text.get(local.range.start as usize..local.range.end as usize).is_some(), "{text:?}");
    }
    problems.len()
}

#[test]
fn problems_hold_whole_characters() {
    let mut found = 0;
    for torn in TORN {
        for character in CHARACTERS {
            let text = torn.replace('•', character);
            found += program(&text) + program(&format!("x = [{text}, 1]\n"));
            found += template(&format!("{character}<%= {text} %>{character}"));
            found += template(&format!("\u{feff}{character}\n<% {text}\n%>"));
        }
    }
    assert!(found > 1_000, "only {found} mistakes are found");
}

#[test]
fn a_problem_within_a_character_has_its_place() {
    let text = "x = /(?日/";
    let problems = coverage::of_program(text).err().unwrap_or_default();
    assert!(!problems.is_empty());
    lies_in(text, &problems);
}
