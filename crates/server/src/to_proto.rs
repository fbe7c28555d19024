//! From our data to the protocol's.

use tower_lsp::ls_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, DocumentSymbol, FoldingRange,
    FoldingRangeKind, Location, NumberOrString, SelectionRange, SymbolInformation, SymbolKind, Uri,
};

use diagnostics::{Finding, Severity};

use crate::client::ClientInfo;
use crate::document::Document;
use crate::others::Others;

/// Where the pages of codes are to be read.
pub(crate) fn diagnostic(others: &Others<'_>, client: &ClientInfo, it: &Finding) -> Diagnostic {
    let (severity, tags) = match it.severity {
        Severity::Error => (DiagnosticSeverity::ERROR, None),
        Severity::Warning => (DiagnosticSeverity::WARNING, None),
        Severity::Deprecation => (DiagnosticSeverity::WARNING, Some(vec![DiagnosticTag::DEPRECATED])),
        Severity::Hint => (DiagnosticSeverity::HINT, it.code.is_unneeded.then(|| vec![DiagnosticTag::UNNECESSARY])),
    };
    let related = it.related.iter().filter_map(|it| {
        Some(DiagnosticRelatedInformation { location: others.location(&it.file, it.range)?, message: it.message.clone() })
    });
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    let page: Option<Uri> = it.code.url().parse().ok();
    Diagnostic {
        range: others.document.range(it.range),
        severity: Some(severity),
        code: Some(NumberOrString::String(it.code.to_string())),
        code_description: page.map(|href| CodeDescription { href }),
        source: Some("bunraku".to_string()),
        message: it.text(),
        related_information: (client.related_information && !related.is_empty()).then_some(related),
        tags,
        data: None,
    }
}

pub(crate) fn symbol_kind(kind: ide::SymbolKind) -> SymbolKind {
    match kind {
        ide::SymbolKind::Class => SymbolKind::CLASS,
        ide::SymbolKind::Define => SymbolKind::STRUCT,
        ide::SymbolKind::Function | ide::SymbolKind::Plan => SymbolKind::FUNCTION,
        ide::SymbolKind::Node => SymbolKind::MODULE,
        ide::SymbolKind::Parameter => SymbolKind::PROPERTY,
        ide::SymbolKind::Block => SymbolKind::NAMESPACE,
        ide::SymbolKind::Resource => SymbolKind::OBJECT,
        ide::SymbolKind::Type => SymbolKind::INTERFACE,
        ide::SymbolKind::Variable => SymbolKind::VARIABLE,
    }
}

pub(crate) fn document_symbol(document: &Document, symbol: &ide::Symbol) -> DocumentSymbol {
    #[allow(deprecated)] // The field must be given.
    DocumentSymbol {
        name: symbol.name.clone(),
        detail: symbol.detail.clone(),
        kind: symbol_kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: document.range(symbol.range),
        selection_range: document.range(symbol.selection),
        children: (!symbol.children.is_empty()).then(|| symbol.children.iter().map(|it| document_symbol(document, it)).collect()),
    }
}

/// For clients that know no nesting: all symbols in a row, each with the name of what it stands in.
pub(crate) fn flat_symbols(document: &Document, symbols: &[ide::Symbol], container: Option<&str>, out: &mut Vec<SymbolInformation>) {
    for symbol in symbols {
        #[allow(deprecated)] // The field must be given.
        out.push(SymbolInformation {
            name: symbol.name.clone(),
            kind: symbol_kind(symbol.kind),
            tags: None,
            deprecated: None,
            location: Location { uri: document.uri.clone(), range: document.range(symbol.range) },
            container_name: container.map(str::to_string),
        });
        flat_symbols(document, &symbol.children, Some(&symbol.name), out);
    }
}

/// Nothing, where there is nothing to fold once whole lines are all that can be.
pub(crate) fn folding_range(document: &Document, client: &ClientInfo, fold: &ide::Fold) -> Option<FoldingRange> {
    let range = document.range(fold.range);
    let mut end_line = range.end.line;
    let ends_at_start_of_line =
        document.line(end_line).is_some_and(|line| document.text_of(ide::TextRange::new(line.start(), fold.range.end())).trim().is_empty());
    // The line with the closing bracket stays to be seen, and so does the line after a range that ends with a line.
    let leaves_last_line = client.folds_lines && fold.kind == ide::FoldKind::Brackets || range.end.character == 0;
    if leaves_last_line && ends_at_start_of_line {
        end_line = end_line.saturating_sub(1);
    }
    let whole_lines = client.folds_lines || end_line != range.end.line;
    (range.start.line < end_line).then(|| FoldingRange {
        start_line: range.start.line,
        start_character: (!client.folds_lines).then_some(range.start.character),
        end_line,
        end_character: (!whole_lines).then_some(range.end.character),
        kind: match fold.kind {
            ide::FoldKind::Comment => Some(FoldingRangeKind::Comment),
            ide::FoldKind::Region => Some(FoldingRangeKind::Region),
            ide::FoldKind::Brackets | ide::FoldKind::Lines => None,
        },
        collapsed_text: None,
    })
}

/// The innermost range with its parents, from the innermost to the outermost.
pub(crate) fn selection_range(document: &Document, ranges: &[ide::TextRange]) -> SelectionRange {
    let mut chain: Option<SelectionRange> = None;
    for range in ranges.iter().rev() {
        chain = Some(SelectionRange { range: document.range(*range), parent: chain.map(Box::new) });
    }
    chain.unwrap_or(SelectionRange { range: document.range(ide::TextRange::default()), parent: None })
}
