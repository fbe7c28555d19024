//! Meaning of each name in a text.

use expect_test::{Expect, expect};
use syntax::{Dialect, ParseOptions, TextSize};

use super::{Role, Spelling};
use crate::{FileKind, Owner, Symbol};

fn owner(owner: &Owner) -> String {
    match owner {
        Owner::Class(name) => format!("class {name}"),
        Owner::Type(name) => format!("type {name}"),
        Owner::Plan(name) => format!("plan {name}"),
        Owner::Template(name) => format!("template {name}"),
        Owner::ThisTemplate => "this template".to_owned(),
    }
}

fn show(symbol: &Symbol) -> String {
    match symbol {
        Symbol::Class(name) => format!("class {name}"),
        Symbol::Type(name) => format!("type {name}"),
        Symbol::Function(name) => format!("function {name}"),
        Symbol::Plan(name) => format!("plan {name}"),
        Symbol::Task(name) => format!("task {name}"),
        Symbol::Member { owner: it, name } => format!("{name} of {}", owner(it)),
        Symbol::Inherited { class, name } => format!("{name} seen from {class}"),
        Symbol::Top(name) => format!("top {name}"),
        Symbol::Local(number) => format!("local {number}"),
        Symbol::Resource { ty, title } => format!("{ty}[{title}]"),
        Symbol::Fact(path) => format!("fact {path}"),
        Symbol::Key(key) => format!("key {key}"),
        Symbol::File(FileKind::Erb, path) => format!("erb {path}"),
        Symbol::File(FileKind::Epp, path) => format!("epp {path}"),
        Symbol::File(FileKind::File, path) => format!("file {path}"),
    }
}

fn render(text: &str, dialect: Dialect) -> String {
    let references = crate::references(&syntax::parse(text, ParseOptions { dialect, tasks: true }));
    let mentions = references.mentions();
    let mut out = String::new();
    let mut start = TextSize::default();
    for it in &references.all {
        assert!(it.range.start() >= start, "in the order of the text");
        assert!(it.symbol.search_word().is_none_or(|word| mentions.may_have(&word)));
        start = it.range.start();
        let role = if it.role == Role::Use { String::new() } else { format!(" {:?}", it.role) };
        let spelling = match it.spelling {
            Spelling::Bare | Spelling::Variable | Spelling::Capitalized => String::new(),
            other => format!(" ({other:?})"),
        };
        out += &format!("{} = {}{role}{spelling}\n", &text[it.range], show(&it.symbol));
    }
    out
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&render(text, Dialect::Manifest));
}

#[test]
fn parameters_and_variables_of_a_class_are_its_members() {
    check(
        "class a($x = 1, $y = $x) { $z = $y\n notice($z, $w, $a::z, $::a::z, $::w, $1) }",
        expect![[r#"
            a = class a Definition
            x = x of class a Definition
            y = y of class a Definition
            x = x of class a
            z = z of class a Definition
            y = y of class a
            notice = function notice
            z = z of class a
            w = top w
            a = class a Qualifier
            z = z of class a
            a = class a Qualifier
            z = z of class a
            w = top w
        "#]],
    );
}

#[test]
fn what_a_parent_may_set_is_told() {
    check(
        "class a inherits ::a::b { $x = 1\n notice($x, \"${y} $y ${y[0]}\") }",
        expect![[r#"
        a = class a Definition
        a::b = class a::b Inherits
        x = x of class a Definition
        notice = function notice
        x = x of class a
        y = y seen from a
        y = y seen from a
        y = y seen from a
    "#]],
    );
}

#[test]
fn variables_of_other_definitions_are_their_own() {
    check(
        "define d($x) { $y = $x }\nfunction f($x) { $y = $x\n $y }\nplan p($x) { $y = $x }\nnode n { $y = 1\n notice($y) }",
        expect![[r#"
        d = type d Definition
        x = x of type d Definition
        y = local 0 Definition
        x = x of type d
        f = function f Definition
        x = local 1 Definition
        y = local 2 Definition
        x = local 1
        y = local 2
        p = plan p Definition
        x = x of plan p Definition
        y = local 3 Definition
        x = x of plan p
        y = local 4 Definition
        notice = function notice
        y = local 4
    "#]],
    );
}

#[test]
fn lambdas_see_what_is_around() {
    check(
        "class a { $x = 1\n [1].each |$x, $i| { $y = \"${x}${i}\" }\n notice($x, $y) }",
        expect![[r#"
        a = class a Definition
        x = x of class a Definition
        each = function each
        x = local 0 Definition
        i = local 1 Definition
        y = local 2 Definition
        x = local 0
        i = local 1
        notice = function notice
        x = x of class a
        y = top y
    "#]],
    );
}

#[test]
fn a_lambda_sees_the_outer_variable_until_it_sets_its_own() {
    check(
        "define a { $x = 1\n f() || { $x = $x + 1\n notice($x) }\n notice($x) }",
        expect![[r#"
        a = type a Definition
        x = local 0 Definition
        f = function f
        x = local 1 Definition
        x = local 0
        notice = function notice
        x = local 1
        notice = function notice
        x = local 0
    "#]],
    );
}

#[test]
fn order_and_branches_do_not_matter_in_a_definition() {
    check(
        "define a { notice($x)\n if true { $x = 1 } else { [$x, $y] = [2, 3] } }",
        expect![[r#"
        a = type a Definition
        notice = function notice
        x = local 0
        x = local 0 Definition
        x = local 0 Definition
        y = local 1 Definition
    "#]],
    );
}

#[test]
fn variables_at_the_top() {
    check(
        "$x = 1\nnotice($x, $facts['os']['family'], $facts[os][$x], $facts)\nclass a { notice($x) }",
        expect![[r#"
        x = top x Definition
        notice = function notice
        x = top x
        facts = top facts
        os = fact os (Single)
        family = fact os.family (Single)
        facts = top facts
        os = fact os
        x = top x
        facts = top facts
        a = class a Definition
        notice = function notice
        x = top x
    "#]],
    );
}

#[test]
fn classes_are_named_in_many_ways() {
    check(
        "include a, '::b', \"c\", [d, 'e']\ncontain(f)\nrequire Class['g']\nclass { '::h': x => 1; ['i', 'j']: }\nFile <| |> -> Class['K::l', m]\n'n'.include",
        expect![[r#"
            include = function include
            a = class a Declaration
            b = class b Declaration (Single)
            c = class c Declaration (Double)
            d = class d Declaration
            e = class e Declaration (Single)
            contain = function contain
            f = class f Declaration
            require = function require
            g = class g (Single)
            h = class h Declaration (Single)
            x = x of class h Argument
            i = class i Declaration (Single)
            j = class j Declaration (Single)
            File = type file
            K::l = class k::l (Single)
            m = class m
            n = class n Declaration (Single)
            include = function include
        "#]],
    );
}

#[test]
fn strings_elsewhere_are_no_classes() {
    check(
        "$x = 'a'\nnotify { 'a': }\ninclude \"a::${x}\", $y",
        expect![[r#"
        x = top x Definition
        notify = type notify
        a = notify[a] Declaration (Single)
        include = function include
        "a::${x}" = class a::a Declaration (Computed)
        x = top x
        y = top y
    "#]],
    );
}

#[test]
fn types_of_resources_and_of_data() {
    check(
        "type A::T = Variant[A::U, Enum['x']]\nfile { 'x': }\na::d { 'y': }\nA::D['y'] -> Package['z']\nA::T('x')\nInteger[1, 2]",
        expect![[r#"
        A::T = type a::t Definition
        Variant = type variant
        A::U = type a::u
        Enum = type enum
        file = type file
        x = file[x] Declaration (Single)
        a::d = type a::d
        y = a::d[y] Declaration (Single)
        A::D = type a::d
        y = a::d[y] (Single)
        Package = type package
        z = package[z] (Single)
        A::T = type a::t
        Integer = type integer
    "#]],
    );
}

#[test]
fn attributes_are_parameters() {
    check(
        "a::d { 'x': port => 1, * => { 'host' => 2 } }\nclass { 'c': y => 1 }\nA::D { port => 1 }\nA::D['x'] { port => 1 }\nA::D <| port == 1 and title == 'x' |> { host => 2 }",
        expect![[r#"
            a::d = type a::d
            x = a::d[x] Declaration (Single)
            port = port of type a::d Argument
            host = host of type a::d Argument (Single)
            c = class c Declaration (Single)
            y = y of class c Argument
            A::D = type a::d
            port = port of type a::d Argument
            A::D = type a::d
            x = a::d[x] (Single)
            port = port of type a::d Argument
            A::D = type a::d
            port = port of type a::d
            x = a::d[x] (Single)
            host = host of type a::d Argument
        "#]],
    );
}

#[test]
fn resources_by_title() {
    check(
        "file { ['/a', \"/b\"]: ; '/c': }\nFile['/a', '/b'] -> File[['/c']]\n@@user { u: }\nResource['user', 'u']\nResource[File]['/a']",
        expect![[r#"
        file = type file
        /a = file[/a] Declaration (Single)
        /b = file[/b] Declaration (Double)
        /c = file[/c] Declaration (Single)
        File = type file
        /a = file[/a] (Single)
        /b = file[/b] (Single)
        File = type file
        /c = file[/c] (Single)
        user = type user
        u = user[u] Declaration
        Resource = type resource
        user = type user (Single)
        u = user[u] (Single)
        Resource = type resource
        File = type file
        /a = file[/a] (Single)
    "#]],
    );
}

#[test]
fn titles_of_constants() {
    check(
        "class a($p = '/p') {\n  $d = '/etc'\n  $e = \"${d}/x\"\n  $l = ['/1', \"$d/2\"]\n  $twice = 1\n  $twice = 2\n  \
         file { [$e, \"${e}/y\", $p, $twice]: }\n  file { $l: }\n  $l.each |$d| { file { \"${d}/z\": } }\n}\ndefine b { File[\"${d}/x\"] }",
        expect![[r#"
            a = class a Definition
            p = p of class a Definition
            d = d of class a Definition
            e = e of class a Definition
            d = d of class a
            l = l of class a Definition
            d = d of class a
            twice = twice of class a Definition
            twice = twice of class a Definition
            file = type file
            $e = file[/etc/x] Declaration (Computed)
            e = e of class a
            "${e}/y" = file[/etc/x/y] Declaration (Computed)
            e = e of class a
            p = p of class a
            twice = twice of class a
            file = type file
            $l = file[/1] Declaration (Computed)
            $l = file[/etc/2] Declaration (Computed)
            l = l of class a
            l = l of class a
            each = function each
            d = local 0 Definition
            file = type file
            d = local 0
            b = type b Definition
            File = type file
            d = top d
        "#]],
    );
}

#[test]
fn what_puppet_sets_is_known() {
    check(
        "class a::b {\n  contain \"${module_name}::c\"\n  template(\"${module_name}/x.erb\", \"$module_name/${y}\")\n  \
         file { \"/etc/${title}\": source => \"puppet:///modules/${module_name}/x\" }\n}\ndefine a::d { file { $title: content => epp(\"${module_name}/d\", { x => 1 }) } }",
        expect![[r#"
            a::b = class a::b Definition
            contain = function contain
            "${module_name}::c" = class a::c Declaration (Computed)
            module_name = top module_name
            template = function template
            "${module_name}/x.erb" = erb a/x.erb (Computed)
            module_name = top module_name
            module_name = top module_name
            y = top y
            file = type file
            "/etc/${title}" = file[/etc/a::b] Declaration (Computed)
            title = top title
            source = source of type file Argument
            "puppet:///modules/${module_name}/x" = file a/x (Computed)
            module_name = top module_name
            a::d = type a::d Definition
            file = type file
            title = top title
            content = content of type file Argument
            epp = function epp
            "${module_name}/d" = epp a/d.epp (Computed)
            module_name = top module_name
            x = x of template a/d.epp Argument
        "#]],
    );
}

#[test]
fn functions_that_declare() {
    check(
        "ensure_packages(['p', 'q'], { ensure => 1 })\nensure_resource('a::d', 'x', { port => 1 })\n\
         create_resources(a::d, { 'y' => { port => 1 } }, { host => 2 })\ncreate_resources('class', { 'c' => { z => 1 } })",
        expect![[r#"
            ensure_packages = function ensure_packages
            p = package[p] Declaration (Single)
            q = package[q] Declaration (Single)
            ensure = ensure of type package Argument
            ensure_resource = function ensure_resource
            a::d = type a::d (Single)
            x = a::d[x] Declaration (Single)
            port = port of type a::d Argument
            create_resources = function create_resources
            a::d = type a::d
            y = a::d[y] Declaration (Single)
            port = port of type a::d Argument
            host = host of type a::d Argument
            create_resources = function create_resources
            c = class c Declaration (Single)
            z = z of class c Argument
        "#]],
    );
}

#[test]
fn functions_and_methods() {
    check(
        "a::f(1) |$x| { $x.map |$y| { g($y) } }\n::h()\nnotice 1",
        expect![[r#"
        a::f = function a::f
        x = local 0 Definition
        x = local 0
        map = function map
        y = local 1 Definition
        g = function g
        y = local 1
        h = function h
        notice = function notice
    "#]],
    );
}

#[test]
fn facts_by_functions() {
    check(
        "$facts.dig('os', 'family')\n$facts.get('os.name')\nget($::facts, 'kernel')\ngetvar('facts.os.family')\n$x.dig('os')\n\
         getvar('other.os')\n$facts.dig('os', $x, 'y')",
        expect![[r#"
            facts = top facts
            dig = function dig
            os = fact os (Single)
            family = fact os.family (Single)
            facts = top facts
            get = function get
            os.name = fact os.name (Single)
            get = function get
            facts = top facts
            kernel = fact kernel (Single)
            getvar = function getvar
            os.family = fact os.family (Single)
            x = top x
            dig = function dig
            getvar = function getvar
            facts = top facts
            dig = function dig
            os = fact os (Single)
            x = top x
        "#]],
    );
}

#[test]
fn hiera_facts_plans_and_files() {
    check(
        "lookup('a::x')\nlookup(['b', 'c'], String)\nlookup({ 'name' => 'd' })\nhiera('e')\nfact('os.family')\nrun_plan('p::q', { x => 1 }, y => 2)\n\
         template('m/a.erb', 'm/b.erb')\nepp('m/c.epp', { 'k' => 1 })\nfile { 'f': source => ['puppet:///modules/m/d', \"puppet://h/modules/m/e\"] }\n\
         file('m/g', '/h')",
        expect![[r#"
            lookup = function lookup
            a::x = key a::x (Single)
            lookup = function lookup
            b = key b (Single)
            c = key c (Single)
            String = type string
            lookup = function lookup
            d = key d (Single)
            hiera = function hiera
            e = key e (Single)
            fact = function fact
            os.family = fact os.family (Single)
            run_plan = function run_plan
            p::q = plan p::q (Single)
            x = x of plan p::q Argument
            y = y of plan p::q Argument
            template = function template
            m/a.erb = erb m/a.erb (Single)
            m/b.erb = erb m/b.erb (Single)
            epp = function epp
            m/c.epp = epp m/c.epp (Single)
            k = k of template m/c.epp Argument (Single)
            file = type file
            f = file[f] Declaration (Single)
            source = source of type file Argument
            puppet:///modules/m/d = file m/d (Single)
            puppet://h/modules/m/e = file m/e (Double)
            file = function file
            m/g = file m/g (Single)
        "#]],
    );
}

#[test]
fn templates_have_parameters_and_variables_of_their_own() {
    let text = "<%- | $x, $y = 1 | -%>\n<% $z = $x %><%= $z %> <%= $facts['a'] %><%= $w %>\n<% $x.each |$i| { %><%= $i %><% } %>";
    expect![[r#"
        x = x of this template Definition
        y = y of this template Definition
        z = local 0 Definition
        x = x of this template
        z = local 0
        facts = top facts
        a = fact a (Single)
        w = top w
        x = x of this template
        each = function each
        i = local 1 Definition
        i = local 1
    "#]]
    .assert_eq(&render(text, Dialect::Epp));
}

#[test]
fn heredocs_have_variables() {
    check(
        "define a($x) {\n  $y = @(\"E\")\n    ${x} $y\n    | E\n}\n",
        expect![[r#"
        a = type a Definition
        x = x of type a Definition
        y = local 0 Definition
        x = x of type a
        y = local 0
    "#]],
    );
}

#[test]
fn half_typed_texts() {
    check(
        "class a($x) {\n  include \n  file { $x\n  notice($x)\n  $facts['os'][\n}\nclass b inherits { }",
        expect![[r#"
        a = class a Definition
        x = x of class a Definition
        include = function include
        file = type file
        x = x of class a
        notice = function notice
        x = x of class a
        facts = top facts
        os = fact os (Single)
        b = class b Definition
    "#]],
    );
}

#[test]
fn the_name_at_a_place() {
    let at = |text: &str, offset: u32| {
        let references = crate::references(&syntax::parse(text, ParseOptions::default()));
        references.at(offset.into()).iter().map(|it| text[it.range].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(at("notice($abc)", 11), ["abc"]);
    assert_eq!(at("notice($a::b)", 11), ["b"]);
    assert_eq!(at("notice($a::b)", 8), ["a"]);
    assert_eq!(at("$a$b", 2), ["a"]);
    assert_eq!(at("", 0), Vec::<String>::new());
}

/// Bindings that the quick search finds around a place, in order.
#[track_caller]
fn check_bindings(text: &str, expected: &[&str]) {
    let (text, offset) = test_utils::cursor(text);
    let offset = TextSize::try_from(offset).unwrap();
    let parse = syntax::parse(&text, ParseOptions::default());
    let found = crate::bindings(&parse, offset);
    let bound = found.all.iter().filter(|it| it.role == Role::Definition && it.spelling == Spelling::Variable);
    assert_eq!(bound.map(|it| &text[it.range]).collect::<Vec<_>>(), expected);
    let whole = crate::references(&parse);
    // The numbers of locals are others where some were left out.
    let named = |it: &super::References, symbol: &Symbol| match symbol {
        Symbol::Local(number) => format!("{:?}", it.locals[usize::try_from(*number).unwrap()]),
        other => show(other),
    };
    for it in &found.all {
        let twin = whole.all.iter().find(|twin| twin.range == it.range && twin.role == it.role).unwrap();
        assert_eq!(named(&found, &it.symbol), named(&whole, &twin.symbol));
    }
}

#[test]
fn what_can_be_seen_is_found_without_the_rest() {
    check_bindings(
        "class a($p, $q = $p) { $x = $p\n $l.each |$i| { $y = $i $0 }\n $l.each |$j| { $z = 1 }\n [$u, $v] = f($x) }\nclass b($r) { $w = 1 }",
        &["p", "q", "x", "i", "y", "u", "v"],
    );
    check_bindings("$t = 1\nclass a { $x = 1 }\n$0\nfile { 'a': mode => $m }\nif $t { $s = File['a'] }", &["t", "s"]);
    check_bindings("node 'a' { $n = 1 $0 }\nnode 'b' { $m = 1 }\n$t = $n", &["n", "t"]);
}

#[test]
fn nothing_is_too_deep() {
    for (open, close) in [("[", "]"), ("f(", ")"), ("{a=>", "}"), ("\"${", "}\""), ("(", ")")] {
        for text in [format!("$x = {}", open.repeat(3000)), format!("$x = {}1{}", open.repeat(200), close.repeat(200))] {
            crate::references(&syntax::parse(&text, ParseOptions::default()));
            crate::items(&syntax::parse(&text, ParseOptions::default()));
        }
    }
    let chain = "$x0 = 'a'\n".to_owned()
        + &(1..3000).map(|it| format!("$x{it} = \"$x{}$x{}\"\n", it - 1, it - 1)).collect::<String>()
        + "file { $x2999: }";
    crate::references(&syntax::parse(&chain, ParseOptions::default()));
}

#[test]
fn tasks_are_run_by_name() {
    check(
        "run_task('a::b', $n)\nrun_task_with('c', $n) |$t| { {} }\nrun_task($t)\n",
        expect![[r#"
            run_task = function run_task
            a::b = task a::b (Single)
            n = top n
            run_task_with = function run_task_with
            c = task c (Single)
            n = top n
            t = local 0 Definition
            run_task = function run_task
            t = top t
        "#]],
    );
}
