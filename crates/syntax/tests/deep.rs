//! Absurdly deep and absurdly long texts: problems are found, no stack overflows, and the time is linear.

#[allow(dead_code)]
mod properties;

use std::time::{Duration, Instant};

use syntax::{Dialect, ParseOptions, Severity};

/// Default stack of a thread.
const STACK: usize = 2 << 20;
const COUNT: usize = 100_000;

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(test).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Something that can be repeated without end, each time inside of the one before or after it.
#[derive(Clone, Copy)]
struct Shape {
    before: &'static str,
    repeated: &'static str,
    after: &'static str,
    dialect: Dialect,
}

const fn shape(before: &'static str, repeated: &'static str, after: &'static str) -> Shape {
    Shape { before, repeated, after, dialect: Dialect::Manifest }
}

impl Shape {
    fn text(self, count: usize) -> String {
        format!("{}{}{}", self.before, self.repeated.repeat(count), self.after)
    }

    fn options(self) -> ParseOptions {
        ParseOptions { dialect: self.dialect, tasks: false }
    }
}

/// None of these can be read to its end: each has at least one error.
const WRONG: &[Shape] = &[
    shape("$x = ", "(", ""),
    shape("$x = ", "[", ""),
    shape("", "{", ""),
    shape("$x = ", "{a=>", ""),
    shape("", "${", ""),
    shape("$x = ", "\"${", ""),
    shape("$x = ", "!", ""),
    shape("$x = ", "-", ""),
    shape("$x = ", "*", ""),
    shape("", "@", ""),
    shape("", "if a {", ""),
    shape("", "unless a {", ""),
    shape("", "if ", ""),
    shape("", "case a { b: {", ""),
    shape("", "class a {", ""),
    shape("", "node a {", ""),
    shape("", "define a(", ""),
    shape("", "f(", ""),
    shape("", "a.b |$x| {", ""),
    shape("", "file { a: b => ", ""),
    shape("", "File <| a == (", ""),
    shape("$x = a ", "? { b => a ", ""),
    shape("", "|", ""),
    shape("", "<", ""),
    shape("", "<|", ""),
    shape("", "} ", ""),
    shape("", ") ", ""),
    shape("", "] ", ""),
    shape("", "= ", ""),
    shape("\"", "a\n", ""),
    shape("", "@(A) ", ""),
    shape("", "@(A)\n", ""),
    shape("", "@( ", ""),
    shape("", "@(A\n", ""),
    shape("", "/* ", ""),
    shape("", "/* \n", ""),
    shape("", "= /a", ""),
    shape("", "\"${/", ""),
    shape("", "\"${'\n", ""),
    shape("", "\"${\"\n", ""),
    shape("$x = \"", "${@(A)\n", ""),
    shape("", "'a\n", "'"),
    Shape { dialect: Dialect::Epp, ..shape("", "<% { %>", "") },
    Shape { dialect: Dialect::Epp, ..shape("", "<%= ", "") },
];

/// These are long, and some are higher than Bunraku reads; each is read in linear time all the same.
const LONG: &[Shape] = &[
    shape("$x = a", ".b", ""),
    shape("$x = a", "[1]", ""),
    shape("$x = 1", "+1", ""),
    shape("$x = 1", " + -1", ""),
    shape("a", " -> a", ""),
    shape("$a", " = $a", ""),
    shape("if a { }", " elsif a { }", " else { }"),
    shape("case $a {", " b: { }", " }"),
    shape("$x = [", "1,", "1]"),
    shape("$x = {", "a => 1,", "}"),
    shape("", "include a\n", ""),
    shape("", "# a\n", ""),
    shape("$x = \"", "$a ${b} ", "\""),
    shape("file { ", "a: b => c; ", "}"),
    shape("file { a: ", "b => c, ", "}"),
    shape("", "@(A)\nA\n", ""),
    shape("$x = @(\"A\")\n", "a $b ${c}\n", "A\n"),
    Shape { dialect: Dialect::Epp, ..shape("", "a <%= $b -%>\n", "") },
];

#[test]
fn what_is_nested_without_end_gives_problems_and_no_overflow() {
    on_a_small_stack(|| {
        for shape in WRONG {
            let text = shape.text(COUNT);
            let parse = syntax::parse(&text, shape.options());
            let errors = parse.problems().iter().filter(|problem| problem.severity == Severity::Error).count();
            assert!(errors > 0, "no error in {:?}", shape.repeated);
            properties::check_parse_problems(&text, &parse);
            assert!(parse.syntax_node().text() == text.as_str(), "{:?} is lost", shape.repeated);
        }
    });
}

#[test]
fn what_is_long_gives_no_overflow() {
    on_a_small_stack(|| {
        for shape in LONG {
            let text = shape.text(COUNT);
            let parse = syntax::parse(&text, shape.options());
            properties::check_parse_problems(&text, &parse);
            assert!(parse.syntax_node().text() == text.as_str(), "{:?} is lost", shape.repeated);
        }
    });
}

#[test]
fn what_is_long_is_validated_without_overflow() {
    on_a_small_stack(|| {
        for shape in LONG {
            let text = shape.text(COUNT / 20);
            let parse = syntax::parse(&text, shape.options());
            properties::check_problems(&text, &syntax::validate(&parse, &Default::default()));
        }
        // As high as is read: the tree is walked, and nothing is wrong with it.
        for text in [format!("$x = 1{}", "+1".repeat(2_000)), format!("$x = {}1{}", "[".repeat(80), "]".repeat(80))] {
            let parse = syntax::parse(&text, ParseOptions::default());
            assert_eq!(parse.problems(), []);
            assert_eq!(syntax::validate(&parse, &Default::default()), []);
        }
    });
}

#[test]
fn half_a_million_stray_brackets_are_few_problems() {
    on_a_small_stack(|| {
        let text = "} ".repeat(500_000);
        let parse = syntax::parse(&text, ParseOptions::default());
        assert!(!parse.problems().is_empty());
        properties::check_parse_problems(&text, &parse);
    });
}

#[test]
fn the_time_is_linear() {
    for shape in WRONG.iter().chain(LONG) {
        // Linear is four times as long, quadratic sixteen times. Another process may well disturb one try.
        let few = shape.text(COUNT / 16);
        let many = shape.text(COUNT / 4);
        let mut tries = Vec::new();
        let linear = (0..4).any(|_| {
            let (short, long) = (time(&few, *shape), time(&many, *shape));
            tries.push((short, long));
            long < short * 9 + Duration::from_millis(20)
        });
        assert!(linear, "{:?}: for four times the text {tries:?}", shape.repeated);
    }
}

/// The shorter of two tries.
fn time(text: &str, shape: Shape) -> Duration {
    let once = || {
        let start = Instant::now();
        let parse = syntax::parse(text, shape.options());
        let time = start.elapsed();
        drop(parse);
        time
    };
    once().min(once())
}
