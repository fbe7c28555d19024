//! Low states by Bunraku and by Salt, and how compiling grows with a chain of states.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::compile::ended;
use super::files::write;
use super::rusage::{self, Run};
use super::statistics::Spread;
use super::{build, machine, page};

/// The heading of what is written to the page.
pub const HEADING: &str = "## Compiling Salt states";

pub const DEFAULT_RUNS: usize = 5;

/// SLS files of the tree that both compile, and states of each.
const FILES: usize = 10;
const STATES: usize = 50;

/// Numbers of states of the chains that Bunraku alone compiles: from one to the next they double.
const CHAINS: [usize; 3] = [5_000, 10_000, 20_000];

/// Measures a program, or the one that it builds, prints, and puts the section into the page.
pub fn run(root: &Path, binary: Option<&Path>, runs: usize) -> Result<(), String> {
    let binary = binary.map_or_else(|| build::optimized(root, &["--bin", "bunraku"]), |it| Ok(it.to_owned()))?;
    page::renew(root, HEADING, &section(&binary, runs)?)
}

/// Measures, and says it in a section of the page.
pub fn section(binary: &Path, runs: usize) -> Result<String, String> {
    let salt = crate::program::oracle_home().join("salt/venv/bin/salt-call");
    if !salt.is_file() {
        return Err(format!("{} is missing: run tests/oracle/salt/install.sh", salt.display()));
    }
    let folder = tempfile::tempdir().map_err(|error| format!("a folder: {error}"))?;
    let below = |name: &str| folder.path().join(name);
    let trees = [("one chain".to_owned(), one_chain()), (format!("{FILES} files with a loop in Jinja"), tree())];
    let mut workloads = Vec::new();
    for (number, (name, files)) in trees.into_iter().enumerate() {
        let states = below(&format!("states{number}"));
        for (path, text) in files {
            write(&states.join(path), &text)?;
        }
        workloads.push(Workload::new(name, folder.path(), &states));
    }
    fs::create_dir_all(below("conf")).map_err(|error| format!("a folder: {error}"))?;

    let mut chains = Vec::new();
    for length in CHAINS {
        let states = below(&format!("chain{length}"));
        write(&states.join("chain.sls"), &chain(length))?;
        let arguments: Vec<OsString> = ["compile".into(), "chain".into()].into_iter().chain(named("--salt-root", &states)).collect();
        chains.push((length, arguments, Vec::new()));
    }
    for it in &workloads {
        for (program, arguments) in [(binary, &it.ours), (salt.as_path(), &it.theirs)] {
            let count = count_of_states(program, arguments)?;
            if count != FILES * STATES {
                return Err(format!("{} has {count} states, not {}: nothing to compare", program.display(), FILES * STATES));
            }
        }
    }
    for round in 1..=runs {
        eprintln!("round {round} of {runs}");
        for it in &mut workloads {
            it.bunraku.push(ended("bunraku compile", rusage::measure(binary.as_os_str(), &it.ours)?)?);
            it.salt.push(ended("salt-call", rusage::measure(salt.as_os_str(), &it.theirs)?)?);
        }
        for (_, arguments, measured) in &mut chains {
            measured.push(ended("bunraku compile", rusage::measure(binary.as_os_str(), arguments)?)?);
        }
    }
    let chains: Vec<(usize, Vec<Run>)> = chains.into_iter().map(|(length, _, measured)| (length, measured)).collect();
    Ok(render(&workloads, &chains))
}

fn named(option: &str, path: &Path) -> [OsString; 2] {
    [option.into(), path.into()]
}

/// A tree that both compile: arguments and runs of each.
struct Workload {
    name: String,
    ours: Vec<OsString>,
    theirs: Vec<OsString>,
    bunraku: Vec<Run>,
    salt: Vec<Run>,
}

impl Workload {
    /// The highstate of a tree. Salt writes into the folder.
    fn new(name: String, folder: &Path, states: &Path) -> Workload {
        let mut theirs: Vec<OsString> = ["--local", "--id", "m", "--out", "json"].map(OsString::from).to_vec();
        theirs.extend(named("--config-dir", &folder.join("conf")).into_iter().chain(named("--file-root", states)));
        theirs.extend(named("--cachedir", &folder.join("cache")).into_iter().chain(named("--log-file", &folder.join("log"))));
        theirs.push("state.show_lowstate".into());
        let mut ours: Vec<OsString> = ["compile", "--id", "m", "--grains", "debian-12", "--pillar", "{}"].map(OsString::from).to_vec();
        ours.extend(named("--salt-root", states));
        Workload { name, ours, theirs, bunraku: Vec::new(), salt: Vec::new() }
    }
}

/// Number of states that a program prints as JSON.
fn count_of_states(program: &Path, arguments: &[OsString]) -> Result<usize, String> {
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", program.display());
    let out = Command::new(program).args(arguments).output().map_err(|error| fail(&error))?;
    let printed: Value = serde_json::from_slice(&out.stdout).map_err(|error| fail(&error))?;
    Ok(printed["local"].as_array().map_or(0, Vec::len))
}

/// A tree by its paths: states in one file, each of which requires the one before it.
fn one_chain() -> Vec<(String, String)> {
    vec![("chain.sls".to_owned(), chain(FILES * STATES)), ("top.sls".to_owned(), "base:\n  '*':\n    - chain\n".to_owned())]
}

/// A tree by its paths: files with a loop in Jinja, each of which requires states of the one before it.
fn tree() -> Vec<(String, String)> {
    let mut top = "base:\n  '*':\n".to_owned();
    let mut files = Vec::new();
    for file in 0..FILES {
        let _ = writeln!(top, "    - app{file}");
        let mut text = String::new();
        let mut before = String::new();
        if let Some(previous) = file.checked_sub(1) {
            let _ = writeln!(text, "include:\n  - app{previous}\n");
            before = format!("      - test: app{previous}-{}\n", STATES - 1);
        }
        let _ = write!(
            text,
            "{{% set family = grains['os_family'] %}}\n\
             {{% for n in range({STATES}) %}}\n\
             app{file}-{{{{ n }}}}:\n  \
               test.configurable_test_state:\n    \
                 - name: {{{{ family | lower }}}}-{file}-{{{{ n }}}}\n    \
                 - changes: False\n    \
                 - result: True\n    \
                 - comment: {{{{ salt['pillar.get']('app:comment', 'none') | yaml_dquote }}}}\n\
             {{% if n %}}    - require:\n      - test: app{file}-{{{{ n - 1 }}}}\n{before}{{% endif %}}\n\
             {{% endfor %}}\n"
        );
        files.push((format!("app{file}.sls"), text));
    }
    files.push(("top.sls".to_owned(), top));
    files
}

/// States, each of which requires the one before it.
fn chain(length: usize) -> String {
    let mut text = "s0: test.nop\n".to_owned();
    for number in 1..length {
        let _ = writeln!(text, "s{number}:\n  test.nop:\n    - require:\n      - test: s{}", number - 1);
    }
    text
}

fn render(workloads: &[Workload], chains: &[(usize, Vec<Run>)]) -> String {
    let mut out = format!(
        "{HEADING}\n\nWritten by `cargo xtask bench --salt`: process against process, {} runs each in turn: `salt-call --local\n\
         state.show_lowstate` of Salt 3008.3, and `bunraku compile` of the same tree.\n\n",
        workloads.first().map_or(0, |it| it.bunraku.len())
    );
    for (name, value) in machine::describe().iter().filter(|(name, _)| *name != "Ruby") {
        let _ = writeln!(out, "- {name}: {value}");
    }
    let time = |runs: &[Run]| Spread::new(runs.iter().map(|it| it.wall_seconds));
    let processor = |runs: &[Run]| Spread::new(runs.iter().map(|it| it.cpu_seconds));
    let memory = |runs: &[Run]| Spread::new(runs.iter().map(|it| it.peak_bytes as f64 / 1e6)).median;
    let _ = writeln!(
        out,
        "\n| the low state of {} states | Salt, time | Bunraku, time | wanted | how many times less | Salt, peak memory | Bunraku, peak memory |\n\
         |---|---|---|---|---|---|---|",
        FILES * STATES,
    );
    for (number, it) in workloads.iter().enumerate() {
        let ratio = Spread::new(it.salt.iter().zip(&it.bunraku).map(|(theirs, ours)| theirs.wall_seconds / ours.wall_seconds.max(1e-9)));
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {:.1} × | {:.0} MB | {:.0} MB |",
            it.name,
            time(&it.salt).show(2, "s"),
            time(&it.bunraku).show(3, "s"),
            if number == 0 { "≥ 100 ×" } else { "" },
            ratio.median,
            memory(&it.salt),
            memory(&it.bunraku)
        );
    }
    out += "\n| a chain of states | Bunraku, processor time | against half as many | wanted |\n|---|---|---|---|\n";
    let mut before: Option<f64> = None;
    for (length, runs) in chains {
        let median = processor(runs).median;
        let growth = before.map_or_else(String::new, |it| format!("{:.2} ×", median / it.max(1e-9)));
        let wanted = if before.is_some() { "≤ 2.3 ×" } else { "" };
        let _ = writeln!(out, "| {length} | {} | {growth} | {wanted} |", processor(runs).show(3, "s"));
        before = Some(median);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_has_a_file_for_each_name_in_its_top_file() {
        let files = tree();
        let top = &files.last().expect("a top file").1;
        assert_eq!(top.matches("- app").count(), FILES);
        assert!(files.iter().any(|(path, text)| path == "app9.sls" && text.contains("- test: app8-49")), "{files:?}");
    }

    #[test]
    fn a_chain_requires_one_state_less_than_it_has() {
        let text = chain(100);
        assert_eq!((text.matches("test.nop").count(), text.matches("require:").count()), (100, 99));
    }

    #[test]
    fn growth_is_that_of_twice_as_many() {
        let run = |cpu_seconds| Run { status: Some(0), wall_seconds: cpu_seconds, cpu_seconds, peak_bytes: 1 };
        let mut workload = Workload::new("x".to_owned(), Path::new("/f"), Path::new("/s"));
        (workload.bunraku, workload.salt) = (vec![run(0.01)], vec![run(2.0)]);
        let text = render(&[workload], &[(10, vec![run(1.0)]), (20, vec![run(2.5)])]);
        assert!(text.contains("| 200.0 × |") && text.contains("| 20 | 2.500 s (2.500 to 2.500) | 2.50 × | ≤ 2.3 × |"), "{text}");
    }
}
