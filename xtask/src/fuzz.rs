//! `cargo xtask fuzz TARGET SECONDS`: builds the fuzz targets for libFuzzer, and runs one.
//!
//! The stable compiler can do all that libFuzzer needs: counters in the branches, the addresses that they belong to, and
//! calls in the comparisons.
//!
//! `FUZZ_SEED=N` makes a run begin as another did that had the same number. `cargo xtask fuzz --list` names the targets;
//! `--list --sample HASH` those that a run of all tests has the time for, others for each commit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::{cases, digest};

/// Each is a program of the crate `fuzz`.
const TARGETS: &[(&str, Seeds)] = &[
    ("manifest", Seeds::Manifests),
    ("template", Seeds::Templates),
    ("jinja", Seeds::Jinja),
    ("sls", Seeds::None),
    ("format", Seeds::Both),
    ("edit", Seeds::Edits),
    ("lsp", Seeds::None),
    ("compile", Seeds::Manifests),
    ("types", Seeds::None),
    ("erb", Seeds::Ruby("<%= ", " %>\n")),
    ("ruby-function", Seeds::Ruby("Puppet::Functions.create_function(:'m::f') do\n  def f(x, n = 2)\n    ", "\n  end\nend\n")),
    ("ruby-type", Seeds::None),
    ("apply", Seeds::None),
    ("settings", Seeds::None),
    ("hiera", Seeds::None),
    ("data", Seeds::None),
    ("records", Seeds::None),
];

/// The texts of tests that a target begins with, besides those of `fuzz/corpus`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seeds {
    None,
    /// Language cases that are manifests.
    Manifests,
    /// Language cases that are templates.
    Templates,
    /// All language cases.
    Both,
    /// All language cases, each with an edit.
    Edits,
    /// Recorded Jinja templates.
    Jinja,
    /// Some of the recorded expressions of Ruby, between these texts.
    Ruby(&'static str, &'static str),
}

const COVERAGE: &[&str] = &[
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// Longer texts find little more and take much longer.
const LONGEST: usize = 4096;
/// A text that takes this many seconds has found something, too.
const TIMEOUT: usize = 20;
/// A crash is made smaller for this long.
const MINIMISE_SECONDS: u64 = 20;

/// Number of targets that are drawn for a commit.
const DRAWN: usize = 5;

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let usage = "fuzz TARGET SECONDS, or fuzz --list [--sample HASH]";
    match args {
        [option] if option == "--list" => {
            TARGETS.iter().for_each(|(target, _)| println!("{target}"));
            Ok(())
        }
        [list, sample, hash] if list == "--list" && sample == "--sample" => {
            drawn(hash).iter().for_each(|target| println!("{target}"));
            Ok(())
        }
        [target, seconds] => {
            let names: Vec<&str> = TARGETS.iter().map(|it| it.0).collect();
            let (target, seeds) =
                TARGETS.iter().find(|it| it.0 == target).ok_or(format!("there is no target {target}: {}", names.join(", ")))?;
            let seconds = seconds.parse().ok().filter(|seconds| *seconds > 0).ok_or(usage)?;
            Fuzz::new(root, target, *seeds)?.run(seconds)
        }
        _ => Err(usage.into()),
    }
}

/// The targets of a commit: neighbours in the list, so that each target is drawn as often as any other.
fn drawn(hash: &str) -> Vec<&'static str> {
    let first = hash.bytes().fold(0_usize, |sum, byte| (sum * 31 + usize::from(byte)) % TARGETS.len());
    TARGETS.iter().cycle().skip(first).take(DRAWN).map(|it| it.0).collect()
}

struct Fuzz {
    target: &'static str,
    program: PathBuf,
    /// Words of the language.
    dictionary: PathBuf,
    /// Texts to begin with, as the repository has them.
    corpus: PathBuf,
    /// Texts of tests as files.
    seeds: PathBuf,
    /// Inputs that earlier runs have found worth keeping.
    grown: PathBuf,
    log: PathBuf,
    artifacts: PathBuf,
}

impl Fuzz {
    fn new(root: &Path, target: &'static str, seeds: Seeds) -> Result<Fuzz, String> {
        let build = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from).join("fuzz");
        let fuzz = Fuzz {
            target,
            program: build_targets(root, &build)?.join(target),
            dictionary: root.join(match target {
                "lsp" => "fuzz/lsp.dict",
                "jinja" | "sls" => "fuzz/jinja.dict",
                _ => "fuzz/puppet.dict",
            }),
            corpus: root.join("fuzz/corpus").join(target),
            seeds: build.join("seeds").join(target),
            grown: build.join("corpus").join(target),
            log: build.join(format!("{target}.log")),
            artifacts: root.join("fuzz/artifacts").join(target),
        };
        for folder in [&fuzz.seeds, &fuzz.grown, &fuzz.artifacts] {
            fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        for (name, text) in seeds.texts(root)? {
            let path = fuzz.seeds.join(digest::text(name.as_bytes()));
            fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        Ok(fuzz)
    }

    fn run(&self, seconds: u64) -> Result<(), String> {
        let start = Instant::now();
        let artifacts = format!("{}/", self.artifacts.display());
        let log = fs::File::create(&self.log).map_err(|e| format!("{}: {e}", self.log.display()))?;
        let seed = std::env::var("FUZZ_SEED").ok().and_then(|it| it.parse::<u32>().ok()).unwrap_or(0);
        let mut command = Command::new(&self.program);
        command
            // Zero lets libFuzzer choose.
            .arg(format!("-seed={seed}"))
            .arg(format!("-dict={}", self.dictionary.display()))
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-max_len={LONGEST}"))
            .arg(format!("-timeout={TIMEOUT}"))
            .args(["-rss_limit_mb=2048", "-print_final_stats=1", "-verbosity=1"])
            .arg(format!("-artifact_prefix={artifacts}"))
            .args([&self.grown, &self.corpus, &self.seeds]);
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).status();
        let status = status.map_err(|e| format!("{}: {e}", self.program.display()))?;
        let log = fs::read(&self.log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();

        let executions = statistic(&log, "number_of_executed_units").unwrap_or(0);
        let seconds = start.elapsed().as_secs_f64();
        let rate = executions as f64 / seconds.max(0.001);
        let memory = statistic(&log, "peak_rss_mb").unwrap_or(0);
        println!("{}: {executions} executions in {seconds:.0} s, {rate:.0} a second, {memory} MB at most", self.target);
        if status.success() && executions > 0 {
            println!("found nothing\n1 passed, 0 failed");
            return Ok(());
        }
        self.report(&log);
        println!("0 passed, 1 failed");
        Err(format!("the target {} has failed: {status}; {}", self.target, self.log.display()))
    }

    /// Says what has happened, and with which input.
    fn report(&self, log: &str) {
        let interesting = |line: &&str| line.starts_with("==") || line.contains("panicked at") || line.starts_with("SUMMARY");
        log.lines().filter(interesting).for_each(|line| println!("  {line}"));
        if let Some(message) = log.split("panicked at").nth(1).and_then(|it| it.lines().nth(1)) {
            println!("  {message}");
        }
        let Some(found) = log.rsplit("Test unit written to ").next().and_then(|it| it.lines().next()).map(Path::new) else { return };
        if !found.is_file() {
            return;
        }
        let smaller = self.minimised(found);
        let text = fs::read(&smaller).unwrap_or_default();
        println!("  the input: {}", smaller.display());
        println!("  {:?}", String::from_utf8_lossy(&text));
    }

    /// The file with the smallest input that still fails.
    fn minimised(&self, found: &Path) -> PathBuf {
        let smaller = found.with_extension("small");
        // It ends badly by its nature; what counts is the file.
        let _ = Command::new(&self.program)
            .args(["-minimize_crash=1", "-rss_limit_mb=2048"])
            .arg(format!("-timeout={TIMEOUT}"))
            .arg(format!("-max_total_time={MINIMISE_SECONDS}"))
            .arg(format!("-exact_artifact_path={}", smaller.display()))
            .arg(found)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        // Time may end while something is tried that does not fail.
        let fails = |file: &Path| {
            let ended = Command::new(&self.program).arg(file).stdout(Stdio::null()).stderr(Stdio::null()).status();
            file.is_file() && ended.is_ok_and(|it| !it.success())
        };
        if fails(&smaller) { smaller } else { found.to_path_buf() }
    }
}

impl Seeds {
    /// Texts by their names.
    fn texts(self, root: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
        match self {
            Seeds::None => Ok(Vec::new()),
            Seeds::Ruby(before, after) => recorded_expressions(&root.join("crates/ruby/tests/cases.txt"), before, after),
            Seeds::Jinja => recorded_templates(&root.join("crates/jinja/tests/cases.jsonl")),
            Seeds::Manifests | Seeds::Templates | Seeds::Both | Seeds::Edits => {
                let cases = cases::all(&root.join("tests/language"))?.into_iter().filter(|it| it.code.len() <= LONGEST);
                let of_kind = cases.filter(|it| match self {
                    Seeds::Manifests => !it.epp,
                    Seeds::Templates => it.epp,
                    _ => true,
                });
                let text = |code: String| if self == Seeds::Edits { edit_of(&code) } else { code.into_bytes() };
                Ok(of_kind.map(|it| (it.id, text(it.code))).collect())
            }
        }
    }
}

fn recorded_templates(file: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let cases = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let template = |line: &str| -> Result<Option<String>, String> {
        let case: serde_json::Value = serde_json::from_str(line).map_err(|e| format!("{}: {e}", file.display()))?;
        Ok(case["template"].as_str().map(str::to_owned))
    };
    let templates = cases.lines().filter_map(|line| template(line).transpose());
    templates.map(|it| it.map(|text| (text.clone(), text.into_bytes()))).collect()
}

/// Every tenth expression: all of them take longer than a short run has.
fn recorded_expressions(file: &Path, before: &str, after: &str) -> Result<Vec<(String, Vec<u8>)>, String> {
    let cases = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let text = |line: &str| format!("{before}{line}{after}");
    Ok(cases.lines().step_by(10).map(|line| (line.to_owned(), text(line).into_bytes())).collect())
}

/// Builds all targets at once, and says where they are.
fn build_targets(root: &Path, build: &Path) -> Result<PathBuf, String> {
    let host = host()?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .current_dir(root.join("fuzz"))
        // With a target named, build scripts and procedural macros are built without counters.
        .args(["build", "--quiet", "--release", "--locked", "--bins", "--target", &host])
        .env("CARGO_TARGET_DIR", build)
        .env("CARGO_ENCODED_RUSTFLAGS", COVERAGE.join("\u{1f}"))
        .status()
        .map_err(|e| format!("cargo: {e}"))?;
    if status.success() { Ok(build.join(host).join("release")) } else { Err("the fuzz targets do not build".into()) }
}

fn host() -> Result<String, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let out = Command::new(rustc).arg("-vV").output().map_err(|e| format!("rustc: {e}"))?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    text.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned).ok_or("rustc does not say for what it compiles".into())
}

/// A number that libFuzzer prints at its end.
fn statistic(log: &str, name: &str) -> Option<u64> {
    log.lines().find_map(|line| line.strip_prefix("stat::")?.strip_prefix(name)?.strip_prefix(':')?.trim().parse().ok())
}

/// A text as an edit of it: its middle third is taken out, and its last word is put there.
fn edit_of(text: &str) -> Vec<u8> {
    let at = |part: usize| (0..=text.len() * part / 3).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let (first, second) = (at(1), at(2));
    let word = text.split_whitespace().next_back().unwrap_or("x");
    let parts = [&text[..first], &text[first..second], word, &text[second..]];
    parts.map(str::as_bytes).join(&0xff_u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_the_log() {
        let log = "Done 9 runs\nstat::number_of_executed_units: 1234\nstat::peak_rss_mb:              56\n";
        assert_eq!(statistic(log, "number_of_executed_units"), Some(1234));
        assert_eq!(statistic(log, "peak_rss_mb"), Some(56));
        assert_eq!(statistic("ERROR", "peak_rss_mb"), None);
    }

    #[test]
    fn an_edit_holds_the_whole_text() {
        assert_eq!(edit_of("é = $abc"), b"\xc3\xa9 \xff= $\xff$abc\xffabc");
        assert_eq!(edit_of(""), b"\xff\xffx\xff");
    }

    #[test]
    fn each_commit_draws_targets_and_none_is_left_out() {
        let hashes: Vec<String> = (0..200).map(|it| format!("{it:040x}")).collect();
        let all: std::collections::BTreeSet<&str> = hashes.iter().flat_map(|it| drawn(it)).collect();
        assert_eq!(all.len(), TARGETS.len());
        assert!(hashes.iter().all(|it| drawn(it).len() == DRAWN && drawn(it) == drawn(it)));
    }

    #[test]
    fn every_target_is_a_program() {
        let root = crate::root();
        for (target, _) in TARGETS {
            assert!(root.join(format!("fuzz/targets/{target}.rs")).is_file(), "{target}");
            assert!(root.join("fuzz/corpus").join(target).is_dir(), "{target}");
        }
    }
}
