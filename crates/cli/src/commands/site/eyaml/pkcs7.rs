//! What `openssl smime -encrypt` and hiera-eyaml write: a key for AES, encrypted with RSA for the owner of a certificate, and
//! what that key encrypts.

use aes::cipher::block_padding::Pkcs7;
use aes::cipher::{BlockDecryptMut, KeyIvInit};
use cms::content_info::ContentInfo;
use cms::enveloped_data::{EnvelopedData, KeyTransRecipientInfo, RecipientIdentifier, RecipientInfo};
use der::oid::ObjectIdentifier;
use der::{Decode, DecodePem, Encode};
use rsa::pkcs1::DecodeRsaPrivateKey;
use rsa::pkcs8::{DecodePrivateKey, DecodePublicKey};
use rsa::{Pkcs1v15Encrypt, RsaPrivateKey, RsaPublicKey};
use x509_cert::Certificate;

const ENVELOPED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.3");
const AES_128_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.2");
const AES_192_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.22");
const AES_256_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.42");

pub struct Keys {
    private: RsaPrivateKey,
    certificate: Certificate,
}

impl Keys {
    /// Both in PEM, the private key as RSA's own form or as that of any key.
    pub fn read(private: &str, certificate: &str) -> Result<Keys, String> {
        let private = RsaPrivateKey::from_pkcs8_pem(private)
            .or_else(|_| RsaPrivateKey::from_pkcs1_pem(private))
            .map_err(|error| format!("the private key is not an unencrypted RSA key in PEM format: {error}"))?;
        let certificate =
            Certificate::from_pem(certificate).map_err(|error| format!("the public key is not a certificate in PEM format: {error}"))?;
        let known = certificate.tbs_certificate.subject_public_key_info.to_der().ok();
        let public = known.and_then(|it| RsaPublicKey::from_public_key_der(&it).ok());
        if public != Some(private.to_public_key()) {
            return Err("private key does not match certificate".to_owned());
        }
        Ok(Keys { private, certificate })
    }

    /// What a message in DER holds.
    pub fn open(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        let no_message = |error: der::Error| format!("Could not parse the PKCS7: {error}");
        let content = ContentInfo::from_der(message).map_err(no_message)?;
        if content.content_type != ENVELOPED_DATA {
            return Err("wrong content type".to_owned());
        }
        let enveloped: EnvelopedData = content.content.decode_as().map_err(no_message)?;
        let ours = enveloped.recip_infos.0.iter().find_map(|it| match it {
            RecipientInfo::Ktri(it) if self.is_ours(it) => Some(it),
            _ => None,
        });
        let ours = ours.ok_or("no recipient matches certificate")?;
        // Whether it is the key or the text that is wrong is nobody's business.
        let bad = || "bad decrypt".to_owned();
        let key = self.private.decrypt(Pkcs1v15Encrypt, ours.enc_key.as_bytes()).map_err(|_| bad())?;
        let encrypted = &enveloped.encrypted_content;
        let text = encrypted.encrypted_content.as_ref().ok_or("no content")?.as_bytes();
        let algorithm = &encrypted.content_enc_alg;
        let start = algorithm.parameters.as_ref().map(|it| it.value()).unwrap_or_default();
        match algorithm.oid {
            AES_128_CBC => decrypted::<aes::Aes128>(&key, start, text),
            AES_192_CBC => decrypted::<aes::Aes192>(&key, start, text),
            AES_256_CBC => decrypted::<aes::Aes256>(&key, start, text),
            other => return Err(format!("Bunraku opens only what AES in the mode CBC has encrypted, not {other}")),
        }
        .ok_or_else(bad)
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
