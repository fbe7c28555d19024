//! Every code has its page, and what the pages say is so.

#[path = "data/module.rs"]
mod data;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{AnalysisHost, Change, Origin, Snapshot, Systems};
use compiler::{Environment, Program, Reading, Request};
use diagnostics::{CheckOptions, Code, Filter, Finding, Ignores, Modules, Ran, all_codes};
use settings::{Level, Settings};
use syntax::Dialect;
use world::MemoryWorld;

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics");
    let entries = std::fs::read_dir(folder).expect("the folder of the pages").map(|it| it.expect("an entry").path());
    let pages: BTreeSet<String> = entries.filter_map(|it| Some(it.file_stem()?.to_str()?.to_owned())).filter(|it| it != "README").collect();
    let codes: BTreeSet<String> = all_codes().iter().map(ToString::to_string).collect();
    assert_eq!(pages, codes);
    assert!(codes.len() > 70, "only {} codes", codes.len());
}

#[test]
fn a_page_begins_with_its_code_and_one_sentence() {
    for code in all_codes() {
        assert!(code.page.starts_with(&format!("# {code}\n\n{}\n", code.title)), "{code}: its page does not begin with its title");
        let summary = code.title;
        assert!(summary.ends_with('.') && !summary.contains('\n'), "{}: {summary:?}", code.name);
    }
}

/// `UPDATE_EXPECT=1` writes the list anew.
#[test]
fn the_overview_lists_every_page() {
    let mut overview = String::from(OVERVIEW);
    for code in all_codes() {
        overview.push_str(&format!("- [{}]({}.md): {}\n", code.name, code.name, code.title));
    }
    expect_test::expect_file!["../../../docs/diagnostics/README.md"].assert_eq(&overview);
}

const OVERVIEW: &str = "\
# Diagnostics

Each finding has a stable code, and each code has its page here: what is wrong, an example, and how to fix it.
`bunraku explain CODE` prints the page, `bunraku explain` lists all codes. Names in capitals are Puppet's own.

";

#[test]
fn a_page_names_puppets_issue() {
    for code in all_codes() {
        assert!(code.page.contains(code.puppet_code), "{}: its page should name {}", code.name, code.puppet_code);
    }
}

#[test]
fn the_wrong_example_gives_the_code_in_puppets_words() {
    let mut failed = Vec::new();
    for code in all_codes() {
        let findings = check_all(&example(*code, "## Wrong"), code.level == Some(Level::Off));
        let found = findings.iter().find(|it| it.code == *code);
        if found.is_some_and(|it| !it.fixes.is_empty() && !code.fixes) {
            failed.push(format!("{code}: has a fix, and its entry says that there is none"));
        }
        match (found, puppets_words(code.page)) {
            (None, _) => failed.push(format!("{}: not found, but {findings:#?}", code.name)),
            (Some(found), Some(words)) if found.message != words => {
                failed.push(format!("{}: {:?} is not {words:?}", code.name, found.message))
            }
            _ => {}
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn the_right_example_gives_nothing() {
    let mut failed = Vec::new();
    for code in all_codes() {
        let findings = check(&example(*code, "## Right"));
        if !findings.is_empty() {
            failed.push(format!("{}: {findings:#?}", code.name));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// An example of a page. Its first line may be a comment that says more.
struct Example {
    text: String,
    /// `# file: modules/m/manifests/init.pp`: where the text lies.
    file: String,
    /// `# settings: tasks`.
    tasks: bool,
    /// It is an example of what an evaluation says.
    evaluated: bool,
    /// The folder of a module that the text is a file of: it is no code.
    data: Option<PathBuf>,
}

/// The first block of code after a heading. The line end before the closing fence is not part of it.
fn example(code: Code, heading: &str) -> Example {
    let page = code.page;
    let (_, rest) = page.split_once(heading).unwrap_or_else(|| panic!("no heading {heading:?} in:\n{page}"));
    let (_, rest) = rest.split_once("```").expect("a block of code");
    let (language, rest) = rest.split_once('\n').expect("a block of code");
    let (text, _) = rest.split_once("\n```").expect("the end of a block of code");
    let mut text = text.to_owned();
    if let Some(line) = text.strip_prefix("# The next line is repeated 300 times.\n") {
        text = vec![line; 300].join("\n");
    }
    let name = match language {
        "epp" => "example.epp",
        "toml" => settings::FILE_NAME,
        "sls" => "example.sls",
        _ => "example.pp",
    };
    let first = text.lines().next().unwrap_or("").to_owned();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/mistakes/data").join(code.name);
    let data = data.is_dir().then_some(data);
    // A text of JSON has no comments.
    let name = if language == "json" { "metadata.json" } else { name };
    let file = first.strip_prefix("# file: ").unwrap_or(name).to_owned();
    let tasks = first == "# settings: tasks";
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/mistakes/catalog");
    let evaluated = examples.join(format!("{}.pp", code.name)).exists();
    Example { text, file, tasks, evaluated, data }
}

/// Findings of the text, and without any, those of its evaluation.
fn check(example: &Example) -> Vec<Finding> {
    check_all(example, false)
}

/// With `all`, disabled codes are reported too.
fn check_all(example: &Example, all: bool) -> Vec<Finding> {
    let file: Arc<str> = Arc::from(example.file.as_str());
    if example.file.ends_with(".sls") {
        return check_states(example);
    }
    if example.text.contains("\n# file: ") {
        return check_workspace(&example.text);
    }
    if example.file == settings::FILE_NAME {
        return diagnostics::findings_in_settings(&file, &example.text, Path::new("/"), &|_| None);
    }
    if let Some(folder) = &example.data {
        return data::findings(folder, Some((&example.file, &example.text)));
    }
    let world = MemoryWorld::new();
    let options = CheckOptions {
        dialect: Dialect::of_path(&example.file),
        tasks: example.tasks,
        autoload: Modules::new(&world).autoload(&Path::new("/").join(&example.file), &example.file),
        ..CheckOptions::default()
    };
    let found = diagnostics::check(&file, &example.text, &options);
    if all {
        return found;
    }
    let ignores = Ignores::in_text(&example.text, options.dialect, example.tasks);
    let path = Path::new("/").join(&example.file);
    let settings = Settings::default();
    let filter = Filter { file: &file, path: &path, text: &example.text, ignores: &ignores, settings: &settings, ran: Ran::All };
    let found = diagnostics::filter(found, &filter);
    if found.is_empty() && example.evaluated { evaluate(example, world, options.dialect) } else { found }
}

/// Findings in a tree of SLS files, of which the first one is compiled; or the highstate, if that is the top file.
fn check_states(example: &Example) -> Vec<Finding> {
    let text = match example.text.starts_with("# file: ") {
        true => format!("\n{}", example.text),
        false => format!("\n# file: {}\n{}", example.file, example.text),
    };
    let mut world = MemoryWorld::new();
    for (path, text) in text.split("\n# file: ").filter_map(|it| it.split_once('\n')).filter(|it| !it.0.is_empty()) {
        world.add_file(format!("/states/{path}"), text);
    }
    let site = salt::Site::open(&world, &[PathBuf::from("/states")]);
    let mut heap = salt::Heap::default();
    let grains = heap.add(salt::Value::Map(salt::Map::default()), salt::Span::NONE);
    let minion = salt::Minion { id: "web01".to_owned(), heap, grains, pillar: grains, all_grains: false, options: None };
    let templates = salt::Templates::new(&world, &site.tree, &minion);
    let options = salt::Options::default();
    let name = example.file.strip_suffix(".sls").unwrap_or_default();
    let compiled = match name {
        "top" => site.compile_top(&templates, &minion, &options),
        name => site.compile(&templates, &[(name.into(), salt::Span::NONE)], &options),
    };
    let keys = salt::pillar::keys::Keys::read(&world, &salt::Tree::open(&world, &[PathBuf::from("/states/pillar")]), &minion);
    let unknown_keys = keys.iter().flat_map(|keys| salt::pillar::keys::check(Path::new(&example.file), &example.text, keys));
    salt::Summary::advised(&compiled, &site.tree, options.release)
        .found
        .into_iter()
        .chain(unknown_keys)
        .filter_map(|it| diagnostics::sls_finding(&it, options.release, &Paths))
        .collect()
}

/// Files with their paths as names. Of one file alone, no other is included.
struct Paths;

impl diagnostics::SlsFiles for Paths {
    fn name(&self, path: &Path) -> Arc<str> {
        Arc::from(path.to_string_lossy())
    }

    fn text(&self, _: &Path) -> Option<Arc<str>> {
        None
    }
}

/// All findings of the files of a workspace. Each begins with a line `# file: PATH`.
fn check_workspace(text: &str) -> Vec<Finding> {
    let text = format!("\n{text}");
    let files: Vec<(String, &str)> = text
        .split("\n# file: ")
        .filter(|it| !it.is_empty())
        .map(|it| it.split_once('\n').unwrap_or((it, "")))
        .map(|(path, text)| (format!("/site/{path}"), text))
        .collect();
    let mut world = MemoryWorld::new();
    files.iter().for_each(|(path, text)| world.add_file(path, *text));
    let modules = Modules::new(&world);
    // What shows one mistake is no example of style.
    let settings = Settings::new([Arc::new(settings::Layer { lint: Some(false), ..settings::Layer::default() })]);
    let mut change = Change::new().settings(settings);
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".pp") || path.ends_with(".erb") || path.ends_with(".rb")) {
        let place = path.ends_with(".pp").then(|| modules.autoload(Path::new(path), path)).flatten();
        change = change.disk(path.as_str(), Some(Arc::from(*text)), Origin::Local).autoload(path.as_str(), place);
    }
    drop(modules);
    let mut host = AnalysisHost::new(Arc::new(world));
    host.apply(change);
    let report = |snapshot: Snapshot<'_>| {
        let files = files.iter().filter_map(|(path, _)| snapshot.file(path));
        files.flat_map(|file| diagnostics::report(snapshot, file, Systems::All)).collect()
    };
    host.analysis().run(report).expect("this run is not cancelled")
}

fn evaluate(example: &Example, world: MemoryWorld, dialect: Dialect) -> Vec<Finding> {
    let text: Arc<str> = example.text.as_str().into();
    let environment = Arc::new(Environment::new(Arc::new(world), "production", None, Vec::new(), Reading::default()));
    let request = Request::new(compiler::Code::Named(PathBuf::from(&example.file), text.clone()), "node.example.com");
    let outcome = compiler::compile(&environment, &request);
    let applied = outcome.catalog.as_ref().map(|it| compiler::apply(it.catalog.clone(), Some(&environment)));
    let file = example.file.as_str();
    let main = Main(Arc::new(Program::parse(Some(file.into()), None, text, dialect, &Reading::default())));
    diagnostics::evaluation::findings(&outcome, applied.as_ref(), &main)
}

/// The one text of an example.
struct Main(Arc<Program>);

impl diagnostics::evaluation::Texts for Main {
    fn program(&self, _: &str) -> Option<Arc<Program>> {
        Some(self.0.clone())
    }
}

/// Puppet's message for the wrong example, if there is one.
fn puppets_words(page: &str) -> Option<&str> {
    let found = page.split_once("\n## Puppet\n").or_else(|| page.split_once("\n## Salt\n"));
    let (_, rest) = found.unwrap_or_else(|| panic!("nothing about Puppet or Salt in:\n{page}"));
    let (_, rest) = rest.split_once("```text\n")?;
    Some(rest.split_once("\n```").expect("the end of a block of text").0)
}
