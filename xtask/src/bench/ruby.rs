//! Ruby of modules evaluated by Bunraku and by Ruby: functions and templates in a loop, and the templates of real modules.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use ruby::{Heap, Limits, Template};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::compile::ended;
use super::compile::ruby::{CALLS, files, manifests};
use super::files::write;
use super::rusage::{self, Run};
use super::statistics::Spread;
use super::{build, machine, page};
use crate::corpus;
use crate::program::Program;
use crate::templates::{Variables, asked};

/// The heading of what is written to the page.
pub const HEADING: &str = "## Evaluating Ruby";

pub const DEFAULT_RUNS: usize = 5;

/// Calls of the longer loop. The difference to the shorter one has no start-up in it.
const MORE_CALLS: usize = 10 * CALLS;

/// The argument with which this program measures templates alone.
pub const TEMPLATES: &str = "--ruby-templates";

/// Renderings of each template with each of its sets of variables.
const ROUNDS: usize = 20;

/// Measures a program, or the one that it builds, prints, and puts the section into the page.
pub fn run(root: &Path, binary: Option<&Path>, runs: usize) -> Result<(), String> {
    let binary = binary.map_or_else(|| build::optimized(root, &["--bin", "bunraku"]), |it| Ok(it.to_owned()))?;
    page::renew(root, HEADING, &section(root, &binary, runs)?)
}

/// Measures, and says it in a section of the page.
fn section(root: &Path, binary: &Path, runs: usize) -> Result<String, String> {
    let Program::Puppet { ruby, scripts } = Program::puppet(root)? else { return Err("not Puppet".into()) };
    let folder = tempfile::tempdir().map_err(|error| format!("a folder: {error}"))?;
    let mut loops = loops(folder.path(), &scripts)?;
    for round in 1..=runs {
        eprintln!("round {round} of {runs}");
        for length in loops.iter_mut().flat_map(|it| &mut it.lengths) {
            length.ours.push(ended("bunraku", rusage::measure(binary.as_os_str(), &length.bunraku)?)?);
            length.theirs.push(ended("puppet", rusage::measure(ruby.as_os_str(), &length.puppet)?)?);
        }
    }
    eprintln!("templates");
    Ok(render(&loops, &optimized_templates(root)?, runs))
}

/// A call in a loop.
struct Loop {
    name: &'static str,
    /// Of fewer calls, and of more.
    lengths: [Length; 2],
}

/// A program in which a call runs this many times.
#[derive(Default)]
struct Length {
    bunraku: Vec<OsString>,
    puppet: Vec<OsString>,
    ours: Vec<Run>,
    theirs: Vec<Run>,
}

/// Writes the module and the manifests.
fn loops(folder: &Path, scripts: &Path) -> Result<Vec<Loop>, String> {
    let modules = folder.join("modules");
    for (path, text) in files() {
        write(&modules.join(path), text)?;
    }
    let facts = scripts.join("facts/debian12.json").into_os_string();
    let length = |(_, path, text): (String, &str, String), calls: usize| -> Result<Length, String> {
        let file = folder.join(calls.to_string()).join(path);
        write(&file, &text)?;
        let shared: [OsString; 5] =
            ["--facts".into(), facts.clone(), "--modulepath".into(), modules.clone().into_os_string(), file.into_os_string()];
        let bunraku = ["compile", "--format", "jsonl"].map(OsString::from).into_iter().chain(shared.clone()).collect();
        let puppet = [scripts.join("oracle_catalog.rb").into_os_string(), "--ral=false".into()].into_iter().chain(shared).collect();
        Ok(Length { bunraku, puppet, ..Length::default() })
    };
    let names = ["a call of a function with dispatches", "a call of a legacy function", "`template` of a loop in ERB"];
    let both = names.into_iter().zip(manifests(CALLS)).zip(manifests(MORE_CALLS));
    both.map(|((name, less), more)| Ok(Loop { name, lengths: [length(less, CALLS)?, length(more, MORE_CALLS)?] })).collect()
}

/// Seconds that renderings of the templates of real modules take.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Templates {
    templates: usize,
    renderings: usize,
    ours: f64,
    /// By Ruby, of templates that are compiled once.
    compiled: f64,
    /// By Ruby, of templates that are read for each rendering, as Puppet reads them.
    read: f64,
}

/// The same measured by this program as it is built for release.
fn optimized_templates(root: &Path) -> Result<Templates, String> {
    let program = build::optimized(root, &["--bin", "xtask"])?;
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", program.display());
    let out = Command::new(&program).args(["bench", TEMPLATES]).stderr(Stdio::inherit()).output().map_err(|error| fail(&error))?;
    if !out.status.success() {
        return Err(fail(&out.status));
    }
    serde_json::from_slice(&out.stdout).map_err(|error| fail(&error))
}

/// Prints what renderings of templates take in this program.
pub fn print_templates(root: &Path) -> Result<(), String> {
    println!("{}", serde_json::to_string(&templates(root)?).map_err(|error| error.to_string())?);
    Ok(())
}

/// Renders all templates that both render to the same text.
fn templates(root: &Path) -> Result<Templates, String> {
    let lines = asked(root, &["--rounds", "3", "--tries", "0"], &corpus::templates_of_modules()?)?;
    let mut found = Templates::default();
    let mut same = Vec::new();
    let mut last = PathBuf::new();
    for line in lines.lines() {
        let case: Json = serde_json::from_str(line).map_err(|error| format!("oracle_erb.rb: {error}: {line}"))?;
        let (Some(path), Some(variables), Some(text)) = (case["path"].as_str(), case["variables"].as_object(), case["text"].as_str())
        else {
            continue;
        };
        let source = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        let Ok(template) = Template::parse(&source) else { continue };
        let mut took = 0.0;
        let mut is_same = true;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let (rendered, _) = template.render(&mut Variables::new(variables), Heap::default(), Limits::default());
            took += start.elapsed().as_secs_f64();
            is_same &= rendered.is_ok_and(|it| it.text == text);
        }
        // What is refused is not compared.
        if !is_same {
            continue;
        }
        found.ours += took;
        found.renderings += ROUNDS;
        found.templates += usize::from(last != Path::new(path));
        last = path.into();
        same.push(line);
    }
    let printed = asked(root, &["--time", &ROUNDS.to_string()], &same)?;
    let printed: Json = serde_json::from_str(&printed).map_err(|error| format!("oracle_erb.rb: {error}: {printed}"))?;
    let seconds = |name: &str| printed[name].as_f64().ok_or_else(|| format!("oracle_erb.rb does not say how long `{name}` took"));
    Ok(Templates { compiled: seconds("compiled")?, read: seconds("read")?, ..found })
}

fn render(loops: &[Loop], templates: &Templates, runs: usize) -> String {
    let mut out = format!(
        "{HEADING}\n\nWritten by `cargo xtask bench --ruby`. The first three: process against process, {runs} runs each in turn, of {CALLS}\n\
         and of {MORE_CALLS} calls; the difference of the medians is what the calls take without start-up. The others: the {} templates of the\n\
         modules that Debian packages which both render to the same text, with variables that are made up, {} renderings by each.\n\n",
        templates.templates, templates.renderings
    );
    for (name, value) in machine::describe() {
        let _ = writeln!(out, "- {name}: {value}");
    }
    out += "\n| | Ruby | Bunraku | wanted | how many times less |\n|---|---|---|---|---|\n";
    let mut row = |name: &str, theirs: f64, ours: f64| {
        let times = theirs / ours.max(1e-9);
        let _ = writeln!(out, "| {name} | {:.1} µs | {:.1} µs | not slower | {times:.1} × |", theirs * 1e6, ours * 1e6);
    };
    for Loop { name, lengths: [less, more] } in loops {
        let each = |of: fn(&Length) -> &Vec<Run>| {
            let median = |it: &Length| Spread::new(of(it).iter().map(|run| run.wall_seconds)).median;
            (median(more) - median(less)).max(0.0) / (MORE_CALLS - CALLS) as f64
        };
        row(name, each(|it| &it.theirs), each(|it| &it.ours));
    }
    let each = |seconds: f64| seconds / templates.renderings.max(1) as f64;
    row("a template of a module, which Ruby reads each time, as Puppet does", each(templates.read), each(templates.ours));
    row("the same, which Ruby has compiled to a method", each(templates.compiled), each(templates.ours));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_up_is_not_part_of_a_call() {
        let runs = |seconds: f64| vec![Run { status: Some(0), wall_seconds: seconds, cpu_seconds: seconds, peak_bytes: 1 }];
        let length = |ours, theirs| Length { ours: runs(ours), theirs: runs(theirs), ..Length::default() };
        let loops = [Loop { name: "a call", lengths: [length(0.5, 1.0), length(0.725, 1.9)] }];
        let templates = Templates { templates: 2, renderings: 100, ours: 0.001, compiled: 0.002, read: 0.02 };
        let text = render(&loops, &templates, 1);
        for line in [
            "| a call | 40.0 µs | 10.0 µs | not slower | 4.0 × |",
            "| a template of a module, which Ruby reads each time, as Puppet does | 200.0 µs | 10.0 µs | not slower | 20.0 × |",
            "| the same, which Ruby has compiled to a method | 20.0 µs | 10.0 µs | not slower | 2.0 × |",
        ] {
            assert!(text.lines().any(|it| it == line), "{line}\n{text}");
        }
    }
}
