//! `bunraku/page`: what a document of the scheme `bunraku` says. It lies nowhere: it describes Puppet's built-in names.

use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::Uri;

const SCHEME: &str = "bunraku:";
const ENDING: &str = ".md";

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    uri: Uri,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Page {
    text: String,
    language_id: &'static str,
}

/// Pages are the same in every workspace, so that nothing is read for them.
pub(crate) fn handle(params: &Params) -> Option<Page> {
    // Some clients leave out an authority that is empty.
    let name = params.uri.as_str().strip_prefix(SCHEME)?.trim_start_matches('/').strip_suffix(ENDING)?;
    Some(Page { text: ide::page(name)?, language_id: "markdown" })
}

/// How clients call a page.
pub(crate) fn uri(name: &str) -> Option<Uri> {
    format!("{SCHEME}///{name}{ENDING}").parse().ok()
}
