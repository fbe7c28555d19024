//! Folding of YAML and JSON: values over several lines, and runs of comments.

use analysis::{File, Snapshot};
use yaml::{Kind, Node};

use super::text_range;
use crate::{Fold, FoldKind};

pub(crate) fn folding_ranges(snapshot: Snapshot<'_>, file: File) -> Vec<Fold> {
    if !super::is_tree(snapshot, file) {
        return Vec::new();
    }
    let text = snapshot.data_text(file);
    let source = snapshot.text(file);
    let mut folds = Vec::new();
    let mut waiting: Vec<&Node> = text.tree.root.iter().collect();
    while let Some(node) = waiting.pop() {
        match &node.kind {
            Kind::List(items) => waiting.extend(items),
            Kind::Map(entries) => {
                for entry in entries {
                    let Some(value) = &entry.value else { continue };
                    waiting.push(value);
                    let whole = entry.key.range.end..value.range.end.max(entry.key.range.end);
                    let written = source.get(value.range.clone()).unwrap_or_default();
                    if !source.get(whole.clone()).is_some_and(|it| it.contains('\n')) {
                        continue;
                    }
                    let is_bracketed = written.starts_with(['[', '{']) && written.ends_with([']', '}']);
                    folds.push(match is_bracketed {
                        true => Fold { range: text_range(&(value.range.start + 1..value.range.end - 1)), kind: FoldKind::Brackets },
                        false => Fold { range: text_range(&whole), kind: FoldKind::Lines },
                    });
                }
            }
            Kind::Scalar { .. } | Kind::Alias { .. } => {}
        }
    }
    comments(&source, &mut folds);
    folds.sort_by_key(|fold| (fold.range.start(), std::cmp::Reverse(fold.range.end())));
    folds
}

fn comments(source: &str, folds: &mut Vec<Fold>) {
    let (mut start, mut run): (usize, Option<(usize, usize, usize)>) = (0, None);
    let mut end_run = |run: Option<(usize, usize, usize)>| {
        if let Some((from, to, 2..)) = run {
            folds.push(Fold { range: text_range(&(from..to)), kind: FoldKind::Comment });
        }
    };
    for line in source.split_inclusive('\n') {
        let body = line.trim_end();
        if body.trim_start().starts_with('#') {
            let from = start + (body.len() - body.trim_start().len());
            run = Some(match run {
                Some((first, _, count)) => (first, start + body.len(), count + 1),
                None => (from, start + body.len(), 1),
            });
        } else {
            end_run(run.take());
        }
        start += line.len();
    }
    end_run(run);
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::folding_ranges;
    use crate::tests::fixture;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let out = fixture(text).ask(|snapshot, file, _| {
            let source = snapshot.text(file);
            folding_ranges(snapshot, file).iter().map(|it| format!("{:?} {:?}\n", it.kind, &source[it.range])).collect::<String>()
        });
        expected.assert_eq(&out);
    }

    #[test]
    fn values_over_several_lines_fold() {
        check(
            "#- /a.yaml\n# x\n# y\na:\n  - 1\n  - 2\nb: c\nd:\n  e: |\n    f\n    g\n",
            expect![[r##"
            Comment "# x\n# y"
            Lines ":\n  - 1\n  - 2"
            Lines ":\n  e: |\n    f\n    g"
            Lines ": |\n    f\n    g"
        "##]],
        );
        check(
            "#- /metadata.json\n{\n  \"a\": [\n    1\n  ],\n  \"b\": {\"c\": 1}\n}\n",
            expect![[r#"
            Brackets "\n    1\n  "
        "#]],
        );
    }
}
