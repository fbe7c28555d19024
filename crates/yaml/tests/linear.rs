//! Reading takes time in proportion to the text, whatever it is.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;

use yaml::{Tree, load};

/// The processor's time for a text; the least of several, to which nothing else of the machine has added.
fn cost(text: &str) -> Duration {
    let once = || {
        let start = ThreadTime::now();
        black_box(load(text.as_bytes()).is_ok());
        black_box(Tree::of_syntax(text).problem.is_some());
        start.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap_or_default()
}

#[track_caller]
fn check(name: &str, text: impl Fn(usize) -> String) {
    const SMALL: usize = 800;
    let costs: Vec<f64> = [1, 4, 16].iter().map(|times| cost(&text(SMALL * times)).as_secs_f64()).collect();
    let [small, middle, large] = costs.as_slice() else { return };
    // Sixteen times the text takes sixteen times as long; quadratic time would be 256 times as much. What is as good as
    // nothing is not compared.
    let floor = 0.000_2;
    assert!(*large < 64.0 * small.max(floor), "{name}: {small} s, {middle} s, {large} s");
    assert!(*large < 9.0 * middle.max(4.0 * floor), "{name}: {small} s, {middle} s, {large} s");
}

#[test]
fn deep_texts() {
    check("open lists", |n| format!("k: {}", "[".repeat(n)));
    check("lists", |n| format!("k: {}{}", "[".repeat(n), "]".repeat(n)));
    check("lists on lines", |n| format!("k: {}", "[\n ".repeat(n)));
    check("open mappings", |n| format!("k: {}", "{a: ".repeat(n)));
    check("dashes", |n| "- ".repeat(n));
    check("question marks", |n| "? ".repeat(n));
    check("lists with tags", |n| format!("k: {}", "[!a,".repeat(n)));
    check("mixed", |n| format!("k: {}", "[{a: ".repeat(n)));
}

#[test]
fn wide_texts() {
    let lines = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    check("keys", |n| lines(n, &|it| format!("k{it}: v\n")));
    check("numbers as keys", |n| lines(n, &|it| format!("{it}: v\n")));
    check("lists as keys", |n| lines(n, &|it| format!("? [{it}]\n: v\n")));
    check("the same key", |n| lines(n, &|_| "a: v\n".to_owned()));
    check("a flow mapping", |n| format!("k: {{{}}}", lines(n, &|it| format!("k{it}: v, "))));
    check("a flow list", |n| format!("k: [{}]", "a, ".repeat(n)));
    check("tags in a list", |n| format!("k: [{}]", "!a,".repeat(n)));
    check("anchors", |n| lines(n, &|it| format!("k{it}: &a{it} v\n")));
    check("aliases", |n| format!("a: &a v\n{}", lines(n, &|it| format!("k{it}: *a\n"))));
    check("merges", |n| format!("a: &a {{b: c}}\n{}", lines(n, &|it| format!("k{it}: {{<<: *a}}\n"))));
    check("comments", |n| lines(n, &|it| format!("# {it}\n")));
    check("documents", |n| lines(n, &|it| format!("--- {it}\n")));
    check("an open quote", |n| format!("k: \"{}", "a ".repeat(n)));
    check("a block", |n| format!("k: |\n{}", "  a\n".repeat(n)));
    check("one line", |n| format!("k: {}", "é ".repeat(n)));
    check("indents", |n| lines(n, &|it| format!("{}a:\n", " ".repeat(it % 150))));
}
