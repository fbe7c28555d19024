//! Common code of the tests of all features.

use std::sync::Arc;

use analysis::{Analysis, AnalysisHost, Change, File, Origin, Settings, Snapshot};
use syntax::{Autoload, Dialect, TextSize};

/// Texts that show one thing are no examples of style.
pub(crate) fn without_lint() -> Settings {
    Settings::new([Arc::new(settings::Layer { lint: Some(false), ..settings::Layer::default() })])
}

/// Asks a feature about a manifest.
#[track_caller]
pub(crate) fn with_file<T>(text: &str, feature: impl FnOnce(Snapshot<'_>, File) -> T) -> T {
    ask("/test.pp", Dialect::Manifest, text, feature)
}

/// Asks a feature about a template.
#[track_caller]
pub(crate) fn with_template<T>(text: &str, feature: impl FnOnce(Snapshot<'_>, File) -> T) -> T {
    ask("/test.epp", Dialect::Epp, text, feature)
}

/// Asks a feature about a manifest, with all that is found by default.
#[track_caller]
pub(crate) fn with_lint<T>(text: &str, feature: impl FnOnce(Snapshot<'_>, File) -> T) -> T {
    ask_with(Settings::default(), "/test.pp", Dialect::Manifest, text, feature)
}

#[track_caller]
fn ask<T>(path: &str, dialect: Dialect, text: &str, feature: impl FnOnce(Snapshot<'_>, File) -> T) -> T {
    ask_with(without_lint(), path, dialect, text, feature)
}

#[track_caller]
fn ask_with<T>(settings: Settings, path: &str, dialect: Dialect, text: &str, feature: impl FnOnce(Snapshot<'_>, File) -> T) -> T {
    let analysis = Analysis::of_text(path, dialect, None, Arc::from(text), settings);
    let answer = analysis.run(|snapshot| snapshot.file(path).map(|file| feature(snapshot, file)));
    answer.expect("this run is not cancelled").expect("the file has a text")
}

/// Takes the mark `$0` out of a text.
#[track_caller]
pub(crate) fn cursor(text: &str) -> (String, TextSize) {
    let (text, at) = test_utils::cursor(text);
    (text, TextSize::try_from(at).expect("a small text"))
}

/// Several files, one of which has a mark `$0`.
pub(crate) struct Fixture {
    host: AnalysisHost,
    path: String,
    offset: TextSize,
}

/// Files, each after a line `#- /path`; they belong to modules as they would on disk. The cursor is at `$0`, of which there is one, or at
/// the beginning of the first file. Those below `/installed` lie on the disk alone.
#[track_caller]
pub(crate) fn fixture(text: &str) -> Fixture {
    let fixture = test_utils::Fixture::new(text);
    let test_utils::Cursor { path, offset } = fixture.cursor();
    let offset = TextSize::try_from(offset).expect("a small text");
    let files: Vec<(&str, &str)> = fixture.files.iter().map(|it| (&*it.path, &*it.text)).collect();
    let mut world = world::MemoryWorld::new();
    for (path, text) in &files {
        world.add_file(path, *text);
    }
    let modules = environment::Modules::new(&world);
    let mut change = Change::new().settings(without_lint());
    for (path, text) in files.iter().filter(|(path, _)| !path.starts_with("/installed/")) {
        let origin = if path.starts_with("/library/") { Origin::Library } else { Origin::Local };
        let namespace = modules.namespace(std::path::Path::new(path));
        let autoload = namespace.map(|it| Autoload { file: (*path).to_owned(), namespace: Some(it) });
        change = change.disk(*path, Some(Arc::from(*text)), origin).autoload(*path, autoload);
    }
    let mut host = AnalysisHost::new(Arc::new(world));
    host.apply(change);
    Fixture { host, path, offset }
}

impl Fixture {
    /// Asks a feature about the file with the mark.
    #[track_caller]
    pub(crate) fn ask<T>(&self, feature: impl FnOnce(Snapshot<'_>, File, TextSize) -> T) -> T {
        let answer = self.host.analysis().run(|snapshot| snapshot.file(&self.path).map(|file| feature(snapshot, file, self.offset)));
        answer.expect("this run is not cancelled").expect("the file has a text")
    }
}

/// Everything that the language has, more or less.
const SAMPLE: &str = r#"# What the site needs
# on every machine
class site::base (
  Array[String] $packages = ['vim', "mtr-${facts['os']['name']}"],
  Optional[Integer[0, 10]] $level = undef, # how much
) inherits site {
  # region Files
  $text = @("MOTD"/L)
    Welcome to ${facts['networking']['fqdn']} \
    é😀
    | MOTD
  file {
    default: * => { mode => '0644' };
    ['/etc/motd', '/etc/issue']:
      ensure => file, content => $text;
  }
  # endregion
  if $level =~ Integer and $level > 1 { notice('a') } elsif !$level { } else { fail("b") }
  $packages.filter |$i, $it| { $it =~ /^v/ and $i > 0 }.each |$it| { package { $it: } -> Service <| tag == 'x' |> { enable => true } }
  case $level { 1, 2: { include a::b, c } default: { } }
  $x = $level ? { 1 => 'a', default => 'b' }
  @@user { 'u': } ~> File['/etc/motd'] { owner => 'u' }
}
define site::d($x) { Exec { path => $x } }
function site::f(Any *$xs) >> String { "${xs[0]}" }
type Site::T = Variant[String, Enum['a']]
node /^a/, 'b', default { }
"#;

/// Checks what holds for every text.
#[track_caller]
fn check_all_features(snapshot: Snapshot<'_>, file: File) {
    let text = snapshot.text(file);
    let whole = syntax::TextRange::up_to(TextSize::of(&*text));

    let mut symbols = crate::document_symbols(snapshot, file);
    while let Some(symbol) = symbols.pop() {
        assert!(whole.contains_range(symbol.range) && symbol.range.contains_range(symbol.selection), "{symbol:?} in {text:?}");
        assert!(!symbol.name.trim().is_empty(), "{symbol:?} in {text:?}");
        symbols.extend(symbol.children);
    }
    for fold in crate::folding_ranges(snapshot, file) {
        assert!(text[fold.range].contains(['\n', '\r']), "{fold:?} in {text:?}");
    }
    let mut end = TextSize::default();
    for token in crate::semantic_tokens(snapshot, file, None) {
        assert!(token.range.start() >= end && token.range.end() <= whole.end(), "{token:?} in {text:?}");
        end = token.range.end();
    }
    for diagnostic in crate::diagnostics(snapshot, file, analysis::Systems::All) {
        assert!(whole.contains_range(diagnostic.range), "{diagnostic:?} in {text:?}");
    }
    for offset in [TextSize::default(), TextSize::from(u32::from(whole.end()) / 3), whole.end()] {
        check_names(snapshot, file, offset);
    }
    for link in crate::document_links(snapshot, file) {
        assert!(whole.contains_range(link.range), "{link:?} in {text:?}");
    }
    for symbol in crate::workspace_symbols(snapshot, "") {
        assert!(whole.contains_range(symbol.range) && !symbol.name.is_empty(), "{symbol:?} in {text:?}");
    }
    let mut inner: Option<syntax::TextRange> = None;
    for range in crate::selection_ranges(snapshot, file, TextSize::from(u32::from(whole.end()) / 2)) {
        assert!(inner.is_none_or(|inner| range.contains_range(inner) && range != inner), "{range:?} in {text:?}");
        inner = Some(range);
    }
    assert_eq!(inner, Some(whole));
}

/// The same for what is asked about a place: whatever is found lies in the file, and contains or touches the place.
#[track_caller]
fn check_names(snapshot: Snapshot<'_>, file: File, offset: TextSize) {
    let text = snapshot.text(file);
    let whole = syntax::TextRange::up_to(TextSize::of(&*text));
    let highlights = crate::document_highlight(snapshot, file, offset);
    assert!(highlights.iter().all(|it| whole.contains_range(it.range) && text.is_char_boundary(usize::from(it.range.start()))));
    let places = crate::references(snapshot, file, offset, true);
    assert_eq!(places.is_some(), !highlights.is_empty(), "a name is one of its own places, at {offset:?} in {text:?}");
    for goto in [crate::goto_definition, crate::goto_type_definition, crate::goto_implementation] {
        if let Some(goto) = goto(snapshot, file, offset) {
            assert!(whole.contains_range(goto.origin) && !goto.targets.is_empty());
            assert!(goto.targets.iter().all(|it| it.range.contains_range(it.focus) && whole.contains_range(it.range)));
        }
    }
    if let Ok(prepared) = crate::prepare_rename(snapshot, file, offset) {
        assert!(whole.contains_range(prepared.range) && !prepared.name.is_empty());
        // Whether or not it can be done: the edits of one file lie one after the other.
        let edits = crate::rename(snapshot, file, offset, "renamed").map(|it| it.edits).unwrap_or_default();
        assert!(edits.windows(2).all(|it| it[0].1.end() <= it[1].1.start()), "{edits:?} in {text:?}");
    }
    for item in crate::prepare_call_hierarchy(snapshot, file, offset) {
        crate::incoming_calls(snapshot, &item);
        crate::outgoing_calls(snapshot, &item);
    }
    for item in crate::prepare_type_hierarchy(snapshot, file, offset) {
        crate::supertypes(snapshot, &item);
        crate::subtypes(snapshot, &item);
    }
}

#[test]
fn a_text_that_ends_anywhere_is_no_matter() {
    for (end, _) in SAMPLE.char_indices() {
        with_file(&SAMPLE[..end], check_all_features);
        with_template(&format!("<%- {} %>", &SAMPLE[..end]), check_all_features);
    }
    with_file(SAMPLE, check_all_features);
}

#[test]
fn a_text_without_one_of_its_characters_is_no_matter() {
    for (at, c) in SAMPLE.char_indices() {
        with_file(&format!("{}{}", &SAMPLE[..at], &SAMPLE[at + c.len_utf8()..]), check_all_features);
    }
}

#[test]
fn the_sample_itself_has_nothing_wrong() {
    assert_eq!(with_file(SAMPLE, |snapshot, file| crate::diagnostics(snapshot, file, analysis::Systems::All)), []);
}

/// Checks features with evaluation in fewer texts: each is evaluated.
#[test]
fn what_is_shown_beside_the_text_lies_in_it() {
    for (end, _) in SAMPLE.char_indices().step_by(23) {
        with_file(&SAMPLE[..end], |snapshot, file| {
            let text = snapshot.text(file);
            let whole = syntax::TextRange::up_to(TextSize::of(&*text));
            for hint in crate::inlay_hints(snapshot, file, whole) {
                assert!(text.is_char_boundary(usize::from(hint.at)) && !hint.label.trim().is_empty(), "{hint:?} in {text:?}");
            }
            for lens in crate::code_lenses(snapshot, file) {
                assert!(whole.contains_range(lens.range), "{lens:?} in {text:?}");
                assert!(crate::resolve_code_lens(snapshot, file, lens.kind, lens.range.start()).is_some(), "{lens:?} in {text:?}");
            }
            for offset in [whole.end(), TextSize::from(u32::from(whole.end()) / 2)] {
                let hover = crate::hover(snapshot, file, offset);
                assert!(hover.is_none_or(|it| whole.contains_range(it.range) && !it.text.is_empty()));
            }
        });
    }
}
