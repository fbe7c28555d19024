use std::path::{Path, PathBuf};

use world::MemoryWorld;

use super::find;
use crate::Release;
use crate::advice::Known;
use crate::tree::Tree;

/// The findings, each with the text that it is about, and the text of the other place.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let mut world = MemoryWorld::new();
    world.add_file("/s/_states/mine.py", "");
    let tree = Tree::open(&world, &[PathBuf::from("/s")]);
    let found = find(&"a".into(), Path::new("/s/a.sls"), text, &Known::new(&tree, Release::V3008));
    let show = |it: &crate::Wrong| {
        let place = |it: &crate::Placed| {
            format!("{} {}", text.get(..it.range.start).map_or(0, |it| it.matches('\n').count() + 1), &text[it.range.clone()])
        };
        let places: Vec<String> = it.at.iter().chain(&it.related).map(place).collect();
        format!("{}: {}", places.join(", "), it.problem.render(Release::V3008).lines().next().unwrap_or_default())
    };
    let shown: Vec<String> = found.iter().map(show).collect();
    assert_eq!(shown, expected, "{text}");
}

const OPEN: &str = "{% if grains['os'] == 'Debian' %}\nx:\n  test.nop: []\n{% endif %}\n";

#[test]
fn mistakes_below_a_branch() {
    let unknown = "6 file.manged: `file` has no function `file.manged`: did you mean `file.managed`?";
    check(&format!("{OPEN}/a:\n  file.manged:\n    - source: salt://a\n"), &[unknown]);
    let text = format!("{OPEN}/a:\n  file.managed:\n    - surce: salt://a\n    - requires:\n      - test: x\n");
    check(
        &text,
        &[
            "7 surce: `file.managed` ignores the argument `surce`: did you mean `source`?",
            "8 requires: `requires` is no requisite, and is ignored: did you mean `require`?",
        ],
    );
    check(&format!("{OPEN}/a:\n  file.symlink: []\n"), &["6 file.symlink: `file.symlink` needs the argument `target`"]);
    check(
        &format!("{OPEN}'a[1]':\n  pkg: [instaled]\n"),
        &[
            "6 pkg: `pkg` has no function `pkg.instaled`: did you mean `pkg.installed`?",
            "6 pkg: no requisite can name the ID `a[1]`: Salt reads it as a pattern",
        ],
    );
    check(&format!("{OPEN}a: pkg.instaled\n"), &["5 pkg.instaled: `pkg` has no function `pkg.instaled`: did you mean `pkg.installed`?"]);
}

#[test]
fn structure_outside_of_branches() {
    check(
        &format!("{OPEN}a:\n  test.nop: []\nb:\n  test.nop: []\na:\n  pkg.installed: []\n"),
        &["9 a, 5 a: Rendering SLS 'base:a' failed: found conflicting ID 'a'"],
    );
    check(
        &format!("{OPEN}a:\n  file.managed:\n    - mode: 644\n  file.absent: []\n"),
        &["8 file.absent, 5 a: ID 'a' in SLS 'a' contains multiple state declarations of the same type"],
    );
    check(&format!("{OPEN}a:\n  pkg:\n    - version: 1\n"), &["6 pkg: No function declared in state 'a' in SLS 'a'"]);
    check(
        &format!("{OPEN}a:\n  pkg:\n    - installed\n    - latest\n"),
        &["6 pkg: Too many functions declared in state 'a' in SLS 'a'. Please choose one of the following: installed, latest"],
    );
    let trailing = "6 pkg.installed: ID 'a' in SLS 'a' contains a short declaration (pkg.installed) with a trailing colon. When not passing \
                    any arguments to a state, the colon must be omitted.";
    check(&format!("{OPEN}a:\n  pkg.installed:\n"), &[trailing]);
    check(&format!("{OPEN}a:\n  - pkg.installed\n"), &["5 a: ID a in SLS a is not a dictionary"]);
}

#[test]
fn names_count_inside_of_branches_and_loops() {
    let text = "{% for name in pillar.names %}\n{{ name }}:\n  file.manged:\n    - surce: a\n/b/{{ name }}:\n  file.managed:\n    - surce: {{ name }}\n\
                {%- if name %}\n    - mod: 1\n    - makedir: True\n{%- endif %}\n{% endfor %}\n";
    check(
        text,
        &[
            "3 file.manged: `file` has no function `file.manged`: did you mean `file.managed`?",
            "7 surce: `file.managed` ignores the argument `surce`: did you mean `source`?",
            "10 makedir: `file.managed` ignores the argument `makedir`: did you mean `makedirs`?",
        ],
    );
}

#[test]
fn what_may_be_otherwise_is_not_wrong() {
    for text in [
        // Only one of both runs.
        "{% if x %}\na:\n  test.nop: []\n{% else %}\na:\n  test.nop: []\n{% endif %}\n",
        "{% if x %}\na:\n  test.nop: []\n{% endif %}\na:\n  test.nop: []\n",
        "a:\n  pkg:\n{% if x %}\n    - installed\n{% else %}\n    - latest\n{% endif %}\n    - surce: y\n",
        "a:\n  file.managed:\n{% if x %}\n  file.absent:\n{% endif %}\n    - nmae: y\n",
        "{% if x %}\na:\n  file.manged:\n{% else %}\na:\n  file.managed:\n{% endif %}\n    - surce: y\n"
            .replace("manged", "absent")
            .as_str(),
        "a:\n  file.symlink:\n    - force: True\n# b\n{% if x %}\n  file.absent:\n{% endif %}\n    - target: y\n",
        // A value may have it.
        "a:\n  file.symlink:\n    - {{ x }}\n",
        "a:\n  file.symlink:\n    {{ x }}\n",
        "a:\n  file.symlink: {{ x }}\n",
        "a:\n  file.symlink:\n{% if x %}\n    - target: b\n{% endif %}\n    - force: True\n",
        "a:\n  file.symlink:\n    - names: [{b: [{target: c}]}]\n",
        "a:\n  file.symlink:\n    - {{ x }}: b\n",
        "a:\n  file.symlink:\n    - use: [file: b]\nb: {{ x }}\n",
        "include: [b]\na:\n  file.symlink: []\nb: {{ x }}\n",
        "a:\n  pkg:\n    - {{ x }}\n",
        "a:\n  pkg.{{ x }}:\n    - surce: y\n",
        "a:\n  {{ x }}.manged:\n    - surce: y\n",
        "a{{ x }}:\n  test.nop: []\na{{ x }}:\n  test.nop: []\n",
        "a:\n  pkg.inst{% if x %}alled{% endif %}: []\n",
        "a:\n  pkg.{% if x %}installed{% else %}latest{% endif %}: []\n",
        "a: {{ x }}\nb:\n  file.managed:\n    - {% if x %}source{% else %}contents{% endif %}: y\n",
        // It is there for another release.
        "{% if grains.saltversioninfo[0] < 3008 %}\na:\n  docker_container.running: []\n{% endif %}\n",
        // Others print it.
        "{% include 'b' %}\na:\n  file.symlink: []\n",
        "a:\n  file.managed:\n{{ m() }}\n    - surce: y\n",
        // It is no text of the file.
        "{% set x %}\na:\n  file.manged: []\n{% endset %}\n{% macro m(x) %}\nb:\n  {{ x }}:\n    - surce: y\n{% endmacro %}\n{# c:\n  file.manged: [] #}\n",
        "{% load_yaml as x %}\na: 1\na: 2\n{% endload %}\n",
        "a:\n  file.managed:\n    - contents: |\n        b: c\n        b: c\n        {{ x }}\n",
        // Jinja or YAML may not be meant.
        "#!py\ndef run():\n  return {'a': {'file.manged': []}}\n",
        "#!mako|yaml\na:\n  file.manged: []\n",
        "a:\n  file.manged: []\n{% if\n",
        "a:\n  file.manged: []\n b: c\n",
        "{% extends 'b' %}\na:\n  file.manged: []\n",
        // What other states say.
        "extend:\n  a:\n    file:\n      - surce: b\n{{ x }}:\n  mine.manged: []\n",
        "x: &x\n  test.nop: []\na: *x\nb:\n  <<: *x\nc: {{ x }}\n",
    ] {
        check(text, &[]);
    }
}
