//! A text and an edit: what the workspace says after it is what a workspace says that knows the new text alone.

use std::sync::Arc;

use analysis::{Analysis, AnalysisHost, Change, File, Settings, Snapshot};
use diagnostics::Finding;
use ide::{Fold, Symbol, Token};
use syntax::{Dialect, Parse, ParseOptions, TextRange, TextSize};

const PATH: &str = "/test";

/// The bytes `before FF removed FF inserted FF after`; no text has the byte FF.
pub fn edit(bytes: &[u8]) {
    let mut parts = bytes.splitn(4, |byte| *byte == 0xff).map(String::from_utf8_lossy);
    let [before, removed, inserted, after] = std::array::from_fn(|_| parts.next().unwrap_or_default());
    let old = format!("{before}{removed}{after}");
    let new = format!("{before}{inserted}{after}");
    for dialect in [Dialect::Manifest, Dialect::Epp] {
        if dialect == Dialect::Epp && !new.contains("<%") {
            continue;
        }
        check(&old, &new, before.len(), dialect);
    }
}

fn check(old: &str, new: &str, place: usize, dialect: Dialect) {
    let mut host = AnalysisHost::default();
    host.apply(Change::new().dialect(PATH, dialect).editor(PATH, Some(Arc::from(old))));
    let first = Answers::new(&host.analysis(), old, place);
    host.apply(Change::new().editor(PATH, Some(Arc::from(new))));
    let edited = Answers::new(&host.analysis(), new, place);

    assert!(edited.parse == syntax::parse(new, ParseOptions { dialect, tasks: false }), "an edit leaves something behind");
    let fresh = Analysis::of_text(PATH, dialect, None, Arc::from(new), Settings::default());
    assert!(edited == Answers::new(&fresh, new, place), "an edit leaves something behind");
    host.apply(Change::new().editor(PATH, Some(Arc::from(old))));
    assert!(first == Answers::new(&host.analysis(), old, place), "an edit that is taken back leaves something behind");
}

/// Answers of every feature about a text.
#[derive(PartialEq)]
struct Answers {
    parse: Parse,
    diagnostics: Vec<Finding>,
    folds: Vec<Fold>,
    selections: Vec<TextRange>,
    symbols: Vec<Symbol>,
    tokens: Vec<Token>,
}

impl Answers {
    fn new(analysis: &Analysis, text: &str, place: usize) -> Answers {
        let place = TextSize::try_from(place).expect("texts are short");
        let answers = analysis.run(|snapshot| {
            let file = snapshot.file(PATH).expect("the file has a text");
            assert!(*snapshot.text(file) == *text);
            Answers {
                parse: snapshot.parse(file).clone(),
                diagnostics: ide::diagnostics(snapshot, file, analysis::Systems::First),
                folds: ide::folding_ranges(snapshot, file),
                selections: ide::selection_ranges(snapshot, file, place),
                symbols: ide::document_symbols(snapshot, file),
                tokens: tokens(snapshot, file, place),
            }
        });
        let answers = answers.expect("nobody stops this run");
        answers.check(text);
        answers
    }

    fn check(&self, text: &str) {
        for fold in &self.folds {
            assert!(slice(text, fold.range).contains(['\n', '\r']), "a fold of one line: {fold:?}");
        }
        for diagnostic in &self.diagnostics {
            slice(text, diagnostic.range);
            for it in diagnostic.related.iter().filter(|it| *it.file == *PATH) {
                slice(text, it.range);
            }
        }
        for (inner, outer) in self.selections.iter().zip(self.selections.iter().skip(1)) {
            assert!(outer.contains_range(*inner) && inner != outer, "{outer:?} does not hold {inner:?}");
        }
        for range in &self.selections {
            slice(text, *range);
        }
        for token in &self.tokens {
            assert!(!slice(text, token.range).is_empty(), "a token of nothing");
        }
        for (token, next) in self.tokens.iter().zip(self.tokens.iter().skip(1)) {
            assert!(token.range.end() <= next.range.start(), "{next:?} overlaps {token:?}");
        }
        self.symbols.iter().for_each(|symbol| check_symbol(text, symbol));
    }
}

/// All tokens; and those of a part are those of the whole that touch it.
fn tokens(snapshot: Snapshot<'_>, file: File, place: TextSize) -> Vec<Token> {
    let all = ide::semantic_tokens(snapshot, file, None);
    let part = TextRange::up_to(place);
    let touching = |token: &&Token| token.range.intersect(part).is_some_and(|it| !it.is_empty());
    let some = ide::semantic_tokens(snapshot, file, Some(part));
    for token in all.iter().filter(touching) {
        assert!(some.contains(token), "{token:?} is missing in {part:?}");
    }
    assert!(some.iter().all(|token| all.contains(token)), "a part has tokens that the whole does not have");
    all
}

fn check_symbol(text: &str, symbol: &Symbol) {
    slice(text, symbol.range);
    slice(text, symbol.selection);
    assert!(symbol.range.contains_range(symbol.selection), "{symbol:?}");
    assert!(!symbol.name.is_empty(), "a symbol without a name: {symbol:?}");
    for child in &symbol.children {
        assert!(symbol.range.contains_range(child.range), "{child:?} is not inside of {symbol:?}");
        check_symbol(text, child);
    }
}

#[track_caller]
fn slice(text: &str, range: TextRange) -> &str {
    text.get(std::ops::Range::<usize>::from(range)).expect("a range of the text")
}
