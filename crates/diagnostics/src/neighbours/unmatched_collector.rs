//! `User<| uidd == 1 |>`: a query that no resource can ever match.

use hir::{Name, Symbol};
use syntax::model::{Data, NodeId};
use syntax::operator::Comparison;
use syntax::{Severity, TextRange};

use super::{CodeFile, Rule};
use crate::registry::codes;
use crate::{Edit, Finding, Fix};

pub(crate) const RULE: Rule = Rule::Neighbours(find);

/// Comparisons within comparisons, this deeply at most.
const DEEPEST: usize = 32;

fn find(here: &CodeFile<'_>, found: &mut Vec<Finding>) {
    let model = &here.text.model;
    for id in model.ids() {
        let Data::Collect { type_expr, query, .. } = model.data(id) else { continue };
        // What other nodes export is asked of a database.
        let (Data::Reference(name), Data::Query { exported: false, expr: Some(expr) }) = (model.data(*type_expr), model.data(*query))
        else {
            continue;
        };
        let lower = name.trim_start_matches("::").to_lowercase();
        let Some(attributes) = Attributes::new(here, &lower) else { continue };
        let Some(why) = never(here, &attributes, *expr, 0) else { continue };
        found.push(why.finding(here, name, &attributes));
    }
}

/// Why nothing matches.
enum Why {
    /// The type has no such attribute.
    Attribute { range: TextRange, name: String },
    /// It would need two titles.
    Titles { range: TextRange, titles: [String; 2] },
}

/// Attributes of a type's resources.
struct Attributes(Vec<String>);

impl Attributes {
    /// None where there may be others.
    fn new(here: &CodeFile<'_>, lower: &str) -> Option<Attributes> {
        let mut all: Vec<String> = ["title", "name", "tag"].map(str::to_owned).into();
        all.extend(resource_types::metaparameters().iter().map(|it| it.name.clone()));
        let defines = here.snapshot.resolve(&Symbol::Type(Name::new(lower)), here.file);
        match (defines.as_slice(), here.snapshot.native_type(here.file, lower)) {
            ([one], None) => all.extend(here.snapshot.item(*one)?.parameters.iter().map(|it| it.name.to_string())),
            ([], Some(native)) if native.sure && !native.open => {
                all.extend(native.attributes.iter().map(|it| it.name.clone()));
                all.extend(native.namevars.iter().cloned());
            }
            _ => return None,
        }
        Some(Attributes(all))
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|it| it == name)
    }
}

fn never(here: &CodeFile<'_>, attributes: &Attributes, query: NodeId, depth: usize) -> Option<Why> {
    if depth > DEEPEST {
        return None;
    }
    let model = &here.text.model;
    match model.data(query) {
        Data::Paren { expr } => never(here, attributes, *expr, depth + 1),
        Data::And { left, right } => never(here, attributes, *left, depth + 1)
            .or_else(|| never(here, attributes, *right, depth + 1))
            .or_else(|| two_titles(here, query)),
        Data::Or { left, right } => {
            let first = never(here, attributes, *left, depth + 1)?;
            never(here, attributes, *right, depth + 1).map(|_| first)
        }
        Data::Comparison { op: Comparison::Equal, left, right } => {
            let (Data::Name(name) | Data::String(name)) = model.data(*left) else { return None };
            // What is not there is `undef`, and a variable may be that, too.
            let is_value = matches!(
                model.data(*right),
                Data::String(_) | Data::Name(_) | Data::Concat { .. } | Data::Boolean(_) | Data::Integer { .. } | Data::Float(_)
            );
            let is_missing = is_value && !attributes.has(name);
            is_missing.then(|| Why::Attribute { range: here.text.range(*left), name: name.to_string() })
        }
        _ => None,
    }
}

/// Of comparisons that all have to hold, two that name a title each.
fn two_titles(here: &CodeFile<'_>, query: NodeId) -> Option<Why> {
    let model = &here.text.model;
    let mut waiting = vec![query];
    let mut first: Option<&str> = None;
    while let Some(node) = waiting.pop() {
        match model.data(node) {
            Data::And { left, right } => waiting.extend([*right, *left]),
            Data::Paren { expr } => waiting.push(*expr),
            Data::Comparison { op: Comparison::Equal, left, right } => {
                let (Data::Name(name), Data::String(title) | Data::Name(title)) = (model.data(*left), model.data(*right)) else { continue };
                match first {
                    _ if **name != *"title" => {}
                    // Puppet compares texts without regard to capitals.
                    Some(other) if !other.eq_ignore_ascii_case(title) => {
                        return Some(Why::Titles { range: here.text.range(node), titles: [other.to_owned(), title.to_string()] });
                    }
                    _ => first = Some(title),
                }
            }
            _ => {}
        }
    }
    None
}

impl Why {
    fn finding(self, here: &CodeFile<'_>, type_name: &str, attributes: &Attributes) -> Finding {
        match self {
            Why::Attribute { range, name } => {
                let near = syntax::nearest(&name, attributes.0.iter().map(String::as_str));
                let fix = near.filter(|_| here.text.slice(range) == name).map(|near| {
                    let edit = Edit { file: here.path.clone(), range, text: near.to_owned() };
                    Fix { title: format!("Change to `{near}`"), edits: vec![edit], sure: false }
                });
                let message = format!("`{type_name}` has no attribute `{name}`: this collector matches nothing");
                let help = near.map(|it| format!("There is `{it}`"));
                Finding {
                    help,
                    fixes: fix.into_iter().collect(),
                    ..here.finding(codes::UNMATCHED_COLLECTOR, Severity::Warning, range, message)
                }
            }
            Why::Titles { range, titles: [one, other] } => {
                let message = format!("No title is both `{one}` and `{other}`: this collector matches nothing");
                let help = Some("Use `or` to match either of them".to_owned());
                Finding { help, ..here.finding(codes::UNMATCHED_COLLECTOR, Severity::Warning, range, message) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::neighbours::tests::check;

    #[test]
    fn what_no_resource_can_have() {
        check(
            "unmatched-collector",
            r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/manifests/init.pp
class web {
  User<| uidd == 1 |>
  Package<| provder == 'gem' or (ensure == present and nosuch == 'x') |> { ensure => absent }
  Web::Site<| prot == 80 |>
  User<| title == 'a' and (tag == 'x' and title == 'b') |>
}
#- /m/web/manifests/site.pp
define web::site($port) { }
"#,
            expect![[r#"
                Warning: `User` has no attribute `uidd`: this collector matches nothing
                  /m/web/manifests/init.pp:2   User<| uidd == 1 |>
                                                      ^^^^
                  help: There is `uid`
                  fix: Change to `uid`
                    + User<| uid == 1 |>
                Warning: `Package` has no attribute `provder`: this collector matches nothing
                  /m/web/manifests/init.pp:3   Package<| provder == 'gem' or (ensure == present and nosuch == 'x') |> { ensure => absent }
                                                         ^^^^^^^
                  help: There is `provider`
                  fix: Change to `provider`
                    + Package<| provider == 'gem' or (ensure == present and nosuch == 'x') |> { ensure => absent }
                Warning: `Web::Site` has no attribute `prot`: this collector matches nothing
                  /m/web/manifests/init.pp:4   Web::Site<| prot == 80 |>
                                                           ^^^^
                  help: There is `port`
                  fix: Change to `port`
                    + Web::Site<| port == 80 |>
                Warning: No title is both `a` and `b`: this collector matches nothing
                  /m/web/manifests/init.pp:5   User<| title == 'a' and (tag == 'x' and title == 'b') |>
                                                                                       ^^^^^^^^^^^^
                  help: Use `or` to match either of them
            "#]],
        );
    }

    #[test]
    fn what_may_be_found() {
        check(
            "unmatched-collector",
            r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/manifests/init.pp
class web($x) {
  User<| |>
  User<| uid == 1 and tag == 'a' and tag == 'b' |>
  User<| nosuch == undef or nosuch == $x or nosuch != 'a' |>
  User<| title == 'a' and title == 'A' |>
  User<| title == 'a' or title == 'b' |>
  User<| noop == true or alias == 'b' or name == 'c' |>
  User<<| nosuch == 'a' |>>
  Other::Type<| nosuch == 'a' |>
  File<| path == '/a' |>
}
"#,
            expect![[""]],
        );
    }
}
