//! `Zlib`: checksums.

use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::stop::Outcome;
use crate::value::Value;

pub const METHODS: &[Method] = &[
    row("adler32", 0, 2, |ruby, _, given| {
        checksum(ruby, given, 1, |sum, bytes| {
            let (mut a, mut b) = (sum & 0xffff, sum >> 16);
            for byte in bytes {
                a = (a + u32::from(*byte)) % 65_521;
                b = (b + a) % 65_521;
            }
            b << 16 | a
        })
    }),
    row("crc32", 0, 2, |ruby, _, given| {
        checksum(ruby, given, 0, |sum, bytes| {
            let mut rest = !sum;
            for byte in bytes {
                rest ^= u32::from(*byte);
                for _ in 0..8 {
                    rest = if rest & 1 == 1 { rest >> 1 ^ 0xedb8_8320 } else { rest >> 1 };
                }
            }
            !rest
        })
    }),
];

/// The checksum of a text, which goes on with that of another; `empty` is that of no text.
fn checksum(ruby: &mut Ruby<'_>, given: &Args, empty: u32, run: fn(u32, &[u8]) -> u32) -> Outcome {
    let start = match given.get(1) {
        None => empty,
        Some(value) => match u32::try_from(ruby.needs_integer(value)?) {
            Ok(it) => it,
            Err(_) => return ruby.not_covered("a checksum of more than 32 bits"),
        },
    };
    let text = match given.get(0) {
        None => return Ok(Value::Integer(i64::from(empty))),
        // Without a text Zlib gives its first checksum, whatever came before.
        Some(Value::Nil) => return Ok(Value::Integer(i64::from(empty))),
        Some(value) => ruby.needs_bytes(value)?,
    };
    ruby.spend(text.len() as u64 / 16)?;
    Ok(Value::Integer(i64::from(run(start, &text))))
}
