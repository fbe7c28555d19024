//! `textDocument/signatureHelp`: what the call around the cursor takes.

use ide::Signature;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, SignatureHelp, SignatureHelpOptions,
    SignatureHelpParams, SignatureInformation, WorkDoneProgressOptions,
};

use crate::client::ClientInfo;
use crate::owner::Owner;
use crate::read;

pub(crate) fn options() -> SignatureHelpOptions {
    SignatureHelpOptions {
        trigger_characters: Some(["(", ",", "|", "{"].map(str::to_owned).to_vec()),
        retrigger_characters: Some([")", "=", ":"].map(str::to_owned).to_vec()),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    }
}

pub(crate) async fn handle(owner: &Owner, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
    let at = params.text_document_position_params;
    let found = read::code(at.text_document.uri).or_of_document().read_workspace(owner, move |question, asker| {
        let offset = question.document.offset(at.position);
        let found = question.read(asker, |snapshot, file| ide::signature_help(snapshot, file, offset))?;
        Ok(found.map(|found| {
            let active = found.signatures.get(found.active).and_then(|it| it.active).map(number);
            SignatureHelp {
                signatures: found.signatures.into_iter().map(|it| to_client(&question.client, it)).collect(),
                active_signature: Some(number(found.active)),
                active_parameter: active,
            }
        }))
    });
    Ok(found.await?.flatten())
}

fn to_client(client: &ClientInfo, it: Signature) -> SignatureInformation {
    let parameters = it.parameters.iter().map(|(range, docs)| {
        let label = match client.labels_by_offsets {
            // In the units of UTF-16, whatever positions are counted in.
            true => ParameterLabel::LabelOffsets([units(&it.label, range.start), units(&it.label, range.end)]),
            false => ParameterLabel::Simple(it.label.get(range.clone()).unwrap_or_default().to_owned()),
        };
        ParameterInformation { label, documentation: docs.clone().map(markdown) }
    });
    SignatureInformation {
        parameters: Some(parameters.collect()),
        active_parameter: it.active.map(number),
        documentation: it.documentation.map(markdown),
        label: it.label,
    }
}

fn units(label: &str, end: usize) -> u32 {
    number(label.get(..end).unwrap_or_default().encode_utf16().count())
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn markdown(value: String) -> Documentation {
    Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
}
