//! The suite `templates`: the ERB templates of Debian's modules, rendered by Ruby and by the crate `ruby`.
//!
//! `tests/oracle/puppet/oracle_erb.rb` makes up variables for each template and renders it. Where we render it, too, the text must be
//! the same to the byte, and the exception must have the same class and words; or we refuse, and say what is not covered. Ruby's Coverage
//! counts the lines of each template that these renderings run.
//!
//! Each is rendered here with one of its variables unknown, too: the parts of the text that are known must be those of Ruby's text.

use std::any::Any;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::LazyLock;

use ruby::value::{Entries, Foreign, Key};
use ruby::{Error, Heap, Host, Limits, Outcome, Program, Rendered, Stop, Template, Value};
use serde_json::Value as Json;

use crate::corpus;

pub const NAME: &str = "templates";

/// How many templates there are at least, so that nothing passes because there was nothing to compare.
const TEMPLATES: usize = 300;

/// Share of a hundred renderings that are not refused.
const COVERED: usize = 99;

/// Nearly all lines of a template, in a hundred: those of each template have run.
const NEARLY_ALL: u64 = 90;

/// How often each template is rendered, besides the renderings that run other lines of it.
const ROUNDS: &str = "24";

pub struct Wanted<'a> {
    /// Which templates, by their paths.
    pub choose: Option<&'a dyn Fn(&str) -> bool>,
    /// Makes other variables.
    pub seed: &'a str,
    pub show: usize,
}

pub fn run(root: &Path, wanted: &Wanted<'_>) -> Result<(), String> {
    let mut files = corpus::templates_of_modules()?;
    if files.len() < TEMPLATES {
        return Err(format!("{NAME}: only {} templates of {TEMPLATES}", files.len()));
    }
    if let Some(choose) = wanted.choose {
        files.retain(|it| choose(it));
    }
    let mut outcome = Comparison::default();
    for line in asked(root, &["--rounds", ROUNDS, "--seed", wanted.seed], &files)?.lines() {
        let case: Json = serde_json::from_str(line).map_err(|e| format!("oracle_erb.rb: {e}: {line}"))?;
        outcome.compare(&case);
    }
    let refused: usize = outcome.refused.values().map(|it| it.0).sum();
    let (same, different, skipped) = (outcome.same, outcome.different.len(), outcome.skipped);
    let [whole, part, none] = outcome.unknown;
    println!("{NAME}: with an unknown variable, {whole} texts are known, {part} in part, {none} not at all");
    println!(
        "{NAME}: {same} passed, {different} failed ({} files; {refused} renderings refused, {skipped} need more than variables and functions; \
         at least {NEARLY_ALL} % of the lines of {} files have run)",
        files.len(),
        outcome.run
    );
    if wanted.show > 0 {
        let mut refused: Vec<_> = outcome.refused.iter().collect();
        refused.sort_by_key(|it| std::cmp::Reverse(it.1.0));
        for (construct, (count, place)) in refused {
            println!("  refused {count} times: {construct} ({place})");
        }
        outcome.partly_run.iter().for_each(|it| println!("  {it}"));
    }
    for difference in outcome.different.iter().take(wanted.show.max(5)) {
        println!("{difference}");
    }
    if different > 0 {
        return Err(format!("{NAME}: {different} renderings differ from Ruby's"));
    }
    // A few templates may be the ones that are refused: only of all of them is the share known.
    if wanted.choose.is_none() && same * 100 < (same + refused) * COVERED {
        return Err(format!("{NAME}: only {same} of {} renderings are not refused", same + refused));
    }
    if wanted.choose.is_none() && outcome.run < files.len() {
        outcome.partly_run.iter().for_each(|it| println!("  {it}"));
        return Err(format!("{NAME}: nearly all lines have run of only {} of {} files", outcome.run, files.len()));
    }
    Ok(())
}

/// Output of `oracle_erb.rb` for lines.
pub fn asked<S: AsRef<str>>(root: &Path, options: &[&str], lines: &[S]) -> Result<String, String> {
    let mut ruby = Command::new("ruby");
    ruby.args(["-W0", "--disable-did_you_mean"]).arg(root.join("tests/oracle/puppet/oracle_erb.rb"));
    ruby.args(options).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = ruby.spawn().map_err(|e| format!("ruby: {e}; run tests/oracle/install.sh"))?;
    let mut input = child.stdin.take().ok_or("ruby has no input")?;
    // It reads all before it writes.
    for line in lines {
        writeln!(input, "{}", line.as_ref()).map_err(|e| format!("ruby: {e}"))?;
    }
    drop(input);
    let out = child.wait_with_output().map_err(|e| format!("ruby: {e}"))?;
    if !out.status.success() {
        return Err("oracle_erb.rb failed".into());
    }
    String::from_utf8(out.stdout).map_err(|e| format!("oracle_erb.rb: {e}"))
}

#[derive(Default)]
struct Comparison {
    same: usize,
    skipped: usize,
    /// Templates of which nearly all lines have run, and the others.
    run: usize,
    partly_run: Vec<String>,
    /// Texts with an unknown variable: those that are known, known in part, and not known.
    unknown: [usize; 3],
    different: Vec<String>,
    /// Unsupported features: their number, and their first place.
    refused: BTreeMap<String, (usize, String)>,
}

impl Comparison {
    /// Renders a template once for each variable that is unknown.
    fn compare_unknown(&mut self, path: &str, template: &Template, given: &serde_json::Map<String, Json>, ruby: &str) {
        for name in given.keys() {
            let mut host = Variables { unknown: Some(name), ..Variables::new(given) };
            match template.render(&mut host, Heap::default(), Limits::default()).0 {
                Ok(known) if fits(&known, ruby) => self.unknown[usize::from(!known.holes.is_empty())] += 1,
                Ok(known) => {
                    let Rendered { text, holes } = known;
                    self.different.push(format!("  {path}, without {name}\n    ruby {ruby:?}\n    ours {text:?} with holes at {holes:?}"));
                }
                Err(Error::Raised { class, message, .. }) => {
                    self.different.push(format!("  {path}, without {name}\n    ruby {ruby:?}\n    ours {class}: {message}"));
                }
                Err(_) => self.unknown[2] += 1,
            }
        }
    }

    fn compare(&mut self, case: &Json) {
        let path = case["path"].as_str().unwrap_or_default();
        if let (Some(lines), Some(run)) = (case["lines"].as_u64(), case["run"].as_u64()) {
            match run * 100 >= lines * NEARLY_ALL {
                true => self.run += 1,
                false => self.partly_run.push(format!("{run} of {lines} lines have run: {path}; not {}", case["missing"])),
            }
            return;
        }
        if case["unmeasured"].as_bool() == Some(true) {
            self.partly_run.push(format!("no lines are counted: {path}"));
            return;
        }
        let (Some(variables), Ok(text)) = (case["variables"].as_object(), std::fs::read_to_string(path)) else {
            self.skipped += 1;
            return;
        };
        let ours = match Template::parse(&text) {
            Err(_) => Err("SyntaxError".to_owned()),
            Ok(template) => match template.render(&mut Variables::new(variables), Heap::default(), Limits::default()).0 {
                Ok(it) => Ok(it.text),
                Err(Error::NotCovered(it)) => {
                    let line = text.get(..it.at as usize).map_or(0, |it| it.lines().count());
                    self.refused.entry(it.construct).or_insert((0, format!("{path}:{line}"))).0 += 1;
                    return;
                }
                Err(Error::Raised { class, message, .. }) => Err(format!("{class}: {message}")),
                Err(other) => Err(format!("{other:?}")),
            },
        };
        let ruby = match (case["text"].as_str(), case["class"].as_str()) {
            (Some(text), _) => Ok(text.to_owned()),
            (None, Some("SyntaxError")) => Err("SyntaxError".to_owned()),
            (None, class) => Err(format!("{}: {}", class.unwrap_or_default(), case["message"].as_str().unwrap_or_default())),
        };
        if let (Some(ruby), Ok(template)) = (case["text"].as_str(), Template::parse(&text)) {
            self.compare_unknown(path, &template, variables, ruby);
        }
        if ours == ruby {
            self.same += 1;
        } else {
            self.different.push(format!("  {path}\n    variables {}\n    ruby {ruby:?}\n    ours {ours:?}", case["variables"]));
        }
    }
}

/// Whether a text has the known parts of another, in their order, and nothing else where no hole is.
fn fits(known: &Rendered, text: &str) -> bool {
    let mut rest = text;
    let mut start = 0;
    for (index, hole) in known.holes.iter().enumerate() {
        let part = known.text.get(start..*hole).unwrap_or_default();
        let found = if index == 0 { rest.starts_with(part).then_some(0) } else { rest.find(part) };
        let Some(at) = found else { return false };
        rest = rest.get(at + part.len()..).unwrap_or_default();
        start = *hole;
    }
    let last = known.text.get(start..).unwrap_or_default();
    if known.holes.is_empty() { rest == last } else { rest.ends_with(last) }
}

/// Variables that `oracle_erb.rb` gives a template.
pub struct Variables<'v> {
    given: &'v serde_json::Map<String, Json>,
    /// The one that is unknown.
    unknown: Option<&'v str>,
    /// Held by the decisions on it that are around what is evaluated.
    guesses: Rc<()>,
    /// Those that the template sets itself, with `scope.setvar`.
    set: BTreeMap<String, Value>,
}

impl<'v> Variables<'v> {
    pub fn new(given: &'v serde_json::Map<String, Json>) -> Variables<'v> {
        Variables { given, unknown: None, guesses: Rc::new(()), set: BTreeMap::new() }
    }
}

/// Puppet's exceptions, as the compiler has them.
static ERRORS: LazyLock<Option<Program>> =
    LazyLock::new(|| Program::parse(include_str!("../../crates/compiler/src/builtin/erb/errors.rb"), "<internal:puppet>").ok());

/// A key that starts with this is a symbol, which JSON has not.
const SYMBOL: &str = "symbol ";

impl Host for Variables<'_> {
    fn version(&self) -> Option<ruby::Version> {
        Some(crate::ruby_version::of_machine())
    }

    fn instance(&mut self, heap: &Heap, name: &str) -> Outcome<Option<Value>> {
        if self.unknown == Some(name) {
            return Ok(Some(heap.unknown()));
        }
        Ok(self.given.get(name).filter(|it| !it.is_null()).map(|it| value(heap, it)))
    }

    fn may_guess(&self) -> bool {
        self.unknown.is_some()
    }

    fn guess(&mut self) -> Box<dyn Any> {
        Box::new(self.guesses.clone())
    }

    fn call(&mut self, heap: &Heap, receiver: Option<&Rc<Foreign>>, name: &str, arguments: &[Value]) -> Outcome<Option<Value>> {
        match (receiver, name, arguments) {
            (None, "scope", []) => Ok(Some(Value::Foreign(Rc::new(Foreign {
                class: "Scope".into(),
                ancestors: None,
                text: None,
                inspect: None,
                object: Box::new(()),
            })))),
            (None, "has_variable?", [Value::String(name)]) if self.unknown == Some(&*name.get()) => Ok(Some(heap.unknown())),
            (Some(_), "setvar", _) if Rc::strong_count(&self.guesses) > 1 => Err(Stop::Unknown),
            (Some(_), "[]" | "lookupvar", [Value::String(name)]) if self.unknown == Some(&*format!("scope {}", name.get())) => {
                Ok(Some(heap.unknown()))
            }
            (None, "has_variable?", [Value::String(name)]) => {
                Ok(Some(Value::Boolean(self.given.get(&*name.get()).is_some_and(|it| !it.is_null()))))
            }
            (Some(_), "setvar", [Value::String(name), value]) => {
                self.set.insert((*name.get()).to_owned(), value.clone());
                Ok(Some(value.clone()))
            }
            (Some(_), "[]" | "lookupvar", [Value::String(name)]) if self.set.contains_key(&*name.get()) => {
                Ok(self.set.get(&*name.get()).cloned())
            }
            (Some(_), "[]" | "lookupvar", [Value::String(name)]) => match self.given.get(&format!("scope {}", name.get())) {
                Some(it) => Ok(Some(value(heap, it))),
                None => Err(Stop::not_covered("a variable of the scope")),
            },
            (Some(_), name, arguments) => {
                let arguments: Option<Vec<Json>> = arguments.iter().map(json).collect();
                let given = arguments.and_then(|it| self.given.get(&format!("call {name} {}", Json::Array(it))));
                given.map(|it| Some(value(heap, it))).ok_or_else(|| Stop::not_covered(format!("scope.{name}")))
            }
            _ => Ok(None),
        }
    }

    fn responds(&self, name: &str) -> bool {
        matches!(name, "scope" | "has_variable?")
    }

    fn library(&self, constant: &str) -> Option<&'static Program> {
        if constant == "Puppet" { ERRORS.as_ref() } else { None }
    }

    fn constant(&mut self, _: &Heap, _: &str) -> Option<Value> {
        None
    }

    fn file(&self) -> Option<String> {
        None
    }

    fn name_of_self(&self) -> String {
        "#<Puppet::Parser::TemplateWrapper:0x0000000000000000>".to_owned()
    }
}

/// An argument as Ruby's JSON has it; nothing where that is no JSON.
fn json(value: &Value) -> Option<Json> {
    Some(match value {
        Value::Nil => Json::Null,
        Value::Boolean(it) => (*it).into(),
        Value::Integer(it) => (*it).into(),
        Value::Float(it) => (*it).into(),
        Value::String(it) => Json::String((*it.get()).to_owned()),
        Value::Symbol(it) => Json::String(it.to_string()),
        Value::Array(it) => Json::Array(it.items().iter().map(json).collect::<Option<_>>()?),
        Value::Hash(it) => {
            let entry = |(_, (key, value)): (_, (Value, Value))| match key {
                Value::String(key) => Some(((*key.get()).to_owned(), json(&value)?)),
                Value::Symbol(key) => Some((key.to_string(), json(&value)?)),
                _ => None,
            };
            Json::Object(it.entries().into_iter().map(entry).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

fn value(heap: &Heap, json: &Json) -> Value {
    match json {
        Json::Null => Value::Nil,
        Json::Bool(it) => Value::Boolean(*it),
        Json::Number(it) => it.as_i64().map_or_else(|| Value::Float(it.as_f64().unwrap_or(0.0)), Value::Integer),
        Json::String(it) => heap.text(it.as_str()),
        Json::Array(items) => heap.array(items.iter().map(|it| value(heap, it)).collect()),
        Json::Object(entries) => {
            let mut all = Entries::default();
            for (key, item) in entries {
                match key.strip_prefix(SYMBOL) {
                    Some(name) => all.insert(Key::Symbol(name.into()), (Value::Symbol(name.into()), value(heap, item))),
                    None => all.insert(Key::String(key.as_str().into()), (heap.frozen(key.as_str()), value(heap, item))),
                };
            }
            heap.hash(all)
        }
    }
}
