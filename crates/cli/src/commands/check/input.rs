//! Reading one input: anything may come in, and only text goes on.

use std::io::{self, Read};
use std::path::Path;

use world::World;

use super::failure::{Cause, InputError};

/// No manifest is longer; larger files are something else.
pub const MAX_LEN: u64 = 16 << 20;

/// A NUL byte among this many marks a file as binary, as Git has it.
const BINARY_PREFIX: usize = 8000;

/// The text of a file.
pub fn read_file(world: &dyn World, path: &Path, shown: &str) -> Result<String, InputError> {
    match world.read(path, MAX_LEN) {
        Ok(bytes) => text(bytes, shown),
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => Err(too_large(shown)),
        Err(error) => Err(InputError::io(shown.to_owned(), &error)),
    }
}

/// The text of the standard input.
pub fn read_stdin(input: impl Read, shown: &str) -> Result<String, InputError> {
    let mut bytes = Vec::new();
    input.take(MAX_LEN + 1).read_to_end(&mut bytes).map_err(|error| InputError::io(shown.to_owned(), &error))?;
    if bytes.len() as u64 > MAX_LEN { Err(too_large(shown)) } else { text(bytes, shown) }
}

fn too_large(shown: &str) -> InputError {
    InputError::new(shown, "larger than 16 MiB: not checked")
}

fn text(bytes: Vec<u8>, shown: &str) -> Result<String, InputError> {
    if let Some(offset) = memchr::memchr(0, bytes.get(..BINARY_PREFIX).unwrap_or(&bytes)) {
        let utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
        return Err(match utf16 {
            true => InputError::new(shown, "UTF-16, where Puppet reads UTF-8"),
            false => InputError { cause: Cause::Binary, ..InputError::new(shown, format!("binary: a NUL byte at offset {offset}")) },
        });
    }
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let good = &error.as_bytes()[..offset];
        let line = 1 + good.iter().filter(|it| **it == b'\n').count();
        let byte = error.as_bytes().get(offset).copied().unwrap_or_default();
        let failure = InputError::new(shown, format!("not UTF-8: byte 0x{byte:02X} at offset {offset}, line {line}"));
        // Puppet renders such a template of Ruby, and Ruby reads other encodings, though Puppet parses no such code.
        let path = Path::new(shown);
        if analysis::is_erb(path) || analysis::is_ruby(path) { InputError { cause: Cause::Binary, ..failure } } else { failure }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: Result<&str, &str>) {
        let actual = text(bytes.to_vec(), "a.pp").map_err(|it| it.message);
        assert_eq!(actual.as_deref().map_err(String::as_str), expected);
    }

    #[test]
    fn text_is_utf_8_without_nul() {
        check("'é'".as_bytes(), Ok("'é'"));
        check(b"", Ok(""));
        check(b"a\nb\xe9c", Err("not UTF-8: byte 0xE9 at offset 3, line 2"));
        check(b"\xc3", Err("not UTF-8: byte 0xC3 at offset 0, line 1"));
        check(b"\x7fELF\x02\0", Err("binary: a NUL byte at offset 5"));
        check(b"\xff\xfea\0", Err("UTF-16, where Puppet reads UTF-8"));
    }

    #[test]
    fn an_endless_input_is_cut() {
        let error = read_stdin(io::repeat(b' '), "-").expect_err("too large");
        assert_eq!(error.message, "larger than 16 MiB: not checked");
    }
}
