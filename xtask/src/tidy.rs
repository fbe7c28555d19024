//! `cargo xtask tidy`: what the repository promises about itself. Each rule is a function from the files to complaints.

mod codes;
mod comments;
mod configurations;
mod container;
mod crates;
mod docs;
mod errors;
mod kinds;
mod languages;
mod licences;
mod locks;
mod messages;
mod names;
mod network;
mod plain;
mod recorded;
mod seeds;
mod tree;
mod versions;
mod words;

use std::path::Path;

use tree::Tree;

use crate::{codegen, differences};

type Rule = fn(&Tree) -> Vec<String>;

const RULES: &[(&str, Rule)] = &[
    ("crates use only those below them", crates::direction),
    ("tables of crates name crates that exist", crates::existing),
    ("libraries stay in the crates that they are meant for", crates::libraries),
    ("crates for both languages know no word of Salt", languages::salt),
    ("the catalog knows Puppet in one module alone", languages::puppet),
    ("one function decides what a file is", kinds::decided_once),
    ("every crate has the lints of the workspace and is licensed", crates::manifests),
    ("every diagnostic code has a page, and every page a code", codes::documented),
    ("every diagnostic code has an example", codes::shown),
    ("codes are written in the registry alone", codes::written_once),
    ("no text of an error decides anything", messages::decide_nothing),
    ("no result has a text for its error", errors::are_no_texts),
    ("every public type of errors is an error of Rust", errors::are_errors),
    ("the page on errors lists each type of errors", errors::are_listed),
    ("names of functions and files say something", names::say_something),
    ("words that say nothing about the project", words::forbidden),
    ("nothing is left for later", words::unfinished),
    ("lines of the documentation are readable", docs::line_lengths),
    ("links of the documentation lead somewhere", docs::links),
    ("sentences of the documentation are short", plain::short_sentences),
    ("cells of tables are short", plain::short_cells),
    ("the documentation has usual words", plain::usual_words),
    ("messages of the program have usual words", plain::usual_messages),
    ("help of commands and options is one line of usual words", plain::help_lines),
    ("headings of comments name their item", comments::headings),
    ("comments have usual words", comments::usual_words),
    ("settings for editors can be read", configurations::readable),
    ("licences are there", licences::present),
    ("the image is described", container::described),
    ("nothing speaks to the network", network::silent),
    ("there is one version", versions::one),
    ("every file of cases has its recordings", recorded::complete),
    ("every check of lint has enough cases", recorded::enough),
    ("every issue of Puppet is reached by a language case", recorded::reached),
    ("every paragraph of Puppet's pages is tested or says why not", seeds::covered),
];

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    if let Some(arg) = args.first() {
        return Err(format!("tidy takes no arguments: {arg}"));
    }
    let tree = Tree::of_repository(root)?;
    let mut failed = 0;
    let mut report = |what: &str, complaints: Vec<String>| {
        if !complaints.is_empty() {
            failed += 1;
            println!("tidy: {what}");
        }
        for complaint in complaints {
            println!("  {complaint}");
        }
    };
    for (what, rule) in RULES {
        report(what, rule(&tree));
    }
    report("generated code is up to date", codegen::run(root, true).err().into_iter().collect());
    let page = match differences::page_is_current(root) {
        Ok(true) => vec![],
        Ok(false) => vec!["docs/differences.md does not say what tests/differences.jsonl does: `cargo xtask truth --all`".to_owned()],
        Err(error) => vec![error],
    };
    report("the page of differences is up to date", page);
    report("lock files are up to date", locks::current(root));
    println!("tidy: {} passed, {failed} failed", RULES.len() + 3 - failed);
    if failed == 0 { Ok(()) } else { Err("the repository is not tidy".into()) }
}
