//! Digests of what is declared: a plan compares them, and stores no secret.

use providers::Subject;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use smol_str::SmolStr;

/// Of all parameters, those that are secret among them, and of what it brings besides. `salt` is another one for each plan.
pub fn digest(subject: &Subject, brought: Option<&str>, salt: &str) -> String {
    let mut parameters: Vec<(&SmolStr, &Json)> = subject.parameters.iter().collect();
    parameters.sort_by_key(|it| it.0);
    salted(&json!([subject.reference, parameters, subject.sensitive, brought]), salt)
}

/// SHA-256 of a salt and data.
pub fn salted(data: &Json, salt: &str) -> String {
    machine::hex::hex(&Sha256::new().chain_update(salt).chain_update([0]).chain_update(data.to_string()).finalize())
}
