//! Recorded calls of functions that modules define in Ruby.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use compiler::{Environment, Reading};
use serde_json::Value;

/// A call, and the line that was recorded for it.
pub type Call = (String, Value);

/// The environment and the calls, each with its code, that a command line names: a module path and files of recorded answers.
pub fn read() -> io::Result<(Arc<Environment>, Vec<Call>)> {
    let mut arguments = std::env::args().skip(1);
    let modulepath: Vec<PathBuf> = arguments.next().unwrap_or_default().split(':').map(PathBuf::from).collect();
    let mut environment = Environment::new(Arc::new(world::RealWorld), "production", None, modulepath, Reading::default());
    // The recorded answers are those of Debian 12.
    environment.ruby_version = Some(ruby::Version::V3_1);
    environment.has_ports = false;
    let mut calls = Vec::new();
    for file in arguments {
        let text = std::fs::read_to_string(&file).map_err(|error| io::Error::new(error.kind(), format!("{file}: {error}")))?;
        let cases = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        calls.extend(cases.filter_map(|case| Some((case["code"].as_str()?.to_owned(), case))));
    }
    Ok((Arc::new(environment), calls))
}
