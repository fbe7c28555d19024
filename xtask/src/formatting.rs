//! `cargo xtask formatting [SEED COUNT]`: the formatter keeps what it promises, for every manifest of the installed modules and for
//! texts that nobody wrote. What Puppet makes of a text is the same before and after, formatting it again changes nothing, and no
//! manifest without errors is refused.

use std::path::Path;

use format::{Options, Refusal, apply, format};
use syntax::Severity;
use syntax::model::pn;

use crate::{corpus, mutate};

/// So many texts are made where nobody says how many.
const COUNT: u64 = 10_000;

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let usage = "formatting [SEED COUNT]";
    let number = |at: usize| args.get(at).map_or(Ok(None), |it| it.parse::<u64>().map(Some).map_err(|_| usage));
    let (seed, count) = (number(0)?.unwrap_or(1), number(1)?.unwrap_or(COUNT));
    let mut passed = 0;
    let mut failures: Vec<String> = Vec::new();
    let texts = corpus::installed()?.into_iter().chain(mutate::texts(root, seed, count)?);
    for case in texts.filter(|it| !it.epp) {
        match check(&case.code) {
            Ok(()) => passed += 1,
            Err(complaint) => failures.push(format!("--- {}\n{}\n  > {complaint}", case.id, case.code)),
        }
    }
    failures.iter().for_each(|it| println!("{it}"));
    println!("formatting: {passed} passed, {} failed", failures.len());
    if failures.is_empty() { Ok(()) } else { Err("the formatter does not keep what it promises".into()) }
}

fn check(text: &str) -> Result<(), String> {
    let options = Options::default();
    let before = syntax::parse(text, options.parse);
    let is_whole = before.problems().iter().all(|it| it.severity != Severity::Error);
    let edits = match format(text, options) {
        Ok(edits) => edits,
        Err(Refusal::Changed) => return Err("the new text would mean something else".into()),
        // What Puppet reads all the same, this tree does not hold.
        Err(Refusal::Heredoc) => return Ok(()),
        Err(refusal) if is_whole => return Err(refusal.to_string()),
        Err(_) => return Ok(()),
    };
    let new = apply(text, &edits);
    let meaning = |parse: &syntax::Parse| {
        let mut out = String::new();
        pn::program(&parse.model()).write(&mut out);
        out
    };
    if is_whole && meaning(&before) != meaning(&syntax::parse(&new, options.parse)) {
        return Err(format!("it means something else:\n{new}"));
    }
    match format(&new, options) {
        Ok(edits) if edits.is_empty() => Ok(()),
        Ok(edits) => Err(format!("formatted\n{new}\nand formatted again\n{}", apply(&new, &edits))),
        Err(refusal) => Err(format!("formatted\n{new}\nand then {refusal}")),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_text_that_keeps_the_promise_passes() {
        assert_eq!(super::check("class a{include b}"), Ok(()));
        assert_eq!(super::check("class a{ $b = = \n}"), Ok(()));
    }
}
