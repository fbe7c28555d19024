//! Lines for people, in the format that they choose, and the help.

use std::fmt::Write;

use lint::{Options, State};

use super::Reported;

/// How a problem is written, with `%{...}` for what is known of it.
pub struct Format(String);

impl Format {
    pub fn new(options: &Options, several: bool) -> Self {
        if let Some(own) = options.log_format.as_ref().filter(|it| !it.is_empty()) {
            return Self(own.clone());
        }
        let path = if options.with_filename || several { "%{path} - " } else { "" };
        Self(format!("{path}%{{KIND}}: %{{message}} on line %{{line}} (check: %{{check}})"))
    }

    pub fn add(&self, out: &mut String, reported: &Reported<'_>) {
        let problem = reported.problem;
        let mut rest = self.0.as_str();
        while let Some((before, after)) = rest.split_once('%') {
            out.push_str(before);
            if let Some(after) = after.strip_prefix('%') {
                out.push('%');
                rest = after;
                continue;
            }
            let Some((name, after)) = after.strip_prefix('{').and_then(|it| it.split_once('}')) else {
                out.push('%');
                rest = after;
                continue;
            };
            let _ = match name {
                "message" => write!(out, "{}", problem.message),
                "line" => write!(out, "{}", problem.line),
                "column" => write!(out, "{}", problem.column),
                "kind" => write!(out, "{}", problem.kind()),
                "KIND" => write!(out, "{}", problem.kind().to_uppercase()),
                "check" => write!(out, "{}", problem.check),
                "path" => write!(out, "{}", reported.path),
                "fullpath" => write!(out, "{}", reported.full_path),
                "filename" => write!(out, "{}", reported.file_name()),
                other => write!(out, "%{{{other}}}"),
            };
            rest = after;
        }
        out.push_str(rest);
        if !out.ends_with('\n') {
            out.push('\n');
        }
        if let State::Ignored(reason) = &problem.state {
            let _ = writeln!(out, "  {reason}");
        }
        if let Some(context) = reported.context.as_ref().filter(|_| problem.state != State::Fixed) {
            // The sign is as far from the beginning as the column says, whatever was taken away before the line.
            let width = (problem.column as usize + 2).saturating_sub(usize::from(context.is_empty()));
            let _ = writeln!(out, "\n  {context}\n{:>width$}\n", "^");
        }
    }
}

/// A line that GitHub shows next to the code.
pub fn annotate(out: &mut String, reported: &Reported<'_>) {
    let problem = reported.problem;
    let message = problem.message.replace('%', "%25").replace('\n', "%0A").replace('\r', "%0D");
    let (kind, line, column, check) = (problem.kind(), problem.line, problem.column, problem.check);
    let _ = writeln!(out, "\n::{kind} file={},line={line},col={column}::{message} (check: {check})", reported.path);
}

const HELP: &str = "\
Check manifests as puppet-lint 4.3 does

Usage: bunraku lint [OPTIONS] PATH...

      --version                       Show the compatible version of puppet-lint
      --no-config                     Do not read /etc/puppet-lint.rc, ~/.puppet-lint.rc and .puppet-lint.rc
  -c, --config FILE                   Read options from a file, one per line
      --with-context                  Show the line of each problem
      --with-filename                 Print the path before each problem
      --fail-on-warnings              Exit with 1 also for warnings
      --error-level LEVEL             Levels to report: warning, error or all
      --show-ignored                  Also report what control comments ignore
      --relative                      Compare the module layout relative to the module's folder
  -f, --fix                           Fix problems that have a fix
      --log-format FORMAT             Format of a problem, such as `%{path}:%{line} %{message}`
      --json                          Print JSON
      --sarif                         Print SARIF
      --codeclimate-report-file FILE  Write a report for Code Climate
      --list-checks                   List the names of the checks
      --only-checks CHECKS            Run only these checks, separated by commas
      --ignore-paths PATHS            Patterns of paths to skip, separated by commas
      --top-scope-variables VARS      Top-scope variables that are not facts, separated by commas

Variables of `--log-format`: %{filename} %{path} %{fullpath} %{line} %{column} %{kind} %{KIND} %{check} %{message}
";

/// The names of checks fill lines of this width.
const HELP_WIDTH: usize = 100;

/// The help, with the names of all checks.
pub fn help() -> String {
    let mut out = HELP.to_owned();
    out.push_str("\nChecks that run unless `--no-NAME-check` is given:\n");
    list(&mut out, lint::checks::ALL.iter().filter(|it| it.by_default).map(|it| it.name));
    out.push_str("\nChecks that run only with `--NAME-check`:\n");
    list(&mut out, lint::checks::ALL.iter().filter(|it| !it.by_default).map(|it| it.name));
    out
}

/// Adds names, as many to a line as fit.
fn list<'n>(out: &mut String, names: impl Iterator<Item = &'n str>) {
    let mut line = String::new();
    for name in names {
        if line.len() + name.len() + 3 > HELP_WIDTH {
            let _ = writeln!(out, "  {line}");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(name);
    }
    let _ = writeln!(out, "  {line}");
}
