//! Facts that modules define in Ruby, asked of a Ruby of this machine.

use std::time::Duration;

use compiler::{Environment, FactFile};
use machine::real::Real;
use machine::real::ruby::{Providers, candidates};
use machine::{Command, System as _};
use values::{Hash, Value};

use crate::commands::process::ProcessError;

/// All facts of modules together take no longer.
const PATIENCE: Duration = Duration::from_secs(300);

/// Prints a line of JSON with the facts that are asked for. What facts print themselves goes to the errors.
const PROGRAM: &str = r#"
require 'json'
answers = $stdout.dup
$stdout.reopen($stderr)
begin
  require 'puppet'
  Puppet.initialize_settings
rescue LoadError, StandardError
end
require 'facter'
asked = JSON.parse($stdin.read)
Facter.search(*asked['folders'])
Facter.search_external(asked['external'])
found = {}
if asked['all']
  Facter.to_hash.each { |name, value| found[name.to_s] = value unless asked['known'].include?(name.to_s) }
else
  asked['names'].each do |name|
    value = Facter.value(name)
    found[name] = value unless value.nil?
  end
end
answers.puts 'facts ' + JSON.generate(found)
"#;

/// The facts of the files, by names. `known`: the names of facts that are there.
pub fn ask(who: &Providers, environment: &Environment, files: &[FactFile], known: &Hash) -> Result<Hash, ProcessError> {
    let folders = |below: &str| {
        let all = environment.modules().map(|(_, it)| it.join(below)).filter(|it| it.is_dir());
        let mut all: Vec<String> = all.map(|it| it.to_string_lossy().into_owned()).collect();
        all.sort();
        all
    };
    let names: Vec<&str> = files.iter().flat_map(|it| it.names.iter().map(|it| &**it)).collect();
    let known: Vec<&str> = known.keys().filter_map(Value::as_str).collect();
    // Legacy facts are none of a module.
    let known: Vec<&str> = known.into_iter().chain(facts::old_names().map(|it| it.0)).collect();
    let all = files.iter().any(|it| it.adds_more);
    let asked =
        serde_json::json!({"folders": folders("lib/facter"), "external": folders("facts.d"), "names": names, "known": known, "all": all})
            .to_string();
    let mut problems = Vec::new();
    for ruby in candidates(who) {
        let command = Command {
            words: vec![ruby.to_string_lossy().into_owned(), "-e".to_owned(), PROGRAM.to_owned()],
            patience: Some(PATIENCE),
            input: Some(asked.clone().into_bytes()),
            ..Command::default()
        };
        match Real::default().run(&command) {
            Ok(output) => match output.text().lines().rev().find_map(facts_of) {
                Some(facts) => return Ok(facts),
                None => {
                    let said = output.text();
                    let last = said.lines().rev().find(|it| !it.trim().is_empty()).unwrap_or("it printed nothing").to_owned();
                    problems.push(format!("{}: {last}", ruby.display()));
                }
            },
            Err(_) => problems.push(format!("{}: it cannot be run, or does not end", ruby.display())),
        }
    }
    match problems.is_empty() {
        true => Err(ProcessError::NoRuby),
        false => Err(ProcessError::NoFacts(problems)),
    }
}

fn facts_of(line: &str) -> Option<Hash> {
    let json: serde_json::Value = serde_json::from_str(line.strip_prefix("facts ")?).ok()?;
    match values::data::from_json(&json) {
        Value::Hash(facts) => Some((*facts).clone()),
        _ => None,
    }
}
