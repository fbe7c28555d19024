//! `bunraku resource --edit`: opens resources in an editor, and applies the edited code.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, bail};
use providers::Inspected;
use providers::secrets::REDACTED;

use super::Args;
use crate::exit::Exit;

/// Attributes that Puppet only reads: a manifest that sets them is refused.
const READ_ONLY: [&str; 3] = ["ctime", "mtime", "type"];

/// Without what is shown as secret, which would be set to what is shown instead of it, and without what cannot be set.
pub fn settable(type_name: &str, mut found: Inspected) -> Inspected {
    let is_read_only = |name: &str| type_name == "file" && READ_ONLY.contains(&name);
    found.attributes.retain(|(name, value)| *value != REDACTED && !is_read_only(name));
    found
}

/// Opens the code in an editor, and applies the file that it leaves. An editor that fails has not said yes.
pub fn applied(args: &Args, code: &str) -> anyhow::Result<Exit> {
    // Where the editor keeps what it was given others may not look.
    let mut file = tempfile::Builder::new().prefix("bunraku-resource").suffix(".pp").tempfile()?;
    file.write_all(code.as_bytes())?;
    file.flush()?;
    // `EDITOR` may be several words, as `code --wait`.
    let editor = Command::new("/bin/sh").args(["-c", r#"exec ${EDITOR:-vi} "$1""#, "sh"]).arg(file.path()).status();
    let editor = editor.context("the editor")?;
    if !editor.success() {
        bail!("the editor ended with {editor}, and nothing was applied");
    }
    let program = std::env::current_exe().context("this program")?;
    let applied = Command::new(program).arg("apply").args(options(args)).arg(file.path()).status()?;
    Ok(applied.code().and_then(|it| u8::try_from(it).ok()).map_or(Exit::Found, Exit::Code))
}

/// Options for the machine, passed on to `apply`.
fn options(args: &Args) -> Vec<OsString> {
    let mut options = vec![OsString::from(if args.debug { "--debug" } else { "--verbose" })];
    let mut add = |name: &str, value: Option<OsString>| {
        if let Some(value) = value {
            options.extend([name.into(), value]);
        }
    };
    let folders = &args.folders;
    let path = |it: &Option<PathBuf>| it.clone().map(PathBuf::into_os_string);
    let text = |it: &Option<String>| it.clone().map(OsString::from);
    add("--confdir", path(&folders.confdir));
    add("--codedir", path(&folders.codedir));
    add("--environmentpath", text(&folders.environmentpath));
    add("--basemodulepath", text(&folders.basemodulepath));
    add("--vardir", path(&folders.vardir));
    add("--publicdir", path(&folders.publicdir));
    add("--logdir", path(&folders.logdir));
    add("--rundir", path(&folders.rundir));
    add("--certname", text(&args.certname));
    add("--environment", text(&args.environment));
    add("--modulepath", text(&args.modulepath));
    if args.noop {
        options.push("--noop".into());
    }
    options.push(format!("--color={}", args.color).into());
    options.extend(args.ruby.options().map(OsString::from));
    options
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use serde_json::json;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn options_are_passed_on() {
        let given = [
            "--ruby-providers=off",
            "--ruby-facts=builtin",
            "--ruby-outside=clock,commands",
            "--ruby-version=3.1",
            "--ruby-timeout=7",
            "--certname=a",
        ];
        let line = Line::parse_from([&["resource", "host", "--edit"][..], &given].concat());
        let passed = options(&line.args).iter().map(|it| it.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ");
        for option in given {
            assert!(passed.replace("--certname ", "--certname=").contains(option), "{option} is not in {passed}");
        }
    }

    #[test]
    fn a_secret_is_not_set_to_what_stands_for_it() {
        let attributes = vec![("ensure".to_owned(), json!("present")), ("password".to_owned(), json!(REDACTED))];
        let found = settable("user", Inspected { title: "root".to_owned(), attributes });
        assert_eq!(found.attributes, [("ensure".to_owned(), json!("present"))]);
    }
}
