//! An `environment.conf` with lines that Puppet cannot read or passes over.

use analysis::data::Role;
use environment::environment_conf::{NAMES, Problem, no_time, problems};
use syntax::Severity;

use super::{DataFile, Draft, Rule};

pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    if looked.place.role == Role::Settings {
        found.extend(problems(&looked.source).into_iter().map(|it| draft(looked, it)));
    }
}

fn draft(looked: &DataFile<'_>, problem: Problem) -> Draft {
    let line = |number: usize| looked.line(u32::try_from(number).unwrap_or(u32::MAX));
    match problem {
        Problem::Unreadable { line: number, text } => {
            let range = line(number);
            // What is meant is another way to write a setting, as YAML does or Puppet's own manifests.
            let meant =
                text.split_once([':', ' ']).map(|(name, value)| (name.trim(), value.trim_start_matches([':', '=', '>', ' ']).trim()));
            let meant = meant.filter(|(name, value)| NAMES.contains(name) && !value.is_empty());
            let fix = meant.map(|(name, value)| {
                let text = format!("{name} = {value}");
                (format!("Write `{text}`"), vec![(range.clone(), text)])
            });
            Draft {
                severity: Some(Severity::Error),
                message: format!("Could not match line {text} (file: {}, line: {number})", looked.path),
                help: Some("A line is `name = value`, or a comment after `#`. Puppet compiles nothing until this is fixed".to_owned()),
                fix,
                range,
                ..Draft::default()
            }
        }
        Problem::Unknown { line: number, name } => {
            let whole = line(number);
            let range = whole.start..whole.start + name.len();
            let near = syntax::nearest(&name, NAMES);
            Draft {
                severity: Some(Severity::Warning),
                message: format!("Invalid settings in environment.conf: the following unknown setting(s) are being ignored: {name}"),
                help: Some(match near {
                    Some(near) => format!("There is `{near}`"),
                    None => format!("There are {}", NAMES.join(", ")),
                }),
                fix: near.map(|it| (format!("Change to `{it}`"), vec![(range.clone(), it.to_owned())])),
                range,
                ..Draft::default()
            }
        }
        Problem::Unset { line: number, name, expression } => {
            let whole = line(number);
            let at = place_of(&expression, looked.source.get(whole.clone()).unwrap_or_default());
            Draft {
                severity: Some(Severity::Warning),
                message: format!("Error converting value for param '{name}': Could not find value for {expression}"),
                help: Some("Puppet has no such setting, and compiles nothing where `puppet.conf` does not set it".to_owned()),
                range: whole.start + at..whole.start + at + expression.len(),
                ..Draft::default()
            }
        }
        Problem::NoTime { line: number, text } => Draft {
            severity: Some(Severity::Error),
            range: line(number),
            message: no_time(&text),
            help: Some(
                "A number of seconds, a number followed by `y`, `d`, `h`, `m` or `s`, or `unlimited`. Puppet compiles nothing until this is fixed"
                    .to_owned(),
            ),
            ..Draft::default()
        },
        Problem::Section { line: number, name } => Draft {
            severity: Some(Severity::Warning),
            range: line(number),
            message: format!(
                "Invalid sections in environment.conf. Environment conf may not have sections. The following sections are being ignored: \
                 '{name}'"
            ),
            ..Draft::default()
        },
    }
}

/// Where a line names a setting, and not one whose name is longer.
fn place_of(expression: &str, line: &str) -> usize {
    let goes_on =
        |at: usize| line.get(at + expression.len()..).is_some_and(|it| it.starts_with(|it: char| it.is_alphanumeric() || it == '_'));
    let is_whole = |at: &usize| expression.ends_with('}') || !goes_on(*at);
    line.match_indices(expression).map(|it| it.0).find(is_whole).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::check;

    #[test]
    fn lines_that_puppet_does_not_read() {
        check(
            "#- /e/environment.conf\n# ours\nmodulepath: site:modules\n{}\n  ; no comment\nmanifest = site.pp\n",
            expect![[r#"
                /e/environment.conf: error invalid-environment-config "modulepath: site:modules"
                  Could not match line modulepath: site:modules (file: /e/environment.conf, line: 2)
                  help: A line is `name = value`, or a comment after `#`. Puppet compiles nothing until this is fixed
                  Write `modulepath = site:modules`: modulepath = site:modules
                /e/environment.conf: error invalid-environment-config "{}"
                  Could not match line {} (file: /e/environment.conf, line: 3)
                  help: A line is `name = value`, or a comment after `#`. Puppet compiles nothing until this is fixed
                /e/environment.conf: error invalid-environment-config "; no comment"
                  Could not match line   ; no comment (file: /e/environment.conf, line: 4)
                  help: A line is `name = value`, or a comment after `#`. Puppet compiles nothing until this is fixed
            "#]],
        );
    }

    #[test]
    fn settings_that_are_passed_over() {
        check(
            "#- /e/environment.conf\n  manifst=site.pp\nx = 1\n[main]\nmanifest = a\n[other]\ny = 1\n",
            expect![[r#"
            /e/environment.conf: warning invalid-environment-config "manifst"
              Invalid settings in environment.conf: the following unknown setting(s) are being ignored: manifst
              help: There is `manifest`
              Change to `manifest`:   manifest=site.pp
            /e/environment.conf: warning invalid-environment-config "x"
              Invalid settings in environment.conf: the following unknown setting(s) are being ignored: x
              help: There are modulepath, manifest, config_version, environment_timeout, environment_data_provider, static_catalogs, rich_data
            /e/environment.conf: warning invalid-environment-config "[other]"
              Invalid sections in environment.conf. Environment conf may not have sections. The following sections are being ignored: 'other'
        "#]],
        );
    }

    #[test]
    fn values_that_puppet_stops_at() {
        check(
            "#- /e/environment.conf\nmodulepath = site:$nothing/modules\nmanifest = ${codedir}/site.pp\nconfig_version = /bin/$user$us/${env}/$x $\n\
             environment_timeout = soon\nenvironment_timeout = 3m\nenvironment_timeout = unlimited\nenvironment_timeout =\n",
            expect![[r#"
                /e/environment.conf: warning invalid-environment-config "$nothing"
                  Error converting value for param 'modulepath': Could not find value for $nothing
                  help: Puppet has no such setting, and compiles nothing where `puppet.conf` does not set it
                /e/environment.conf: warning invalid-environment-config "$us"
                  Error converting value for param 'config_version': Could not find value for $us
                  help: Puppet has no such setting, and compiles nothing where `puppet.conf` does not set it
                /e/environment.conf: warning invalid-environment-config "${env}"
                  Error converting value for param 'config_version': Could not find value for ${env}
                  help: Puppet has no such setting, and compiles nothing where `puppet.conf` does not set it
                /e/environment.conf: warning invalid-environment-config "$x"
                  Error converting value for param 'config_version': Could not find value for $x
                  help: Puppet has no such setting, and compiles nothing where `puppet.conf` does not set it
                /e/environment.conf: error invalid-environment-config "environment_timeout = soon"
                  Invalid 'time to live' format '"soon"' for parameter: environment_timeout
                  help: A number of seconds, a number followed by `y`, `d`, `h`, `m` or `s`, or `unlimited`. Puppet compiles nothing until this is fixed
                /e/environment.conf: error invalid-environment-config "environment_timeout ="
                  Invalid 'time to live' format '""' for parameter: environment_timeout
                  help: A number of seconds, a number followed by `y`, `d`, `h`, `m` or `s`, or `unlimited`. Puppet compiles nothing until this is fixed
            "#]],
        );
    }

    #[test]
    fn what_can_be_read_counts() {
        check(
            "#- /e/environment.conf\nmodulepath = $codedir/modules\nmanifest =\nrich_data = true\n#- /e/notes.conf\n{}\n",
            expect![[r#""#]],
        );
    }
}
