//! Compares calls of functions that modules define in Ruby with what Puppet was recorded to answer: each file is evaluated, and no port
//! runs in its place.
//!
//!     cargo run -p compiler --example functions -- MODULEPATH FILE.jsonl...
//!
//! Lines are `{"code": …, "value": … (as %p), "error": …}`.

mod calls;

use std::collections::BTreeMap;
use std::io;
use std::process::ExitCode;

use compiler::{Code, Request, compile};

/// Puppet's frames around the text of a function's error.
const AROUND: [&str; 3] = [
    "Evaluation Error: Error while evaluating a Function Call, ",
    "Evaluation Error: Error while evaluating a Method call, ",
    "Evaluation Error: ",
];

fn main() -> io::Result<ExitCode> {
    let (environment, calls) = calls::read()?;
    let (mut equal, mut refused, mut different) = (0, 0, 0);
    let mut lacks: BTreeMap<String, usize> = BTreeMap::new();
    for (code, case) in calls {
        let outcome = compile(&environment, &Request::new(Code::Text(code.as_str().into()), "node.example.com"));
        let expected = match (case["value"].as_str(), case["error"].as_str()) {
            (Some(value), _) => format!("value {value}"),
            (None, error) => {
                let error = error.unwrap_or_default();
                format!("error {}", AROUND.iter().find_map(|it| error.strip_prefix(it)).unwrap_or(error))
            }
        };
        let ours = match outcome.errors.first() {
            Some(error) => {
                let message = error.message();
                let message = AROUND.iter().find_map(|it| message.strip_prefix(it)).unwrap_or(&message).to_owned();
                format!("error {message}")
            }
            None => format!("value {}", outcome.value.as_ref().map_or_else(String::new, values::print::puppet)),
        };
        if let Some((_, lack)) = ours.split_once("which Bunraku does not run yet") {
            refused += 1;
            let lack = lack.split(" (file: ").next().unwrap_or_default().trim_start_matches(": ").to_owned();
            let lack = if lack.is_empty() { ours.clone() } else { lack };
            *lacks.entry(lack).or_default() += 1;
        } else if ours == expected {
            equal += 1;
        } else {
            different += 1;
            println!("{code}\n  Puppet  {expected}\n  Bunraku {ours}");
        }
    }
    let mut lacks: Vec<(String, usize)> = lacks.into_iter().collect();
    lacks.sort_by_key(|it| std::cmp::Reverse(it.1));
    for (lack, count) in lacks {
        println!("refused {count:5}  {lack}");
    }
    println!("{equal} equal, {refused} refused, {different} different");
    Ok(if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
