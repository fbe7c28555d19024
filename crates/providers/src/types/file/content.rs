//! Content of a file, and the wanted content.

use md5::Md5;
use serde_json::Value as Json;
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

use super::checksum_content::{is_checksum, is_checksum_alone};
use super::{File, web};
use crate::instance::{Cx, ProviderError};
use crate::log::Level;
use machine::hex::hex;
use machine::{Command, Content, System};

/// How contents are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    Sha256,
    Sha256Lite,
    Md5,
    Md5Lite,
    Sha1,
    Sha1Lite,
    Sha512,
    Sha384,
    Sha224,
    Mtime,
    Ctime,
    None,
}

/// So much of a file do the light ones read.
const LITE: usize = 512;

impl Algorithm {
    /// Whether any other content has another sum.
    pub fn reads_all(self) -> bool {
        matches!(self, Self::Sha256 | Self::Sha512 | Self::Sha384 | Self::Sha224 | Self::Sha1 | Self::Md5)
    }

    pub fn of_name(name: &str) -> Algorithm {
        match name {
            "sha256lite" => Algorithm::Sha256Lite,
            "md5" => Algorithm::Md5,
            "md5lite" => Algorithm::Md5Lite,
            "sha1" => Algorithm::Sha1,
            "sha1lite" => Algorithm::Sha1Lite,
            "sha512" => Algorithm::Sha512,
            "sha384" => Algorithm::Sha384,
            "sha224" => Algorithm::Sha224,
            "mtime" => Algorithm::Mtime,
            "ctime" => Algorithm::Ctime,
            "none" => Algorithm::None,
            _ => Algorithm::Sha256,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Sha256 => "sha256",
            Algorithm::Sha256Lite => "sha256lite",
            Algorithm::Md5 => "md5",
            Algorithm::Md5Lite => "md5lite",
            Algorithm::Sha1 => "sha1",
            Algorithm::Sha1Lite => "sha1lite",
            Algorithm::Sha512 => "sha512",
            Algorithm::Sha384 => "sha384",
            Algorithm::Sha224 => "sha224",
            Algorithm::Mtime => "mtime",
            Algorithm::Ctime => "ctime",
            Algorithm::None => "none",
        }
    }

    /// The sum of a text, with the algorithm's name before it.
    pub fn of_bytes(self, bytes: &[u8]) -> String {
        let mut digest = self.digest();
        digest.feed(bytes);
        format!("{{{}}}{}", self.name(), digest.end())
    }

    pub fn of_file(self, path: &str, system: &dyn System) -> Result<String, ProviderError> {
        let failed = |error: std::io::Error| ProviderError::of_system(&error, path);
        let sum = match self {
            Algorithm::Mtime | Algorithm::Ctime => {
                let (modified, changed) = system.times(path).map_err(failed)?;
                let time = if self == Algorithm::Mtime { modified } else { changed };
                time.strftime("%Y-%m-%d %H:%M:%S %z").to_string()
            }
            Algorithm::None => String::new(),
            _ => {
                let mut digest = self.digest();
                system.feed(path, &mut |piece| digest.feed(piece)).map_err(failed)?;
                digest.end()
            }
        };
        Ok(format!("{{{}}}{sum}", self.name()))
    }

    fn digest(self) -> Digesting {
        let left = match self {
            Algorithm::Sha256Lite | Algorithm::Md5Lite | Algorithm::Sha1Lite => LITE,
            _ => usize::MAX,
        };
        let hasher = match self {
            Algorithm::Sha256 | Algorithm::Sha256Lite => Hasher::Sha256(Sha256::new()),
            Algorithm::Md5 | Algorithm::Md5Lite => Hasher::Md5(Md5::new()),
            Algorithm::Sha1 | Algorithm::Sha1Lite => Hasher::Sha1(Sha1::new()),
            Algorithm::Sha512 => Hasher::Sha512(Sha512::new()),
            Algorithm::Sha384 => Hasher::Sha384(Sha384::new()),
            Algorithm::Sha224 => Hasher::Sha224(Sha224::new()),
            Algorithm::Mtime | Algorithm::Ctime | Algorithm::None => Hasher::Nothing,
        };
        Digesting { left, hasher }
    }
}

enum Hasher {
    Sha256(Sha256),
    Md5(Md5),
    Sha1(Sha1),
    Sha512(Sha512),
    Sha384(Sha384),
    Sha224(Sha224),
    Nothing,
}

/// A sum that is being made.
struct Digesting {
    left: usize,
    hasher: Hasher,
}

impl Digesting {
    fn feed(&mut self, piece: &[u8]) {
        let piece = piece.get(..self.left.min(piece.len())).unwrap_or(piece);
        self.left -= piece.len();
        match &mut self.hasher {
            Hasher::Sha256(it) => it.update(piece),
            Hasher::Md5(it) => it.update(piece),
            Hasher::Sha1(it) => it.update(piece),
            Hasher::Sha512(it) => it.update(piece),
            Hasher::Sha384(it) => it.update(piece),
            Hasher::Sha224(it) => it.update(piece),
            Hasher::Nothing => {}
        }
    }

    fn end(self) -> String {
        match self.hasher {
            Hasher::Sha256(it) => hex(&it.finalize()),
            Hasher::Md5(it) => hex(&it.finalize()),
            Hasher::Sha1(it) => hex(&it.finalize()),
            Hasher::Sha512(it) => hex(&it.finalize()),
            Hasher::Sha384(it) => hex(&it.finalize()),
            Hasher::Sha224(it) => hex(&it.finalize()),
            Hasher::Nothing => String::new(),
        }
    }
}

/// The sum without its algorithm.
pub fn sum_data(sum: &str) -> String {
    sum.split_once('}').map_or(sum, |it| it.1).to_owned()
}

/// Wanted content of a file.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub sum: String,
    pub holds: Holds,
}

#[derive(Clone, Debug)]
pub enum Holds {
    Bytes(Vec<u8>),
    /// Content of a file on this machine.
    Of(String),
    /// Content of a web address.
    At(String),
    /// Content in the file's bucket under a checksum, which is all that is specified.
    InBucket(String),
}

impl Holds {
    /// Lends the content; what lies elsewhere is fetched for as long as that takes.
    pub fn lend<T>(&self, cx: &mut Cx<'_>, work: impl FnOnce(Content<'_>, &mut Cx<'_>) -> T) -> Result<T, ProviderError> {
        match self {
            Holds::Bytes(bytes) => Ok(work(Content::Bytes(bytes), cx)),
            Holds::Of(path) => Ok(work(Content::Of(path), cx)),
            Holds::At(address) => web::with_copy(address, cx, |path, cx| work(Content::Of(path), cx)),
            Holds::InBucket(_) => Err(ProviderError::new("Could not get filebucket from file")),
        }
    }
}

impl Wanted {
    /// Of the parameter `content`.
    pub fn new(value: &Json, algorithm: Algorithm, improved: bool) -> Option<Wanted> {
        let bytes = content_of(value)?;
        if is_checksum(&bytes) && (!improved || is_checksum_alone(&bytes)) {
            let sum = String::from_utf8_lossy(&bytes).into_owned();
            return Some(Wanted { holds: Holds::InBucket(sum.clone()), sum });
        }
        Some(Wanted { sum: algorithm.of_bytes(&bytes), holds: Holds::Bytes(bytes) })
    }
}

/// The bytes of the parameter `content`.
fn content_of(value: &Json) -> Option<Vec<u8>> {
    Some(match value {
        Json::Object(map) if map.get("__ptype").and_then(Json::as_str) == Some("Binary") => {
            values::Value::from(map.get("__pvalue")?.as_str()?).as_str().and_then(decoded)?
        }
        Json::Array(all) => return content_of(all.first()?),
        Json::Null => return None,
        other => crate::show::plain(other).into_bytes(),
    })
}

pub fn decoded(text: &str) -> Option<Vec<u8>> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for digit in text.bytes().filter(|it| !it.is_ascii_whitespace() && *it != b'=') {
        let digit = match digit {
            b'-' => b'+',
            b'_' => b'/',
            other => other,
        };
        held = held << 6 | u32::try_from(DIGITS.iter().position(|it| *it == digit)?).ok()?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(held >> bits & 0xff).ok()?);
        }
    }
    Some(bytes)
}

/// In base64.
pub fn encoded(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for piece in bytes.chunks(3) {
        let held = piece.iter().fold(0_u32, |held, it| held << 8 | u32::from(*it)) << (8 * (3 - piece.len()));
        for place in 0..4 {
            let digit = (held >> (18 - 6 * place)) & 63;
            out.push(if place <= piece.len() { DIGITS.get(digit as usize).copied().map_or('=', char::from) } else { '=' });
        }
    }
    out
}

impl File {
    pub(super) fn is_content_in_sync(&self, is: &Json, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        let found = self.look(cx);
        if !self.is_for_content(found.as_ref()) {
            if let (Some("present"), Some(found)) = (self.ensure.as_deref(), &found) {
                let kind = found.kind.name();
                cx.tell(Level::Warning, format!("Ensure set to :present but file type is {kind} so no content will be synced"));
            }
            return Ok(true);
        }
        if is == "absent" {
            return Ok(false);
        }
        if !self.replaces {
            return Ok(true);
        }
        let Some(wanted) = &self.wanted else { return Ok(true) };
        if is.as_str() == Some(&wanted.sum) {
            return Ok(true);
        }
        if matches!(self.algorithm, Algorithm::Mtime | Algorithm::Ctime)
            && let Some(is) = is.as_str().and_then(|it| web::moment(&sum_data(it)))
            && web::moment(&sum_data(&wanted.sum)).is_some_and(|it| is >= it)
        {
            return Ok(true);
        }
        if self.algorithm == Algorithm::None {
            return Ok(true);
        }
        if cx.options.show_diff && self.shows_diff {
            self.show_difference("content", wanted, cx)?;
        }
        Ok(false)
    }

    pub(super) fn show_difference(&self, property: &str, wanted: &Wanted, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let level = cx.subject.level;
        if self.secret_property("content") {
            cx.tell_of(level, Some(property), "[diff redacted]".to_owned());
            return Ok(());
        }
        let temporary = cx.system.fresh_name("/tmp/puppet-file");
        let written = self.found(&wanted.holds, cx)?.lend(cx, |content, cx| cx.system.write(&temporary, content, 0o600));
        if let Ok(Ok(())) = written {
            let words = ["diff", "-u", self.path.as_str(), temporary.as_str()].map(str::to_owned).to_vec();
            let output = cx.system.run(&Command { words, ..Command::default() });
            let _ = cx.system.remove_file(&temporary);
            if let Ok(output) = output {
                let text = match String::from_utf8(output.bytes) {
                    Ok(text) => text,
                    Err(_) => format!("Binary files {} and {temporary} differ", self.path),
                };
                cx.tell_of(level, Some(property), format!("\n{text}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums() {
        assert_eq!(Algorithm::Md5.of_bytes(b"a"), "{md5}0cc175b9c0f1b6a831c399e269772661");
        assert_eq!(Algorithm::Sha256.of_bytes(b"hello\n"), "{sha256}5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03");
        let long = vec![b'a'; 600];
        assert_eq!(sum_data(&Algorithm::Sha256Lite.of_bytes(&long)), sum_data(&Algorithm::Sha256.of_bytes(&long[..512])));
        assert_eq!(decoded("aGk="), Some(b"hi".to_vec()));
        for text in ["", "h", "hi", "his"] {
            assert_eq!(decoded(&encoded(text.as_bytes())), Some(text.as_bytes().to_vec()));
        }
        assert_eq!(encoded(b"hi"), "aGk=");
    }
}
