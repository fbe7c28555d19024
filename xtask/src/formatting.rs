//! `cargo xtask formatting [SEED COUNT] [--live [--sample HASH]]`: the formatter keeps what it promises, for every manifest and template of the installed modules
//! and of the repository, and for texts that nobody wrote. What Puppet makes of a text is the same before and after, formatting it
//! again changes nothing, and no text without errors is refused. No check of lint that is about layout finds anything in a manifest that
//! was formatted, but for what `layout` lists. With `--live` real Puppet is asked as well, about all texts or about those that HASH
//! chooses.

mod layout;

use std::path::Path;

use format::{FormatError, apply, format};
use syntax::model::pn;
use syntax::{Dialect, ParseOptions, Severity};

use crate::cases::Case;
use crate::program::{Program, Question};
use crate::truth::sample;
use crate::{corpus, mutate};
use layout::Layout;

/// Default number of texts.
const COUNT: u64 = 10_000;

const USAGE: &str = "formatting [SEED COUNT] [--live [--sample HASH]]";

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = Options::read(args)?;
    let mut passed = 0;
    let mut failures: Vec<String> = Vec::new();
    let mut layout = Layout::default();
    let mut asked = Vec::new();
    let texts = corpus::installed()?.into_iter().chain(corpus::repository(root)?).chain(mutate::texts(root, options.seed, options.count)?);
    for case in texts {
        match check(&case.code, if case.epp { Dialect::Epp } else { Dialect::Manifest }) {
            Ok(new) => {
                passed += 1;
                let Some(new) = new else { continue };
                if let Some(path) = case.file.as_ref().filter(|_| !case.epp) {
                    layout.look(path, &new);
                }
                if options.live && options.sample.as_deref().is_none_or(|hash| sample::chosen(hash, &case.id)) {
                    asked.extend([case.clone(), Case { id: format!("{} formatted", case.id), code: new, ..case }]);
                }
            }
            Err(complaint) => failures.push(format!("--- {}\n{}\n  > {complaint}", case.id, case.code)),
        }
    }
    failures.extend(layout.complaints());
    print!("{layout}");
    if options.live {
        let (same, others) = live(root, &asked)?;
        println!("real Puppet reads {same} texts as before");
        passed += same;
        failures.extend(others);
    }
    failures.iter().for_each(|it| println!("{it}"));
    println!("formatting: {passed} passed, {} failed", failures.len());
    if failures.is_empty() { Ok(()) } else { Err("the formatter does not keep what it promises".into()) }
}

struct Options {
    seed: u64,
    count: u64,
    live: bool,
    sample: Option<String>,
}

impl Options {
    fn read(args: &[String]) -> Result<Options, String> {
        let mut options = Options { seed: 1, count: COUNT, live: false, sample: None };
        let mut numbers = Vec::new();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--live" => options.live = true,
                "--sample" => options.sample = Some(args.next().ok_or(USAGE)?.clone()),
                number => numbers.push(number.parse().map_err(|_| USAGE)?),
            }
        }
        match numbers.as_slice() {
            [] => {}
            [seed] => options.seed = *seed,
            [seed, count] => (options.seed, options.count) = (*seed, *count),
            _ => return Err(USAGE.to_owned()),
        }
        Ok(options)
    }
}

/// Asks real Puppet for the trees of texts, each before and after it was formatted: how many are the same, and which are not.
fn live(root: &Path, asked: &[Case]) -> Result<(usize, Vec<String>), String> {
    let answers = Program::puppet(root)?.ask(Question::Pn, asked)?;
    let mut others = Vec::new();
    let mut same = 0;
    for (cases, answers) in asked.chunks(2).zip(answers.chunks(2)) {
        let ([case, _], [before, after]) = (cases, answers) else { continue };
        // What Puppet refuses has no tree.
        if before["pn"] == after["pn"] {
            same += 1;
        } else {
            others.push(format!("--- {}\n  > real Puppet reads it otherwise\n  > {}\n  > {}", case.id, before["pn"], after["pn"]));
        }
    }
    Ok((same, others))
}

fn check(text: &str, dialect: Dialect) -> Result<Option<String>, String> {
    let options = format::Options { parse: ParseOptions { dialect, ..ParseOptions::default() }, ..format::Options::default() };
    let before = syntax::parse(text, options.parse);
    let is_whole = before.problems().iter().all(|it| it.severity != Severity::Error);
    let edits = match format(text, options) {
        Ok(edits) => edits,
        // What Puppet reads all the same, this tree does not hold.
        Err(FormatError::Heredoc) => return Ok(None),
        Err(refusal) if is_whole => return Err(refusal.to_string()),
        Err(_) => return Ok(None),
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
        Ok(edits) if edits.is_empty() => Ok(is_whole.then_some(new)),
        Ok(edits) => Err(format!("formatted\n{new}\nand formatted again\n{}", apply(&new, &edits))),
        Err(refusal) => Err(format!("formatted\n{new}\nand then {refusal}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_keeps_the_promise_passes() {
        for text in ["class a{include b}", "class a{ $b = = \n}"] {
            assert_eq!(check(text, Dialect::Manifest).map(drop), Ok(()));
        }
        assert_eq!(check("a <%=$b-%>\n", Dialect::Epp).map(drop), Ok(()));
    }
}
