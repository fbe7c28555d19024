//! The stored form of an audited value. A secret is stored as a salted digest, which shows only whether it has changed.

use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

const PREFIX: &str = "{salted-sha256}";

/// `salt` is another one each time.
pub fn stored(value: &Json, is_secret: bool, salt: &str) -> Json {
    if is_secret { json!(format!("{PREFIX}{salt}:{}", digest(salt, value))) } else { value.clone() }
}

/// Whether a value is the one that something was kept of.
pub fn is_of(stored_value: &Json, value: &Json) -> bool {
    let salted = stored_value.as_str().and_then(|it| it.strip_prefix(PREFIX)).and_then(|it| it.rsplit_once(':'));
    match salted {
        Some((salt, sum)) => digest(salt, value) == sum,
        None => stored_value == value,
    }
}

fn digest(salt: &str, value: &Json) -> String {
    let sum = Sha256::new().chain_update(salt).chain_update([0]).chain_update(value.to_string()).finalize();
    machine::hex::hex(&sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_secret_is_kept_whether_it_changes() {
        let stored_value = stored(&json!("hunter2"), true, "a:b");
        assert!(!stored_value.to_string().contains("hunter2"));
        assert!(is_of(&stored_value, &json!("hunter2")));
        assert!(!is_of(&stored_value, &json!("hunter3")));
        assert_ne!(stored_value, stored(&json!("hunter2"), true, "c"));
    }

    #[test]
    fn anything_else_is_kept_as_it_is() {
        assert_eq!(stored(&json!(["a"]), false, "a"), json!(["a"]));
        assert!(is_of(&json!(["a"]), &json!(["a"])));
        assert!(!is_of(&json!("a"), &json!("b")));
    }
}
