//! A content that is the checksum of what a bucket keeps.

use std::borrow::Cow;

use serde_json::Value as Json;

use super::File;
use super::content::{Algorithm, Holds, Wanted};
use crate::instance::{Cx, ProviderError};
use crate::secrets::REDACTED;
use crate::types::bucket;

/// Whether Puppet takes a content for the checksum of what a bucket keeps: any line may begin as one.
pub(super) fn is_checksum(content: &[u8]) -> bool {
    content.split(|it| *it == b'\n').any(|line| {
        let Some(rest) = line.strip_prefix(b"{") else { return false };
        let name = rest.iter().take_while(|it| it.is_ascii_alphanumeric() || **it == b'_').count();
        let behind = rest.get(name..).unwrap_or_default();
        (3..=10).contains(&name) && matches!(behind, [b'}', next, ..] if !b" \t\r\x0b\x0c".contains(next))
    })
}

/// Whether it is a checksum and nothing else.
pub(super) fn is_checksum_alone(content: &[u8]) -> bool {
    let text = String::from_utf8_lossy(content);
    let sum = text.strip_prefix('{').and_then(|it| it.split_once('}'));
    sum.is_some_and(|(name, sum)| Algorithm::of_name(name).name() == name && sum.bytes().all(|it| it.is_ascii_hexdigit()))
}

/// Whether a `content` names what a bucket keeps, of which Puppet warns.
pub fn names_what_is_kept(content: &Json, improved: bool) -> bool {
    match content {
        Json::String(text) if !is_checksum(text.as_bytes()) => false,
        other => Wanted::new(other, Algorithm::None, improved).is_some_and(|it| matches!(it.holds, Holds::InBucket(_))),
    }
}

impl File {
    /// Where the content is; what a bucket keeps is looked for.
    pub(super) fn found<'h>(&self, holds: &'h Holds, cx: &mut Cx<'_>) -> Result<Cow<'h, Holds>, ProviderError> {
        let Holds::InBucket(content) = holds else { return Ok(Cow::Borrowed(holds)) };
        let stored_path = match self.backup.as_deref().filter(|it| !it.starts_with('.')) {
            Some(backup) => self.bucket(backup, cx).and_then(|folder| bucket::get(&folder, &without_algorithm(content), cx)),
            None => Err(ProviderError::new("Could not get filebucket from file")),
        };
        stored_path.map(|path| Cow::Owned(Holds::Of(path))).map_err(|why| {
            // What only looks like a checksum may be what is secret.
            let (content, why) = if self.is_secret { (REDACTED, REDACTED) } else { (content.as_str(), why.message.as_str()) };
            ProviderError::new(format!("Could not retrieve content for {content} from filebucket: {why}"))
        })
    }
}

/// Checksum that Puppet asks the bucket for: without the first name of an algorithm.
fn without_algorithm(content: &str) -> String {
    let name = |from: usize| {
        let rest = content.get(from + 1..)?;
        let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').filter(|it| *it > 0)?;
        rest.get(end..)?.starts_with('}').then_some(from + 1 + end + 1)
    };
    let found = content.match_indices('{').find_map(|(from, _)| Some((from, name(from)?)));
    found.map_or_else(|| content.to_owned(), |(from, to)| format!("{}{}", &content[..from], &content[to..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_puppet_takes_for_a_checksum() {
        for text in ["{md5}0", "{json}here", "a\n{abc}b\nc", "{sha256lite}x", "{a_1}}"] {
            assert!(is_checksum(text.as_bytes()), "{text}");
        }
        for text in ["", "{md5}", "{md5} 0", " {md5}0", "a{md5}0", "{ab}c", "{abcdefghijk}l", "{a-b}c", "{md5}\n0", "{md5"] {
            assert!(!is_checksum(text.as_bytes()), "{text}");
        }
        let is_kept = |text: &str, improved: bool| names_what_is_kept(&Json::from(text), improved);
        assert!(is_kept("{md5}00ff", true) && is_kept("{json}ff", false));
        assert!(!is_kept("{json}ff", true) && !is_kept("{md5}00ff\n", true) && !is_kept("{md5}hello", true));
        for (content, sum) in [("{md5}a", "a"), ("b{}{x}{y}", "b{}{y}"), ("none", "none")] {
            assert_eq!(without_algorithm(content), sum);
        }
    }
}
