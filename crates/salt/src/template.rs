//! Templates: Jinja with what Salt puts around it. What needs a machine is not known, and nothing runs.

mod file;
mod filters;
mod functions;
mod names;
mod partial;
mod pattern;
mod predicates;
#[cfg(test)]
mod table;
mod value;
mod yaml;

use std::cell::RefCell;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;

use jinja::{Dialect, ErrorKind, Function, Loaded, OriginKind, Outcome, Settings, Source, Tag, TagForm, Value};
use rustc_hash::FxHashMap;
use world::World;

use crate::absent::Absent;
use crate::place::{Origin, Placed};
use crate::problem::{Problem, Release, Unsupported};
use crate::render::{Fault, Inside, Pipeline, Rendered, Renderer, pipeline};
use crate::summary::Wrong;
use crate::target::Minion;
use crate::tree::{self, Tree};
use crate::value::Str;

pub use file::{Unrendered, Use, uses};
pub(crate) use functions::pillar_key;
pub(crate) use value::{MAX_DEPTH, MAX_VALUES};

/// Character for an unknown value in a rendered text.
pub const HOLE: char = jinja::HOLE;

/// Facts of the minion for templates.
pub(crate) struct Known {
    id: String,
    grains: Value,
    /// Whether the minion has no other grains.
    all_grains: bool,
    pillar: Value,
    states: Vec<Str>,
    /// Options of its configuration, if that is known.
    options: Option<Value>,
    release: Release,
    /// For matchers.
    minion: Minion,
}

/// Renders files for a minion.
pub struct Templates<'w> {
    world: &'w dyn World,
    tree: &'w Tree,
    known: Rc<Known>,
    rendered: RefCell<Renderings>,
}

/// Rendered texts. Files that many others include are rendered once for all compilations of a command.
struct Renderings {
    /// The grains as they were given, as long as no template has changed a list or a map in them: nothing else leads from one file
    /// to another.
    grains: Option<String>,
    /// By the name of an SLS and its path; with the source.
    files: FxHashMap<(Str, String), (String, Answer)>,
}

/// Result of a renderer.
type Answer = Result<Rendered, Fault>;

impl<'w> Templates<'w> {
    pub fn new(world: &'w dyn World, tree: &'w Tree, minion: &Minion) -> Templates<'w> {
        let all_grains = minion.all_grains;
        let known = Known {
            id: minion.id.clone(),
            grains: match minion.heap.get(minion.grains) {
                crate::value::Value::Unknown => Value::Dict(jinja::Dict::new(jinja::Map::default())),
                _ => value::from_heap(&minion.heap, minion.grains),
            },
            all_grains,
            pillar: match minion.heap.get(minion.pillar) {
                crate::value::Value::Unknown => Value::unknown_map("the pillar", functions::pillar_key),
                _ => value::from_heap(&minion.heap, minion.pillar),
            },
            states: tree.names().to_vec(),
            options: minion.options.map(|it| value::from_heap(&minion.heap, it)),
            release: Release::default(),
            minion: minion.clone(),
        };
        let grains = known.grains.repr().ok();
        let rendered = RefCell::new(Renderings { grains, files: FxHashMap::default() });
        Templates { world, tree, known: Rc::new(known), rendered }
    }

    /// Renders as a release does.
    pub fn for_release(mut self, release: Release) -> Templates<'w> {
        if let Some(known) = Rc::get_mut(&mut self.known) {
            known.release = release;
        }
        self
    }

    /// Returns whether a file that was rendered has changed what later ones see. A compilation of its own needs other templates then.
    pub fn is_changed(&self) -> bool {
        self.rendered.borrow().grains.is_none()
    }

    fn context(&self, sls: &str, below: &str) -> Vec<(Rc<str>, Value)> {
        let folder = below.rsplit_once('/').map_or("", |it| it.0);
        let here = if folder.is_empty() { "." } else { folder };
        let text = |it: &str| Value::str(it);
        let id = if self.known.id.is_empty() { Value::unknown("the minion id") } else { text(&self.known.id) };
        let mut opts: Vec<(String, Value)> = Vec::new();
        if let Some(Value::Dict(options)) = self.known.options.as_ref().map(value::copy) {
            opts.extend(options.pairs().into_iter().filter_map(|(key, it)| Some((key.as_str()?.to_owned(), it))));
        }
        opts.extend([("id".to_owned(), id), ("saltenv".to_owned(), text("base"))]);
        opts.extend(OF_CALL.map(|(name, it)| (name.to_owned(), text(it))));
        let grains = match &self.known.grains {
            all @ Value::Dict(_) if self.known.all_grains => all.clone(),
            Value::Dict(some) => partial::map("grains", "grain", some.clone(), &[]),
            unknown => unknown.clone(),
        };
        let options = opts.into_iter().map(|(name, it)| (jinja::Key::text(name.into()), it)).collect();
        vec![
            ("salt".into(), functions::salt(Rc::clone(&self.known))),
            ("grains".into(), grains),
            ("pillar".into(), value::copy(&self.known.pillar)),
            ("opts".into(), partial::map("opts", "option", jinja::Dict::new(options), OF_MASTER)),
            ("saltenv".into(), text("base")),
            ("sls".into(), text(sls)),
            ("slspath".into(), text(folder)),
            ("slsdotpath".into(), text(&folder.replace('/', "."))),
            ("slscolonpath".into(), text(&folder.replace('/', ":"))),
            ("sls_path".into(), text(&folder.replace('/', "_"))),
            ("tpldir".into(), text(here)),
            ("tplfile".into(), text(below)),
            ("tpldot".into(), text(&folder.replace('/', "."))),
            ("tplpath".into(), Value::unknown("`tplpath`")),
        ]
    }
}

/// Options of `salt-call --local`.
const OF_CALL: [(&str, &str); 2] = [("__cli", "salt-call"), ("file_client", "local")];

/// Options of other commands: `salt-ssh` and those of a master.
const OF_MASTER: &[&str] = &["__master_opts__"];

/// Host of the templates.
struct Around<'t> {
    templates: &'t Templates<'t>,
}

impl jinja::Host for Around<'_> {
    fn load(&self, name: &str, from: &str) -> Outcome<Loaded> {
        let path = match name.split('/').next() {
            Some("." | "..") => match normal(from, name) {
                Some(path) => path,
                None => return Ok(Loaded::Missing),
            },
            _ => name.trim_start_matches("salt://").to_owned(),
        };
        // Salt reads it from the machine, and nothing outside of the roots is known here.
        if path.starts_with('/') {
            return Ok(Loaded::Unknown);
        }
        let Some(file) = self.templates.tree.file(&path) else { return Ok(Loaded::Missing) };
        match tree::read(self.templates.world, file) {
            Ok(text) => Ok(Loaded::Source(Source::new(path, text))),
            Err(_) => Ok(Loaded::Unknown),
        }
    }

    fn filter(&self, name: &str) -> Option<Function> {
        filters::filter(name, self.templates.known.release)
    }

    fn test(&self, name: &str) -> Option<Function> {
        predicates::test(name)
    }

    fn global(&self, name: &str) -> Option<Value> {
        match name {
            "odict" => Some(
                Function::new("odict", |_, args| match args.positional.first() {
                    Some(it) if it.is_unknown() => Ok(Value::unknown("an `odict`")),
                    _ => Ok(Value::Dict(jinja::Dict::ordered(jinja::dict_of("OrderedDict", &args)?))),
                })
                .into(),
            ),
            "raise" => Some(
                Function::new("raise", |_, args| {
                    let text = args.positional.first().and_then(Value::as_str).unwrap_or_default().to_owned();
                    Err(jinja::Error::new(ErrorKind::Template, text))
                })
                .into(),
            ),
            "show_full_context" => Some(Function::new(name, |_, _| Ok(Value::unknown("the context"))).into()),
            _ if names::has("global", name, self.templates.known.release) => {
                let why = format!("the result of `{name}`");
                Some(Function::new(name, move |_, _| Ok(Value::unknown(why.as_str()))).into())
            }
            _ => None,
        }
    }

    fn quotes_in_maps(&self) -> bool {
        true
    }
}

/// A path next to a file.
fn normal(from: &str, name: &str) -> Option<String> {
    let folder = from.rsplit_once('/').map_or("", |it| it.0);
    let mut parts: Vec<&str> = folder.split('/').filter(|it| !it.is_empty()).collect();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Jinja with the tags that Salt adds.
pub(crate) fn dialect() -> Dialect {
    let through = |name: &str, filter: &str| Tag { name: name.to_owned(), form: TagForm::ImportThrough { filter: filter.to_owned() } };
    let block =
        |name: &str| Tag { name: name.to_owned(), form: TagForm::BlockThrough { filter: name.to_owned(), end: "endload".to_owned() } };
    let tags = vec![
        through("import_yaml", "load_yaml"),
        through("import_json", "load_json"),
        through("import_text", "load_text"),
        block("load_yaml"),
        block("load_json"),
        block("load_text"),
        Tag { name: "profile".to_owned(), form: TagForm::Wrapped { end: "endprofile".to_owned() } },
    ];
    Dialect { tags, ..Dialect::default() }
}

fn settings() -> Settings {
    Settings { dialect: dialect(), context_is_global: true, ..Settings::default() }
}

impl Renderer for Templates<'_> {
    fn render(&self, sls: &Str, below: &str, source: &str) -> Answer {
        let key = (sls.clone(), below.to_owned());
        if !self.is_changed()
            && let Some((known, answer)) = self.rendered.borrow().files.get(&key)
            && known == source
        {
            return answer.clone();
        }
        let answer = self.evaluate(sls, below, source);
        let mut rendered = self.rendered.borrow_mut();
        if rendered.grains.is_some() {
            if rendered.grains == self.known.grains.repr().ok() {
                rendered.files.insert(key, (source.to_owned(), answer.clone()));
            } else {
                *rendered = Renderings { grains: None, files: FxHashMap::default() };
            }
        }
        answer
    }
}

impl Templates<'_> {
    /// Salt's words for an error, and where it is.
    fn refused(&self, sls: &Str, name: &Rc<str>, source: &str, error: &jinja::Error) -> Fault {
        let of_file = error.trace().iter().rev().find(|it| it.0 == *name);
        let at = of_file.map_or(0..0, |it| usize::from(it.1.start())..usize::from(it.1.end()));
        let unsupported = |what: String| Problem::Unsupported { sls: sls.clone(), what: Unsupported::Jinja(what.into()) };
        let message = &*shortened(error.message(), MAX_MESSAGE);
        let words = match error.kind() {
            ErrorKind::NotCovered => return Fault::new(unsupported(format!("not supported in templates: {message}")), at),
            ErrorKind::Limit(what) => return Fault::new(unsupported(format!("the template uses too much: {what}")), at),
            ErrorKind::Unknown | ErrorKind::Host => {
                let what = Unsupported::Unknown { why: Some(message.into()) };
                return Fault::new(Problem::Unsupported { sls: sls.clone(), what }, at);
            }
            ErrorKind::Undefined => format!("Jinja variable {message}"),
            ErrorKind::Runtime | ErrorKind::Syntax | ErrorKind::Assertion | ErrorKind::Security => format!("Jinja syntax error: {message}"),
            _ => format!("Jinja error: {message}"),
        };
        if error.kind() == ErrorKind::NotFound {
            let absent = Absent::of_path(self.tree, message);
            return Fault::new(Problem::MissingTemplate { sls: sls.clone(), message: words.into(), absent }, at);
        }
        let inside = self.find_inside(name, error);
        // Salt counts in the file of the mistake, and shows that line of the SLS.
        let line = inside.as_ref().map_or_else(|| line_of(source, at.start), |it| line_of(&it.text, it.at.start));
        let is_plain = matches!(error.kind(), ErrorKind::Undefined | ErrorKind::Runtime | ErrorKind::Syntax | ErrorKind::Assertion);
        let message = if is_plain && (of_file.is_some() || inside.is_some()) {
            format!("{words}; line {line}\n\n{}", excerpt(source, line))
        } else {
            words
        };
        Fault { problem: Problem::Template { sls: sls.clone(), message: message.into() }, at, inside: inside.map(Box::new) }
    }

    /// The innermost place of an error, if it is in another file of the tree.
    fn find_inside(&self, name: &Rc<str>, error: &jinja::Error) -> Option<Inside> {
        let (file, range) = error.trace().first().filter(|it| it.0 != *name)?;
        let path = self.tree.file(file)?;
        let text = tree::read(self.world, path).ok()?;
        Some(Inside { path: path.to_path_buf(), text: text.into(), at: usize::from(range.start())..usize::from(range.end()) })
    }

    fn evaluate(&self, sls: &Str, below: &str, source: &str) -> Answer {
        let first_line = source.lines().next().unwrap_or_default().len();
        match pipeline(source) {
            Pipeline::Yaml => return Ok(Rendered::default()),
            Pipeline::Other(name) => {
                return Err(Fault::new(Problem::Unsupported { sls: sls.clone(), what: Unsupported::Renderer(name) }, 0..first_line));
            }
            Pipeline::JinjaYaml => {}
        }
        if ["{{", "{%", "{#"].iter().all(|it| !source.contains(it)) {
            return Ok(Rendered::default());
        }
        if source.lines().take(2).any(|it| it.starts_with("#jinja2:")) {
            let what = Unsupported::Jinja("options of Jinja in the file are not supported".into());
            return Err(Fault::new(Problem::Unsupported { sls: sls.clone(), what }, 0..first_line));
        }
        let host = Around { templates: self };
        let name: Rc<str> = below.into();
        let rendered = jinja::render(&Source::new(Rc::clone(&name), source), self.context(sls, below), &host, &settings());
        match rendered {
            Err(error) => Err(self.refused(sls, &name, source, &error)),
            Ok(rendered) => {
                if let Some(place) = rendered.undecided.first().and_then(|it| in_file(&rendered, rendered.place(*it)?)) {
                    let why = rendered.undecided.first().and_then(|it| rendered.reason(*it)).map(|it| it.to_string().into());
                    let what = Unsupported::Unknown { why };
                    return Err(Fault::new(Problem::Unsupported { sls: sls.clone(), what }, place));
                }
                Ok(finished(rendered, source))
            }
        }
    }
}

/// A text with its places. Jinja drops the last line break, and Salt adds it again.
fn finished(mut rendered: jinja::Rendered, source: &str) -> Rendered {
    if source.ends_with('\n') {
        rendered.text.push('\n');
    }
    let origins = origins(&rendered);
    let holes = holes(&rendered);
    Rendered { text: Some(rendered.text.into()), origins: origins.into(), holes: holes.into() }
}

/// The place in the file itself, through macros and imports.
fn in_file(rendered: &jinja::Rendered, mut place: jinja::Place) -> Option<Range<usize>> {
    // Each call leads out.
    for _ in 0..1_000 {
        if place.file == 0 {
            return Some(usize::from(place.range.start())..usize::from(place.range.end()));
        }
        place = rendered.place(place.caller?)?;
    }
    None
}

fn origins(rendered: &jinja::Rendered) -> Vec<Origin> {
    let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    let mut all = Vec::with_capacity(rendered.origins.len());
    for origin in &rendered.origins {
        let Some(place) = rendered.place(origin.place) else { continue };
        let is_literal = origin.kind == OriginKind::Text && place.file == 0;
        let Some(range) = in_file(rendered, place) else { continue };
        let source = number(range.start)..number(range.end);
        all.push(Origin { rendered: number(origin.start), source, is_literal });
    }
    all
}

/// Descriptions of the unknown value at each hole of the text, by byte.
fn holes(rendered: &jinja::Rendered) -> Vec<(u32, Str)> {
    let holes = rendered.origins.iter().filter(|it| it.kind == OriginKind::Hole);
    holes.filter_map(|it| Some((u32::try_from(it.start).ok()?, rendered.reason(it.place)?.to_string().into()))).collect()
}

/// Returns what Jinja refuses in a template before anything is rendered.
pub fn syntax_problem(path: &Path, source: &str) -> Option<Wrong> {
    let found = jinja::parse(source, &dialect()).problems.into_iter().next().filter(|it| it.kind == jinja::ProblemKind::Syntax)?;
    let at = usize::from(found.range.start())..usize::from(found.range.end());
    let line = line_of(source, at.start);
    let message = format!("Jinja syntax error: {}; line {line}\n\n{}", found.message, excerpt(source, line));
    let name = path.file_name().and_then(|it| it.to_str()).unwrap_or_default();
    let problem = Problem::Template { sls: name.into(), message: message.into() };
    Some(Wrong::plain(problem, Some(Placed { path: path.to_path_buf(), range: at }), Vec::new()))
}

/// The number of the line of a byte.
fn line_of(source: &str, at: usize) -> usize {
    source.get(..at).map_or(1, |it| it.matches('\n').count() + 1)
}

/// Most characters of a line, and of a message, that an error shows. Salt shows all of them.
const MAX_LINE: usize = 500;
const MAX_MESSAGE: usize = 4_000;

/// The beginning of a text that is too long.
fn shortened(text: &str, limit: usize) -> std::borrow::Cow<'_, str> {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()).into(),
        None => text.into(),
    }
}

/// The lines around a line, as Salt shows them.
fn excerpt(source: &str, line: usize) -> String {
    let lines: Vec<&str> = source.lines().collect();
    if line > lines.len() {
        return shortened(source, MAX_MESSAGE).into_owned();
    }
    let (start, end) = (line.saturating_sub(6), (line + 5).min(lines.len()));
    let mut shown: Vec<String> = Vec::new();
    if start > 0 {
        shown.push("[...]".to_owned());
    }
    for (number, text) in lines.iter().enumerate().take(end).skip(start) {
        let mark = if number + 1 == line { "    <======================" } else { "" };
        shown.push(format!("{}{mark}", shortened(text, MAX_LINE)));
    }
    if end < lines.len() {
        shown.push("[...]".to_owned());
    }
    format!("---\n{}\n---", shown.join("\n"))
}

/// An argument by its place or its name.
fn arg(args: &jinja::Args, index: usize, name: &str) -> Option<Value> {
    args.positional.get(index).or_else(|| args.named.iter().find(|it| &*it.0 == name).map(|it| &it.1)).cloned()
}

/// Returns whether a text has parts that are not known.
pub fn has_hole(text: &str) -> bool {
    text.contains(HOLE)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use world::MemoryWorld;

    use super::*;
    use crate::value::Heap;

    #[track_caller]
    fn check(text: &str, expected: [&str; 2], is_changed: bool) {
        let world = MemoryWorld::new();
        let tree = Tree::open(&world, &[PathBuf::from("/states")]);
        let mut heap = Heap::default();
        let grains = crate::data::from_json(&mut heap, &serde_json::json!({ "list": [1] }));
        let pillar = crate::data::from_json(&mut heap, &serde_json::json!({ "list": [1] }));
        let templates =
            Templates::new(&world, &tree, &Minion { id: "m".to_owned(), heap, grains, pillar, all_grains: true, options: None });
        for expected in expected {
            let answer = templates.render(&"a".into(), "a.sls", text).ok().and_then(|it| it.text);
            assert_eq!(answer.as_deref(), Some(expected), "{text}");
        }
        assert_eq!(templates.is_changed(), is_changed, "{text}");
        assert_eq!(templates.rendered.borrow().files.len(), usize::from(!is_changed), "{text}");
    }

    #[test]
    fn a_rendered_file_is_kept_unless_it_changes_what_others_see() {
        check("{{ grains['list'] }}", ["[1]", "[1]"], false);
        check("{% set it = pillar['list'] %}{% do it.append(2) %}{{ it }}", ["[1, 2]", "[1, 2]"], false);
        check("{% set it = grains['list'] %}{% do it.append(2) %}{{ it }}", ["[1, 2]", "[1, 2, 2]"], true);
    }

    /// Expressions that need all of a map are holes, and no errors.
    #[test]
    fn maps_of_which_some_is_known_have_holes() {
        let world = MemoryWorld::new();
        let tree = Tree::open(&world, &[PathBuf::from("/states")]);
        let mut heap = Heap::default();
        let grains = crate::data::from_json(&mut heap, &serde_json::json!({ "os": "Debian", "roles": ["web"] }));
        let pillar = heap.add(crate::value::Value::Unknown, crate::place::Span::NONE);
        let templates =
            Templates::new(&world, &tree, &Minion { id: "m".to_owned(), heap, grains, pillar, all_grains: false, options: None });
        let render = |text: &str| {
            let rendered = templates.render(&"a".into(), "a.sls", text).map_err(|it| it.problem.render(crate::Release::V3008));
            rendered.map(|it| it.text.unwrap_or_else(|| text.into()).to_string())
        };
        for (text, expected) in [
            ("{{ 'os' in grains }} {{ 'id' in opts }} {{ 'pillar.get' in salt }} {{ 'pillar' in salt }}", "True True True False"),
            ("{{ grains is mapping }} {{ opts is mapping }} {{ salt is mapping }} {{ salt.pillar is mapping }}", "True True False False"),
            ("{{ grains is iterable }} {{ opts is sequence }}", "True True"),
            ("{{ grains is defined }} {{ opts is defined }} {{ salt is defined }} {{ salt.pillar is defined }}", "True True True True"),
            ("{{ salt['pillar.get'] is defined }} {{ salt.get('test.ping')() }}", "True True"),
            ("{% if grains and opts and salt %}1{% endif %}", "1"),
            ("{{ 'web' in grains.roles }} {{ grains.copy().os }}", "True Debian"),
            ("{% set g = grains %}{% do g.update({'os': 'X', 'new': 1}) %}{{ g.os }} {{ g.get('new') }}", "X 1"),
        ] {
            assert_eq!(render(text).as_deref(), Ok(expected), "{text}");
        }
        for text in [
            "'a' in grains",
            "'a' not in opts",
            "'x.y' in salt",
            // The text of an `OrderedDict` depends on the release of Python.
            "odict(a=1)|string",
            "odict(a=1) ~ ''",
            "[{'k': odict(a=1).copy()}]|string",
            "'%s'|format(odict(a=1))",
            "odict(a=1)|pprint",
            "'a' in pillar",
            "'get' in salt.pillar",
            "grains|length",
            "opts|list",
            "salt|length",
            "pillar|length",
            "grains.items()|list",
            "opts.keys()|list",
            "salt.values()|list",
            "grains|dictsort",
            "grains|json",
            "opts|yaml",
            "dict(grains)",
            "dict(opts, a=1)",
            "grains|tojson",
            "grains|items|list",
            "grains|first",
            "grains|last",
            "grains|max",
            "grains|sort",
            "grains|join(',')",
            "grains|map('upper')|list",
            "grains|string",
            "grains|pprint",
            "grains|unique",
            "grains == {}",
            "opts != grains",
            "grains is sameas opts",
            "salt",
            "salt is iterable",
            "salt.nosuch",
            "salt.nosuch is defined",
            "salt['no.such'] is defined",
            "salt.get('no.such')",
            "opts.pop('id')",
            "grains.setdefault('x', 1)",
            "grains ~ ''",
            "'%s' % grains",
            "grains[0]",
        ] {
            let answer = render(&format!("{{{{ {text} }}}}"));
            assert_eq!(answer.as_deref().map(|it| it.trim_end()), Ok("\u{fffc}"), "{text}");
        }
        let rendered = render("{% for key, value in grains.items() %}{{ key }}{% endfor %}{% for key in salt %}{{ key }}{% endfor %}");
        assert!(rendered.is_err_and(|it| !it.contains("iterable")));
        assert_eq!(render("{% do opts.pop('id') %}{{ opts.id }}").as_deref(), Ok("\u{fffc}"));
    }

    #[test]
    fn an_error_shows_only_a_part_of_a_long_line() {
        let world = MemoryWorld::new();
        let tree = Tree::open(&world, &[PathBuf::from("/states")]);
        let mut heap = Heap::default();
        let nothing = heap.add(crate::value::Value::Unknown, crate::place::Span::NONE);
        let minion = Minion { id: String::new(), heap, grains: nothing, pillar: nothing, all_grains: false, options: None };
        let templates = Templates::new(&world, &tree, &minion);
        for text in [
            format!("{{{{ nosuch }}}}{}", "é".repeat(100_000)),
            format!("{{{{ '{}'|load_json }}}}", "é".repeat(100_000)),
            format!("{}{{%", "é".repeat(100_000)),
        ] {
            let fault = templates.render(&"a".into(), "a.sls", &text).err().unwrap();
            let message = fault.problem.render(Release::V3008);
            assert!(message.contains('…') && message.len() < 12_000, "{}", message.len());
        }
    }
}
