//! Messages that `openssl smime -encrypt` and hiera-eyaml write: an AES key, encrypted with RSA for the owner of a certificate, and the
//! text under that key.

use std::fmt;

use aes::cipher::block_padding::Pkcs7;
use aes::cipher::{BlockDecryptMut, KeyIvInit};
use cms::content_info::ContentInfo;
use cms::enveloped_data::{EnvelopedData, KeyTransRecipientInfo, RecipientIdentifier, RecipientInfo};
use der::oid::ObjectIdentifier;
use der::{Decode, DecodePem, Encode};
use issue::Issue;
use rsa::pkcs1::DecodeRsaPrivateKey;
use rsa::pkcs8::{DecodePrivateKey, DecodePublicKey};
use rsa::{Pkcs1v15Encrypt, RsaPrivateKey, RsaPublicKey};
use x509_cert::Certificate;

const ENVELOPED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.3");
const AES_128_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.2");
const AES_192_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.22");
const AES_256_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.42");

/// Why keys, or a value with these keys, cannot be opened. The text of it is that of hiera-eyaml where it has one.
#[derive(Debug)]
pub enum KeyError {
    /// An option of hiera-eyaml is missing.
    Undefined(&'static str),
    /// The file of a key cannot be read.
    Unreadable {
        file: String,
        error: String,
    },
    /// A variable of the environment is not set.
    Variable(String),
    PrivateKey(rsa::pkcs1::Error),
    Certificate(der::Error),
    /// The private key is not that of the certificate.
    Mismatch,
    /// The value is no message.
    NoMessage(der::Error),
    ContentType,
    /// The value is not for this certificate.
    NoRecipient,
    NoContent,
    /// The key or the text is wrong; which one is not said.
    BadDecrypt,
    /// Another cipher than AES in the mode CBC.
    Cipher(ObjectIdentifier),
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeyError::Undefined(name) => write!(f, "{name} is not defined"),
            KeyError::Unreadable { file, error } => write!(f, "{error}: {file}"),
            KeyError::Variable(name) => write!(f, "the variable {name} of the environment is not set"),
            KeyError::PrivateKey(error) => write!(f, "the private key is not an unencrypted RSA key in PEM format: {error}"),
            KeyError::Certificate(error) => write!(f, "the public key is not a certificate in PEM format: {error}"),
            KeyError::Mismatch => f.write_str("private key does not match certificate"),
            KeyError::NoMessage(error) => write!(f, "Could not parse the PKCS7: {error}"),
            KeyError::ContentType => f.write_str("wrong content type"),
            KeyError::NoRecipient => f.write_str("no recipient matches certificate"),
            KeyError::NoContent => f.write_str("no content"),
            KeyError::BadDecrypt => f.write_str("bad decrypt"),
            KeyError::Cipher(cipher) => write!(f, "Bunraku opens only what AES in the mode CBC has encrypted, not {cipher}"),
        }
    }
}

impl std::error::Error for KeyError {}

impl From<KeyError> for Issue {
    fn from(error: KeyError) -> Issue {
        Issue::failed(error.to_string())
    }
}

pub struct Keys {
    private: RsaPrivateKey,
    certificate: Certificate,
}

impl Keys {
    /// Both in PEM, the private key as RSA's own form or as that of any key.
    pub fn read(private: &str, certificate: &str) -> Result<Keys, KeyError> {
        let private =
            RsaPrivateKey::from_pkcs8_pem(private).or_else(|_| RsaPrivateKey::from_pkcs1_pem(private)).map_err(KeyError::PrivateKey)?;
        let certificate = Certificate::from_pem(certificate).map_err(KeyError::Certificate)?;
        let known = certificate.tbs_certificate.subject_public_key_info.to_der().ok();
        let public = known.and_then(|it| RsaPublicKey::from_public_key_der(&it).ok());
        if public != Some(private.to_public_key()) {
            return Err(KeyError::Mismatch);
        }
        Ok(Keys { private, certificate })
    }

    /// Decrypts a message in DER.
    pub fn open(&self, message: &[u8]) -> Result<Vec<u8>, KeyError> {
        let content = ContentInfo::from_der(message).map_err(KeyError::NoMessage)?;
        if content.content_type != ENVELOPED_DATA {
            return Err(KeyError::ContentType);
        }
        let enveloped: EnvelopedData = content.content.decode_as().map_err(KeyError::NoMessage)?;
        let ours = enveloped.recip_infos.0.iter().find_map(|it| match it {
            RecipientInfo::Ktri(it) if self.is_ours(it) => Some(it),
            _ => None,
        });
        let ours = ours.ok_or(KeyError::NoRecipient)?;
        let key = self.private.decrypt(Pkcs1v15Encrypt, ours.enc_key.as_bytes()).map_err(|_| KeyError::BadDecrypt)?;
        let encrypted = &enveloped.encrypted_content;
        let text = encrypted.encrypted_content.as_ref().ok_or(KeyError::NoContent)?.as_bytes();
        let algorithm = &encrypted.content_enc_alg;
        let start = algorithm.parameters.as_ref().map(|it| it.value()).unwrap_or_default();
        match algorithm.oid {
            AES_128_CBC => decrypted::<aes::Aes128>(&key, start, text),
            AES_192_CBC => decrypted::<aes::Aes192>(&key, start, text),
            AES_256_CBC => decrypted::<aes::Aes256>(&key, start, text),
            other => return Err(KeyError::Cipher(other)),
        }
        .ok_or(KeyError::BadDecrypt)
    }

    fn is_ours(&self, recipient: &KeyTransRecipientInfo) -> bool {
        let RecipientIdentifier::IssuerAndSerialNumber(id) = &recipient.rid else { return true };
        let own = &self.certificate.tbs_certificate;
        id.issuer == own.issuer && id.serial_number == own.serial_number
    }
}

fn decrypted<C>(key: &[u8], start: &[u8], text: &[u8]) -> Option<Vec<u8>>
where
    C: aes::cipher::BlockCipher + aes::cipher::BlockDecryptMut + aes::cipher::KeyInit,
{
    cbc::Decryptor::<C>::new_from_slices(key, start).ok()?.decrypt_padded_vec_mut::<Pkcs7>(text).ok()
}
