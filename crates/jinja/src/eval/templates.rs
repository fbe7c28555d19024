//! Templates that use other templates: imports, includes, inheritance.

use std::any::Any;
use std::rc::Rc;

use rustc_hash::FxHashSet;
use text_size::TextRange;

use super::scope::{Context, Names};
use super::{Frame, Renderer, Template};
use crate::ast::{Block, Expr, Name, Stmt, StmtKind};
use crate::error::{Error, ErrorKind, Outcome};
use crate::render::{Loaded, Source};
use crate::syntax::{Problem, ProblemKind};
use crate::value::{Args, Dict, Object, Str, Value, repr_str};

/// A template that was imported.
struct Module {
    name: Rc<str>,
    vars: Dict,
    /// Variables that are not exported.
    imported: FxHashSet<Name>,
    text: Value,
}

impl Object for Module {
    fn type_name(&self) -> String {
        "TemplateModule".to_owned()
    }

    fn qualified_type_name(&self) -> String {
        "jinja2.environment.TemplateModule".to_owned()
    }

    fn attribute(&self, _: &mut Renderer<'_>, name: &str) -> Outcome<Option<Value>> {
        let is_exported = !name.starts_with('_') && !self.imported.contains(name);
        Ok(if is_exported { self.vars.get_str(name) } else { None })
    }

    fn print(&self, repr: bool) -> Option<Str> {
        match &self.text {
            _ if repr => Some(Str::new(format!("<TemplateModule {}>", repr_str(&self.name)))),
            Value::Str(text) => Some(text.clone()),
            Value::Unknown(it) => it.partial.clone(),
            _ => None,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// `self`
pub(crate) struct SelfReference {
    pub(crate) frame: Frame,
}

impl Object for SelfReference {
    fn type_name(&self) -> String {
        "TemplateReference".to_owned()
    }

    fn qualified_type_name(&self) -> String {
        "jinja2.runtime.TemplateReference".to_owned()
    }

    fn attribute(&self, _: &mut Renderer<'_>, name: &str) -> Outcome<Option<Value>> {
        Ok(self.frame.context.block(name, 0).map(|_| BlockReference::value(&self.frame, name, 0)))
    }

    fn item(&self, renderer: &mut Renderer<'_>, key: &Value) -> Outcome<Option<Value>> {
        key.as_str().map_or(Ok(None), |it| self.attribute(renderer, it))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A block that can be called: `super()`, `self.name()`.
struct BlockReference {
    frame: Frame,
    name: Rc<str>,
    depth: usize,
}

impl BlockReference {
    fn value(frame: &Frame, name: &str, depth: usize) -> Value {
        Value::Object(Rc::new(BlockReference { frame: frame.clone(), name: name.into(), depth }))
    }

    fn parent(frame: &Frame, name: &str, depth: usize) -> Value {
        match frame.context.block(name, depth + 1) {
            Some(_) => BlockReference::value(frame, name, depth + 1),
            None => Value::undefined(format!("there is no parent block called {}.", repr_str(name))),
        }
    }
}

impl Object for BlockReference {
    fn type_name(&self) -> String {
        "BlockReference".to_owned()
    }

    fn qualified_type_name(&self) -> String {
        "jinja2.runtime.BlockReference".to_owned()
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn attribute(&self, _: &mut Renderer<'_>, name: &str) -> Outcome<Option<Value>> {
        Ok((name == "super").then(|| BlockReference::parent(&self.frame, &self.name, self.depth)))
    }

    fn call(&self, renderer: &mut Renderer<'_>, _: Args) -> Outcome {
        renderer.capture(|it| it.run_block(&self.frame, &self.name, self.depth))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Renderer<'_> {
    /// Reads a template, once for each name.
    pub(crate) fn read(&mut self, source: &Source) -> Outcome<Rc<Template>> {
        if let Some(known) = self.by_name.get(&source.name).and_then(|it| self.templates.get(*it as usize)) {
            return Ok(known.clone());
        }
        let parse = crate::syntax::parse(&source.text, &self.settings.dialect);
        let refuse = |problem: &Problem| {
            let kind = match problem.kind {
                ProblemKind::Syntax => ErrorKind::Syntax,
                ProblemKind::Assertion => ErrorKind::Assertion,
                ProblemKind::Compiled => ErrorKind::Python("SyntaxError"),
                ProblemKind::NotCovered => ErrorKind::NotCovered,
            };
            Err(Error::new(kind, problem.message.clone()).at(&source.name, problem.range))
        };
        if let Some(problem) = parse.problems.first() {
            return refuse(problem);
        }
        let host = self.host;
        let names = crate::syntax::Names {
            filter: &|it| crate::filters::find(it).is_some() || host.filter(it).is_some(),
            test: &|it| crate::tests::find(it).is_some() || host.test(it).is_some(),
        };
        if let Some(problem) = crate::syntax::check(&parse.body, &names) {
            return refuse(&problem);
        }
        let mut blocks = Vec::new();
        blocks_of(&parse.body, &mut blocks);
        let index = u32::try_from(self.templates.len()).unwrap_or(u32::MAX);
        let template = Rc::new(Template { index, source: source.clone(), body: parse.body, blocks });
        self.templates.push(template.clone());
        self.by_name.insert(source.name.clone(), index);
        Ok(template)
    }

    /// The whole of a template.
    pub(crate) fn root(&mut self, template: &Rc<Template>, context: &Rc<Context>) -> Outcome<()> {
        let frame = Frame { file: template.index, caller: self.caller, scope: None, context: context.clone() };
        self.root_in(template, &frame)
    }

    fn root_in(&mut self, template: &Rc<Template>, frame: &Frame) -> Outcome<()> {
        self.deeper(|it| it.body(frame, &template.body)).map(|_| ())
    }

    /// Reads a template by its name. An error in it is also one at the place that names it.
    fn load(&mut self, frame: &Frame, name: &Value, range: TextRange) -> Outcome<Option<Rc<Template>>> {
        let name = match name.defined()? {
            Value::Str(name) => name.clone(),
            other => other.text()?,
        };
        let from = self.templates.get(frame.file as usize).map(|it| it.source.name.clone()).unwrap_or_default();
        match self.host.load(&name, &from)? {
            Loaded::Source(source) => {
                self.charge(source.text.len() / 64)?;
                self.read(&source).map(Some).map_err(|it| self.error_at(it, frame, range))
            }
            Loaded::Missing => Ok(None),
            Loaded::Unknown => Err(Error::unknown(format!("the template {}", repr_str(&name)))),
        }
    }

    /// The first that exists of several templates, or the only one.
    fn load_one(&mut self, frame: &Frame, expr: &Expr) -> Outcome<Rc<Template>> {
        let value = self.eval(frame, expr)?;
        let names = match value.defined()? {
            Value::List(it) => it.to_vec(),
            Value::Tuple(it) => it.to_vec(),
            one => {
                let found = self.load(frame, one, expr.range)?;
                return match found {
                    Some(template) => Ok(template),
                    None => Err(Error::new(ErrorKind::NotFound, one.text()?.to_string())),
                };
            }
        };
        if names.is_empty() {
            return Err(Error::new(ErrorKind::NoneFound, "Tried to select from an empty list of templates."));
        }
        let mut tried = Vec::new();
        for name in &names {
            if let Some(template) = self.load(frame, name, expr.range)? {
                return Ok(template);
            }
            tried.push(name.text()?.to_string());
        }
        Err(Error::new(ErrorKind::NoneFound, format!("none of the templates given were found: {}", tried.join(", "))))
    }

    /// Evaluates with a place as the caller.
    fn called_from<T>(&mut self, frame: &Frame, range: TextRange, run: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let place = self.place(frame, range);
        let before = self.caller.replace(place);
        let result = run(self);
        self.caller = before;
        result.map_err(|it| if it.kind() == ErrorKind::Unknown { it } else { self.error_at(it, frame, range) })
    }

    pub(crate) fn import(&mut self, frame: &Frame, template: &Expr, with_context: bool, range: TextRange) -> Outcome {
        let loaded = match self.load_one(frame, template) {
            Ok(loaded) => loaded,
            Err(error) if error.kind() == ErrorKind::Unknown => return Ok(Value::unknown(error.message())),
            Err(error) => return Err(error),
        };
        self.module(frame, &loaded, with_context, range)
    }

    fn module(&mut self, frame: &Frame, template: &Rc<Template>, with_context: bool, range: TextRange) -> Outcome {
        if !with_context && let Some(known) = self.modules.get(&template.index) {
            return Ok(known.clone());
        }
        let outer = self.outer(frame, with_context)?;
        let context = Context::new(template, outer);
        let text = self.called_from(frame, range, |it| it.capture(|it| it.root(template, &context)))?;
        let module = Value::Object(Rc::new(Module {
            name: template.source.name.clone(),
            vars: context.vars.clone(),
            imported: context.imported(),
            text,
        }));
        if !with_context {
            self.modules.insert(template.index, module.clone());
        }
        Ok(module)
    }

    /// Names that another template sees.
    fn outer(&mut self, frame: &Frame, with_context: bool) -> Outcome<Rc<Names>> {
        if !with_context {
            return Ok(self.globals.clone());
        }
        let all = frame.context.all(frame);
        self.charge(all.len())?;
        Ok(Rc::new(all))
    }

    pub(crate) fn import_names(
        &mut self,
        frame: &Frame,
        template: &Expr,
        names: &[(Name, Name)],
        with_context: bool,
        range: TextRange,
    ) -> Outcome<()> {
        let module = self.import(frame, template, with_context, range)?;
        for (name, alias) in names {
            let value = match &module {
                Value::Object(it) => {
                    let it = it.clone();
                    let found = it.attribute(self, name)?;
                    found.unwrap_or_else(|| {
                        let imported = it.as_any().downcast_ref::<Module>().map_or("", |it| &*it.name);
                        Value::undefined(format!(
                            "the template {} (imported on {}) does not export the requested name {}",
                            repr_str(imported),
                            self.position(frame, range),
                            repr_str(name)
                        ))
                    })
                }
                other => other.clone(),
            };
            frame.set_imported(alias, value);
        }
        Ok(())
    }

    /// How messages call the place of a range. The template that is rendered has no name for Jinja.
    pub(crate) fn position(&self, frame: &Frame, range: TextRange) -> String {
        let Some(template) = self.templates.get(frame.file as usize) else { return "line 1".to_owned() };
        let before = template.source.text.get(..usize::from(range.start())).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        if template.index == 0 { format!("line {line}") } else { format!("line {line} in {}", repr_str(&template.source.name)) }
    }

    pub(crate) fn include(
        &mut self,
        frame: &Frame,
        template: &Expr,
        ignore_missing: bool,
        with_context: bool,
        range: TextRange,
    ) -> Outcome<()> {
        let loaded = match self.load_one(frame, template) {
            Ok(loaded) => loaded,
            Err(error) if ignore_missing && matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NoneFound) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::Unknown => {
                let place = self.place(frame, range);
                self.note_reason(place, error.message());
                self.hole(place);
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let outer = self.outer(frame, with_context)?;
        let context = Context::new(&loaded, outer);
        self.called_from(frame, range, |it| it.root(&loaded, &context))
    }

    pub(crate) fn extends(&mut self, frame: &Frame, template: &Expr) -> Outcome<()> {
        if !frame.is_top() {
            return Err(Error::not_covered("`extends` that is not at the top of a template"));
        }
        if frame.context.extended.get() {
            return Err(Error::new(ErrorKind::Runtime, "extended multiple times"));
        }
        let loaded = self.load_one(frame, template)?;
        frame.context.extended.set(true);
        frame.context.blocks.borrow_mut().extend(loaded.blocks.iter().map(|it| (it.clone(), loaded.index)));
        let own = self.templates.get(frame.file as usize).cloned();
        // What follows is evaluated, and printed nowhere; then the other template prints.
        let rest = own.as_ref().and_then(|own| {
            let at = own.body.iter().position(|it| matches!(&it.kind, StmtKind::Extends(found) if std::ptr::eq(found, template)))?;
            own.body.get(at + 1..)
        });
        let Some(rest) = rest else { return Err(Error::not_covered("`extends` within another statement")) };
        self.captured(|it| it.body(frame, rest))?;
        frame.context.extended.set(false);
        let parent = Frame { file: loaded.index, ..frame.clone() };
        self.root_in(&loaded, &parent)?;
        frame.context.extended.set(true);
        Ok(())
    }

    pub(crate) fn block_here(&mut self, frame: &Frame, block: &Rc<Block>) -> Outcome<()> {
        if frame.context.extended.get() && frame.is_top() {
            return Ok(());
        }
        if block.required && frame.context.block(&block.name, 1).is_none() {
            return Err(Error::new(ErrorKind::Runtime, format!("Required block {} not found", repr_str(&block.name))));
        }
        let outer = if block.scoped { frame.clone() } else { Frame { scope: None, ..frame.clone() } };
        self.run_block(&outer, &block.name, 0)
    }

    fn run_block(&mut self, frame: &Frame, name: &str, depth: usize) -> Outcome<()> {
        let Some((block, file)) = frame.context.block(name, depth) else { return Ok(()) };
        let mut inner = frame.inner();
        inner.file = file;
        inner.set(&Rc::from("super"), BlockReference::parent(frame, name, depth));
        self.deeper(|it| it.body(&inner, &block.body)).map(|_| ())
    }
}

fn blocks_of(body: &[Stmt], found: &mut Vec<Rc<Block>>) {
    for stmt in body {
        if let StmtKind::Block(it) = &stmt.kind {
            found.push(it.clone());
        }
        for body in stmt.parts().bodies {
            blocks_of(body, found);
        }
    }
}
