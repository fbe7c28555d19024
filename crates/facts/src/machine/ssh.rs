//! The public keys of the machine's SSH server.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};
use sha1::Digest;

use super::Machine;
use crate::Facts;

const FOLDERS: [&str; 5] = ["/etc/ssh", "/usr/local/etc/ssh", "/etc", "/usr/local/etc", "/etc/opt/ssh"];

/// The kinds of keys: in the file's name, in the file, and by their number in the DNS.
const KINDS: [(&str, &str, u8); 4] =
    [("rsa", "ssh-rsa", 1), ("dsa", "ssh-dss", 2), ("ecdsa", "ecdsa-sha2-nistp256", 3), ("ed25519", "ssh-ed25519", 4)];

pub fn resolve(machine: &Machine) -> Option<Json> {
    let mut facts = Facts::new();
    for folder in FOLDERS {
        for (file, ..) in KINDS {
            let Some(text) = machine.text(format!("{folder}/ssh_host_{file}_key.pub")) else { continue };
            let mut words = text.split_whitespace();
            let (Some(kind), Some(key)) = (words.next(), words.next()) else { continue };
            let Some((name, _, number)) = KINDS.iter().find(|it| it.1 == kind) else { continue };
            let bytes = STANDARD.decode(key).unwrap_or_default();
            let sha1 = format!("SSHFP {number} 1 {}", hex(&sha1::Sha1::digest(&bytes)));
            let sha256 = format!("SSHFP {number} 2 {}", hex(&sha2::Sha256::digest(&bytes)));
            facts.insert((*name).to_owned(), json!({"fingerprints": {"sha1": sha1, "sha256": sha256}, "key": key, "type": kind}));
        }
    }
    Some(Json::Object(facts))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;
    use crate::FixedHost;

    #[test]
    fn keys_have_fingerprints() {
        let mut world = MemoryWorld::new();
        world.add_file("/etc/ssh/ssh_host_ed25519_key.pub", "ssh-ed25519 AAAA root@x\n");
        let host = FixedHost::default();
        let found = resolve(&Machine { world: &world, host: &host }).expect("facts");
        let sha1 = "SSHFP 4 1 29e2dcfbb16f63bb0254df7585a15bb6fb5e927d";
        assert_eq!(found["ed25519"]["fingerprints"]["sha1"], sha1);
        assert_eq!(found["ed25519"]["key"], "AAAA");
    }
}
