//! Values that hiera-eyaml 3.3.0 encrypted; they are opened as Puppet 8 opens them with it.

use snapbox::str;

use crate::folder::Folder;

const HIERA: &str = "version: 5
hierarchy:
- name: secrets
  lookup_key: eyaml_lookup_key
  path: secrets.eyaml
";

fn folder(options: &str) -> Folder {
    Folder::new()
        .file("hiera.yaml", format!("{HIERA}{options}"))
        .file("data/secrets.eyaml", include_str!("eyaml/secrets.eyaml"))
        .file("keys/private.pem", include_str!("eyaml/private.pem"))
        .file("keys/public.pem", include_str!("eyaml/public.pem"))
        .file("keys/other.pem", include_str!("eyaml/other.pem"))
        .file("facts.json", r#"{"nick": "Nick"}"#)
}

const NAMED: &str = "  options: {pkcs7_private_key: keys/private.pem, pkcs7_public_key: keys/public.pem}\n";
const GIVEN: [&str; 4] = ["--eyaml-private-key", "keys/private.pem", "--eyaml-public-key", "keys/public.pem"];

#[track_caller]
fn lookup(options: &str, more: &[&str], key: &str) -> snapbox::cmd::OutputAssert {
    let args = [&["lookup", "--root", ".", "--facts", "facts.json", "--render-as", "json"], more, &[key]].concat();
    folder(options).bunraku(&args).assert()
}

#[test]
fn given_keys_open_what_is_sealed() {
    for (key, expected) in [
        ("plain", r#""not sealed""#),
        ("whole", r#""open sesame""#),
        ("parts", r#""user:ein Bär@host-Nick:two""#),
        ("default_scheme", r#""no scheme""#),
        ("block", r#""first\nsecond\n""#),
        ("tree", r#"{"kNick":["leaf Nick",3]}"#),
        ("odd", r#""ENC[PKCS7,???]""#),
    ] {
        lookup("", &GIVEN, key).code(0).stderr_eq("").stdout_eq(format!("{expected}\n"));
        lookup(NAMED, &["--eyaml"], key).code(0).stderr_eq("").stdout_eq(format!("{expected}\n"));
    }
}

#[test]
fn without_keys_they_stay_sealed() {
    lookup(NAMED, &[], "odd").code(0).stdout_eq("\"ENC[PKCS7,???]\"\n");
    lookup(NAMED, &[], "gpg").code(0).stdout_eq("\"ENC[GPG,aGVsbG8=]\"\n");
}

#[test]
fn what_cannot_be_opened_is_an_error() {
    lookup("", &GIVEN, "gpg").code(1).stdout_eq("").stderr_eq(str![[r#"
error: hiera-eyaml backend error decrypting ENC[GPG,aGVsbG8=] when looking up gpg in [..]/data/secrets.eyaml. Error was Bunraku opens no values of the scheme GPG, only those of PKCS7

"#]]);
    lookup("", &GIVEN, "broken").code(1).stdout_eq("").stderr_eq(str![[r#"
error: hiera-eyaml backend error decrypting ENC[PKCS7,aGVsbG8=] when looking up broken in [..]/data/secrets.eyaml. Error was Could not parse the PKCS7: [..]

"#]]);
    lookup("", &["--eyaml"], "broken").code(1).stdout_eq("").stderr_eq(str![[r#"
error: hiera-eyaml backend error decrypting ENC[PKCS7,aGVsbG8=] when looking up broken in [..]/data/secrets.eyaml. Error was pkcs7_public_key is not defined

"#]]);
    let missing = "  options: {pkcs7_private_key: none.pem, pkcs7_public_key: keys/public.pem}\n";
    lookup(missing, &["--eyaml"], "broken").code(1).stdout_eq("").stderr_eq(str![[r#"
error: hiera-eyaml backend error decrypting ENC[PKCS7,aGVsbG8=] when looking up broken in [..]/data/secrets.eyaml. Error was [..]: none.pem

"#]]);
}

#[test]
fn keys_that_do_not_belong_together_are_refused() {
    let keys = ["--eyaml-private-key", "keys/other.pem", "--eyaml-public-key", "keys/public.pem"];
    lookup("", &keys, "whole").code(2).stdout_eq("").stderr_eq(str![[r#"
bunraku: keys/other.pem and keys/public.pem: private key does not match certificate

"#]]);
}
