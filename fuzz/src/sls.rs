//! Any bytes are a tree of states with its pillar: a compilation ends, and what is said of it lies in its files.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;
use salt::names::{jinja_names, macros};
use salt::outline::Outline;
use salt::{
    Compiled, Heap, Map, Minion, Options, Release, Site, Span, Suggestions, Summary, Templates, Value, insert_include, picture, pillar,
};
use world::MemoryWorld;

/// The files that a zero byte separates.
const FILES: [&str; 7] = ["/s/a.sls", "/s/b.sls", "/s/map.jinja", "/p/one.sls", "/s/top.sls", "/p/top.sls", "/etc/minion"];

pub fn sls(bytes: &[u8]) {
    let mut world = MemoryWorld::new();
    world.add_file("/p/top.sls", "base: {'*': [one]}\n");
    for (name, part) in FILES.iter().zip(bytes.split(|it| *it == 0)) {
        let text = String::from_utf8_lossy(part);
        world.add_file(*name, &*text);
        read_alone(&text);
    }
    let mut heap = Heap::default();
    let configuration = salt::configuration::read(&world, &mut heap, Path::new("/etc/minion"), &|_| true).ok();
    let grains = heap.add(Value::Map(Map::default()), Span::NONE);
    let pillar = heap.add(Value::Unknown, Span::NONE);
    let options = configuration.as_ref().map(|it| it.options);
    let mut minion = Minion { id: "m".to_owned(), heap, grains, pillar, all_grains: false, options };
    let under = configuration.as_ref().and_then(|it| it.pillar);
    let read = pillar::read(&world, &[PathBuf::from("/p")], &minion, under, None);
    minion.set_pillar(&read);
    let site = Site::open(&world, &[PathBuf::from("/s")]);
    let templates = Templates::new(&world, &site.tree, &minion);
    for release in [Release::V3006, Release::V3007, Release::V3008] {
        let options = Options { release, ..Options::default() };
        let named = site.compile(&templates, &[("a".into(), Span::NONE)], &options);
        let highstate = site.compile_top(&templates, &minion, &options);
        for compiled in [named, highstate] {
            check(&compiled, &site, release);
        }
    }
}

/// Reads what the editor reads at each keystroke.
fn read_alone(text: &str) {
    let outline = Outline::read(text);
    for word in outline.words(false).iter().chain(&outline.words(true)) {
        assert!(text.get(word.word.range.clone()).is_some(), "a word lies in the text");
    }
    for name in jinja_names(text).names {
        assert_eq!(text.get(name.range.clone()), Some(&*name.text));
    }
    macros(text);
    if let Some(insertion) = insert_include(text, "web.nginx") {
        assert!(text.is_char_boundary(insertion.at), "a text is added between characters");
    }
}

fn check(compiled: &Compiled, site: &Site<'_>, release: Release) {
    let mut known = FxHashSet::default();
    assert!(compiled.in_order().all(|it| it < compiled.chunks.len() && known.insert(it)), "each state runs once");
    for finding in compiled.findings.iter().chain(&compiled.notes) {
        assert!(!finding.problem.render(release).is_empty());
        compiled.files.placed(finding.at);
    }
    let summary = Summary::advised(compiled, &site.tree, release);
    let mut found = summary.found.clone();
    Suggestions::new(std::iter::once(&summary)).add_to(&mut found);
    for meant in found.iter().filter_map(|it| it.meant.as_ref()) {
        let file = compiled.files.iter().find(|it| it.path == meant.at.path);
        assert!(file.is_none_or(|it| it.source.get(meant.at.range.clone()).is_some()), "what is replaced lies in the text");
    }
    picture::labels(compiled);
}
