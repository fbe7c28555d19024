//! Whatever a template does, it ends: no panic, no end of the stack, no end of the memory. What is not known stays unknown.

use ruby::{Error, Heap, Host, Limit, Limits, Outcome, Rendered, Template, Value};

/// Variables: `@unknown` is not known, `@list` holds something that is not.
struct Unknowns;

impl Host for Unknowns {
    fn instance(&mut self, heap: &Heap, name: &str) -> Outcome<Option<Value>> {
        Ok(match name {
            "unknown" => Some(heap.unknown()),
            "list" => Some(heap.array(vec![Value::Integer(1), heap.unknown()])),
            _ => None,
        })
    }
}

fn render(template: &str) -> Result<Rendered, Error> {
    let limits = Limits { steps: 60_000, memory: 16 << 20, ..Limits::default() };
    let template = Template::parse(template).map_err(|_| Error::Unknown)?;
    template.render(&mut Unknowns, Heap::default(), limits).0
}

/// The same with little memory: 64 KB.
fn render_in_little_memory(code: &str) -> Result<Rendered, Error> {
    let limits = Limits { steps: 1_000_000, memory: 64 << 10, ..Limits::default() };
    let template = Template::parse(&format!("<% {code} %>")).map_err(|_| Error::Unknown)?;
    template.render(&mut Unknowns, Heap::default(), limits).0
}

#[test]
fn calls_that_have_ended_take_no_memory() {
    for code in [
        "i = 0; 10_000.times { i += 1 }",
        "i = 0; 10_000.times { |n| m = n; i += m }",
        "def twice(x); y = x * 2; y; end; 10_000.times { |n| twice(n) }",
        "f = lambda { |x| x + 1 }; 10_000.times { |n| f.call(n) }",
        "i = 0; while i < 10_000 do [1].each { i += 1 } if false; i += 1 end",
    ] {
        let result = render_in_little_memory(code);
        assert!(result.is_ok(), "{code}: {result:?}");
    }
    // What is captured stays.
    let result = render_in_little_memory("all = []; 10_000.times { |n| all << lambda { n } }");
    assert!(matches!(result, Err(Error::Limit(Limit::Memory))), "{result:?}");
}

#[test]
fn everything_ends() {
    for code in [
        "while true do end",
        "s = 'é' * 20_000; 200.times { s.length }",
        "s = 'a' * 16 + 'b'; 20.times { s =~ /^(a|aa)+(?=c)$/ }",
        "loop { }",
        "def f; f; end; f",
        "f = lambda { |x| x.(x) }; f.(f)",
        "x = 'a'; 60.times { x << x }",
        "x = 'a'; 60.times { x = x + x }",
        "x = 'a' * 1000000000000",
        "x = [1] * 1000000000000",
        "x = []; loop { x << 1 }",
        "(1..1000000000000).to_a",
        "Array.new(1000000000000)",
        "x = {}; i = 0; loop { x[i] = i; i += 1 }",
        "'%1000000000d' % 1",
        "'a'.ljust(1000000000000)",
        "x = [nil]; x[1000000000] = 1",
        "r = Random.new(1); loop { r.rand(5) }",
        "require 'openssl'; OpenSSL::PKCS5.pbkdf2_hmac('a', 'b', 1000000000, 64, 'sha512')",
        "'a'.crypt('$6$rounds=900000000$abc')",
        "e = [1].each_with_index; loop { e = e.with_index }",
        "e = (1..1000000000000).each; e.next",
        "[1].pack('x1000000000000')",
        "[1].pack('C@1000000000')",
        "['a'].pack('a1000000000')",
        "'a'.unpack('C1000000000')",
        "('a' * 100000).b * 10000000",
        "x = ''.b; loop { x << 'abc' << 255 }",
        "x = Time.at(0).utc; loop { x += 1 }",
        "Time.at(2 ** 100000).utc.year",
        "require 'date'; x = Date.new(2024); loop { x = x.next }",
        "require 'date'; (Date.new(1600)..Date.new(9000)).to_a",
        "Time.at(0).utc.strftime('%1000000000d')",
        "2 ** 10 ** 9",
        "2 ** 2 ** 70",
        "1 << 10 ** 12",
        "x = 3; 40.times { x = x * x }",
        "x = 3; 40.times { x **= 2 }",
        "x = 1; (1..1000000).each { |i| x *= i }",
        "(1 << 4000000).to_s",
        "(3 ** 600000).gcd(3 ** 600001 + 2)",
        "Integer.sqrt(3 ** 2000000)",
        "(1 << 4000000).digits",
        "(1 << 4000000) / (3 ** 1000000)",
        "3.pow(1 << 100000, (1 << 100000) + 1)",
        "('9' * 1000000).to_i",
        "Integer('9' * 1000000)",
        "x = 1 << 4000000; y = []; loop { x += 1; y << x }",
        "'%01000000000d' % (2 ** 64)",
    ] {
        let result = render(&format!("<% {code} %>"));
        assert!(matches!(result, Err(Error::Limit(_) | Error::Raised { .. } | Error::NotCovered(_))), "{code}: {result:?}");
    }
}

#[test]
fn values_may_be_nested_in_themselves() {
    for code in [
        "a = []; 50000.times { a = [a] }; a.flatten.size",
        "a = []; a << a; a.inspect",
        "a = []; a << a; a == [a]",
        "a = []; a << a; a.flatten",
        "h = {}; h['h'] = h; h.to_s",
        "h = {}; h['h'] = h; h == { 'h' => h }",
        "a = []; a << a; a.to_json",
        "a = []; a << a; a.to_yaml",
        "a = []; a << a; { a => 1 }",
        "a = []; a << a; a.join",
        "f = nil; 20000.times { g = f; f = lambda { g } }; 1",
        "r = nil; x = 1; 20000.times { x = [x, lambda { x }] }; 1",
    ] {
        let _ = render(&format!("<%= {code} %>"));
    }
}

#[test]
fn deep_code_ends() {
    for (open, close) in
        [("[", "]"), ("(", ")"), ("{ 1 => ", "}"), ("!", ""), ("-", "1"), ("if a then ", " end"), ("f { ", " }"), ("\"#{", "}\"")]
    {
        let _ = render(&format!("<%= {}1{} %>", open.repeat(6_000), close.repeat(6_000)));
    }
    let _ = render(&format!("<%= {}1 %>", "1 + ".repeat(6_000)));
    let _ = render(&format!("<%= a{} %>", ".b".repeat(6_000)));
    let _ = render(&format!("<%= a{} = 1 %>", "::A".repeat(6_000)));
}

#[test]
fn what_is_not_known_flows() {
    let holes = |template: &str| render(template).map(|it| (it.text, it.holes.len())).map_err(|it| format!("{it:?}"));
    assert_eq!(holes("a<%= @unknown %>b"), Ok(("ab".to_owned(), 1)));
    assert_eq!(holes("a<%= @unknown.foo(1).bar + 2 %>b"), Ok(("ab".to_owned(), 1)));
    assert_eq!(holes("<%= \"x#{@unknown}\" %>"), Ok((String::new(), 1)));
    assert_eq!(holes("<%= @list.join %><%= @list[0] %><%= @list.length %>"), Ok(("12".to_owned(), 1)));
    assert_eq!(holes("<% @list.each do |it| %><%= it %>,<% end %>"), Ok(("1,,".to_owned(), 1)));
    // This host takes no guesses.
    for template in
        ["<% if @unknown %>a<% end %>", "<% @unknown.each { } %>", "<% case @unknown when 1 then 2 end %>", "<% @list.include?(2) or 1 %>"]
    {
        assert!(matches!(render(template), Err(Error::Unknown)), "{template}: {:?}", render(template));
    }
    // What may have raised is not rescued for sure.
    assert!(matches!(render("<% begin; @unknown.foo; rescue; end %>"), Err(Error::Unknown)));
}

#[test]
fn what_is_not_covered_has_its_place() {
    let template = "a\n<% [1].bsearch { 1 } %>";
    match render(template) {
        Err(Error::NotCovered(it)) => {
            assert_eq!(it.construct, "Array#bsearch");
            assert_eq!(&template[it.at as usize..][..7], "bsearch");
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(render("<% $x = 1 %>"), Err(Error::NotCovered(_))));
    assert!(matches!(render("<% `ls` %>"), Err(Error::NotCovered(_))));
    assert!(matches!(render("<% File.read('/etc/passwd') %>"), Err(Error::NotCovered(_))));
    assert!(matches!(render("<% system('ls') %>"), Err(Error::NotCovered(_))));
}

#[test]
fn syntax_errors_have_places() {
    let problems = Template::parse("a\n<% if %>\n").err().unwrap();
    assert!(!problems.is_empty());
    assert!(Template::parse("\u{feff}a <%= 1 %>").is_ok());
}

#[test]
fn a_comment_hides_what_erb_lets_it_hide() {
    let text = |template: &str| render(template).map(|it| it.text).ok();
    assert_eq!(text("<% # c -%>\na").as_deref(), Some("a"));
    assert_eq!(text("<%# c %>\na").as_deref(), Some("\na"));
    assert_eq!(text("<% # c %>\na").as_deref(), Some(""));
    assert_eq!(text("<% # c %>\na\n<%= 1 %>").as_deref(), Some("1"));
}

#[test]
fn what_would_take_large_integers_is_refused() {
    for code in ["1 >> 2 ** 64", "1.upto(2 ** 64) { break }", "5.digits(2 ** 64)", "[2 ** 64].pack('w')", "(1..2 ** 64).each { break }"] {
        assert!(matches!(render(&format!("<% {code} %>")), Err(Error::NotCovered(_))), "{code}");
    }
}
