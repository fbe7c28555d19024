//! Long texts, shown with the pager of the user.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use anstream::{AutoStream, ColorChoice};

/// Prints a text; on a terminal that it does not fit, with `$PAGER`.
pub fn show(text: &str) -> io::Result<()> {
    let height = terminal_size::terminal_size_of(io::stdout()).map(|(_, height)| usize::from(height.0));
    let is_long = height.is_some_and(|it| text.lines().count() >= it);
    let pager = std::env::var("PAGER").ok().filter(|it| !it.trim().is_empty());
    if let Some(pager) = pager.filter(|_| is_long && io::stdout().is_terminal())
        && paged(&pager, &as_wanted(text)).is_ok()
    {
        return Ok(());
    }
    AutoStream::auto(io::stdout().lock()).write_all(text.as_bytes())
}

/// The text without its colours where the user wants none: a pager shows whatever it is given.
fn as_wanted(text: &str) -> Cow<'_, str> {
    match AutoStream::choice(&io::stdout()) {
        ColorChoice::Never => Cow::Owned(anstream::adapter::strip_str(text).to_string()),
        _ => Cow::Borrowed(text),
    }
}

fn paged(pager: &str, text: &str) -> io::Result<()> {
    // As with other programs, `$PAGER` is what a shell would run.
    let mut command = if pager.contains(|it: char| "\"'\\$|;&<>()`*?[#~=%".contains(it)) {
        let mut shell = Command::new("sh");
        shell.args(["-c", pager]);
        shell
    } else {
        let mut words = pager.split_whitespace();
        let Some(program) = words.next() else { return Err(io::ErrorKind::InvalidInput.into()) };
        let mut command = Command::new(program);
        command.args(words);
        command
    };
    command.stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Colours are shown, and a text that fits does not stay open.
        command.env("LESS", "FRX");
    }
    let mut child = command.spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // Whoever closes the pager has seen enough.
        let _ = input.write_all(text.as_bytes());
    }
    // One that could not show it has shown nothing; one that a signal ends was seen enough of.
    match child.wait()?.code() {
        Some(code) if code != 0 => Err(io::Error::other("the pager failed")),
        _ => Ok(()),
    }
}
