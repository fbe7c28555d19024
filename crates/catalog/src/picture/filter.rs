//! Boxes and edges that the user hides.

use super::Picture;
use crate::{Catalog, Word};

/// Takes types of resources and kinds of edges away. `automatic` means edges that nobody has written.
pub(super) fn hide(picture: &mut Picture, catalog: &Catalog, hidden: &[String]) {
    if hidden.is_empty() {
        return;
    }
    let is_hidden = |name: &str| hidden.iter().any(|it| it == name);
    picture.keep(|node| !node.resources.first().is_some_and(|it| is_hidden(&catalog[*it].type_name)));
    let hides_automatic = is_hidden("automatic");
    let is_unwanted = |word: &Word| hides_automatic && word.is_automatic;
    picture.edges.retain(|edge| !(is_hidden(edge.kind.name()) || edge.word.is_some_and(is_unwanted)));
}

/// Keeps what has a text in its name, and the edges between.
pub(super) fn search(picture: &mut Picture, text: &str) {
    let text = text.trim().to_lowercase();
    if !text.is_empty() {
        picture.keep(|node| node.label.to_lowercase().contains(&text));
    }
}
