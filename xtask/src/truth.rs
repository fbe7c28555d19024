//! `cargo xtask truth`: Bunraku against what real Puppet was recorded to answer, or against Puppet itself.

pub mod apply;
pub mod ask_entry;
mod commands;
mod findings;
mod lint_command;
mod report;
mod ruby_3_2;
mod ruby_cases;
mod salt;
pub mod sample;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::answers::{self, Modules, Suite};
use crate::cases::Case;
use crate::classes;
use crate::compare::{Aspect, compare};
use crate::differences::{self, Listed};
use crate::lints;
use crate::mutants::{self, idioms};
use crate::program::{Program, Question};
use crate::record;
use crate::recordings::{self, Recording};
use crate::salt_mutants;
use crate::sites;
use crate::templates;

const HELP: &str = "\
cargo xtask truth [OPTION..]

  (none)             compare Bunraku with the recordings
  --live --sample H  also ask real Puppet about the cases that commit H changed, and a tenth of the rest, chosen by H
  --live, --all      also ask real Puppet about everything; --all then writes docs/truth.md too
  --suite NAME       language, expressions, catalogs, lint, sites, classes, findings, mutants, salt, salt-mutants, idioms, templates,
                     types, ruby, ruby3.2, commands or apply; salt asks Salt whether it still answers as recorded;
                     without it all of them, classes, findings, mutants, salt, salt-mutants, ruby3.2 and apply (as root) with --all only,
                     commands, ruby and templates with --live or --all
  --only PREFIX      only the cases whose names begin with PREFIX
  --show CASE        print one case with the answers of both
  --show N           print the first N differences of each suite
  --jsonl FILE       ask both about each line, as `debug eval` (--suite expressions) or `debug catalog` take it, and print
                     where they differ
  --modules [PATH]   with --jsonl: use these folders of modules (DIR:DIR), or without PATH those of Debian;
                     with --suite classes: compare the classes and examples of the first folder instead of Debian's
  --accept           store which cases agree now; they must keep agreeing
  --recorded         do not run Bunraku; compare the recordings with real Puppet
  --known            only mutants with a recorded answer of real Puppet
  --bunraku PATH     run this program instead of building one
  --verbose          print every difference, not only the first twenty
";

#[derive(Default)]
struct Options {
    live: bool,
    all: bool,
    recorded: bool,
    verbose: bool,
    sample: Option<String>,
    only: Option<String>,
    show: Option<String>,
    first: Option<usize>,
    suites: Vec<String>,
    jsonl: Option<String>,
    modules: Modules,
    accept: bool,
    known: bool,
    bunraku: Option<String>,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = options(args)?;
    if let Some(name) = options.suites.iter().find(|name| !OTHERS.contains(&name.as_str()) && Suite::named(name).is_none()) {
        return Err(format!("no such suite: {name}\n\n{HELP}"));
    }
    let wanted = |name: &str| options.suites.is_empty() || options.suites.iter().any(|s| s == name);
    if let Some(file) = &options.jsonl {
        let suite = options.suites.first().and_then(|name| Suite::named(name)).unwrap_or(Suite::Catalogs);
        let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
        let cases = answers::case::lines(suite, &text, &options.modules)?;
        return answers::side_by_side(root, &cases, options.bunraku.as_deref(), options.first.unwrap_or(SHOWN));
    }
    if let Some(prefix) = options.show.as_deref().filter(|show| Suite::named(show.split('/').next().unwrap_or_default()).is_some()) {
        let mut cases = Vec::new();
        for suite in Suite::ALL {
            cases.extend(answers::case::all(root, suite)?.into_iter().filter(|case| case.id.starts_with(prefix)));
        }
        return answers::show(root, &cases, options.bunraku.as_deref());
    }
    if let Some(prefix) = options.show.as_deref().filter(|show| show.starts_with("classes/")) {
        return classes::show(root, prefix, options.bunraku.as_deref());
    }
    let named = options.only.as_deref().and_then(|prefix| Suite::named(prefix.split('/').next().unwrap_or_default()));
    let mut result = Ok(());
    if wanted(LANGUAGE) && named.is_none() && !options.only.as_deref().is_some_and(|it| it.starts_with("lint/") || it.starts_with("sites/"))
    {
        result = language(root, &options);
    }
    if options.show.is_some() {
        return result;
    }
    if options.suites.iter().any(|it| it == classes::NAME) || (options.all && options.suites.is_empty() && options.only.is_none()) {
        result = classes_of_modules(root, &options).and(result);
    }
    if options.suites.iter().any(|it| it == findings::NAME) || (options.all && options.suites.is_empty() && options.only.is_none()) {
        result = findings_of_modules(root, &options).and(result);
    }
    if options.suites.iter().any(|it| it == mutants::NAME) || (options.all && options.suites.is_empty() && options.only.is_none()) {
        result = mutants_of_modules(root, &options).and(result);
    }
    if options.suites.iter().any(|it| it == salt_mutants::NAME) || (options.all && options.suites.is_empty() && options.only.is_none()) {
        result = mutants_of_states(root, &options).and(result);
    }
    if options.suites.iter().any(|it| it == salt::NAME) || (options.all && options.suites.is_empty() && options.only.is_none()) {
        result = answers_of_salt(root, &options).and(result);
    }
    for suite in Suite::ALL.into_iter().filter(|suite| wanted(suite.name())) {
        if options.only.is_some() && named != Some(suite) {
            continue;
        }
        result = suite_of(root, suite, &options).and(result);
    }
    let lint_only = options.only.as_deref().map(|prefix| prefix.split('/').next() == Some(lints::NAME));
    if wanted(lints::NAME) && lint_only != Some(false) {
        result = lints_of_texts(root, &options).and(result);
    }
    let sites_only = options.only.as_deref().map(|prefix| prefix.split('/').next() == Some(sites::NAME));
    if wanted(sites::NAME) && sites_only != Some(false) {
        result = incomplete_sites(root, &options).and(result);
    }
    let idioms_only = options.only.as_deref().map(|prefix| prefix.split('/').next() == Some("mutants"));
    if wanted(idioms::NAME) && idioms_only != Some(false) {
        result = mutants_of_idioms(root, &options).and(result);
    }
    // Needs root, and what its throwaway roots are made of.
    if options.suites.iter().any(|it| it == apply::NAME) || (options.all && options.suites.is_empty() && options.only.is_none()) {
        result = applied(root, &options).and(result);
    }
    if wanted(templates::NAME) && options.only.is_none() && (options.live || options.all || !options.suites.is_empty()) {
        result = templates_of_modules(root, &options).and(result);
    }
    if wanted(types::NAME) && options.only.is_none() {
        result = types::run(root, options.accept || options.all, options.verbose).and(result);
    }
    if wanted(ruby_cases::NAME) && options.only.is_none() && (options.live || options.all || !options.suites.is_empty()) {
        result = ruby_cases::run(root).and(result);
    }
    // Each start of WebAssembly takes seconds.
    if options.suites.iter().any(|it| it == ruby_3_2::NAME) || (options.all && options.suites.is_empty() && options.only.is_none()) {
        result = ruby_3_2::run(root, options.sample.as_deref().filter(|_| !options.all)).and(result);
    }
    if wanted(COMMANDS) && options.only.is_none() && (options.live || options.all) {
        result = commands::run(root, options.bunraku.as_deref()).and(result);
    }
    result
}

fn applied(root: &Path, options: &Options) -> Result<(), String> {
    apply::run(
        root,
        &apply::Wanted {
            only: options.only.as_deref(),
            live: options.live || options.all,
            sample: options.sample.as_deref().filter(|_| !options.all),
            accept: options.accept,
            table: options.accept || options.all,
            verbose: options.verbose,
            bunraku: options.bunraku.as_deref(),
        },
    )
}

fn classes_of_modules(root: &Path, options: &Options) -> Result<(), String> {
    let sampled = options.sample.clone();
    let choose = |id: &str| sampled.as_deref().is_none_or(|hash| sample::chosen(hash, id));
    if let Modules::Folders(path) = &options.modules {
        return classes::run_folder(
            root,
            &classes::Folder {
                path,
                only: options.only.as_deref(),
                show: if options.verbose { usize::MAX } else { options.first.unwrap_or(0) },
                bunraku: options.bunraku.as_deref(),
            },
        );
    }
    classes::run(
        root,
        &classes::Wanted {
            only: options.only.as_deref(),
            show: if options.verbose { usize::MAX } else { options.first.unwrap_or(0) },
            choose: sampled.as_ref().map(|_| &choose as &dyn Fn(&str) -> bool),
            accept: options.accept,
            bunraku: options.bunraku.as_deref(),
        },
    )
}

fn findings_of_modules(root: &Path, options: &Options) -> Result<(), String> {
    let choose = |id: &str| options.sample.as_deref().is_none_or(|hash| sample::chosen(hash, id));
    findings::run(
        root,
        &findings::Wanted {
            only: options.only.as_deref(),
            choose: options.sample.as_ref().map(|_| &choose as &dyn Fn(&str) -> bool),
            verbose: options.verbose,
            accept: options.accept || options.all,
            bunraku: options.bunraku.as_deref(),
        },
    )
}

fn lints_of_texts(root: &Path, options: &Options) -> Result<(), String> {
    let choose = |id: &str| options.sample.as_deref().is_none_or(|hash| sample::chosen(hash, id));
    let outcome = lints::run(
        root,
        &differences::read(root)?,
        &lints::Wanted { only: options.only.as_deref(), live: (options.live || options.all).then_some(&choose as &dyn Fn(&str) -> bool) },
    )?;
    print_failures(&outcome.failures, options);
    print!("{}", outcome.table);
    let failed = outcome.failures.len();
    println!("{}: {} passed, {failed} failed, {} asked live", lints::NAME, outcome.passed, outcome.live);
    if failed == 0 { Ok(()) } else { Err("Bunraku, the recordings and puppet-lint do not agree".into()) }
}

fn templates_of_modules(root: &Path, options: &Options) -> Result<(), String> {
    let sampled = options.sample.clone();
    let choose = |id: &str| sampled.as_deref().is_none_or(|hash| sample::chosen(hash, id));
    templates::run(
        root,
        &templates::Wanted {
            choose: sampled.as_ref().map(|_| &choose as &dyn Fn(&str) -> bool),
            seed: sampled.as_deref().unwrap_or("bunraku"),
            show: if options.verbose { usize::MAX } else { options.first.unwrap_or(0) },
        },
    )
}

fn incomplete_sites(root: &Path, options: &Options) -> Result<(), String> {
    let choose = |id: &str| options.sample.as_deref().is_none_or(|hash| sample::chosen(hash, id));
    let outcome = sites::run(
        root,
        &sites::Wanted {
            only: options.only.as_deref(),
            live: (options.live || options.all).then_some(&choose as &dyn Fn(&str) -> bool),
            accept: options.accept,
            bunraku: options.bunraku.as_deref(),
        },
    )?;
    print_failures(&outcome.failures, options);
    if options.verbose {
        outcome.open.iter().for_each(|it| println!("not yet: {it}"));
    }
    let failed = outcome.failures.len();
    println!("{}: {} checks do not pass yet", sites::NAME, outcome.open.len());
    println!("{}: {} passed, {failed} failed, {} asked live", sites::NAME, outcome.passed, outcome.live);
    if failed == 0 { Ok(()) } else { Err("incomplete sites have false errors, or mistakes that are missed".into()) }
}

fn mutants_of_idioms(root: &Path, options: &Options) -> Result<(), String> {
    let choose = |id: &str| options.sample.as_deref().is_none_or(|hash| sample::chosen(hash, id));
    let outcome = idioms::run(
        root,
        &idioms::Wanted {
            only: options.only.as_deref(),
            show: if options.verbose { usize::MAX } else { options.first.unwrap_or(0) },
            live: (options.live || options.all).then_some(&choose as &dyn Fn(&str) -> bool),
            bunraku: options.bunraku.as_deref(),
        },
    )?;
    print_failures(&outcome.failures, options);
    let failed = outcome.failures.len();
    println!("{}: {} passed, {failed} failed, {} asked live", idioms::NAME, outcome.passed, outcome.live);
    if failed == 0 { Ok(()) } else { Err("mutants of idioms are missed, or called wrong where they are not".into()) }
}

fn mutants_of_modules(root: &Path, options: &Options) -> Result<(), String> {
    mutants::run(
        root,
        &mutants::Wanted {
            only: options.only.as_deref(),
            show: if options.verbose { usize::MAX } else { options.first.unwrap_or(0) },
            sample: options.sample.as_deref(),
            known: options.known,
            accept: options.accept,
            bunraku: options.bunraku.as_deref(),
        },
    )
}

fn mutants_of_states(root: &Path, options: &Options) -> Result<(), String> {
    let sampled = options.sample.as_deref().filter(|_| !options.all);
    let choose = |id: &str| sampled.is_none_or(|hash| sample::chosen(hash, id));
    let outcome = salt_mutants::run(
        root,
        &salt_mutants::Wanted {
            only: options.only.as_deref(),
            choose: sampled.map(|_| &choose as &dyn Fn(&str) -> bool),
            live: options.live || options.all,
            accept: options.accept,
            bunraku: options.bunraku.as_deref(),
        },
    )?;
    print_failures(&outcome.failures, options);
    let failed = outcome.failures.len();
    println!("{}: {} passed, {failed} failed, {} asked live", salt_mutants::NAME, outcome.passed, outcome.live);
    if failed == 0 { Ok(()) } else { Err("mutants of states are missed, or reported where Salt accepts them".into()) }
}

/// The recorded answers of Salt, which the tests of the crates compare: whether it still gives them.
fn answers_of_salt(root: &Path, options: &Options) -> Result<(), String> {
    let sampled = options.sample.as_deref().filter(|_| !options.all);
    let outcome = salt::run(root, sampled, options.only.as_deref())?;
    print_failures(&outcome.failures, options);
    let failed = outcome.failures.len();
    println!("{}: {} passed, {failed} failed", salt::NAME, outcome.asked.saturating_sub(failed));
    if failed == 0 { Ok(()) } else { Err("Salt does not answer as recorded".into()) }
}

/// One suite of the compiler.
fn suite_of(root: &Path, suite: Suite, options: &Options) -> Result<(), String> {
    let sampled = options.sample.as_deref().map(|hash| (hash, sample::answers_before(root, suite, hash)));
    let choose = |case: &answers::Case| match &sampled {
        Some((hash, before)) => sample::chosen(hash, &case.id) || !before.contains(&case.input()),
        None => true,
    };
    let outcome = answers::run(
        root,
        suite,
        &differences::read(root)?,
        &answers::Wanted {
            only: options.only.as_deref(),
            show: if options.verbose { usize::MAX } else { options.first.unwrap_or(0) },
            live: (options.live || options.all).then_some(&choose as &dyn Fn(&answers::Case) -> bool),
            recorded: options.recorded,
            accept: options.accept,
            bunraku: options.bunraku.as_deref(),
        },
    )?;
    print_failures(&outcome.failures, options);
    let failed = outcome.failures.len();
    println!("{}: {} passed, {failed} failed, {} asked live", suite.name(), outcome.passed + outcome.live, outcome.live);
    if failed == 0 { Ok(()) } else { Err("Bunraku, the recordings and real Puppet do not agree".into()) }
}

fn print_failures(failures: &[String], options: &Options) {
    let shown = if options.verbose { usize::MAX } else { SHOWN };
    for failure in failures.iter().take(shown) {
        println!("{failure}");
    }
    if failures.len() > shown {
        println!("… and {} more: --verbose shows all", failures.len() - shown);
    }
}

/// The texts that are parsed and validated.
const LANGUAGE: &str = "language";

/// Output of commands that only real Puppet and Facter can judge.
const COMMANDS: &str = "commands";

/// The suites that are none of the compiler's.
const OTHERS: &[&str] = &[
    apply::NAME,
    LANGUAGE,
    COMMANDS,
    classes::NAME,
    findings::NAME,
    idioms::NAME,
    salt::NAME,
    lints::NAME,
    mutants::NAME,
    ruby_3_2::NAME,
    ruby_cases::NAME,
    salt_mutants::NAME,
    sites::NAME,
    templates::NAME,
    types::NAME,
];

/// How many failures are printed.
const SHOWN: usize = 20;

fn language(root: &Path, options: &Options) -> Result<(), String> {
    let mut cases = record::everything(root)?;
    if let Some(prefix) = options.only.as_ref().or(options.show.as_ref()) {
        cases.retain(|case| case.id.starts_with(prefix));
        if cases.is_empty() {
            return Err(format!("no case begins with {prefix}"));
        }
    }
    if options.show.is_some() {
        return show(root, &cases, options);
    }
    let (recorded, mut failures) = recorded(root, &cases)?;
    if options.only.is_none() {
        failures.extend(shrunk(&cases));
    }
    let mut live = 0;
    if options.live || options.all {
        let asked = match &options.sample {
            Some(hash) => sample::choose(root, hash, &cases),
            None => cases.clone(),
        };
        live = asked.len();
        failures.extend(check_recordings(&Program::puppet(root)?, &asked, &recorded)?);
    }
    let mut tables = report::Tables::default();
    if options.recorded {
        println!("{} recordings, {live} of them asked about again", recorded.len());
    } else {
        let ours = recordings::ask(&Program::bunraku(root, options.bunraku.as_deref())?, &cases)?;
        let listed = differences::read(root)?;
        failures.extend(check_bunraku(&cases, &recorded, &ours, &listed, &mut tables));
        print!("{}", tables.text());
        if options.all && options.only.is_none() {
            report::write_page(root, &tables)?;
            differences::write_page(root, &listed)?;
        }
    }
    print_failures(&failures, options);
    let failed: BTreeSet<&str> = failures.iter().map(|f| f.split(": ").next().unwrap_or(f)).collect();
    println!("truth: {} passed, {} failed, {live} asked live", (cases.len() + live).saturating_sub(failed.len()), failed.len());
    if failures.is_empty() { Ok(()) } else { Err("Bunraku, the recordings and real Puppet do not agree".into()) }
}

/// How many there are at least, so that nothing passes because there was nothing to compare.
const LANGUAGE_CASES: usize = 2_600;
const CORPUS: usize = 1_941;

fn shrunk(cases: &[Case]) -> Vec<String> {
    let corpus = cases.iter().filter(|case| case.path.is_some()).count();
    let language = cases.iter().filter(|case| case.file.is_none()).count();
    let mut failures = Vec::new();
    if corpus < CORPUS {
        failures.push(format!("corpus: only {corpus} files of {CORPUS}; tests/oracle/install.sh installs them"));
    }
    if language < LANGUAGE_CASES {
        failures.push(format!("language: only {language} cases of {LANGUAGE_CASES}"));
    }
    failures
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut rest = args.iter().peekable();
    while let Some(arg) = rest.next() {
        let mut value = || rest.next().cloned().ok_or_else(|| format!("{arg} wants a value"));
        match arg.as_str() {
            "--live" => options.live = true,
            "--all" => options.all = true,
            "--recorded" => options.recorded = true,
            "--verbose" => options.verbose = true,
            "--sample" => options.sample = Some(value()?),
            "--only" => options.only = Some(value()?),
            "--show" => {
                let value = value()?;
                match value.parse() {
                    Ok(number) => options.first = Some(number),
                    Err(_) => options.show = Some(value),
                }
            }
            "--suite" => options.suites.push(value()?),
            "--jsonl" => options.jsonl = Some(value()?),
            "--modules" => {
                let path = rest.next_if(|it| !it.starts_with("--"));
                options.modules = path.map_or(Modules::Debian, |it| Modules::Folders(it.clone()));
            }
            "--accept" => options.accept = true,
            "--known" => options.known = true,
            "--bunraku" => options.bunraku = Some(value()?),
            "--help" => return Err(HELP.to_owned()),
            _ => return Err(format!("no such option: {arg}\n\n{HELP}")),
        }
    }
    Ok(options)
}

/// The recording of each case, and what is wrong with the recordings as such.
fn recorded(root: &Path, cases: &[Case]) -> Result<(BTreeMap<String, Recording>, Vec<String>), String> {
    let mut recorded = BTreeMap::new();
    for subject in cases.iter().map(Case::subject).collect::<BTreeSet<_>>() {
        recorded.extend(recordings::read(&recordings::file(root, subject))?);
    }
    let mut failures = Vec::new();
    for case in cases {
        match recorded.get(&case.id) {
            None => failures.push(format!("{}: is not recorded", case.id)),
            Some(r) if r.input != case.input() => failures.push(format!("{}: its text changed after it was recorded", case.id)),
            Some(_) => {}
        }
    }
    let names: BTreeSet<&str> = cases.iter().map(|c| c.id.as_str()).collect();
    let subjects: BTreeSet<&str> = cases.iter().map(Case::subject).collect();
    if subjects.len() > 1 {
        failures.extend(
            recorded.keys().filter(|id| !names.contains(id.as_str())).map(|id| format!("{id}: is recorded, but there is no such case")),
        );
    }
    Ok((recorded, failures))
}

/// A recording must be what Puppet answers now.
fn check_recordings(puppet: &Program, cases: &[Case], recorded: &BTreeMap<String, Recording>) -> Result<Vec<String>, String> {
    let answers = recordings::ask(puppet, cases)?;
    Ok(answers
        .iter()
        .filter_map(|live| {
            let old = recorded.get(&live.id)?;
            (old != live).then(|| format!("{}: Puppet answers otherwise than recorded\n  recorded: {old:?}\n  now:      {live:?}", live.id))
        })
        .collect())
}

/// Every difference is listed, and everything listed differs.
fn check_bunraku(
    cases: &[Case],
    recorded: &BTreeMap<String, Recording>,
    ours: &[Recording],
    listed: &Listed,
    tables: &mut report::Tables,
) -> Vec<String> {
    let mut failures = Vec::new();
    let mut found: BTreeSet<(&str, Aspect)> = BTreeSet::new();
    for (case, our) in cases.iter().zip(ours) {
        let Some(puppet) = recorded.get(&case.id) else { continue };
        let differences = compare(puppet, our);
        let mut unlisted = false;
        for (aspect, theirs, mine) in &differences {
            found.insert((&case.id, *aspect));
            if !listed.contains_key(&(case.id.clone(), *aspect)) {
                unlisted = true;
                failures.push(format!("{}: {aspect} differs\n  puppet:  {theirs}\n  bunraku: {mine}", case.id));
            }
        }
        tables.count(case.subject(), puppet, !differences.is_empty(), unlisted);
    }
    let asked: BTreeSet<&str> = cases.iter().map(|c| c.id.as_str()).collect();
    for (case, aspect) in listed.keys().filter(|(case, aspect)| asked.contains(case.as_str()) && !found.contains(&(case.as_str(), *aspect)))
    {
        failures.push(format!("{case}: {aspect} is listed as a difference, but does not differ"));
    }
    failures
}

fn show(root: &Path, cases: &[Case], options: &Options) -> Result<(), String> {
    let programs = [Program::puppet(root), Program::bunraku(root, options.bunraku.as_deref())];
    for case in cases {
        println!("--- {}\n{}", case.id, case.code);
        for program in programs.iter().flatten() {
            for question in Question::ALL {
                for answer in program.ask(question, std::slice::from_ref(case))? {
                    println!("{:>8} {question:?}: {answer}", program.name());
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recordings::Verdict;

    fn case(id: &str) -> Case {
        Case { id: id.into(), ..Case::default() }
    }

    fn recording(id: &str, verdict: Verdict) -> Recording {
        let (input, diagnostics) = (case(id).input(), Vec::new());
        Recording { id: id.into(), input, verdict, pn: None, full: None, tokens: None, diagnostics, syntax: false }
    }

    fn failures(ours: Verdict, listed: &[(&str, Aspect)]) -> usize {
        let recorded = BTreeMap::from([("s/a".to_owned(), recording("s/a", Verdict::Accept))]);
        let listed = listed.iter().map(|(case, aspect)| (((*case).to_owned(), *aspect), "why".to_owned())).collect();
        check_bunraku(&[case("s/a")], &recorded, &[recording("s/a", ours)], &listed, &mut report::Tables::default()).len()
    }

    #[test]
    fn a_difference_fails_unless_it_is_listed() {
        assert_eq!(failures(Verdict::Accept, &[]), 0);
        assert_eq!(failures(Verdict::Reject, &[]), 1);
        assert_eq!(failures(Verdict::Reject, &[("s/a", Aspect::First)]), 2);
        assert_eq!(failures(Verdict::Reject, &[("s/a", Aspect::Verdict)]), 0);
    }

    #[test]
    fn what_is_listed_and_does_not_differ_fails() {
        assert_eq!(failures(Verdict::Accept, &[("s/a", Aspect::Verdict)]), 1);
        // A row about a case that was not asked about says nothing.
        assert_eq!(failures(Verdict::Accept, &[("s/b", Aspect::Verdict)]), 0);
    }

    #[test]
    fn too_few_cases_fail() {
        assert_eq!(shrunk(&[]).len(), 2);
    }
}
