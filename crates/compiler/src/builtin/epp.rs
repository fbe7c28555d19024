//! `epp` and `inline_epp`.

use std::sync::Arc;

use functions::{Block, Failure, FileKind};
use issue::{ArgumentMismatch, Issue, Related, Role};
use syntax::Dialect;
use syntax::model::{Data, NodeId};
use values::{Str, Value, mismatch};

use crate::compiler::{Compiler, Eval};
use crate::environment::NULL_DEVICE;
use crate::error::EvalError;
use crate::ids::ScopeId;
use crate::parameters::{Wrong, right};
use crate::scope::Frame;
use crate::site::Site;
use crate::source::{Program, Reading};
use crate::unknowns::not_known;

pub(super) fn missing(compiler: &mut Compiler<'_>, name: &str) -> Failure {
    let issue = Issue::MissingTemplate { name: name.into() };
    let help = compiler.help_with_file(name, "templates");
    compiler.sink.advise(&issue, help);
    issue.into()
}

pub fn epp(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let Some(Value::String(name)) = arguments.first() else {
        return Err(Failure::plain("'epp' expects a String value as its first argument"));
    };
    if **name == *NULL_DEVICE {
        return Ok(Value::from(""));
    }
    let file = if name.ends_with(".epp") { name.to_string() } else { format!("{name}.epp") };
    let found = compiler.environment.find_module_file(&file, FileKind::Template);
    let Some(program) = found.as_ref().and_then(|path| compiler.environment.program(path)) else {
        if found.is_some_and(|path| compiler.environment.is_no_text(&path)) {
            return Err(Failure::plain("invalid byte sequence in UTF-8"));
        }
        let place = site.program.place_at(site.node);
        if compiler.is_on_server(&file) || compiler.file_is_absent(&file, &place) {
            return Ok(compiler.missing_text("epp"));
        }
        return Err(missing(compiler, &file));
    };
    render(compiler, site, &program, arguments.get(1), "epp", true)
}

/// The file that a text without one is said to be in.
const INLINE: &str = "inlined-epp-text";

pub fn inline_epp(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let Some(Value::String(text)) = arguments.first() else {
        return Err(Failure::plain("'inline_epp' expects a String value as its first argument"));
    };
    let file = Some(Str::from(INLINE));
    let program =
        Program::parse(file, None, text.clone(), Dialect::Epp, &Reading { autoload: None, ..compiler.environment.reading.clone() });
    let before = compiler.sink.errors.len();
    let result = render(compiler, site, &Arc::new(program), arguments.get(1), "inline_epp", false);
    // Such a text is in no file: what is wrong in it is so where it is called.
    let Some(here) = compiler.analysis.place_of_embedded(&site.program, site.node) else { return result };
    let moved = |error: &mut EvalError| {
        if error.origin().file.as_deref() == Some(INLINE) {
            error.origin = Some(here.clone());
        }
    };
    compiler.sink.errors.iter_mut().skip(before).for_each(moved);
    match result {
        Err(failure @ Failure::Error(_)) => {
            let mut error = compiler.take_error(failure);
            moved(&mut error);
            Err(compiler.placed(error))
        }
        other => other,
    }
}

fn render(
    compiler: &mut Compiler<'_>,
    site: &Site,
    program: &Arc<Program>,
    arguments: Option<&Value>,
    name: &str,
    from_file: bool,
) -> Eval<Value> {
    if let Some(problem) = program.errors.first()
        && !compiler.goes_on_with(program)
    {
        let error = crate::compiler::error_of_problem(program, problem);
        return Err(Issue::InvalidTemplate { function: name.into(), text: error.full(), place: error.place }.into());
    }
    let given = match arguments {
        None | Some(Value::Undef) => None,
        Some(Value::Hash(given)) => Some(given.clone()),
        Some(other) => {
            let class = values::infer_reduced(other).short_name();
            let text = format!("'{name}' parameter 'parameters' expects a Hash value, got {class}");
            return Err(
                Issue::WrongArguments(Box::new(ArgumentMismatch { text, parameter: Some("parameters".into()), index: None })).into()
            );
        }
    };
    let Some((parameters, body)) = lambda(program) else { return Ok(Value::from("")) };
    // A file sees the global scope, what is inline all that is seen around it.
    let (scope, frames) = match from_file {
        true => (ScopeId::TOP, std::mem::take(&mut compiler.scope_mut(ScopeId::TOP).frames)),
        false => (site.scope, Vec::new()),
    };
    let result = with_parameters(compiler, program, scope, &parameters, body, given.as_deref());
    if from_file {
        compiler.scope_mut(scope).frames = frames;
    }
    match result {
        // What has yet to be typed is a part of it.
        Ok(_) | Err(Failure::Return(_) | Failure::Error(_)) if compiler.is_torn(program) => {
            Ok(not_known(values::Type::String(values::Size::ANY)))
        }
        Err(Failure::Return(value)) => Ok(value),
        other => other,
    }
}

fn lambda(program: &Program) -> Option<(Vec<NodeId>, Option<NodeId>)> {
    match program.data(program.model.root?) {
        Data::Lambda { parameters, body, .. } => Some((parameters.clone(), *body)),
        Data::Epp { .. } => Some((Vec::new(), program.model.root)),
        _ => None,
    }
}

fn with_parameters(
    compiler: &mut Compiler<'_>,
    program: &Arc<Program>,
    scope: ScopeId,
    parameters: &[NodeId],
    body: Option<NodeId>,
    given: Option<&values::Hash>,
) -> Eval<Value> {
    let specified = body.is_some_and(|it| matches!(program.data(it), Data::Epp { parameters_specified: true, .. }));
    let mut entries: Vec<(Str, Option<Value>)> = Vec::new();
    let mut declared = Vec::new();
    for parameter in parameters {
        let Data::Parameter { name, type_expr, value, .. } = program.data(*parameter) else { continue };
        let ty = match type_expr {
            Some(expr) => compiler.evaluate_type(program, scope, *expr)?,
            None => values::Type::Any,
        };
        let name = name.clone();
        let value_given = given.and_then(|it| it.get(&Value::String(name.clone())));
        // Undef is as good as nothing only where there is a default.
        let value_given = value_given.filter(|it| !it.is_undef() || value.is_none());
        entries.push((name.clone(), value_given.cloned()));
        declared.push(mismatch::Param { name, ty, required: value.is_none() });
    }
    let extra: Vec<(Str, Value)> = given
        .into_iter()
        .flatten()
        .filter_map(|(key, value)| Some((Str::from(key.as_str()?), value.clone())))
        .filter(|(name, _)| !entries.iter().any(|(it, _)| it == name))
        .collect();
    compiler.guarded(scope, |this| {
        let level = this.scope(scope).frames.len();
        this.scope_mut(scope).frames.push(Frame::Parameters { callee: "lambda".into(), current: "".into(), entries: entries.clone() });
        for (index, parameter) in parameters.iter().enumerate() {
            let Data::Parameter { value: Some(default), .. } = program.data(*parameter) else { continue };
            let Some((name, None)) = entries.get(index).cloned() else { continue };
            let value = this.parameter_default(program, scope, &name, *default)?;
            if let Some(entry) = entries.get_mut(index) {
                entry.1 = Some(value.clone());
            }
            if let Some(Frame::Parameters { entries, .. }) = this.scope_mut(scope).frames.get_mut(level)
                && let Some(entry) = entries.get_mut(index)
            {
                entry.1 = Some(value);
            }
        }
        this.scope_mut(scope).frames.truncate(level);
        let mut bindings: Vec<(Str, Value)> = entries.iter().filter_map(|(name, value)| Some((name.clone(), value.clone()?))).collect();
        let mut to_check = bindings.clone();
        if specified {
            // What is given as undef is not given at all.
            to_check.extend(extra.iter().filter(|it| !it.1.is_undef()).cloned());
        }
        let mut refused = None;
        let defined = parameters.first().copied().or(body);
        let wrong = mismatch::parameters("lambda", &declared, &to_check).map(|issue| {
            let place = defined.map(|it| program.place_at(it)).unwrap_or_default();
            Wrong { issue, defined: Related::new(place, Role::Defined), data: Vec::new() }
        });
        if let Some(wrong) = wrong {
            refused = Some(this.set_aside(wrong)?);
            bindings = right(&declared, bindings);
        }
        if !specified {
            bindings.extend(extra.iter().cloned());
        }
        this.scope_mut(scope).frames.push(Frame::Local(bindings));
        this.scope_mut(scope).frames.push(Frame::Match(None));
        let rendered = match body {
            Some(body) => this.eval(program, scope, body)?,
            None => Value::from(""),
        };
        refused.map_or(Ok(rendered), |it| Err(this.sink.refuse(it)))
    })
}
