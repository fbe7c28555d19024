//! Programs that are run.

use std::process::{Command, Stdio};

/// Output of a program, if it succeeds.
pub fn ran(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("{name}: {e}"))?;
    if output.status.success() {
        return String::from_utf8(output.stdout).map_err(|_| format!("{name} does not print UTF-8"));
    }
    let arguments: Vec<_> = command.get_args().map(|it| it.to_string_lossy().into_owned()).collect();
    let said = [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).trim().to_owned()).join("\n");
    Err(format!("{name} {}: {}\n{said}", arguments.join(" "), output.status))
}
