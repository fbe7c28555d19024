//! Errors that functions raise, such as `fail`.

use compiler::Issue;

use super::Rule;
use super::raised::{Draft, Raised};

pub(crate) const RULE: Rule = Rule::Error(find);

/// Asked when nobody else knows the error.
pub(super) fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let is = matches!(raised.issue, Issue::Raised { .. }) || matches!(raised.error.label(), Some("Function Call" | "Method call"));
    if is { vec![raised.draft(None)] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::{check, found};

    #[test]
    fn what_functions_say() {
        check(
            r#"
fail('no such system')
$x = Integer('a')
[1, 2].each |$i| { fail("at ${i}") }
fail('Rule[x]: size must be an integer, it expects one, got nothing')
define d { fail("not ${title}") }
d { 'x': }
d { 'y': }
"#,
            expect![[r#"
                evaluation-failed: no such system
                  site.pp:1 fail('no such system')
                            ^^^^^^^^^^^^^^^^^^^^^^
                evaluation-failed: 'new' The string 'a' cannot be converted to Integer
                  site.pp:2 $x = Integer('a')
                                 ^^^^^^^^^^^^
                evaluation-failed: at 1
                  site.pp:3 [1, 2].each |$i| { fail("at ${i}") }
                                               ^^^^^^^^^^^^^^^
                evaluation-failed: Rule[x]: size must be an integer, it expects one, got nothing
                  site.pp:4 fail('Rule[x]: size must be an integer, it expects one, got nothing')
                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                evaluation-failed: not x
                  site.pp:5 define d { fail("not ${title}") }
                                       ^^^^^^^^^^^^^^^^^^^^
            "#]],
        );
    }

    /// Text that a person writes may read like any of Puppet's own messages: it stays what somebody wrote.
    #[test]
    fn a_text_of_a_person_is_no_other_issue() {
        let texts = [
            "Unknown variable: 'osfamily'.",
            "Resource not found: LDAP entry for host, which Bunraku does not run yet",
            "Unknown function: 'hiera_include'. Has it been removed?",
            "The attribute 'mode' has already been set by site policy",
            "Duplicate declaration: backup client is already declared",
            "'web' expects a TLS certificate, got none",
            "deprecation. old. Use new",
            "Could not find class ::ntp for web1",
            "Could not find template 'a/b'",
            "No matching entry for selector parameter with value 'x'",
            "Invalid tag 'a b'",
            "stack level too deep",
            "Class[Web]: expects a value for parameter 'port'",
            "No title provided and \"x\" is not a valid resource reference",
        ];
        for text in texts {
            let manifest = format!("fail(\"{}\")\n", text.replace('"', "\\\""));
            let (found, _) = found(&manifest);
            let codes: Vec<(&str, String)> = found.iter().map(|it| (it.code.name, it.message.clone())).collect();
            assert_eq!(codes.len(), 1, "{codes:?}");
            assert_eq!(codes.first().map(|it| it.0), Some("evaluation-failed"), "{text}");
            assert!(found.iter().all(|it| it.severity == syntax::Severity::Error), "{text}");
        }
    }
}
