//! `bunraku explain`: the page of a code.

use std::io::{self, Write};

use crate::exit::Exit;

/// Explain the code of a finding
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The code, as `duplicate-key`, or Puppet's name for it, as `DUPLICATE_KEY`; without one, all codes are listed
    pub code: Option<String>,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut text = String::new();
    match args.code {
        None => {
            for rule in diagnostics::rules() {
                text.push_str(&format!("{:<34} {}\n", rule.code, rule.summary()));
            }
        }
        Some(code) => {
            let rule = diagnostics::find(&code).or_else(|| {
                diagnostics::rules().into_iter().find(|it| !it.puppet_code.is_empty() && it.puppet_code.eq_ignore_ascii_case(&code))
            });
            let Some(rule) = rule else {
                anyhow::bail!("there is no code `{code}`: `bunraku explain` lists all");
            };
            text.push_str(rule.page);
        }
    }
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Exit::Clean),
    }
}
