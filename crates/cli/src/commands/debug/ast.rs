//! `bunraku debug ast`

use line_index::LineIndex;
use syntax::model::{self, json::Json};
use syntax::{Problem, Severity};

use super::input::{Input, Inputs, location};
use crate::exit::Exit;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// How the tree is printed
    #[arg(long, value_enum, default_value_t = Format::Pnjson)]
    format: Format,
    #[command(flatten)]
    inputs: Inputs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Every node: its class, byte offset, length and attributes
    Full,
    /// The text that `puppet parser dump` prints
    Pn,
    /// The same tree as JSON
    Pnjson,
    /// The tokens: name, value, byte offset, length
    Tokens,
    /// Bunraku's own tree, with every byte of the text
    Tree,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    args.inputs.each(|input| {
        println!("{}", answer(input, args.format));
        Ok(())
    })?;
    Ok(Exit::Clean)
}

fn answer(input: &Input, format: Format) -> Json {
    let mut fields = vec![("id".to_owned(), id(input))];
    let index = LineIndex::new(&input.code);
    let options = input.options();
    if format == Format::Tokens {
        let (tokens, warnings) = model::tokens::tokens(&input.code, options);
        match tokens {
            Ok(tokens) => fields.push(("tokens".to_owned(), tokens)),
            Err(problem) => refused(input, &index, &problem, &mut fields),
        }
        logs(input, &index, &warnings, &mut fields);
        return Json::Object(fields);
    }
    let parse = syntax::parse(&input.code, options);
    if format == Format::Tree {
        fields.push(("tree".to_owned(), Json::String(format!("{:#?}", parse.syntax_node()))));
        return Json::Object(fields);
    }
    let (warnings, error) = puppet_would_say(parse.problems());
    match error {
        Some(problem) => refused(input, &index, problem, &mut fields),
        None => {
            let model = parse.model();
            match format {
                Format::Full => {
                    fields.push(("ast".to_owned(), model::full::program(&model)));
                    fields.push(("definitions".to_owned(), model::full::definitions(&model)));
                }
                Format::Pn => {
                    let mut text = String::new();
                    model::pn::program(&model).write(&mut text);
                    fields.push(("pn".to_owned(), Json::String(text)));
                }
                _ => fields.push(("ast".to_owned(), model::pn::program(&model).to_data())),
            }
        }
    }
    logs(input, &index, &warnings, &mut fields);
    Json::Object(fields)
}

/// The warnings of Puppet's lexer and the first error, at which Puppet stops.
pub fn puppet_would_say(problems: &[Problem]) -> (Vec<Problem>, Option<&Problem>) {
    let error = problems.iter().position(|p| p.severity == Severity::Error);
    let until = error.unwrap_or(problems.len());
    let warnings = problems.iter().take(until).filter(|p| !p.code.puppet().is_empty()).cloned().collect();
    (warnings, error.and_then(|at| problems.get(at)))
}

pub fn id(input: &Input) -> Json {
    match &input.id {
        serde_json::Value::String(s) => Json::String(s.clone()),
        serde_json::Value::Null => Json::Null,
        other => Json::Number(other.to_string()),
    }
}

fn refused(input: &Input, index: &LineIndex, problem: &Problem, fields: &mut Vec<(String, Json)>) {
    let place = input.puppet_place(index, problem);
    let regexp = problem.code.puppet() == "RUBY_REGEXP";
    fields.push(("error".to_owned(), Json::String(problem.message.clone())));
    fields.push(("kind".to_owned(), Json::string(if regexp { "regexp" } else { "parse" })));
    let message = if regexp { problem.message.clone() } else { format!("{}{}", problem.message, location(input.file.as_deref(), place)) };
    fields.push(("message".to_owned(), Json::String(message)));
    if let Some(file) = input.file.as_ref().filter(|_| !regexp) {
        fields.push(("file".to_owned(), Json::String(file.clone())));
    }
    if let Some((line, column)) = place {
        fields.push(("line".to_owned(), Json::number(line)));
        fields.push(("column".to_owned(), Json::number(column)));
    }
    if !problem.code.puppet().is_empty() && !regexp {
        fields.push(("code".to_owned(), Json::string(problem.code.puppet())));
    }
}

fn logs(input: &Input, index: &LineIndex, warnings: &[Problem], fields: &mut Vec<(String, Json)>) {
    if warnings.is_empty() {
        return;
    }
    let all = warnings.iter().map(|w| {
        let mut record = vec![("level".to_owned(), Json::string("warning")), ("message".to_owned(), Json::String(w.message.clone()))];
        if let Some(file) = &input.file {
            record.push(("file".to_owned(), Json::String(file.clone())));
        }
        if let Some((line, column)) = input.puppet_place(index, w) {
            record.push(("line".to_owned(), Json::number(line)));
            record.push(("pos".to_owned(), Json::number(column)));
        }
        record.push(("code".to_owned(), Json::string(w.code.puppet())));
        Json::Object(record)
    });
    fields.push(("logs".to_owned(), Json::Array(all.collect())));
}
