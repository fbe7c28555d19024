//! An external node classifier: a program that prints the classes of a node.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use values::{Hash, Str, Value};

use crate::commands::process;

/// It may take this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Answer of a classifier for a node.
#[derive(Debug, Default, PartialEq)]
pub struct Classified {
    pub environment: Option<String>,
    pub parameters: Vec<(Str, Value)>,
    pub classes: Vec<(Str, Option<Hash>)>,
}

/// `command` is a program and its arguments; the name of the node comes after them.
pub fn classify(command: &str, node: &str) -> anyhow::Result<Classified> {
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or("");
    if !Path::new(program).is_absolute() {
        bail!("You must set the exec parameter to a fully qualified command");
    }
    let mut arguments: Vec<&str> = words.collect();
    arguments.push(node);
    let printed = process::output(Path::new(program), &arguments, PATIENCE)
        .map_err(|problem| anyhow::anyhow!("Failed to find {node} via exec: {command} {node}: {problem}"))?;
    if printed.iter().all(u8::is_ascii_whitespace) {
        bail!("Could not find node '{node}'; cannot compile");
    }
    parse(&printed).with_context(|| format!("Could not load external node results for {node}"))
}

fn parse(printed: &[u8]) -> anyhow::Result<Classified> {
    let document = yaml::load(printed).map_err(|problem| anyhow::anyhow!("{}", problem.render("<unknown>")))?;
    let Value::Hash(said) = document.map_or(Value::Undef, |it| values::data::from_yaml(&it.data)) else { bail!("it is not a hash") };
    let mut classified = Classified::default();
    let name = |value: &Value| match value {
        Value::String(text) => Ok(text.clone()),
        other => bail!("{} is no name", values::print::puppet(other)),
    };
    for (key, value) in said.iter() {
        match (&*name(key)?, value) {
            ("environment", Value::String(text)) => classified.environment = Some(text.to_string()),
            ("parameters", Value::Hash(parameters)) => {
                for (name_of, value) in parameters.iter() {
                    classified.parameters.push((name(name_of)?, value.clone()));
                }
            }
            ("classes", Value::Array(classes)) => {
                for class in classes.iter() {
                    classified.classes.push((name(class)?, None));
                }
            }
            ("classes", Value::Hash(classes)) => {
                for (class, parameters) in classes.iter() {
                    let parameters = match parameters {
                        Value::Hash(it) if !it.is_empty() => Some((**it).clone()),
                        _ => None,
                    };
                    classified.classes.push((name(class)?, parameters));
                }
            }
            ("classes", Value::String(class)) => classified.classes.push((class.clone(), None)),
            _ => {}
        }
    }
    Ok(classified)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_come_with_or_without_parameters() {
        let text = "---\nclasses:\n  a:\n  b: {x: 1}\n  c: {}\nparameters: {role: web}\nenvironment: test\n";
        let found = parse(text.as_bytes()).expect("YAML");
        let names: Vec<(&str, bool)> = found.classes.iter().map(|(name, it)| (&**name, it.is_some())).collect();
        assert_eq!(names, [("a", false), ("b", true), ("c", false)]);
        assert_eq!((found.environment.as_deref(), found.parameters.len()), (Some("test"), 1));
        assert_eq!(parse(b"classes: [a, b]").expect("YAML").classes.len(), 2);
    }

    #[test]
    fn what_is_no_answer_is_an_error() {
        for text in ["- 1", "a: [", "classes: [[1]]", "1: 2"] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
        assert!(classify("relative", "n").is_err());
        assert!(classify("/nonexistent/program", "n").is_err());
    }
}
