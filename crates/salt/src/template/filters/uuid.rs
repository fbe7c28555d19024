//! The filter `uuid`: takes a text and returns a UUID that is made of it.

use jinja::{Args, Outcome, Value};
use sha1::{Digest, Sha1};

use super::Filter;
use super::shared::bytes::{bytes, hexadecimal};
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "uuid", steps: by_text, run };

/// The namespace of Salt.
const NAMESPACE: [u8; 16] = [0x91, 0x63, 0x3e, 0xbf, 0x1c, 0x86, 0x5e, 0x33, 0x93, 0x5a, 0x28, 0x06, 0x1f, 0x4b, 0x48, 0x0e];

fn run(args: &Args) -> Outcome {
    let mut digest = Sha1::new_with_prefix(NAMESPACE);
    digest.update(bytes(args)?);
    let mut uuid: Vec<u8> = digest.finalize().to_vec();
    uuid.truncate(16);
    for (at, mask, version) in [(6, 0x0f, 0x50), (8, 0x3f, 0x80)] {
        if let Some(byte) = uuid.get_mut(at) {
            *byte = (*byte & mask) | version;
        }
    }
    let mut text = hexadecimal(&uuid);
    for at in [20, 16, 12, 8] {
        text.insert(at, '-');
    }
    Ok(Value::str(text))
}
