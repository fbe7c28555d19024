//! The graph of a file of states as data or as a picture: states with the numbers of their order, edges with their kinds.

use analysis::{File, Snapshot};
use salt::picture::Drawn;
use serde_json::Value;

use super::Document;
use super::report::choose;
use crate::reports::reported::{self, head};
use crate::reports::{Asked, view};

/// The graph of one run; null where there is none.
pub(crate) fn report(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Value {
    let Some(document) = Document::open(snapshot, file) else { return Value::Null };
    let Some(run) = choose(snapshot, &document.place, asked) else { return Value::Null };
    let compiled = &*run.compiled;
    let Some(drawn) = Drawn::new(compiled, &document.place.name, &view(asked, None), asked.focus.as_deref()) else { return Value::Null };
    let mut out = head(&run);
    out.insert("partial".into(), (!compiled.findings.is_empty()).into());
    let places = || drawn.places().filter_map(|(it, number)| Some(((it.file?.to_owned(), it.line?.into()), number))).collect();
    reported::with_picture(&run, out, asked, &drawn.picture, |placed| (catalog::paint::json_of(&drawn, &drawn.picture, placed), places()))
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
    fn edges_have_the_words_of_requisites() {
        let report = |format: Option<&str>| {
            let asked = Asked { format: format.map(str::to_owned), ..Asked::default() };
            fixture(TREE).ask(|snapshot, file, _| crate::graph_report(snapshot, file, &asked, None))
        };
        assert_eq!(report(None)["kinds"], serde_json::json!(["contains", "require", "watch", "prereq"]));
        let dot = report(Some("dot"))["text"].to_string();
        assert!(dot.contains(r#"[style = bold, label = \"watch\"]"#), "{dot}");
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
    fn releases_before_3008_have_their_own_order() {
        let text = "#- /s/bunraku.toml\nsalt_release = '3006'\n\
                    #- /s/web.sls\n$0x:\n  test.nop:\n    - order: 1\na:\n  test.nop:\n    - order: 2\n    - require: [test: c]\n\
                    y:\n  test.nop:\n    - order: 3\nb:\n  test.nop: []\nc:\n  test.nop:\n    - require: [test: b]\n\
                    d:\n  test.nop:\n    - require: [test: e]\ne:\n  test.nop:\n    - onchanges: [test: f]\nf:\n  test.nop:\n    - watch: [test: d]\n";
        check(
            text,
            &Asked::default(),
            expect![[r#"
                0 test: x line 2
                3 test: a line 5
                4 test: y line 9
                1 test: b line 12
                2 test: c line 14
                7 test: d line 17
                6 test: e line 20
                5 test: f line 23
                test: b -> test: c: before require line 15
                test: c -> test: a: before require line 7
                test: d -> test: f: notify watch line 24, in a cycle
                test: e -> test: d: before require line 18, in a cycle
                test: f -> test: e: notify onchanges line 21, in a cycle
                order ["test: x","test: b","test: c","test: a","test: y","test: f","test: e","test: d"]
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
