//! How the text of a file becomes YAML.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use crate::place::Origin;
use crate::problem::{Problem, Unsupported, YamlError};
use crate::read::Part;
use crate::value::Str;

/// Result of rendering a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// None if the text stays as it is.
    pub text: Option<Str>,
    pub origins: Arc<[Origin]>,
    /// Descriptions of the unknown value at each hole of the text, by byte.
    pub holes: Arc<[(u32, Str)]>,
}

/// Why a text cannot be rendered.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    pub problem: Problem,
    /// Bytes of the source.
    pub at: Range<usize>,
    /// The place of the mistake, if it is in a template that the text imports.
    pub inside: Option<Box<Inside>>,
}

impl Fault {
    pub fn new(problem: Problem, at: Range<usize>) -> Fault {
        Fault { problem, at, inside: None }
    }
}

/// A place in a template that others import.
#[derive(Clone, Debug, PartialEq)]
pub struct Inside {
    pub path: PathBuf,
    pub text: Str,
    /// Bytes of the text.
    pub at: Range<usize>,
}

/// A file of states as all compilations of a minion read it.
#[derive(Debug)]
pub struct RenderedFile {
    pub source: Str,
    pub answer: Result<Rendered, Fault>,
    /// The values of the text that it renders to; none where it does not.
    pub values: Option<Result<Part, YamlError>>,
}

/// Evaluates templates.
pub trait Renderer {
    /// Renders the text of an SLS that lies at a path below its root, or says what is wrong, and where in the source.
    fn render(&self, sls: &Str, below: &str, source: &str) -> Result<Rendered, Fault>;

    /// The text of an SLS and what it renders to, if that is kept: a file is read once, and is part of many compilations.
    fn rendered_file(&self, _sls: &Str) -> Option<Arc<RenderedFile>> {
        None
    }
}

/// The renderers that a text asks for, and where the text begins.
pub enum Pipeline {
    JinjaYaml,
    Yaml,
    Other(Str),
}

/// Reads the first line, which may name renderers.
pub fn pipeline(source: &str) -> Pipeline {
    let first = source.lines().next().unwrap_or_default();
    let Some(rest) = first.strip_prefix("#!") else { return Pipeline::JinjaYaml };
    // A line that names a program is no list of renderers.
    if rest.starts_with('/') {
        return Pipeline::JinjaYaml;
    }
    let names: Vec<&str> = rest.trim().split('|').map(str::trim).collect();
    match names.as_slice() {
        ["jinja", "yaml"] | ["yaml_jinja"] => Pipeline::JinjaYaml,
        ["yaml"] => Pipeline::Yaml,
        _ => Pipeline::Other((*names.iter().find(|it| !matches!(**it, "jinja" | "yaml")).unwrap_or(&rest.trim())).into()),
    }
}

/// Evaluates no templates: what has one is not analysed.
pub struct Plain;

impl Renderer for Plain {
    fn render(&self, sls: &Str, _below: &str, source: &str) -> Result<Rendered, Fault> {
        let refused = |what: Unsupported, at: Range<usize>| Err(Fault::new(Problem::Unsupported { sls: sls.clone(), what }, at));
        match pipeline(source) {
            Pipeline::Yaml => Ok(Rendered::default()),
            Pipeline::JinjaYaml => match ["{{", "{%", "{#"].iter().filter_map(|it| source.find(it)).min() {
                Some(at) => refused(Unsupported::Jinja("it has Jinja".into()), at..at + 2),
                None => Ok(Rendered::default()),
            },
            Pipeline::Other(name) => refused(Unsupported::Renderer(name), 0..source.lines().next().unwrap_or_default().len()),
        }
    }
}
