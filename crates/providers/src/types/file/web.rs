//! Sources that servers of the web have, through `curl`.

use std::io;

use jiff::Timestamp;
use jiff::fmt::rfc2822;

use super::content::Algorithm;
use crate::instance::{Cx, ProviderError};
use crate::types::tool;

/// How many other addresses a server may lead to.
const REDIRECTIONS: &str = "10";

pub fn is_address(source: &str) -> bool {
    ["http://", "https://"].iter().any(|it| source.to_ascii_lowercase().starts_with(it))
}

/// By what a server says of a file, it is known whether the file has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    pub algorithm: Algorithm,
    pub text: String,
}

/// Checksum of a file from a server; none where it does not have it.
pub fn sum(address: &str, wanted: Algorithm, cx: &mut Cx<'_>) -> Result<Option<Sum>, ProviderError> {
    let mut answer = headers(&["--head"], address, cx)?;
    if matches!(answer.status, 403 | 405) {
        // Some servers answer only requests for the file itself: its first byte will do.
        answer = headers(&["--range", "0-0", "--output", "/dev/null", "--dump-header", "-"], address, cx)?;
    }
    if !(200..300).contains(&answer.status) {
        return Ok(None);
    }
    let known = [wanted, Algorithm::Sha256, Algorithm::Sha1, Algorithm::Md5].into_iter().find_map(|it| answer.sum(it));
    Ok(Some(known.unwrap_or_else(|| {
        let time = answer.header("last-modified").and_then(|it| rfc2822::DateTimeParser::new().parse_timestamp(it).ok());
        let time = time.unwrap_or_else(|| cx.system.now().timestamp());
        Sum { algorithm: Algorithm::Mtime, text: format!("{{mtime}}{}", time.strftime("%Y-%m-%d %H:%M:%S UTC")) }
    })))
}

/// The moment that a sum of a time names.
pub fn moment(sum: &str) -> Option<Timestamp> {
    let text = sum.replace(" UTC", " +0000");
    jiff::fmt::strtime::parse("%Y-%m-%d %H:%M:%S %z", text).ok()?.to_timestamp().ok()
}

/// Lends a copy of what lies at an address, in a file that only the owner may read.
pub fn with_copy<T>(address: &str, cx: &mut Cx<'_>, work: impl FnOnce(&str, &mut Cx<'_>) -> T) -> Result<T, ProviderError> {
    let path = cx.system.fresh_name("/tmp/puppet-source");
    cx.system.create(&path, 0o600).map_err(|it: io::Error| ProviderError::of_system(&it, &path))?;
    let words = ["curl", "--fail", "--silent", "--show-error", "--globoff", "--location", "--max-redirs", REDIRECTIONS];
    let words = [tool::words(&words), tool::words(&["--output", &path, "--", address])].concat();
    let got = tool::succeed(&tool::command(words), cx.system);
    let done = got.map(|_| work(&path, cx));
    let _ = cx.system.remove_file(&path);
    done
}

#[derive(Debug, Default)]
struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
}

impl Answer {
    /// The last of several: those before it lead elsewhere.
    fn read(said: &str) -> Answer {
        let mut answer = Answer::default();
        for line in said.lines() {
            if line.starts_with("HTTP/") {
                let status = line.split_whitespace().nth(1).and_then(|it| it.parse().ok()).unwrap_or_default();
                answer = Answer { status, headers: Vec::new() };
            } else if let Some((name, value)) = line.split_once(':') {
                answer.headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
            }
        }
        answer
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|it| it.0 == name).map(|it| it.1.as_str())
    }

    fn sum(&self, algorithm: Algorithm) -> Option<Sum> {
        let said = self.header(&format!("x-checksum-{}", algorithm.name())).map(str::to_owned);
        let sum = match algorithm {
            Algorithm::Md5 => said.or_else(|| {
                let bytes = super::content::decoded(self.header("content-md5")?)?;
                Some(machine::hex::hex(&bytes))
            }),
            Algorithm::Sha1 | Algorithm::Sha256 => said,
            _ => None,
        }?;
        Some(Sum { algorithm, text: format!("{{{}}}{sum}", algorithm.name()) })
    }
}

fn headers(options: &[&str], address: &str, cx: &mut Cx<'_>) -> Result<Answer, ProviderError> {
    let words = ["curl", "--silent", "--show-error", "--globoff", "--location", "--max-redirs", REDIRECTIONS];
    let words = [&words[..], options, &["--", address]].concat();
    let output = tool::run(&tool::command(tool::words(&words)), cx.system)?;
    match output.code {
        Some(0) => Ok(Answer::read(&output.text())),
        _ => Err(ProviderError::new(format!("Could not retrieve file metadata for {address}: {}", output.text().trim()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_that_the_server_knows_decides() {
        let known = Answer::read("HTTP/2 200\r\nContent-MD5: DMF1ucDxtqgxw5niaXcmYQ==\r\nX-Checksum-Sha1: abc\r\n");
        let text = |algorithm| known.sum(algorithm).map(|it| it.text);
        assert_eq!(text(Algorithm::Md5).as_deref(), Some("{md5}0cc175b9c0f1b6a831c399e269772661"));
        assert_eq!(text(Algorithm::Sha1).as_deref(), Some("{sha1}abc"));
        assert_eq!(text(Algorithm::Sha256), None);
    }

    #[test]
    fn moments_are_compared_wherever_they_are_told() {
        assert_eq!(moment("2027-01-17 09:00:00 +0100"), moment("2027-01-17 08:00:00 UTC"));
        assert_eq!(moment("yesterday"), None);
    }
}
