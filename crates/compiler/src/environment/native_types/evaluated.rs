//! Types of modules, whose code the crate `ruby` evaluates.

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::LazyLock;

use catalog::{Catalog, Condition};
use facts::reads::Reads;
use resource_types::{AttributeKind, Base, Managed, TypeInfo};
use ruby::host::Required;
use ruby::value::{Entries, Foreign, Key, Value};
use ruby::{Args, Heap, Host, Limits, Outcome, Prepared, Program, Ruby, Stop};
use rustc_hash::FxHashMap;
use serde_json::Value as Json;
use values::LogLevel;

use super::data_types::DataTypes;
use super::node_facts::NodeFacts;
use super::providers::{Needed, Providers};
use crate::builtin::ruby::{INTERNAL, PRELUDE, load_path, names_of, prepared};
use crate::builtin::ruby_values::{Seen, to_ruby};
use crate::environment::Environment;

/// Puppet's code for types, in loading order.
const TYPES: [&str; 7] = [
    include_str!("types/util.rb"),
    include_str!("types/parameter.rb"),
    include_str!("types/property.rb"),
    include_str!("types/type.rb"),
    include_str!("types/catalog.rb"),
    include_str!("types/api.rb"),
    include_str!("types/entry.rb"),
];

/// Puppet's code for modules, and the additions for types.
static PARSED: LazyLock<Option<Vec<Program>>> =
    LazyLock::new(|| std::iter::once(PRELUDE).chain(TYPES).map(|text| Program::parse(text, INTERNAL).ok()).collect());

thread_local! {
    /// The same, loaded once for each thread.
    static PREPARED: Option<Prepared> = prepared(PARSED.iter().flatten());
}

/// Values are given so deep.
const DEEPEST: u32 = 200;

/// How much a type may do.
const LIMITS: Limits = Limits { steps: 4_000_000, memory: 64 << 20, depth: 1_000 };

impl Environment {
    /// A type as its code makes it; none where the code is not covered, or fails.
    pub(super) fn evaluated_type(&self, name: &str, path: &Path, text: &str, read: Option<&TypeInfo>) -> Option<TypeInfo> {
        // A type is read once for all nodes: what depends on facts is left to `read.rs`, which marks it as not sure.
        let described = self.describe_type(name, path, text, &NodeFacts::default()).ok()?;
        let mut info = resource_types::evaluated_type(&described.to_string(), read)?;
        info.is_applied |= self.has_providers(name);
        Some(info)
    }

    /// A type as `oracle_resource_types.rb` describes it.
    pub fn describe_type(&self, name: &str, path: &Path, text: &str, facts: &NodeFacts) -> Result<Json, ruby::Error> {
        let program = Program::shared(text, &path.to_string_lossy()).map_err(|_| lack("a syntax error"))?;
        // What the description of a type reads is not kept: facts are unknown where results are shared.
        let mut reads = Reads::default();
        let mut host = TypeHost::new(self, Node { facts, reads: &mut reads, catalog: None, managed: &[] });
        let mut ruby = Ruby::new(&mut host, Heap::default(), LIMITS.at_most(self.ruby_limits), 0);
        describe(&mut ruby, &program, name).map_err(why)
    }
}

/// The names that files of types have of Puppet.
pub fn names() -> HashSet<String> {
    let mut names = names_of(std::iter::once(PRELUDE).chain(TYPES));
    names.extend(load_path::NAMES.map(str::to_owned));
    names
}

/// Why the code of a type gives nothing.
fn why(stop: Stop) -> ruby::Error {
    ruby::failure(stop, 0)
}

fn lack(construct: &'static str) -> ruby::Error {
    why(Stop::not_covered(construct))
}

fn describe(ruby: &mut Ruby<'_>, program: &Program, name: &str) -> Outcome<Json> {
    let entry = load(ruby, program)?;
    let mut described = json(ruby, &entry, "type", Vec::new())?;
    if described["name"].as_str() != Some(name) {
        return Err(Stop::not_covered("a file that makes a type of another name"));
    }
    if let Some(attributes) = described["attrs"].as_array_mut() {
        for (number, attribute) in attributes.iter_mut().enumerate().filter(|it| it.1.get("dd").is_some()) {
            let number = Value::Integer(i64::try_from(number).unwrap_or(0));
            // A default that is not covered is one that is computed.
            let default = json(ruby, &entry, "default", vec![number]).unwrap_or(Json::Null);
            if let Some(attribute) = attribute.as_object_mut().filter(|_| !default.is_null()) {
                attribute.remove("dd");
                attribute.insert("d".to_owned(), default);
            }
        }
    }
    for kind in ["require", "subscribe", "before", "notify"] {
        let Some(all) = described.get_mut(format!("auto{kind}")).and_then(Json::as_array_mut) else { continue };
        for (number, relation) in all.iter_mut().enumerate() {
            let number = Value::Integer(i64::try_from(number).unwrap_or(0));
            let titles = json(ruby, &entry, "fixed", vec![Value::Symbol(kind.into()), number]).unwrap_or(Json::Null);
            if let Some(relation) = relation.as_array_mut().filter(|_| !titles.is_null()) {
                relation.push(titles);
            }
        }
    }
    Ok(described)
}

impl Environment {
    /// Defines the constants that a type reads, and blocks of its providers assign: in Ruby, they are those of all code.
    fn load_constants(&self, ruby: &mut Ruby<'_>, type_name: &str, program: &Program) {
        let mut named = program.constants().filter(|it| !it.contains(|it: char| it == ':' || it.is_lowercase()));
        // Files of providers are read only for a constant that is missing.
        if named.all(|it| ruby.find_constant(it).is_some()) {
            return;
        }
        let providers = self.providers(type_name);
        for (name, code) in providers.constants() {
            if ruby.find_constant(name).is_some() {
                continue;
            }
            if let Ok(program) = Program::parse(&format!("{name} = {code}\n"), INTERNAL) {
                // A constant whose code is not covered is missing, and refused where it is read.
                let _ = ruby.run_program(&program);
            }
        }
    }
}

/// Runs the file of a type; what answers questions about the type.
fn load(ruby: &mut Ruby<'_>, program: &Program) -> Outcome {
    PREPARED.with(|it| match it {
        Some(prepared) => {
            ruby.begin_with(prepared);
            Ok(())
        }
        None => Err(Stop::not_covered("Puppet's own code")),
    })?;
    ruby.loaded.push(program.file.to_string());
    ruby.run_program(program)?;
    ruby.find_constant("PuppetEntry").map_or_else(|| Err(Stop::not_covered("Puppet's own code")), Ok)
}

fn json(ruby: &mut Ruby<'_>, entry: &Value, method: &str, arguments: Vec<Value>) -> Outcome<Json> {
    let value = ruby.send(entry, method, Args::new(arguments))?;
    let text = ruby.to_json(&value)?;
    serde_json::from_str(&text).map_err(|_| Stop::not_covered("such a type"))
}

/// The parts of a node that the code of a type can read.
pub struct Node<'a> {
    pub facts: &'a NodeFacts,
    /// Notes what is read of the facts.
    pub reads: &'a mut Reads,
    /// The catalog that is applied, with the resources that Puppet adds. Blocks of relations see it.
    pub catalog: Option<&'a Catalog>,
    /// The resources of this catalog whose types are known, by their numbers.
    pub managed: &'a [Option<Managed<'a>>],
}

/// Types, titles and numbers of the resources of a catalog, as Puppet applies it. None where some may be missing, or have unknown titles.
fn whole(catalog: &Catalog) -> Option<Vec<(String, &str, usize)>> {
    let all = catalog.resources().iter().enumerate().filter(|it| !it.1.is_virtual);
    all.map(|(number, it)| match it.condition {
        Condition::Always if it.is_container() => Some(("component".to_owned(), "", number)),
        Condition::Always if !it.unknown.iter().any(|it| it == "title") => Some((it.type_name.to_lowercase(), it.title.as_str(), number)),
        _ => None,
    })
    .collect()
}

/// A value that no code of its type could have changed; none of other attributes.
fn plain(managed: &Managed<'_>, name: &str) -> Option<resource_types::Value> {
    let info = managed.info.attribute(name)?;
    let values = &info.values;
    let is_plain = info.kind == AttributeKind::Parameter && info.base == Base::Plain && info.sure && info.data_type.is_none();
    if !is_plain || info.munges || info.reads || !info.features.is_empty() || !values.words.is_empty() || !values.patterns.is_empty() {
        return None;
    }
    match (managed.given(name), &info.default) {
        (Some(given), _) => Some(given.clone()),
        (None, Some(default)) => Some(default.clone()),
        (None, None) if info.computed_default => None,
        (None, None) => Some(resource_types::Value::Nil),
    }
}

/// A message that the code of a type writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub level: LogLevel,
    pub text: String,
    /// None where it is Puppet's, and no resource's.
    pub source: Option<MessageSource>,
}

/// How a message names its resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageSource {
    /// The attribute, or empty.
    pub attribute: String,
    /// With the containers of the resource.
    pub is_contained: bool,
}

/// Judgement of a resource by its type's code.
#[derive(Debug, Default)]
pub struct Judged {
    /// Attribute and message of an error.
    pub wrong: Option<(Option<String>, String)>,
    /// The titles of its automatic relations, by Puppet's word and the type of the others.
    pub related: Vec<(String, String, Vec<String>)>,
    /// Messages of making it.
    pub messages: Vec<Message>,
    /// Messages of relating it to others.
    pub related_messages: Vec<Message>,
}

impl Environment {
    /// Runs the code of a type over resources of a node: a judgement of each, or why there is none of it, or of any.
    pub fn judge(&self, name: &str, resources: &[&Managed<'_>], node: Node<'_>) -> Result<Vec<Result<Judged, ruby::Error>>, ruby::Error> {
        let path = self.type_file(name).ok_or_else(|| lack("no file"))?;
        let text = self.text_of(path.clone()).ok_or_else(|| lack("a file that cannot be read"))?;
        let program = Program::shared(&text, &path.to_string_lossy()).map_err(|_| lack("a syntax error"))?;
        let mut host = TypeHost::new(self, node);
        let messages = host.messages.clone();
        let limits = Limits::default().at_most(self.ruby_limits);
        let mut ruby = Ruby::new(&mut host, Heap::default(), limits, 0);
        let entry = load(&mut ruby, &program).map_err(why)?;
        self.load_constants(&mut ruby, name, &program);
        let automatic = json(&mut ruby, &entry, "automatic", Vec::new()).map_err(why)?;
        let automatic: Vec<(String, String)> = serde_json::from_value(automatic).unwrap_or_default();
        Ok(resources.iter().map(|it| judged(&mut ruby, &entry, it, &automatic, &messages).map_err(why)).collect())
    }
}

fn judged(
    ruby: &mut Ruby<'_>,
    entry: &Value,
    resource: &Managed<'_>,
    automatic: &[(String, String)],
    messages: &RefCell<Vec<Message>>,
) -> Outcome<Judged> {
    let mut all = Entries::default();
    for (name, value) in resource.all_given() {
        all.insert(Key::Symbol(name.into()), (Value::Symbol(name.into()), given(&ruby.heap, value, 0)?));
    }
    let arguments = vec![ruby.heap.text(resource.title), ruby.heap.hash(all)];
    messages.borrow_mut().clear();
    let wrong = json(ruby, entry, "fill", arguments)?;
    let of_making = messages.take();
    if let Some([attribute, message]) = wrong.as_array().map(Vec::as_slice) {
        let wrong = Some((attribute.as_str().map(str::to_owned), message.as_str().unwrap_or_default().to_owned()));
        return Ok(Judged { wrong, messages: of_making, ..Judged::default() });
    }
    let mut related = Vec::new();
    for (kind, name) in automatic {
        let arguments = vec![Value::Symbol(kind.as_str().into()), ruby.heap.text(name.as_str())];
        let before = messages.borrow().len();
        // Others may be covered where this one is not.
        let Ok(titles) = json(ruby, entry, "related", arguments) else {
            messages.borrow_mut().truncate(before);
            continue;
        };
        let titles = serde_json::from_value(titles).unwrap_or_default();
        related.push((format!("auto{kind}"), name.clone(), titles));
    }
    Ok(Judged { wrong: None, related, messages: of_making, related_messages: messages.take() })
}

/// A value of a catalog as types have it.
fn given(heap: &Heap, value: &resource_types::Value, depth: u32) -> Outcome {
    use resource_types::Value as Given;
    if depth > DEEPEST {
        return Err(Stop::not_covered("values nested so deep"));
    }
    Ok(match value {
        Given::Nil => Value::Nil,
        Given::Bool(it) => Value::Boolean(*it),
        Given::Int(it) => Value::Integer(*it),
        Given::Float(it) => Value::Float(*it),
        Given::Str(it) => heap.text(it.as_str()),
        Given::Sym(it) => Value::Symbol(it.as_str().into()),
        Given::List(items) => {
            let items = items.iter().map(|it| given(heap, it, depth + 1)).collect::<Outcome<_>>()?;
            heap.array(items)
        }
        Given::Hash(pairs) => {
            let mut all = Entries::default();
            for (key, value) in pairs {
                let own = match key {
                    Given::Str(it) => Key::String(it.as_str().into()),
                    Given::Int(it) => Key::Integer(*it),
                    Given::Sym(it) => Key::Symbol(it.as_str().into()),
                    _ => return Err(Stop::not_covered("a hash with such keys")),
                };
                all.insert(own, (given(heap, key, depth + 1)?, given(heap, value, depth + 1)?));
            }
            heap.hash(all)
        }
        Given::Opaque(_) => return Err(Stop::not_covered("a value that only the node knows")),
    })
}

/// Host of a type's code: it reads files of modules, and nothing else.
struct TypeHost<'e> {
    environment: &'e Environment,
    node: Node<'e>,
    /// By their types, as far as they were read.
    providers: FxHashMap<String, Providers>,
    data_types: DataTypes,
    messages: Rc<RefCell<Vec<Message>>>,
}

impl<'e> TypeHost<'e> {
    fn new(environment: &'e Environment, node: Node<'e>) -> TypeHost<'e> {
        TypeHost { environment, node, providers: FxHashMap::default(), data_types: DataTypes::default(), messages: Rc::default() }
    }
}

impl TypeHost<'_> {
    fn providers(&mut self, type_name: &str) -> &Providers {
        let environment = self.environment;
        self.providers.entry(type_name.to_owned()).or_insert_with(|| environment.providers(type_name))
    }
}

/// Entry points of the prelude.
struct Entry;

/// `$LOAD_PATH`
struct LoadPath;

/// A feature with its methods, of an array with the name first.
fn needed_feature(value: &Value) -> Option<Needed> {
    let Value::Array(parts) = value else { return None };
    let parts: Option<Vec<String>> = parts.items().iter().map(text).collect();
    let mut parts = parts?.into_iter();
    Some(Needed { name: parts.next()?, methods: parts.collect() })
}

fn level_of(name: &str) -> Outcome<LogLevel> {
    Ok(match name {
        "info" => LogLevel::Info,
        "notice" => LogLevel::Notice,
        "warning" => LogLevel::Warning,
        "err" => LogLevel::Err,
        "alert" => LogLevel::Alert,
        "emerg" => LogLevel::Emerg,
        "crit" => LogLevel::Crit,
        _ => return Err(Stop::not_covered("a message of such a level")),
    })
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(it) => Some(it.get().to_string()),
        _ => None,
    }
}

impl Host for TypeHost<'_> {
    fn version(&self) -> Option<ruby::Version> {
        self.environment.ruby_version
    }

    fn instance(&mut self, _: &Heap, name: &str) -> Outcome<Option<Value>> {
        Err(Stop::not_covered(format!("the instance variable @{name} of a file")))
    }

    fn call(&mut self, heap: &Heap, receiver: Option<&Rc<Foreign>>, name: &str, arguments: &[Value]) -> Outcome<Option<Value>> {
        if receiver.is_some_and(|it| it.object.is::<LoadPath>()) {
            return match name {
                // Files of modules are found without it.
                "unshift" | "push" | "<<" => Ok(Some(Value::Nil)),
                "include?" => Ok(Some(Value::Boolean(true))),
                _ => Err(Stop::not_covered(format!("$LOAD_PATH.{name}"))),
            };
        }
        if !receiver.is_some_and(|it| it.object.is::<Entry>()) {
            return Err(Stop::not_covered(format!("`{name}`")));
        }
        match (name, arguments) {
            ("absolute_path?", [Value::String(path)]) if path.get().lines().any(|it| it.starts_with('/')) => Ok(Some(Value::Boolean(true))),
            // On Windows it may be one.
            ("absolute_path?", [Value::String(path)]) if !path.get().contains(['\\', ':']) => Ok(Some(Value::Boolean(false))),
            ("provides?", [Value::String(type_name), Value::String(name)]) => match self.providers(&type_name.get()).has(&name.get()) {
                Some(provides) => Ok(Some(Value::Boolean(provides))),
                None => Err(Stop::not_covered(format!("the provider {}", name.get()))),
            },
            ("has_no_provider?", [Value::String(name)]) => Ok(Some(Value::Boolean(!self.environment.has_providers(&name.get())))),
            // The type, the provider or nil, and what is needed: names, each with methods.
            ("features", [Value::String(type_name), provider, Value::Array(needed)]) => {
                let needed = needed.items().iter().map(needed_feature).collect::<Option<Vec<_>>>();
                let needed = needed.ok_or_else(|| Stop::not_covered("such features of a provider"))?;
                let provider = text(provider);
                let has = self.providers(&type_name.get()).have(provider.as_deref(), &needed);
                Ok(Some(has.map_or(Value::Nil, Value::Boolean)))
            }
            ("versioncmp", [Value::String(a), Value::String(b)]) => {
                Ok(Some(Value::Integer(functions::compare_versions(&a.get(), &b.get()) as i64)))
            }
            ("unknown_default", [Value::String(name)]) => match &*name.get() {
                "" => Err(Stop::not_covered("defaults that the provider computes")),
                name => Err(Stop::not_covered(format!("the default of {name}, which the provider computes"))),
            },
            ("fact", [Value::String(name)]) => match self.node.facts.value(&name.get(), self.node.reads) {
                Some(value) => to_ruby(heap, &mut Seen::default(), &value, 0).map(Some),
                None => Err(Stop::not_covered(format!("the fact {} in code of a type", name.get()))),
            },
            ("windows?", []) => match self.node.facts.value("kernel", self.node.reads) {
                Some(values::Value::String(kernel)) => Ok(Some(Value::Boolean(kernel.eq_ignore_ascii_case("windows")))),
                _ => Err(Stop::not_covered("the fact kernel in code of a type")),
            },
            ("has_type?", [Value::String(name)]) => Ok(Some(Value::Boolean(self.environment.has_type(&name.get())))),
            ("resources", []) => match self.node.catalog.and_then(whole) {
                Some(all) => {
                    let parts = |(name, title, number): (String, &str, usize)| {
                        let number = i64::try_from(number).map_or(Value::Nil, Value::Integer);
                        heap.array(vec![heap.text(name), heap.text(title), number])
                    };
                    Ok(Some(heap.array(all.into_iter().map(parts).collect())))
                }
                None => Err(Stop::not_covered("a catalog that is not known as a whole")),
            },
            ("value_of", [Value::Integer(number), Value::String(name)]) => {
                let number = usize::try_from(*number).unwrap_or(usize::MAX);
                let is_known = self.node.catalog.and_then(|it| it.resources().get(number)).is_some_and(|it| it.unknown.is_empty());
                let managed = self.node.managed.get(number).and_then(Option::as_ref).filter(|_| is_known);
                let value = managed.and_then(|it| plain(it, &name.get()));
                let value = value.ok_or_else(|| Stop::not_covered(format!("the value of {} of another resource", name.get())))?;
                given(heap, &value, 0).map(Some)
            }
            ("catalog", [Value::String(name)]) => Err(Stop::not_covered(format!("catalog.{} in code of a type", name.get()))),
            ("feature", [Value::String(name)]) => Err(Stop::not_covered(format!("Puppet.features.{}", name.get()))),
            ("provider_of", [Value::String(name)]) if !self.environment.has_providers(&name.get()) => Ok(Some(Value::Nil)),
            ("identity", [Value::Proc(it)]) => Ok(Some(Value::Boolean(it.is_identity()))),
            ("identity", _) => Ok(Some(Value::Boolean(false))),
            // Of the Resource API: the kind of a data type, whether it takes `undef`, and whether `ensure` may have it.
            ("data_type", [Value::String(text)]) => self.data_types.describe(heap, &text.get()).map(Some),
            ("mismatch", [Value::String(text), value, Value::String(subject)]) => {
                self.data_types.mismatch(heap, &text.get(), value, &subject.get()).map(Some)
            }
            ("log", [Value::String(level), Value::String(text)]) => {
                self.messages.borrow_mut().push(Message { level: level_of(&level.get())?, text: text.get().to_string(), source: None });
                Ok(Some(Value::Nil))
            }
            ("message", [Value::String(level), Value::String(text), Value::String(attribute), Value::Boolean(is_contained)]) => {
                let source = Some(MessageSource { attribute: attribute.get().to_string(), is_contained: *is_contained });
                self.messages.borrow_mut().push(Message { level: level_of(&level.get())?, text: text.get().to_string(), source });
                Ok(Some(Value::Nil))
            }
            _ => Err(Stop::not_covered(format!("{name} of a type"))),
        }
    }

    fn constant(&mut self, _: &Heap, name: &str) -> Option<Value> {
        let object: Box<dyn std::any::Any> = match name {
            "PuppetHost" => Box::new(Entry),
            name if load_path::NAMES.contains(&name) => Box::new(LoadPath),
            _ => return None,
        };
        Some(Value::Foreign(Rc::new(Foreign { class: "Puppet".into(), ancestors: None, text: None, inspect: None, object })))
    }

    fn require(&mut self, name: &str) -> Outcome<Required> {
        let found = match self.environment.ruby_file(name) {
            Some(path) => path,
            // What is covered of Puppet is there.
            None if name == "puppet" || name.starts_with("puppet/") || name == "facter" => return Ok(Required::Present),
            None => return Ok(Required::Missing),
        };
        let text = self.environment.text_of(found.clone());
        let program = text.and_then(|it| Program::shared(&it, &found.to_string_lossy()).ok());
        match program {
            Some(program) => Ok(Required::Program(program)),
            None => Err(Stop::not_covered(format!("require '{name}', which cannot be read"))),
        }
    }
}

impl Environment {
    /// The file that `require` names, if it lies in the `lib` of a module or of the environment.
    pub(crate) fn ruby_file(&self, name: &str) -> Option<PathBuf> {
        let named = if name.ends_with(".rb") { name.to_owned() } else { format!("{name}.rb") };
        let mut folders = self.modules().map(|it| it.1).chain(&self.root);
        if name.starts_with('/') {
            let clean = ruby::clean(&named);
            let is_inside = folders.any(|it| Path::new(&clean).starts_with(it));
            return Some(PathBuf::from(named)).filter(|it| is_inside && self.is_file(it));
        }
        if name.split('/').any(|it| it == "..") {
            return None;
        }
        folders.map(|it| it.join("lib").join(&named)).find(|it| self.is_file(it))
    }
}
