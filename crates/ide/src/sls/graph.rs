//! The graph of a file of states as data or as a picture: states with the numbers of their order, edges with their kinds.

use analysis::{File, Snapshot};
use catalog::paint::{self, Placed};
use catalog::picture::{Edge as Line, EdgeKind, Node as Box, NodeKind, Picture};
use rustc_hash::{FxHashMap, FxHashSet};
use salt::{Chunk, Compiled, Edge, Kind, Problem, Span, Str};
use serde_json::{Map, Value, json};

use super::Document;
use super::report::{Places, choose};
use crate::reports::Asked;
use crate::reports::reported::{self, Place, head};

/// The names of the nodes, each with the number of its chunk: as a requisite names the state, with its name where several have the ID.
pub(super) fn labels(compiled: &Compiled) -> Vec<(String, usize)> {
    let nodes: Vec<(usize, bool)> = match &compiled.graph {
        Some(graph) => graph.nodes.iter().map(|it| (it.chunk, it.is_look)).collect(),
        None => (0..compiled.chunks.len()).map(|it| (it, false)).collect(),
    };
    let plain = |chunk: &Chunk| format!("{}: {}", chunk.state, chunk.id);
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for chunk in nodes.iter().filter(|it| !it.1).filter_map(|it| compiled.chunks.get(it.0)) {
        *counts.entry(plain(chunk)).or_default() += 1;
    }
    let mut taken = FxHashSet::default();
    let mut found = Vec::with_capacity(nodes.len());
    for (number, is_look) in nodes {
        let Some(chunk) = compiled.chunks.get(number) else { continue };
        let mut label = plain(chunk);
        if counts.get(&label).is_some_and(|it| *it > 1) {
            label = format!("{label} ({})", chunk.name_text());
        }
        if is_look {
            label.push_str(", tested first");
        }
        while !taken.insert(label.clone()) {
            label.push('\'');
        }
        found.push((label, number));
    }
    found
}

/// An edge between two nodes of the picture.
struct Drawn {
    line: Line,
    kind: Kind,
    at: Span,
    /// Whether it was made of one edge alone, so that its place is known.
    is_one: bool,
}

/// Graph to draw: nodes are chunks, or whole SLS files.
#[derive(Default)]
struct Sheet {
    picture: Picture,
    /// For each node of the picture the nodes of the graph.
    of: Vec<Vec<usize>>,
    drawn: Vec<Drawn>,
    contains: Vec<(usize, usize)>,
}

/// The graph of one run; null where there is none.
pub(crate) fn report(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Value {
    let Some(document) = Document::open(snapshot, file) else { return Value::Null };
    let places = Places::new(snapshot);
    let Some(run) = choose(&places, &document.place, asked) else { return Value::Null };
    let compiled = &*run.compiled;
    let labels = labels(compiled);
    if labels.is_empty() {
        return Value::Null;
    }
    let sheet = sheet(compiled, &labels, asked);
    let mut out = head(&run);
    out.insert("partial".into(), (!compiled.findings.is_empty()).into());
    reported::with_picture(&run, out, asked, &sheet.picture, |placed| {
        let painted = painted(compiled, &labels, &sheet, placed, &places, &document.place.name);
        (painted, node_places(compiled, &labels, &sheet, &places))
    })
}

/// For each node its place in the order, if all have one.
fn order(compiled: &Compiled) -> FxHashMap<usize, usize> {
    let mut found = FxHashMap::default();
    for (place, step) in compiled.steps.iter().enumerate() {
        found.insert(step.node.unwrap_or(step.chunk), place);
    }
    if compiled.graph.is_none() {
        found = compiled.in_order().enumerate().map(|(place, chunk)| (chunk, place)).collect();
    }
    found
}

fn sheet(compiled: &Compiled, labels: &[(String, usize)], asked: &Asked) -> Sheet {
    let collapses = matches!(asked.collapse.as_deref(), Some("class" | "module"));
    let is_closed = |id: &str| collapses != asked.toggled.iter().any(|it| it == id);
    let mut sheet = Sheet::default();
    let mut files: FxHashMap<Str, usize> = FxHashMap::default();
    // For each node of the graph the one of the picture that stands for it.
    let mut stands: Vec<Option<usize>> = Vec::with_capacity(labels.len());
    let is_hidden = |name: &str| asked.hidden.iter().any(|it| it == name);
    for (node, (label, number)) in labels.iter().enumerate() {
        let Some(chunk) = compiled.chunks.get(*number).filter(|it| !is_hidden(&it.state)) else {
            stands.push(None);
            continue;
        };
        let sls = chunk.sls.clone().unwrap_or_default();
        let id = format!("sls: {sls}");
        let closed = is_closed(&id);
        let around = (collapses || closed).then(|| {
            *files.entry(sls).or_insert_with(|| {
                sheet.picture.nodes.push(Box { label: id, kind: NodeKind::Class, resources: Vec::new(), change: None });
                sheet.of.push(Vec::new());
                sheet.of.len() - 1
            })
        });
        let own = match around {
            Some(around) if closed => around,
            around => {
                sheet.picture.nodes.push(Box { label: label.clone(), kind: NodeKind::Resource, resources: Vec::new(), change: None });
                sheet.of.push(Vec::new());
                let own = sheet.of.len() - 1;
                sheet.contains.extend(around.map(|it| (it, own)));
                own
            }
        };
        if let Some(nodes) = sheet.of.get_mut(own) {
            nodes.push(node);
        }
        stands.push(Some(own));
    }
    let cycles = cycles(compiled);
    sheet.edges(compiled, &stands, &cycles, &is_hidden);
    sheet.filter(labels, &cycles, asked);
    sheet
}

/// The cycles of a graph, each with the numbers of its nodes. Boxes of files come before each other without any.
fn cycles(compiled: &Compiled) -> Vec<Vec<usize>> {
    let Some(graph) = compiled.graph.as_ref().filter(|_| has_cycle(compiled)) else { return Vec::new() };
    let node = || Box { label: String::new(), kind: NodeKind::Resource, resources: Vec::new(), change: None };
    let edges = graph.edges().map(|it| line(it.before, it.after, Some(it.kind)));
    let mut picture = Picture { nodes: graph.nodes.iter().map(|_| node()).collect(), edges: edges.collect() };
    picture.mark_cycles()
}

fn has_cycle(compiled: &Compiled) -> bool {
    compiled.findings.iter().any(|it| matches!(it.problem, Problem::Cycle { .. }))
}

/// The line of an edge, or of containment.
fn line(from: usize, to: usize, kind: Option<Kind>) -> Line {
    let word = kind.map(Kind::word);
    let kind = word.map_or(EdgeKind::Contains, |it| it.effect.into());
    Line { from, to, kind, word, said_by: None, in_cycle: false, change: None }
}

impl Sheet {
    fn edges(&mut self, compiled: &Compiled, stands: &[Option<usize>], cycles: &[Vec<usize>], is_hidden: &dyn Fn(&str) -> bool) {
        let stand = |node: usize| stands.get(node).copied().flatten();
        let mut known: FxHashMap<(usize, usize, Kind), usize> = FxHashMap::default();
        for Edge { before, after, kind, at } in compiled.graph.iter().flat_map(salt::Graph::edges) {
            let (Some(from), Some(to)) = (stand(before), stand(after)) else { continue };
            if is_hidden(kind.name()) || is_hidden(EdgeKind::from(kind.word().effect).name()) || (from == to && before != after) {
                continue;
            }
            let in_cycle = cycles.iter().any(|it| it.binary_search(&before).is_ok() && it.binary_search(&after).is_ok());
            if let Some(drawn) = known.get(&(from, to, kind)).and_then(|it| self.drawn.get_mut(*it)) {
                drawn.is_one = false;
                drawn.line.in_cycle |= in_cycle;
                continue;
            }
            known.insert((from, to, kind), self.drawn.len());
            self.drawn.push(Drawn { line: Line { in_cycle, ..line(from, to, Some(kind)) }, kind, at, is_one: true });
        }
        let contains = self.contains.iter().filter(|_| !is_hidden("contains")).map(|(from, to)| line(*from, *to, None));
        self.picture.edges = self.drawn.iter().map(|it| it.line).chain(contains).collect();
    }

    /// Leaves out what is not asked for. Nodes and edges keep their order, so that what belongs to them is found by their names.
    fn filter(&mut self, labels: &[(String, usize)], cycles: &[Vec<usize>], asked: &Asked) {
        let names: Vec<String> = self.picture.nodes.iter().map(|it| it.label.clone()).collect();
        if asked.cycles {
            let in_cycle = |node: &usize| cycles.iter().any(|it| it.binary_search(node).is_ok());
            let inside = names.iter().zip(&self.of).filter(|it| it.1.iter().any(in_cycle));
            let wanted: FxHashSet<&str> = inside.map(|it| it.0.as_str()).collect();
            self.picture.keep(|node| wanted.contains(&*node.label));
        }
        self.picture.search(&asked.text);
        if let Some(focus) = &asked.focus {
            // What stands in a closed file is near the file.
            let inside = |nodes: &Vec<usize>| nodes.iter().any(|it| labels.get(*it).is_some_and(|it| it.0 == *focus));
            let named = names.iter().position(|it| it == focus).or_else(|| self.of.iter().position(inside));
            let start = named.and_then(|it| names.get(it)).and_then(|name| self.picture.nodes.iter().position(|it| it.label == *name));
            self.picture.keep_near(start, asked.hops);
        }
        let numbers: FxHashMap<&str, usize> = self.picture.nodes.iter().enumerate().map(|(number, it)| (&*it.label, number)).collect();
        let now: Vec<Option<usize>> = names.iter().map(|it| numbers.get(&**it).copied()).collect();
        let of = std::mem::take(&mut self.of);
        self.of = of.into_iter().zip(&now).filter(|it| it.1.is_some()).map(|it| it.0).collect();
        let is_left = |node: usize| now.get(node).copied().flatten();
        self.drawn.retain_mut(|it| match (is_left(it.line.from), is_left(it.line.to)) {
            (Some(from), Some(to)) => {
                (it.line.from, it.line.to) = (from, to);
                true
            }
            _ => false,
        });
    }
}

fn painted(compiled: &Compiled, labels: &[(String, usize)], sheet: &Sheet, placed: &Placed, places: &Places<'_>, name: &str) -> Value {
    let order = order(compiled);
    let chunk = |node: usize| labels.get(node).and_then(|it| compiled.chunks.get(it.1));
    let mut nodes = Vec::new();
    for ((number, node), of) in sheet.picture.nodes.iter().enumerate().zip(&sheet.of) {
        let mut out = Map::new();
        placed.put_node(number, node, &mut out);
        if let Some(first) = of.first().and_then(|it| chunk(*it)) {
            if node.kind == NodeKind::Resource {
                out.insert("type".into(), (&*first.state).into());
                out.insert("title".into(), (&*first.id).into());
            }
            places.put(compiled, first.at, &mut out);
        }
        match of.as_slice() {
            [only] if node.kind == NodeKind::Resource => {
                if let Some(place) = order.get(only) {
                    out.insert("order".into(), (*place).into());
                }
            }
            [] => {}
            many => drop(out.insert("resources".into(), many.iter().filter_map(|it| Some(labels.get(*it)?.0.as_str())).collect())),
        }
        nodes.push(Value::Object(out));
    }
    let label = |node: usize| sheet.picture.nodes.get(node).map(|it| it.label.as_str());
    let mut edges = Vec::new();
    let mut containment = Vec::new();
    let mut drawn = sheet.drawn.iter();
    for (line, route) in sheet.picture.edges.iter().zip(&placed.layout.edges) {
        let mut out = Map::new();
        if line.kind == EdgeKind::Contains {
            out.insert("container".into(), label(line.from).into());
            out.insert("content".into(), label(line.to).into());
            out.insert("points".into(), paint::points(route));
            containment.push(Value::Object(out));
            continue;
        }
        let Some(drawn) = drawn.next() else { continue };
        out.insert("from".into(), label(line.from).into());
        out.insert("to".into(), label(line.to).into());
        out.insert("kind".into(), line.kind.name().into());
        out.insert("source".into(), drawn.kind.name().into());
        out.insert("automatic".into(), false.into());
        if drawn.is_one {
            places.put(compiled, drawn.at, &mut out);
        }
        if line.in_cycle {
            out.insert("cycle".into(), true.into());
        }
        out.insert("points".into(), paint::points(route));
        edges.push(Value::Object(out));
    }
    let mut out = Map::new();
    out.insert("name".into(), name.into());
    out.insert("width".into(), json!(placed.layout.width));
    out.insert("height".into(), json!(placed.layout.height));
    out.insert("nodes".into(), nodes.into());
    out.insert("containment".into(), containment.into());
    out.insert("edges".into(), edges.into());
    if has_cycle(compiled) {
        let name = |it: &usize| labels.get(*it).map(|it| it.0.as_str());
        out.insert("cycles".into(), cycles(compiled).iter().map(|it| it.iter().filter_map(name).collect::<Value>()).collect());
    } else {
        let mut sorted: Vec<(usize, usize)> = order.into_iter().map(|(node, place)| (place, node)).collect();
        sorted.sort_unstable();
        out.insert("order".into(), sorted.iter().filter_map(|it| labels.get(it.1)).map(|it| it.0.as_str()).collect());
    }
    Value::Object(out)
}

/// The lines of states, with the numbers of their nodes.
fn node_places(compiled: &Compiled, labels: &[(String, usize)], sheet: &Sheet, places: &Places<'_>) -> Vec<(Place, usize)> {
    let chunk = |node: &usize| compiled.chunks.get(labels.get(*node)?.1);
    let place = |node: &usize| places.place(compiled, chunk(node)?.at);
    sheet.of.iter().enumerate().flat_map(|(number, of)| of.iter().filter_map(place).map(move |it| (it, number))).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use serde_json::Value;

    use crate::reports::Asked;
    use crate::tests::fixture;

    const TREE: &str = "#- /s/web.sls\n$0include:\n  - pkgs\nlast:\n  test.nop:\n    - order: 1\n    - require:\n      - test: nginx\n    - prereq:\n      - test: other\n\
                        #- /s/pkgs.sls\nother:\n  test.nop: []\nnginx:\n  test.nop:\n    - names: [a, b]\n    - watch_in:\n      - test: other\n";

    #[track_caller]
    fn check(text: &str, asked: &Asked, expected: Expect) {
        let report = fixture(text).ask(|snapshot, file, _| crate::graph_report(snapshot, file, asked, None));
        let mut out = String::new();
        let text = |it: &Value| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
        for node in report["graph"]["nodes"].as_array().into_iter().flatten() {
            out += &format!("{} {} line {}\n", node["order"], text(&node["id"]), node["line"]);
        }
        for edge in report["graph"]["edges"].as_array().into_iter().flatten() {
            let cycle = if edge["cycle"] == true { ", in a cycle" } else { "" };
            let (from, to) = (text(&edge["from"]), text(&edge["to"]));
            out += &format!("{from} -> {to}: {} {} line {}{cycle}\n", text(&edge["kind"]), text(&edge["source"]), edge["line"]);
        }
        out += &format!("order {}\n", report["graph"]["order"]);
        expected.assert_eq(&out);
    }

    #[test]
    fn states_have_their_order_and_edges() {
        check(
            TREE,
            &Asked::default(),
            expect![[r#"
            3 test: last line 4
            4 test: other line 2
            0 test: nginx (a) line 4
            1 test: nginx (b) line 4
            2 test: other, tested first line 2
            test: last -> test: other: before require line 9
            test: nginx (a) -> test: last: before require line 7
            test: nginx (a) -> test: other, tested first: notify watch line 7
            test: nginx (a) -> test: other: notify watch line 7
            test: nginx (b) -> test: last: before require line 7
            test: nginx (b) -> test: other, tested first: notify watch line 7
            test: nginx (b) -> test: other: notify watch line 7
            test: other, tested first -> test: last: before prereq line 9
            order ["test: nginx (a)","test: nginx (b)","test: other, tested first","test: last","test: other"]
        "#]],
        );
    }

    #[test]
    fn a_box_may_stand_for_a_file() {
        let asked = Asked { collapse: Some("class".to_owned()), toggled: vec!["sls: web".to_owned()], ..Asked::default() };
        check(
            TREE,
            &asked,
            expect![[r#"
            null sls: web line null
            3 test: last line 4
            null sls: pkgs line 2
            test: last -> sls: pkgs: before require line 9
            sls: pkgs -> test: last: before require line null
            sls: pkgs -> test: last: before prereq line 9
            order ["test: nginx (a)","test: nginx (b)","test: other, tested first","test: last","test: other"]
        "#]],
        );
    }

    #[test]
    fn what_is_near_and_what_is_hidden() {
        let asked = Asked { focus: Some("test: other".to_owned()), hops: 1, hidden: vec!["prereq".to_owned()], ..Asked::default() };
        check(
            TREE,
            &asked,
            expect![[r#"
            3 test: last line 4
            4 test: other line 2
            0 test: nginx (a) line 4
            1 test: nginx (b) line 4
            test: last -> test: other: before require line 9
            test: nginx (a) -> test: last: before require line 7
            test: nginx (a) -> test: other: notify watch line 7
            test: nginx (b) -> test: last: before require line 7
            test: nginx (b) -> test: other: notify watch line 7
            order ["test: nginx (a)","test: nginx (b)","test: other, tested first","test: last","test: other"]
        "#]],
        );
    }

    #[test]
    fn cycles_are_marked() {
        let text = "#- /s/web.sls\n$0a:\n  test.nop:\n    - require:\n      - test: b\nb:\n  test.nop:\n    - require:\n      - test: a\nc:\n  test.nop: []\n";
        check(
            text,
            &Asked { cycles: true, ..Asked::default() },
            expect![[r#"
            null test: a line 2
            null test: b line 6
            test: a -> test: b: before require line 8, in a cycle
            test: b -> test: a: before require line 4, in a cycle
            order null
        "#]],
        );
    }

    #[test]
    fn a_text_that_cannot_be_read_has_no_graph() {
        check(
            "#- /s/web.sls\n$0a: {{\n",
            &Asked::default(),
            expect![[r#"
            order null
        "#]],
        );
    }

    #[test]
    fn a_box_says_what_a_hover_says() {
        let asked = Asked { resource: Some("test: nginx (a)".to_owned()), ..Asked::default() };
        let report = fixture(TREE).ask(|snapshot, file, _| crate::resource_report(snapshot, file, &asked, None));
        assert!(report["contents"]["value"].as_str().is_some_and(|it| it.contains("(name `a`)")), "{report}");
        let report = fixture(TREE).ask(|snapshot, file, _| crate::evaluation_report(snapshot, file));
        assert_eq!(report["evaluations"][0]["classes"], serde_json::json!(["web", "pkgs"]));
    }
}
