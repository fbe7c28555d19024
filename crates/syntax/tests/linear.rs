//! Reading takes as long as the text is: what nests, repeats or has no end is read once.

use std::fmt::Write;
use std::time::Duration;

use cpu_time::ThreadTime;
use syntax::{Dialect, ParseOptions};

/// Everything that is done with a text before it is evaluated.
fn read(text: &str, dialect: Dialect) {
    let parsed = syntax::parse(text, ParseOptions { dialect, ..ParseOptions::default() });
    std::hint::black_box((parsed.problems().len(), parsed.model()));
}

/// The processor time of this thread, the least of a few.
fn cost(text: &str, dialect: Dialect) -> Duration {
    let once = || {
        let start = ThreadTime::now();
        read(text, dialect);
        start.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap_or_default()
}

/// Texts of three sizes, each four times the one before. What is quadratic costs sixteen times as much.
fn check(dialect: Dialect, cases: &[(&str, &dyn Fn(usize) -> String)]) {
    let mut wrong = Vec::new();
    for (name, text) in cases {
        let costs: Vec<Duration> = [500, 2000, 8000].iter().map(|it| cost(&text(*it), dialect)).collect();
        let [_, middle, large] = costs.as_slice() else { continue };
        // What takes no time at all says nothing.
        if *large > Duration::from_millis(40) && *large > *middle * 9 {
            wrong.push(format!("{name}: {costs:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, it| {
        let _ = writeln!(all, "{}", line(it));
        all
    })
}

#[test]
fn manifests() {
    check(
        Dialect::Manifest,
        &[
            ("heredocs without an end", &|n| lines(n, |it| format!("$x{it} = @(E{it})"))),
            ("heredocs without an end, of one tag", &|n| lines(n, |_| "$x = @(E)".to_owned())),
            ("heredocs without a parenthesis", &|n| lines(n, |it| format!("$x{it} = @(E{it}"))),
            ("tags over many lines", &|n| lines(n, |it| format!("$x{it} = @(E{it}")) + ")\n"),
            ("tags over many lines, the last of which has wrong flags", &|n| lines(n, |it| format!("$x{it} = @(")) + "@(E/q)\n"),
            ("tags in a line", &|n| format!("$x = {}E)\n", "@(".repeat(n))),
            ("heredocs of one line", &|n| lines(n, |it| format!("@(E{it}),")).replace('\n', " ") + "\ntext\n"),
            ("heredocs of one line with their texts", &|n| {
                let tags = lines(n, |it| format!("@(E{it}),")).replace('\n', " ");
                format!("$x = [{tags}]\n{}", lines(n, |it| format!("t\n| E{it}")))
            }),
            ("heredocs in strings", &|n| {
                format!("$x = \"{}\"\n", lines(n, |it| format!("${{ @(E{it}) }}"))) + &lines(n, |it| format!("E{it}"))
            }),
            ("interpolations", &|n| format!("$x = {}", "\"${".repeat(n))),
            ("interpolations with an end", &|n| format!("$x = {}1{}", "\"${".repeat(n), "}\"".repeat(n))),
            ("strings without an end", &|n| lines(n | 1, |it| format!("$x{it} = \"${{a"))),
            ("texts without an end", &|n| lines(n | 1, |it| format!("$x{it} = 'a"))),
            ("comments without an end", &|n| "/* x\n".repeat(n)),
            ("blocks without an end", &|n| "if true {\n".repeat(n)),
            ("ends of nothing", &|n| "}\n)]".repeat(n)),
            ("lists", &|n| format!("$x = {}", "[".repeat(n))),
            ("alternatives", &|n| format!("if $a {{ }}\n{}", "elsif $b { notice(1) }\n".repeat(n))),
            ("errors", &|n| "class {\n => = \n".repeat(n)),
            ("slashes", &|n| "$x = [ /x , /y\n".repeat(n)),
            ("operators", &|n| format!("$x = 1{}", " + 1".repeat(n))),
            ("calls", &|n| format!("$x = $y{}", ".c()".repeat(n))),
            ("signs", &|n| format!("$x = {}1", "!- ".repeat(n))),
            ("dollars", &|n| "$".repeat(n)),
            ("escapes", &|n| format!("$x = \"{}\"", "\\q".repeat(n))),
            ("attributes", &|n| format!("file {{ 'x':\n{}}}\n", lines(n, |_| "a => 1,".to_owned()))),
            ("parameters", &|n| format!("class a(\n{}) {{}}\n", lines(n, |_| "$a = 1,".to_owned()))),
            ("keys", &|n| format!("$x = {{ {} }}", "a => 1, ".repeat(n))),
            ("cases", &|n| format!("case $a {{ {} }}", "default: { } ".repeat(n))),
            ("lambdas", &|n| format!("a() {}", "|$x| { b() ".repeat(n))),
            ("parentheses that begin a line", &|n| format!("$x = [{}", "(1),".repeat(n))),
        ],
    );
}

#[test]
fn templates() {
    check(
        Dialect::Epp,
        &[
            ("tags without an end", &|n| "<% ".repeat(n)),
            ("tags", &|n| "<%= $a %> x\n".repeat(n)),
            ("comments without an end", &|n| "<%# x\n".repeat(n)),
            ("blocks over tags", &|n| "<% if $a { %> x\n".repeat(n)),
            ("ends of nothing", &|n| "%> ".repeat(n)),
            ("strings without an end", &|n| "<% \"x %>\n".repeat(n)),
            ("heredocs without an end", &|n| "<% $a = @(E) %>\n".repeat(n)),
            ("heredocs whose texts are those of the template", &|n| "<% $a = @(E) %>\n".repeat(n) + "| E\n"),
            ("blanks", &|n| format!("{0}<%- $a -%>{0}", " ".repeat(n))),
        ],
    );
}
