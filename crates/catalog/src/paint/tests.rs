//! Each form of one small picture.

use expect_test::{Expect, expect};

use super::*;
use crate::picture::{Picture, View};

fn picture() -> (crate::Catalog, crate::RelationshipGraph, Picture) {
    let (catalog, graph) = crate::picture::tests::example();
    let view = View { focus: catalog.find("File[/f]"), hops: 1, ..View::default() };
    let picture = Picture::new(&catalog, &graph, &view);
    (catalog, graph, picture)
}

fn placed(picture: &Picture) -> Placed {
    Placed::new(picture, &|_| None)
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(text);
}

#[test]
fn for_graphviz() {
    check(
        &dot(&picture().2, Captions::None),
        expect![[r#"
        digraph catalog {
            rankdir = LR
            node [shape = box, fontsize = 10]
            n0 [label = "Package[p]"]
            n1 [label = "Service[s]"]
            n2 [label = "Class[A::Y]", style = rounded]
            n3 [label = "File[/f]"]
            n2 -> n3 [style = dotted, arrowhead = none]
            n3 -> n1 [style = bold]
            n0 -> n3
        }
    "#]],
    );
}

#[test]
fn for_mermaid() {
    check(
        &mermaid(&picture().2, Captions::None),
        expect![[r#"
        flowchart LR
            n0["Package[p]"]
            n1["Service[s]"]
            n2(["Class[A::Y]"])
            n3["File[/f]"]
            n2 -.- n3
            n3 ==> n1
            n0 --> n3
    "#]],
    );
}

#[test]
fn as_data() {
    let (catalog, graph, picture) = picture();
    check(
        &serde_json::to_string_pretty(&json(&catalog, &graph, &picture, &placed(&picture))).unwrap(),
        expect![[r#"
            {
              "name": "n",
              "environment": "production",
              "width": 434,
              "height": 98,
              "nodes": [
                {
                  "id": "Package[p]",
                  "kind": "resource",
                  "x": 16,
                  "y": 16,
                  "width": 94,
                  "height": 26,
                  "type": "Package",
                  "title": "p",
                  "order": 0
                },
                {
                  "id": "Service[s]",
                  "kind": "resource",
                  "x": 324,
                  "y": 36,
                  "width": 94,
                  "height": 26,
                  "type": "Service",
                  "title": "s",
                  "order": 2
                },
                {
                  "id": "Class[A::Y]",
                  "kind": "class",
                  "x": 16,
                  "y": 56,
                  "width": 101,
                  "height": 26,
                  "type": "Class",
                  "title": "A::Y"
                },
                {
                  "id": "File[/f]",
                  "kind": "resource",
                  "x": 181,
                  "y": 36,
                  "width": 79,
                  "height": 26,
                  "type": "File",
                  "title": "/f",
                  "order": 1
                }
              ],
              "containment": [
                {
                  "container": "Class[A::Y]",
                  "content": "File[/f]",
                  "points": [
                    117,
                    69,
                    181,
                    49
                  ]
                }
              ],
              "edges": [
                {
                  "from": "File[/f]",
                  "to": "Service[s]",
                  "kind": "notify",
                  "source": "notify",
                  "automatic": false,
                  "by": "File[/f]",
                  "points": [
                    260,
                    49,
                    324,
                    49
                  ]
                },
                {
                  "from": "Package[p]",
                  "to": "File[/f]",
                  "kind": "before",
                  "source": "require",
                  "automatic": false,
                  "by": "File[/f]",
                  "points": [
                    110,
                    29,
                    181,
                    49
                  ]
                }
              ],
              "order": [
                "Package[p]",
                "File[/f]",
                "Service[s]",
                "Exec[e]"
              ]
            }"#]],
    );
}

#[test]
fn for_browsers() {
    let picture = picture().2;
    let painted = svg(&picture, &placed(&picture));
    let (head, body) = painted.split_once("</defs>\n").unwrap();
    assert!(!head.contains("var("), "not every viewer knows variables of CSS");
    assert!(head.contains("rect { fill: #f6f8fa; stroke: #57606a; }") && head.contains("@media (prefers-color-scheme: dark)"));
    check(
        body,
        expect![[r#"
        <rect class="back" width="100%" height="100%"/>
        <path class="contains" d="M117 69C149 69 149 49 181 49"/>
        <path class="notify" d="M260 49C292 49 292 49 324 49" marker-end="url(#plain)"/>
        <path class="before" d="M110 29C145.5 29 145.5 49 181 49" marker-end="url(#plain)"/>
        <g class="resource"><title>Package[p]</title><rect x="16" y="16" width="94" height="26" rx="3"/><text x="26" y="33">Package[p]</text></g>
        <g class="resource"><title>Service[s]</title><rect x="324" y="36" width="94" height="26" rx="3"/><text x="334" y="53">Service[s]</text></g>
        <g class="class"><title>Class[A::Y]</title><rect x="16" y="56" width="101" height="26" rx="12"/><text x="26" y="73">Class[A::Y]</text></g>
        <g class="resource"><title>File[/f]</title><rect x="181" y="36" width="79" height="26" rx="3"/><text x="191" y="53">File[/f]</text></g>
        </svg>
    "#]],
    );
}

#[test]
fn titles_cannot_break_out() {
    let mut catalog = crate::Catalog::new("n", "production");
    let title = "\"]; <script>alert(1)</script> & `x` \\ \u{1}\nend";
    let id = catalog.add(crate::Resource::new("Notify", title, crate::Kind::Compilable)).unwrap();
    let graph = crate::RelationshipGraph::new(&catalog, Vec::new());
    let picture = Picture::new(&catalog, &graph, &View { focus: Some(id), ..View::default() });
    assert!(dot(&picture, Captions::None).contains(r#"label = "Notify[\"]; <script>alert(1)</script> & `x` \\ "#));
    assert!(!mermaid(&picture, Captions::None).contains("<script") && mermaid(&picture, Captions::None).lines().count() == 2);
    assert!(!svg(&picture, &placed(&picture)).contains("<script"));
}
