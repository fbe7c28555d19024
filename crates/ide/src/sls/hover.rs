//! Hover in a file of states: the place of a state in the order and its reasons, functions and their arguments, the states that a requisite
//! names, the value of a key of the pillar.

use std::fmt::Write as _;

use analysis::{File, Snapshot};
use rustc_hash::FxHashSet;
use salt::data::{Found as Data, traverse};
use salt::outline::{Found, Role};
use salt::{Chunk, Compiled, Edge, Span, documentation};
use syntax::TextSize;

use super::{At, Document, module_of, text_range};
use crate::Hover;
use crate::hover::place::link;

/// Limit of the states that are listed.
const MOST: usize = 12;

/// Hover at a place.
pub(crate) fn hover(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Hover> {
    let document = Document::open(snapshot, file)?;
    let (range, text) = match document.at(offset)? {
        At::Quoted { before, word } => (word.range, pillar(snapshot, &document, before, &word.text)?),
        At::Word(found) => {
            let word = found.word;
            let text = match found.role {
                Role::Id => of_states(snapshot, &document, file, found.node)?,
                Role::Function => {
                    let about = function(snapshot, &document, &found);
                    match (about, of_states(snapshot, &document, file, found.node)) {
                        (Some(about), Some(states)) => format!("{states}\n---\n\n{about}"),
                        (about, states) => states.or(about)?,
                    }
                }
                Role::Argument => argument(&document, &found)?,
                Role::Target { .. } => {
                    let module = module_of(&document.outline, found.role);
                    of_target(snapshot, &document, module, &word.text)?
                }
                Role::Module => {
                    let value = document.outline.nodes.get(found.node)?.value.as_ref()?;
                    of_target(snapshot, &document, Some(&word.text), &value.text)?
                }
                Role::Sls => sls(snapshot, &document, &word.text)?,
                Role::Extended | Role::Value => return None,
            };
            (word.range.clone(), text)
        }
    };
    Some(Hover { range: text_range(&range), text })
}

/// The states that a node of this file makes.
fn of_states(snapshot: Snapshot<'_>, document: &Document, file: File, node: usize) -> Option<String> {
    let node = document.outline.nodes.get(node)?;
    let compiled = snapshot.sls_compiled(&document.place)?;
    let path = snapshot.path(file);
    let is_here = |chunk: &Chunk| {
        let place = compiled.files.placed(chunk.at);
        place.is_some_and(|it| it.path.to_str() == Some(&*path) && node.range.contains(&it.range.start))
    };
    states(snapshot, &compiled, is_here)
}

/// The function that a node belongs to: the module, and the function if it is named.
fn function_of(document: &Document, node: usize) -> Option<(String, Option<String>)> {
    let path = document.outline.path(node);
    let depth = usize::from(document.outline.key(*path.first()?) == Some("extend"));
    let id = *path.get(depth)?;
    let functions = document.outline.functions(id);
    let own =
        path.get(depth + 1).and_then(|node| functions.iter().find(|it| it.2 == *node)).or_else(|| functions.iter().find(|it| it.2 == id));
    own.map(|it| (it.0.clone(), it.1.clone()))
}

/// Description of a function and its arguments.
fn function(snapshot: Snapshot<'_>, document: &Document, found: &Found<'_>) -> Option<String> {
    let (module, function) = function_of(document, found.node)?;
    let name = format!("{module}.{}", function?);
    documentation::summary(&name, snapshot.sls_release(&document.place))
}

/// Meaning of an argument.
fn argument(document: &Document, found: &Found<'_>) -> Option<String> {
    let (module, function) = function_of(document, found.node)?;
    let name = &*found.word.text;
    let text = documentation::argument(&format!("{module}.{}", function.unwrap_or_default()), name)?;
    Some(format!("`{name}`: {text}\n"))
}

fn of_target(snapshot: Snapshot<'_>, document: &Document, module: Option<&str>, target: &str) -> Option<String> {
    let compiled = snapshot.sls_compiled(&document.place)?;
    let is_meant = |chunk: &Chunk| module.is_none_or(|it| it == &*chunk.state) && (&*chunk.id == target || &*chunk.name_text() == target);
    states(snapshot, &compiled, is_meant)
}

/// Description of some states of a run.
fn states(snapshot: Snapshot<'_>, compiled: &Compiled, is_meant: impl Fn(&Chunk) -> bool) -> Option<String> {
    let meant: Vec<(usize, &Chunk)> = compiled.chunks.iter().enumerate().filter(|(_, it)| is_meant(it)).collect();
    let mut out = String::new();
    for (number, chunk) in meant.iter().take(MOST) {
        if !out.is_empty() {
            out.push_str("\n---\n\n");
        }
        describe_chunk(snapshot, compiled, *number, chunk, &mut out);
    }
    if meant.len() > MOST {
        let _ = write!(out, "\n… and {} more\n", meant.len() - MOST);
    }
    (!out.is_empty()).then_some(out)
}

pub(super) fn describe_chunk(snapshot: Snapshot<'_>, compiled: &Compiled, number: usize, chunk: &Chunk, out: &mut String) {
    let name = chunk.name_text();
    let _ = write!(out, "**{}.{}** `{}`", chunk.state, chunk.fun, chunk.id);
    if name != chunk.id {
        let _ = write!(out, " (name `{name}`)");
    }
    out.push_str("\n\n");
    if let Some(place) = compiled.in_order().position(|it| it == number) {
        let order = chunk.order.map(|it| format!(", order {}", it.text())).unwrap_or_default();
        let _ = writeln!(out, "Runs {} of {}{order}.", place + 1, compiled.in_order().count());
    }
    let Some(graph) = &compiled.graph else { return };
    let chunk_of = |node: usize| graph.nodes.get(node).map(|it| it.chunk);
    let mut before: Vec<(usize, Edge)> = Vec::new();
    let mut after: Vec<(usize, Edge)> = Vec::new();
    for edge in graph.edges() {
        let (Some(from), Some(to)) = (chunk_of(edge.before), chunk_of(edge.after)) else { continue };
        if to == number && from != number {
            before.push((from, edge));
        }
        if from == number && to != number {
            after.push((to, edge));
        }
    }
    if let Some(why) = pulled(compiled, chunk, &after) {
        let _ = writeln!(out, "\n{why}");
    }
    list(snapshot, compiled, "Runs after", &before, out);
    list(snapshot, compiled, "Runs before", &after, out);
}

/// Reason for a state to run earlier than its own number.
fn pulled(compiled: &Compiled, chunk: &Chunk, after: &[(usize, Edge)]) -> Option<String> {
    let own = chunk.order?.number();
    let others = after.iter().filter_map(|(number, edge)| Some((compiled.chunks.get(*number)?, edge)));
    let earlier = others.filter(|(it, _)| it.order.is_some_and(|it| it.number() < own));
    let (first, edge) = earlier.min_by(|a, b| {
        let number = |it: &Chunk| it.order.map_or(f64::INFINITY, salt::Order::number);
        number(a.0).total_cmp(&number(b.0))
    })?;
    let order = first.order.map(salt::Order::text).unwrap_or_default();
    Some(format!("Runs early because `{}` with order {order} depends on it (`{}`).", name(first), edge.kind))
}

fn name(chunk: &Chunk) -> String {
    format!("{}: {}", chunk.state, chunk.id)
}

fn list(snapshot: Snapshot<'_>, compiled: &Compiled, title: &str, edges: &[(usize, Edge)], out: &mut String) {
    if edges.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{title}\n");
    // Two edges to one state are two reasons for one line.
    let mut neighbors: Vec<usize> = Vec::new();
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    neighbors.extend(edges.iter().map(|it| it.0).filter(|it| seen.insert(*it)));
    for number in neighbors.iter().take(MOST) {
        let Some(chunk) = compiled.chunks.get(*number) else { continue };
        let mut reasons: Vec<String> = Vec::new();
        for (_, edge) in edges.iter().filter(|it| it.0 == *number) {
            let place = place(snapshot, compiled, edge.at).map(|it| format!(" ({it})")).unwrap_or_default();
            let reason = format!("{}{place}", edge.kind);
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        let _ = writeln!(out, "- `{}`: {}", name(chunk), reasons.join("; "));
    }
    if neighbors.len() > MOST {
        let _ = writeln!(out, "- … and {} more", neighbors.len() - MOST);
    }
}

/// Where a requisite is written.
fn place(snapshot: Snapshot<'_>, compiled: &Compiled, at: Span) -> Option<String> {
    let placed = compiled.files.placed(at)?;
    let text = snapshot.text(snapshot.sls_file(&placed.path));
    let line = text.get(..placed.range.start)?.matches('\n').count() + 1;
    let file = placed.path.file_name()?.to_str()?;
    Some(link(&format!("{file} line {line}"), placed.path.to_str()?, u32::try_from(line).ok()?))
}

/// The states of an SLS.
fn sls(snapshot: Snapshot<'_>, document: &Document, name: &str) -> Option<String> {
    let name = document.absolute(name)?;
    let tree = snapshot.sls_tree(&document.place);
    let found = tree.matching(&name);
    let mut out = String::new();
    for name in found.iter().take(MOST) {
        let Some((below, path)) = tree.state(name) else { continue };
        let outline = snapshot.sls_outline(snapshot.sls_file(path));
        let _ = writeln!(out, "**{name}** {}\n", path.to_str().map_or_else(|| below.to_owned(), |it| link(below, it, 1)));
        let ids: Vec<String> = outline.ids().filter(|it| !it.1.has_hole()).map(|it| format!("- `{}`\n", it.1.text)).collect();
        ids.iter().take(MOST).for_each(|it| out.push_str(it));
        if ids.len() > MOST {
            let _ = writeln!(out, "- … and {} more", ids.len() - MOST);
        }
    }
    (!out.is_empty()).then_some(out)
}

/// The value of a key of the pillar.
fn pillar(snapshot: Snapshot<'_>, document: &Document, before: &str, key: &str) -> Option<String> {
    if !Document::is_pillar_key(before) {
        return None;
    }
    let minion = snapshot.sls_minion(&document.place);
    Some(match traverse(&minion.heap, minion.pillar, key, ":") {
        Data::Value(id) => {
            let json = serde_json::to_string_pretty(&salt::json::value(&minion.heap, id)).unwrap_or_default();
            format!("pillar `{key}`\n\n```json\n{json}\n```\n")
        }
        Data::Missing => format!("pillar `{key}`: no file of the pillar has this key\n"),
        Data::Unknown => format!("pillar `{key}`: not known here\n"),
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::tests::fixture;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let found = fixture(text).ask(crate::hover);
        expected.assert_eq(&found.map(|it| crate::places(&it.text, |_| None)).unwrap_or_default());
    }

    #[test]
    fn a_state_has_its_place_in_the_order() {
        let text = "#- /s/web.sls\ninclude:\n  - pkgs\nlast:\n  test.nop:\n    - order: 1\n    - require:\n      - test: $0nginx\n\
                    #- /s/pkgs.sls\nother:\n  test.nop: []\nnginx:\n  test.nop:\n    - watch_in:\n      - test: other\n";
        check(
            text,
            expect![[r#"
                **test.nop** `nginx`

                Runs 1 of 3, order 10001.

                Runs early because `test: last` with order 1 depends on it (`require`).

                Runs before

                - `test: last`: require (web.sls line 7)
                - `test: other`: watch (pkgs.sls line 6)
            "#]],
        );
    }

    #[test]
    fn functions_and_arguments_are_documented() {
        check(
            "#- /s/web.sls\nextend:\n  a:\n    host.pre$0sent:\n      - ip: x\n",
            expect![[r#"
            ```text
            host.present: ip, [comment], [clean]
            ```

            Keep an entry in the hosts file.
        "#]],
        );
        check(
            "#- /s/web.sls\na:\n  file:\n    - symlink\n    - tar$0get: /x\n",
            expect![[r#"
            `target`: The path that the link points to.
        "#]],
        );
        check(
            "#- /s/web.sls\na:\n  x.y:\n    - requ$0ire:\n      - b\n",
            expect![[r#"
            `require`: States that must succeed before this one runs.
        "#]],
        );
        check("#- /s/web.sls\na:\n  x.y:\n    - tar$0get: /x\n", expect![[""]]);
    }

    #[test]
    fn a_loop_makes_several_states() {
        let text = "#- /s/web.sls\n{% for it in ['a', 'b'] %}\n{{ it }}:\n  test$0.nop: []\n{% endfor %}\n";
        check(
            text,
            expect![[r#"
                **test.nop** `a`

                Runs 1 of 2, order 10000.

                ---

                **test.nop** `b`

                Runs 2 of 2, order 10001.

                ---

                ```text
                test.nop: …
                ```

                Do nothing, successfully. Useful as a point for requisites.
            "#]],
        );
    }

    #[test]
    fn keys_of_the_pillar_have_values() {
        let files = "#- /s/pillar/top.sls\nbase:\n  '*':\n    - p\n#- /s/pillar/p.sls\nsites:\n  a: 1\n#- /s/top.sls\n\n#- /s/web.sls\n";
        let value = expect![[r#"
            pillar `sites:a`

            ```json
            1
            ```
        "#]];
        check(&format!("{files}x: {{{{ salt['pillar.get']('sites:$0a') }}}}\n"), value);
        check(&format!("{files}x: {{{{ pillar['no$0'] }}}}\n"), expect!["pillar `no`: no file of the pillar has this key\n"]);
        check("#- /s/web.sls\nx: {{ pillar['no$0'] }}\n", expect!["pillar `no`: not known here\n"]);
    }

    #[test]
    fn an_include_lists_its_states() {
        check(
            "#- /s/web.sls\ninclude:\n  - .pk$0gs\n#- /s/pkgs.sls\na:\n  test.nop: []\n",
            expect![[r#"
                **pkgs** pkgs.sls

                - `a`
            "#]],
        );
    }
}
