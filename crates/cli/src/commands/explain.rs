//! `bunraku explain`: the page of a code.

use std::io::{self, Write};

use crate::exit::Exit;

/// Explain a finding
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Code, such as `duplicate-key` or Puppet's `DUPLICATE_KEY`; without one, list all codes
    pub code: Option<String>,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut text = String::new();
    match args.code {
        None => {
            for code in diagnostics::all_codes() {
                text.push_str(&format!("{code:<34} {}\n", code.title));
            }
        }
        Some(name) => {
            let of_puppet = || diagnostics::all_codes().iter().copied().find(|it| it.puppet_code.eq_ignore_ascii_case(&name));
            let code = diagnostics::find(&name).or_else(|| if name.is_empty() { None } else { of_puppet() });
            let Some(code) = code else {
                let codes = diagnostics::all_codes().iter().map(|it| it.name);
                match syntax::nearest(&name.to_lowercase().replace('_', "-"), codes) {
                    Some(nearest) => anyhow::bail!("no code `{name}`; did you mean `{nearest}`?"),
                    None => anyhow::bail!("no code `{name}`; `bunraku explain` lists all codes"),
                }
            };
            text.push_str(code.page);
        }
    }
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Exit::Clean),
    }
}
