//! `sysctl` of the module of that name: values of the kernel in `/etc/sysctl.conf`.

use serde_json::json;

use super::{Fields, Format, present, text};
use crate::instance::Obstacle;
use crate::system::System;

pub struct Values;

const FILE: &str = "/etc/sysctl.conf";

impl Format for Values {
    fn type_name(&self) -> &'static str {
        "sysctl"
    }

    fn provider(&self) -> &'static str {
        "parsed"
    }

    fn default_target(&self, _system: &dyn System) -> String {
        FILE.to_owned()
    }

    fn obstacle(&self, system: &dyn System) -> Option<Obstacle> {
        matches!(system.look(FILE, true), Ok(None)).then(|| Obstacle::NoProvider("sysctl".to_owned()))
    }

    fn fields(&self) -> &'static [&'static str] {
        &["name", "val"]
    }

    fn read(&self, line: &str) -> Option<Fields> {
        if line.trim_start().starts_with('#') {
            return None;
        }
        let (name, value) = line.split_once('=')?;
        let fields = [("name", name.trim_end()), ("val", value.trim_start())];
        Some(fields.into_iter().map(|(name, it)| (name.to_owned(), json!(it))).collect())
    }

    fn line(&self, fields: &Fields) -> Result<String, String> {
        let value = present(fields, "val").map(crate::show::plain).unwrap_or_default();
        Ok(format!("{}={value}", text(fields, "name")))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::system::FileKind;
    use crate::transaction::tests::Run;

    #[test]
    fn a_value_is_changed_and_comments_stay() {
        let mut run = Run::new();
        run.memory.put("/etc", FileKind::Directory, 0o755, b"");
        run.memory.put("/etc/sysctl.conf", FileKind::File, 0o644, b"# why\n#vm.swappiness=1\nvm.swappiness = 60\nnet.x=1\n");
        let told = run.tell(&[
            ("Sysctl", "vm.swappiness", json!({"val": "10"})),
            ("Sysctl", "net.x", json!({"ensure": "absent"})),
            ("Sysctl", "net.y", json!({"val": "1"})),
        ]);
        let path = "Notice: /Stage[main]/Main/Sysctl";
        assert_eq!(
            told,
            format!("{path}[vm.swappiness]/val: val changed '60' to '10'\n{path}[net.x]/ensure: removed\n{path}[net.y]/ensure: created\n")
        );
        let text = String::from_utf8_lossy(&run.memory.entries["/etc/sysctl.conf"].bytes).into_owned();
        assert!(text.ends_with("# why\n#vm.swappiness=1\nvm.swappiness=10\nnet.y=1\n"), "{text}");
    }
}
