//! A virtual resource that is realized on no node of a site, though others of its type are.
//!
//! Unrealized resources of a site: other sites may realize what a module declares, so only the site's own code is reported. Nothing is said
//! where anything is not known: a fact that nobody gave, a node that stands for many.

use std::collections::BTreeMap;

use analysis::{Evaluation, File, Snapshot};
use syntax::TextRange;
use syntax::model::{Data, Form, Model, NodeId};
use values::Str;

use super::Rule;
use super::site::{hint, is_for_others, known_nodes};
use crate::Finding;
use crate::registry::codes;

/// The titles of what a line declares, by types, and whether something realizes them.
type Lines = BTreeMap<(u32, Str), BTreeMap<Str, bool>>;

pub(crate) const RULE: Rule = Rule::Site(find);

/// Returns what is wrong with the virtual resources of a file, without what is known of them already.
fn find(snapshot: Snapshot<'_>, file: File, evaluations: &[Evaluation], known: &[Finding]) -> Vec<Finding> {
    let path = snapshot.path(file);
    let mut lines = Lines::new();
    evaluations.iter().for_each(|it| note(it, &path, &mut lines));
    // Most resources are realized where they first occur.
    if lines.values().flat_map(BTreeMap::values).all(|realized| *realized) || is_for_others(snapshot, file) {
        return Vec::new();
    }
    let Some(nodes) = known_nodes(snapshot, file) else { return Vec::new() };
    // What no node declares is virtual in no catalog.
    lines.clear();
    nodes.iter().for_each(|it| note(it, &path, &mut lines));
    let Some(program) = snapshot.program(file, &path) else { return Vec::new() };
    let model = &program.model;
    let mut found = Vec::new();
    for id in model.ids() {
        let Data::Resource { form: Form::Virtual, type_name, bodies } = model.data(id) else { continue };
        let Data::Name(name) = model.data(*type_name) else { continue };
        let capital = catalog::puppet::canonical_type(&name.trim_start_matches("::").to_lowercase()).into_owned();
        let range = model.get(*type_name).range;
        if known.iter().any(|it| it.code == codes::UNREALIZED_RESOURCE && it.range == range) {
            continue;
        }
        let Some(titles) = lines.get(&(program.line(id), capital.as_str().into())) else { continue };
        if titles.values().all(|realized| !realized) {
            found.push(finding(snapshot, file, range, &capital, titles.keys()));
            continue;
        }
        for title in bodies.iter().flat_map(|it| written_titles(model, *it)) {
            let (Data::String(text) | Data::Name(text)) = model.data(title) else { continue };
            if let Some((title_of_it, false)) = titles.get_key_value(&**text) {
                found.push(finding(snapshot, file, model.get(title).range, &capital, [title_of_it]));
            }
        }
    }
    found
}

/// Adds what an evaluation shows of the virtual resources of a file.
fn note(evaluation: &Evaluation, path: &str, lines: &mut Lines) {
    for it in evaluation.evaluated.outcome.virtuals.iter().filter(|it| *it.file == *path) {
        let titles = lines.entry((it.line, it.type_name.clone())).or_default();
        *titles.entry(it.title.clone()).or_default() |= it.realized;
    }
}

/// The titles of a body, one or a list.
fn written_titles(model: &Model, body: NodeId) -> Vec<NodeId> {
    let Data::ResourceBody { title, .. } = model.data(body) else { return Vec::new() };
    match model.data(*title) {
        Data::List { values } => values.to_vec(),
        _ => vec![*title],
    }
}

fn finding<'a>(snapshot: Snapshot<'_>, file: File, range: TextRange, capital: &str, titles: impl IntoIterator<Item = &'a Str>) -> Finding {
    let mut names: Vec<String> = titles.into_iter().map(|it| format!("`{capital}[{it}]`")).collect();
    let more = names.len().saturating_sub(MOST_NAMED);
    names.truncate(MOST_NAMED);
    if more > 0 {
        names.push(format!("{more} more"));
    }
    hint(snapshot, file, codes::UNREALIZED_RESOURCE, range, format!("Nothing realizes {} on any node of this site", names.join(", ")))
}

/// Limit of the resources that a message names.
const MOST_NAMED: usize = 5;

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::neighbours::tests::check;

    const SITE: &str = "#- /e/environment.conf\n\n#- /e/manifests/site.pp\n";

    #[test]
    fn what_no_node_realizes() {
        let nodes =
            "node 'one' { include people User<| title == 'ann' |> }\nnode 'two' { include people realize(User['bob'], Group['g']) }\n";
        let people = "#- /e/modules/people/manifests/init.pp\nclass people {\n  @user { ['ann', 'carl']: }\n  @user { 'bob': ; 'dora': }\n  \
                      ['eve', 'finn'].each |$name| { @user { $name: } }\n  @group { 'g': }\n  @@user { 'gus': }\n}\n";
        check(
            "unrealized-resource",
            &format!("{SITE}{nodes}{people}"),
            expect![[r#"
            Hint: Nothing realizes `User[carl]` on any node of this site
              /e/modules/people/manifests/init.pp:2   @user { ['ann', 'carl']: }
                                                                      ^^^^^^
            Hint: Nothing realizes `User[dora]` on any node of this site
              /e/modules/people/manifests/init.pp:3   @user { 'bob': ; 'dora': }
                                                                       ^^^^^^
            Hint: Nothing realizes `User[eve]`, `User[finn]` on any node of this site
              /e/modules/people/manifests/init.pp:4   ['eve', 'finn'].each |$name| { @user { $name: } }
                                                                                      ^^^^
        "#]],
        );
    }

    #[test]
    fn what_is_not_known() {
        let people = "#- /e/modules/people/manifests/init.pp\nclass people {\n  @user { 'ann': }\n  @user { 'bob': }\n}\n";
        let by_fact =
            "node 'one' { include people User<| title == 'ann' |> if $facts['os']['family'] == 'Nix' { realize(User['bob']) } }\n";
        check("unrealized-resource", &format!("{SITE}{by_fact}{people}"), expect![[""]]);
        let by_query = "node 'one' { include people $x = lookup('none') User<| title == 'ann' or title == $x |> }\n";
        check("unrealized-resource", &format!("{SITE}{by_query}{people}"), expect![[""]]);
        let many = "node /web/ { include people User<| title == 'ann' |> include lookup('classes') }\n#- /e/hiera.yaml\nversion: 5\n\
                    #- /e/data/common.yaml\nclasses: []\n";
        check("unrealized-resource", &format!("{SITE}{many}{people}"), expect![[""]]);
        let error = "node 'one' { include people User<| title == 'ann' |> fail('x') }\n";
        check("unrealized-resource", &format!("{SITE}{error}{people}"), expect![[""]]);
        let undeclared = "node 'one' { @user { 'carl': } User<| title == 'carl' |> }\n";
        check("unrealized-resource", &format!("{SITE}{undeclared}{people}"), expect![[""]]);
    }

    #[test]
    fn what_other_sites_may_realize() {
        let node = "node 'one' { include people User<| title == 'ann' |> }\n";
        let people = "#- /e/modules/people/metadata.json\n{\"name\": \"me-people\"}\n#- /e/modules/people/manifests/init.pp\n\
                      class people {\n  @user { 'ann': }\n  @user { 'bob': }\n}\n";
        check("unrealized-resource", &format!("{SITE}{node}{people}"), expect![[""]]);
    }
}
