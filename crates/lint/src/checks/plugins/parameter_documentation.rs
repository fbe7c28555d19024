//! Parameters and what is written about them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::parameters;
use crate::check::{Check, Found, Severity};
use crate::data::{Data, Definition};
use crate::lexer::characters;
use crate::token::{Id, Kind};

pub const CHECK: Check = Check {
    name: "parameter_documentation",
    description: Some("Each parameter is documented, and nothing else is."),
    help: None,
    by_default: false,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for (definition, known) in parameters::definitions(data) {
        let called = definition.called();
        let class = data.token(definition.name).value.as_ref();
        let documented = Documented::new(data, definition);
        let names: FxHashSet<&str> = known.iter().map(|it| data.token(it.variable).value.as_ref()).collect();
        let mentioned: FxHashSet<&str> = documented.names.iter().map(|(name, _)| *name).collect();
        for (name, comment) in &documented.twice {
            let message = format!("Duplicate {called} parameter documentation for {class}::{name}");
            at_name(data, *comment, message, found);
        }
        for (name, comment) in &documented.names {
            let is_title = *name == "name/title" && definition.kind == Kind::Define;
            if !is_title && !names.contains(name) {
                let message = format!("No matching {called} parameter for documentation of {class}::{name}");
                at_name(data, *comment, message, found);
            }
        }
        if documented.is_private {
            continue;
        }
        for parameter in known {
            let name = data.token(parameter.variable).value.as_ref();
            if !mentioned.contains(name) {
                found.warning(data, parameter.variable, format!("missing documentation for {called} parameter {class}::{name}"));
            }
        }
    }
}

/// A warning at the name that a comment documents.
fn at_name(data: &Data<'_>, comment: Id, message: String, found: &mut Found<'_>) {
    let token = data.token(comment);
    let rest = token.value.trim_start();
    let rest = rest.strip_prefix("@param").map_or(rest, str::trim_start);
    let before = token.value.len().saturating_sub(rest.len());
    let column = token.column + characters(token.value.get(..before).unwrap_or("")) + 1;
    found.at(Severity::Warning, token.line, column, message).range = data.range(comment);
}

#[derive(Default)]
struct Documented<'t> {
    names: Vec<(&'t str, Id)>,
    twice: Vec<(&'t str, Id)>,
    is_private: bool,
}

impl<'t> Documented<'t> {
    /// Documented parameters in the comments before a definition, the last comment first. They reach up to the code before it.
    fn new(data: &Data<'t>, definition: &Definition) -> Self {
        let mut all = Self::default();
        let mut first: FxHashMap<&str, Id> = FxHashMap::default();
        for id in (0..definition.tokens.start).rev() {
            let token = data.token(id);
            match token.kind {
                Kind::Comment => {}
                Kind::Newline | Kind::Whitespace | Kind::Indent | Kind::Class | Kind::Define => continue,
                _ => break,
            }
            let text = token.value.trim();
            if text.strip_prefix("@api").is_some_and(|it| it.starts_with(' ') && it.trim_start() == "private") {
                all.is_private = true;
            }
            let Some(name) = documents(text) else { continue };
            let name = if definition.kind == Kind::Define && matches!(name, "name" | "title") { "name/title" } else { name };
            match first.get(name) {
                None => {
                    first.insert(name, id);
                    all.names.push((name, id));
                }
                Some(other) => {
                    if !all.twice.iter().any(|(it, _)| *it == name) {
                        all.twice.push((name, *other));
                    }
                    all.twice.push((name, id));
                }
            }
        }
        all
    }
}

/// The name of the parameter that a comment is about: `[*name*]`, `$name:: text` or `@param name`.
fn documents(text: &str) -> Option<&str> {
    let (name, rest) = if let Some(rest) = text.strip_prefix("[*") {
        rest.split_once("*]").map(|(name, _)| (name, ""))?
    } else if let Some(rest) = text.strip_prefix('$') {
        rest.split_once("::").filter(|(_, rest)| rest.starts_with(' ')).map(|(name, _)| (name, ""))?
    } else {
        let rest = text.strip_prefix("@param ")?;
        let rest = match rest.strip_prefix('[') {
            Some(of_type) => of_type.rsplit_once("] ")?.1,
            None => rest,
        };
        let end = rest.find(|it: char| !is_word(it)).unwrap_or(rest.len());
        rest.split_at(end)
    };
    (!name.is_empty() && name.chars().all(is_word) && (rest.is_empty() || rest.starts_with(' '))).then_some(name)
}

fn is_word(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn each_parameter_is_documented_once() {
        check(
            "parameter_documentation",
            "# A class.\n#\n# @param a One.\n# @param [String] b Two.\n# @param a Again.\n# @param c None.\nclass m($a, $b, $d) { }\n",
            expect![[r#"
                5:10: warning: Duplicate class parameter documentation for m::a
                3:10: warning: Duplicate class parameter documentation for m::a
                6:10: warning: No matching class parameter for documentation of m::c
                7:17: warning: missing documentation for class parameter m::d
            "#]],
        );
    }

    #[test]
    fn older_styles_are_known() {
        check(
            "parameter_documentation",
            "# [*a*]\n#   One.\n#\n# $b:: Two.\n# @param name Which.\ndefine m($a, $b) { }\n",
            expect![[r#""#]],
        );
    }

    #[test]
    fn what_is_private_needs_none() {
        check("parameter_documentation", "# @api private\nclass m($a) { }\n", expect![[r#""#]]);
    }
}
