//! Asking both programs.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::draw::Mutant;
use super::judge::Found;
use crate::classes;
use crate::corpus::MODULES;
use crate::digest;
use crate::program::Program;

/// The facts of Debian 12.
const FACTS: &str = "tests/oracle/puppet/facts/debian12.json";
const SCRIPT: &str = "tests/oracle/puppet/oracle_changed.rb";
const NODE: &str = "oracle.example.com";

/// The main manifest of the site, by its path below it.
pub const MAIN: &str = "manifests/site.pp";

/// Number of questions to one process: its answers stay if the next one is stopped.
const BATCH: usize = 200;

/// A class, and the text that one of its manifests has now.
pub struct Question<'a> {
    class: &'a str,
    text: Option<(&'a Path, &'a str)>,
}

impl<'a> Question<'a> {
    pub fn of_class(class: &'a str) -> Question<'a> {
        Question { class, text: None }
    }

    pub fn of_mutant(mutant: &'a Mutant) -> Question<'a> {
        Question { class: &mutant.class, text: Some((&mutant.file, &mutant.text)) }
    }

    fn code(&self) -> String {
        format!("include {}", self.class)
    }
}

/// Real Puppet, and what it has answered so far, kept below `target`.
pub struct Puppet<'a> {
    root: &'a Path,
    ruby: PathBuf,
    state: String,
    stored: BTreeMap<String, Value>,
}

impl<'a> Puppet<'a> {
    pub fn new(root: &'a Path) -> Result<Puppet<'a>, String> {
        let Program::Puppet { ruby, .. } = Program::puppet(root)? else { return Err("Puppet is another program".into()) };
        let state = state(root)?;
        let text = std::fs::read_to_string(path_of_answers(root)).unwrap_or_default();
        let stored = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Ok(Puppet { root, ruby, state, stored })
    }

    /// Whether it has answered a question before.
    pub fn knows(&self, question: &Question) -> bool {
        self.stored.contains_key(&self.key(question))
    }

    /// One answer for each question.
    pub fn answers(&mut self, questions: &[Question]) -> Result<Vec<Value>, String> {
        let keys: Vec<String> = questions.iter().map(|it| self.key(it)).collect();
        let missing: Vec<usize> = (0..questions.len()).filter(|at| !self.stored.contains_key(&keys[*at])).collect();
        if !missing.is_empty() {
            println!("real Puppet is asked about {} texts", missing.len());
        }
        for batch in missing.chunks(BATCH) {
            let lines: Vec<Value> = batch.iter().map(|at| json!({"id": keys[*at]}).merged(request(&questions[*at]))).collect();
            let mut command = Command::new(&self.ruby);
            command.arg(self.root.join(SCRIPT));
            command.args(["--jobs", "2", "--modulepath", MODULES]).current_dir(self.root);
            let mut text = String::new();
            for mut answer in answered(command, &lines)? {
                let Some(key) = answer["id"].as_str().map(str::to_owned) else { continue };
                if let Some(answer) = answer.as_object_mut() {
                    answer.remove("id");
                }
                text.push_str(&format!("{}\n", json!([key, answer])));
                self.stored.insert(key, answer);
            }
            let path = path_of_answers(self.root);
            let io = |e| format!("{}: {e}", path.display());
            std::fs::create_dir_all(path.parent().unwrap_or(&path)).map_err(io)?;
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&path).map_err(io)?;
            file.write_all(text.as_bytes()).map_err(io)?;
        }
        let answer = |key: &String| self.stored.get(key).cloned().ok_or_else(|| "Puppet does not answer".to_owned());
        keys.iter().map(answer).collect()
    }

    fn key(&self, question: &Question) -> String {
        digest::value(&json!([self.state, request(question)]))
    }
}

/// The facts, the scripts that ask, and the modules: these by the names, sizes and times of their files.
fn state(root: &Path) -> Result<String, String> {
    let mut all = String::new();
    for path in [FACTS, "tests/oracle/puppet/common.rb", "tests/oracle/puppet/catalog_core.rb", SCRIPT] {
        all.push_str(&digest::text(&std::fs::read(root.join(path)).map_err(|e| format!("{path}: {e}"))?));
    }
    let modules = classes::files_below(Path::new(MODULES), &mut BTreeSet::new(), &mut all);
    modules.map_err(|e| format!("{MODULES}: {e}; run tests/oracle/install.sh"))?;
    Ok(digest::text(all.as_bytes()))
}

fn path_of_answers(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from).join("mutants/puppet.jsonl")
}

fn request(question: &Question) -> Value {
    let mut request = json!({"code": question.code(), "facts_file": FACTS});
    match question.text {
        Some((path, text)) => request["texts"] = json!({ path.to_string_lossy(): text }),
        None => request["declared"] = true.into(),
    }
    request
}

trait Merged {
    fn merged(self, other: Value) -> Value;
}

impl Merged for Value {
    fn merged(mut self, other: Value) -> Value {
        if let (Some(all), Value::Object(more)) = (self.as_object_mut(), other) {
            all.extend(more);
        }
        self
    }
}

/// Our own program, at a site that has the modules.
pub struct Ours<'a> {
    root: &'a Path,
    binary: &'a Path,
    site: tempfile::TempDir,
}

impl<'a> Ours<'a> {
    pub fn new(root: &'a Path, program: &'a Program) -> Result<Ours<'a>, String> {
        let Program::Bunraku { binary } = program else { return Err("bunraku is another program".into()) };
        let io = |e: std::io::Error| format!("a site to look at: {e}");
        let site = tempfile::tempdir().map_err(io)?;
        std::fs::write(site.path().join("environment.conf"), "").map_err(io)?;
        std::fs::create_dir(site.path().join("manifests")).map_err(io)?;
        std::fs::write(site.path().join(MAIN), "").map_err(io)?;
        std::os::unix::fs::symlink(MODULES, site.path().join("modules")).map_err(io)?;
        Ok(Ours { root, binary, site })
    }

    /// Findings of files, for each question.
    pub fn answers(&self, questions: &[(Question, &BTreeSet<PathBuf>)]) -> Result<Vec<Vec<Found>>, String> {
        let mut order: Vec<usize> = (0..questions.len()).collect();
        // What has one class is asked together, half of the classes in each process.
        order.sort_by_key(|at| (questions[*at].0.class, *at));
        let (first, second) = order.split_at(order.len() / 2);
        let mut answers: Vec<Option<Vec<Found>>> = questions.iter().map(|_| None).collect();
        let got = std::thread::scope(|scope| {
            let halves = [first, second].map(|half| scope.spawn(|| self.half(questions, half)));
            halves.map(|it| it.join().unwrap_or_else(|_| Err("asking breaks down".into())))
        });
        for half in got {
            for answer in half? {
                let Some(at) = answer["id"].as_u64().and_then(|it| usize::try_from(it).ok()) else { continue };
                let found = answer["findings"].as_array().into_iter().flatten();
                let mut found: Vec<Found> = found.filter_map(|it| self.found(it)).collect();
                found.extend(
                    answer["failed"].as_array().into_iter().flatten().filter_map(|it| Some(Found::breakdown(&self.real(it.as_str()?)))),
                );
                if let Some(place) = answers.get_mut(at) {
                    *place = Some(found);
                }
            }
        }
        let breakdown = || vec![Found::breakdown(Path::new(""))];
        Ok(answers.into_iter().map(|it| it.unwrap_or_else(breakdown)).collect())
    }

    fn half(&self, questions: &[(Question, &BTreeSet<PathBuf>)], which: &[usize]) -> Result<Vec<Value>, String> {
        let lines: Vec<Value> = which
            .iter()
            .map(|at| {
                let (question, files) = &questions[*at];
                let main = self.site.path().join(MAIN);
                let mut texts = json!({ main.to_string_lossy(): format!("{}\n", question.code()) });
                if let Some((path, text)) = question.text {
                    texts[self.own(path)] = text.into();
                }
                let files: Vec<String> = files.iter().map(|it| self.own(it)).collect();
                json!({"id": at, "code": "", "texts": texts, "files": files})
            })
            .collect();
        let mut command = Command::new(self.binary);
        command.args(["debug", "findings", "--node", NODE, "--facts"]).arg(self.root.join(FACTS)).current_dir(self.root);
        answered(command, &lines)
    }

    /// A file of a module as the site has it.
    fn own(&self, path: &Path) -> String {
        if path == Path::new(MAIN) {
            return self.site.path().join(MAIN).to_string_lossy().into_owned();
        }
        let below = path.strip_prefix(MODULES).unwrap_or(path);
        self.site.path().join("modules").join(below).to_string_lossy().into_owned()
    }

    fn real(&self, path: &str) -> PathBuf {
        match Path::new(path).strip_prefix(self.site.path().join("modules")) {
            Ok(below) => Path::new(MODULES).join(below),
            Err(_) => Path::new(path).strip_prefix(self.site.path()).unwrap_or(Path::new(path)).to_owned(),
        }
    }

    fn found(&self, finding: &Value) -> Option<Found> {
        let line = |it: &Value| it.as_u64().and_then(|it| u32::try_from(it).ok()).unwrap_or_default();
        let file = self.real(finding["file"].as_str()?);
        let related = finding["related"].as_array().into_iter().flatten();
        let related = related.filter_map(|it| Some((self.real(it["file"].as_str()?), line(&it["line"])))).collect();
        let site = self.site.path().join("modules").to_string_lossy().into_owned();
        Some(Found {
            file,
            line: line(&finding["line"]),
            code: finding["code"].as_str()?.to_owned(),
            is_error: finding["error"] == true,
            message: finding["message"].as_str()?.replace(&site, MODULES),
            related,
        })
    }
}

/// The lines that a command prints when it is asked these; the last may be cut where it broke down.
fn answered(mut command: Command, lines: &[Value]) -> Result<Vec<Value>, String> {
    let io = |e: std::io::Error| format!("questions: {e}");
    let mut questions = tempfile::NamedTempFile::new().map_err(io)?;
    let text: String = lines.iter().map(|it| format!("{it}\n")).collect();
    questions.write_all(text.as_bytes()).map_err(io)?;
    let output = command.arg("--jsonl").arg(questions.path()).stdin(Stdio::null()).output().map_err(|e| format!("asking: {e}"))?;
    let answers: Vec<Value> = String::from_utf8_lossy(&output.stdout).lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    if answers.is_empty() {
        return Err(format!("no answers: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(answers)
}
