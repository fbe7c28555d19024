//! `bunraku debug validate`

use line_index::LineIndex;
use syntax::model::{self, json::Json};
use syntax::{Problem, Severity, Strict, ValidateOptions};

use super::ast::{id, puppet_would_say};
use super::input::{Input, Inputs, location};
use super::modulepath::autoload;
use crate::exit::Exit;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Puppet's `strict` setting
    #[arg(long, value_name = "off|warning|error", default_value = "error")]
    strict: String,
    #[command(flatten)]
    inputs: Inputs,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    args.inputs.each(|input| {
        let strict = input.strict.as_deref().unwrap_or(&args.strict);
        println!("{}", answer(input, strictness(strict)?));
        Ok(())
    })?;
    Ok(Exit::Clean)
}

fn strictness(word: &str) -> anyhow::Result<Strict> {
    Strict::named(word).ok_or_else(|| anyhow::anyhow!("`{word}` is not one of off, warning, error"))
}

/// One line of Puppet's output, or several.
struct Said {
    severity: &'static str,
    message: String,
    place: Option<(u32, usize)>,
    lexer: bool,
    json: Json,
}

fn answer(input: &Input, strict: Strict) -> Json {
    let index = LineIndex::new(&input.code);
    let parse = syntax::parse(&input.code, input.options());
    let (warnings, error) = puppet_would_say(parse.problems());
    let mut said: Vec<Said> = warnings.iter().map(|w| of_parser(input, &index, w, true)).collect();
    let phase = match error {
        Some(problem) => {
            said.push(of_parser(input, &index, problem, false));
            if problem.code.puppet() == "RUBY_REGEXP" { "regexp" } else { "parse" }
        }
        None => {
            let model = parse.model();
            let autoload = input.file.as_deref().zip(input.modulepath.as_deref()).and_then(|(file, modules)| autoload(file, modules));
            let options = ValidateOptions { strict, tasks: input.tasks, autoload };
            let issues = syntax::validation::issues(&model, &options);
            if let Some(fatal) = issues.iter().find(|i| i.fatal) {
                said.push(of_fatal(input, &index, &model, fatal));
                "parse"
            } else {
                said.extend(issues.iter().map(|issue| of_validation(input, &index, &model, issue)));
                "validate"
            }
        }
    };
    let valid = said.iter().all(|s| s.severity != "error");
    let cli = cli_lines(&said, input.file.as_deref());
    Json::Object(vec![
        ("id".to_owned(), id(input)),
        ("valid".to_owned(), Json::Bool(valid)),
        ("phase".to_owned(), Json::string(phase)),
        ("diagnostics".to_owned(), Json::Array(said.into_iter().map(|s| s.json).collect())),
        ("cli".to_owned(), Json::Array(cli.into_iter().map(Json::String).collect())),
    ])
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Deprecation => "deprecation",
        Severity::Hint => "hint",
    }
}

fn of_parser(input: &Input, index: &LineIndex, problem: &Problem, lexer: bool) -> Said {
    let place = input.puppet_place(index, problem);
    let severity = severity(problem.severity);
    let mut fields = vec![
        ("severity".to_owned(), Json::string(severity)),
        ("code".to_owned(), Json::string(problem.code.puppet())),
        ("message".to_owned(), Json::String(problem.message.clone())),
    ];
    push_place(&mut fields, place);
    if lexer {
        fields.push(("phase".to_owned(), Json::string("lexer")));
    }
    Said { severity, message: problem.message.clone(), place, lexer, json: Json::Object(fields) }
}

fn of_validation(input: &Input, index: &LineIndex, model: &model::Model, issue: &syntax::validation::Issue) -> Said {
    let node = model.get(issue.node);
    let place = Some(input.place(index, syntax::TextSize::new(node.offset)));
    let severity = severity(issue.severity);
    let mut fields = vec![
        ("severity".to_owned(), Json::string(severity)),
        ("code".to_owned(), Json::string(issue.code.puppet())),
        ("message".to_owned(), Json::String(issue.message.clone())),
    ];
    push_place(&mut fields, place);
    fields.push(("offset".to_owned(), Json::number(node.offset)));
    fields.push(("length".to_owned(), Json::number(node.length)));
    fields.push(("node".to_owned(), Json::string(model::full::class(&node.data))));
    Said { severity, message: issue.message.clone(), place, lexer: false, json: Json::Object(fields) }
}

/// Answer for an error that stops Puppet: it has no node.
fn of_fatal(input: &Input, index: &LineIndex, model: &model::Model, issue: &syntax::validation::Issue) -> Said {
    let place = Some(input.place(index, syntax::TextSize::new(model.get(issue.node).offset)));
    let mut fields = vec![
        ("severity".to_owned(), Json::string("error")),
        ("code".to_owned(), Json::string(issue.code.puppet())),
        ("message".to_owned(), Json::String(issue.message.clone())),
    ];
    push_place(&mut fields, place);
    Said { severity: "error", message: issue.message.clone(), place, lexer: false, json: Json::Object(fields) }
}

fn push_place(fields: &mut Vec<(String, Json)>, place: Option<(u32, usize)>) {
    if let Some((line, column)) = place {
        fields.push(("line".to_owned(), Json::number(line)));
        fields.push(("column".to_owned(), Json::number(column)));
    }
}

/// The lines of `puppet parser validate`.
fn cli_lines(said: &[Said], file: Option<&str>) -> Vec<String> {
    const MAX: usize = 10;
    let mut lines = Vec::new();
    let (mut warnings, mut deprecations) = (0, 0);
    for s in said.iter().filter(|s| s.severity != "error") {
        let count = if s.severity == "deprecation" { &mut deprecations } else { &mut warnings };
        *count += 1;
        if *count <= MAX {
            lines.push(format!("Warning: {}{}", s.message, location(file, s.place)));
        }
    }
    let errors: Vec<&Said> = said.iter().filter(|s| s.severity == "error").collect();
    match errors.as_slice() {
        [] => {}
        [one] => lines.push(format!("Error: Could not parse for environment production: {}{}", one.message, location(file, one.place))),
        several => {
            lines.extend(several.iter().take(MAX).map(|s| format!("Error: {}{}", s.message, location(file, s.place))));
            let others = said.iter().filter(|s| s.severity != "error" && !s.lexer).count();
            let others = if others > 0 { format!(", and {others} warnings") } else { String::new() };
            lines.push(format!("Error: Language validation logged {} errors{others}. Giving up", several.len()));
        }
    }
    lines
}
