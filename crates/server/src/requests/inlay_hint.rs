//! `textDocument/inlayHint`: words between the text.

use ide::{HintKind, InlayHint};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    InlayHint as ProtoHint, InlayHintKind, InlayHintLabel, InlayHintLabelPart, InlayHintParams, InlayHintTooltip, Location, MarkupContent,
    MarkupKind, Position, Range,
};

use crate::document::Document;
use crate::owner::Owner;
use crate::refresh::Shown;
use crate::{read, uris};

pub(crate) async fn handle(owner: &Owner, params: InlayHintParams) -> Result<Option<Vec<ProtoHint>>> {
    read::code_or_states(params.text_document.uri)
        .evaluated()
        .shown(Shown::Hints)
        .read_workspace(owner, move |question, asker| {
            let document = &question.document;
            let range = document.text_range(params.range);
            let found = question.read(asker, |snapshot, file| ide::inlay_hints(snapshot, file, range))?;
            Ok(found.into_iter().map(|it| shown(document, it)).collect())
        })
        .await
}

fn shown(document: &Document, hint: InlayHint) -> ProtoHint {
    let location = hint.place.and_then(|(path, line)| {
        let line = line.saturating_sub(1);
        let range = Range::new(Position::new(line, 0), Position::new(line, 0));
        Some(Location { uri: uris::of_key(&path)?, range })
    });
    let label = match location {
        Some(location) => {
            let part = InlayHintLabelPart { value: hint.label, tooltip: None, location: Some(location), command: None };
            InlayHintLabel::LabelParts(vec![part])
        }
        None => InlayHintLabel::String(hint.label),
    };
    let kind = match hint.kind {
        HintKind::Parameter => Some(InlayHintKind::PARAMETER),
        HintKind::Value => Some(InlayHintKind::TYPE),
        HintKind::Title | HintKind::Data | HintKind::Order => None,
    };
    let tooltip = hint.tooltip.map(|value| InlayHintTooltip::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value }));
    ProtoHint {
        position: document.position(hint.at),
        label,
        kind,
        text_edits: None,
        tooltip,
        padding_left: None,
        padding_right: matches!(hint.kind, HintKind::Parameter | HintKind::Order).then_some(true),
        data: None,
    }
}
