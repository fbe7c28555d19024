//! `archive`: a file that is fetched, checked and taken apart.

use serde_json::{Value as Json, json};

use super::file::content::{Algorithm, sum_data};
use super::file::source::source;
use super::tool;
use super::wanted::Wanted;
use crate::instance::{Cx, Instance, Obstacle, ProviderError};
use crate::log::Level;
use crate::show::{plain, shown};
use crate::subject::Subject;
use machine::{Command, Content, FileKind};

pub struct Archive {
    wanted: Wanted,
    path: String,
    source: Option<String>,
    creates: Option<String>,
    extracts: bool,
    folder: Option<String>,
    command: Option<String>,
    flags: Option<Json>,
    hides_command: bool,
    cleans: bool,
    verifies: bool,
    checksum: Option<String>,
    checksum_source: Option<String>,
    algorithm: Option<Algorithm>,
    /// As the manifest calls it.
    kind: String,
    user: Option<String>,
    group: Option<String>,
    fetch: Fetch,
    /// Temporary place until it is known to be good; next to its final place, unless one is specified.
    temporary: Option<String>,
    /// The sum of what there was.
    replaced: Option<String>,
}

/// How something is fetched.
struct Fetch {
    username: Option<String>,
    password: Option<String>,
    cookie: Option<String>,
    proxy: Option<String>,
    insecure: bool,
    options: Vec<String>,
}

impl Archive {
    pub fn new(subject: &Subject) -> Archive {
        let mut wanted = Wanted::new(subject);
        if wanted.should("ensure").is_none() {
            wanted.put("ensure", json!("present"));
        }
        let on = |name: &str| subject.is_on(name) == Some(true);
        let either = |a: &str, b: &str| subject.text(a).or_else(|| subject.text(b));
        let kind = either("checksum_type", "digest_type").filter(|it| it != "none");
        let checksum = either("checksum", "digest_string").filter(|it| !matches!(it.as_str(), "" | "true" | "false" | "undef"));
        let creates = subject.text("creates");
        Archive {
            path: wanted.name.clone(),
            source: either("source", "url"),
            creates,
            extracts: on("extract"),
            folder: either("extract_path", "target"),
            command: subject.text("extract_command"),
            flags: subject.value("extract_flags").cloned(),
            hides_command: subject.is_sensitive("extract_command") || subject.is_sensitive("extract_flags"),
            cleans: subject.is_on("cleanup") != Some(false),
            verifies: subject.is_on("checksum_verify") != Some(false) && subject.is_on("checksum") != Some(false),
            checksum,
            checksum_source: either("checksum_url", "digest_url"),
            algorithm: kind.as_deref().map(|it| Algorithm::of_name(if it == "sha2" { "sha256" } else { it })),
            kind: kind.unwrap_or_default(),
            temporary: subject.text("temp_dir"),
            user: subject.text("user"),
            group: subject.text("group"),
            fetch: Fetch {
                username: subject.text("username"),
                password: subject.text("password"),
                cookie: subject.text("cookie"),
                proxy: subject.text("proxy_server"),
                insecure: on("allow_insecure"),
                options: subject.texts("download_options"),
            },
            wanted,
            replaced: None,
        }
    }

    fn is_extracted(&self, cx: &Cx<'_>) -> bool {
        self.creates.as_ref().is_some_and(|it| matches!(cx.system.look(it, true), Ok(Some(_))))
    }

    fn is_fetched(&self, cx: &Cx<'_>) -> bool {
        matches!(cx.system.look(&self.path, true), Ok(Some(_)))
    }

    /// The sum that is wanted.
    fn wanted_sum(&mut self, cx: &mut Cx<'_>) -> Result<Option<String>, ProviderError> {
        if self.checksum.is_none()
            && let Some(url) = &self.checksum_source
        {
            let said = self.fetch.curl(url, None, cx)?;
            let is_sum = |it: &&str| (32..=128).contains(&it.len()) && it.chars().all(|c| c.is_ascii_hexdigit());
            self.checksum = said.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').find(is_sum).map(str::to_owned);
        }
        Ok(self.checksum.clone())
    }

    fn sum(&self, path: &str, algorithm: Algorithm, cx: &mut Cx<'_>) -> Result<String, ProviderError> {
        let sum = algorithm.of_file(path, cx.system)?;
        Ok(sum_data(&sum).to_owned())
    }

    /// Whether the file is up to date.
    fn is_good(&mut self, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        if !self.is_fetched(cx) {
            return Ok(false);
        }
        let Some(algorithm) = self.algorithm else { return Ok(true) };
        let sum = self.sum(&self.path, algorithm, cx)?;
        let is_good = self.wanted_sum(cx)?.as_ref() == Some(&sum);
        self.replaced = Some(sum);
        Ok(is_good)
    }

    fn create(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if !self.is_good(cx)? {
            self.download(cx)?;
        }
        self.extract(cx)?;
        self.clean(cx)
    }

    fn download(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let Some(from) = self.source.clone() else {
            return Err(ProviderError::new("Unable to fetch archive, the source parameter is nil."));
        };
        if let Some(folder) = self.temporary.as_ref().filter(|it| !is_folder(it, cx)) {
            return Err(ProviderError::new(format!("Temporary directory {folder} doesn't exist")));
        }
        let folder = self.path.rfind('/').map_or("/", |end| &self.path[..end]).to_owned();
        make_folders(&folder, cx)?;
        let name = self.path.rsplit('/').next().unwrap_or_default();
        let prefix = self.temporary.as_ref().map_or_else(|| format!("{}.", self.path), |it| format!("{it}/{name}_"));
        let temporary = cx.system.fresh_name(&prefix);
        let got = self.get(&from, &temporary, cx).and_then(|()| self.verify(&temporary, cx)).and_then(|()| self.put(&temporary, cx));
        if matches!(cx.system.look(&temporary, false), Ok(Some(_))) {
            let _ = cx.system.remove_file(&temporary);
        }
        got
    }

    fn get(&self, from: &str, to: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let scheme = from.split_once(':').map_or("", |it| it.0);
        match scheme {
            "http" | "https" | "ftp" => self.fetch.curl(from, Some(to), cx).map(drop),
            "s3" => self.copy(&["aws", "s3", "cp", from, to], cx),
            "gs" => self.copy(&["gsutil", "cp", from, to], cx),
            _ => {
                let missing = || ProviderError::new(format!("Source file: {from} does not exists."));
                let found = source(from, true, cx)?.filter(|it| it.found.kind == FileKind::File).ok_or_else(missing)?;
                let failed = |it: std::io::Error| ProviderError::of_system(&it, to);
                cx.system.write(to, Content::Of(&found.path), 0o600).map_err(failed)
            }
        }
    }

    /// Has a bucket's own tool copy from it.
    fn copy(&self, command: &[&str], cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let [tool, ..] = command else { return Ok(()) };
        if tool::find(tool, cx.system).is_none() {
            return Err(ProviderError::new(format!("Command {tool} is missing")));
        }
        let mut words = tool::words(command);
        words.extend(self.fetch.options.iter().cloned());
        tool::succeed(&tool::command(words), cx.system).map(drop)
    }

    fn verify(&mut self, path: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let Some(algorithm) = self.algorithm.filter(|_| self.verifies) else { return Ok(()) };
        let expected = self.wanted_sum(cx)?.unwrap_or_default();
        let actual = self.sum(path, algorithm, cx)?;
        if actual == expected {
            return Ok(());
        }
        Err(ProviderError::new(format!("Download file checksum mismatch (expected: {expected} actual: {actual})")))
    }

    fn put(&self, temporary: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let failed = |it: std::io::Error| ProviderError::of_system(&it, &self.path);
        cx.system.write(&self.path, Content::Of(temporary), 0o644).map_err(failed)
    }

    fn extract(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if !self.extracts {
            return Ok(());
        }
        let folder = self.folder.clone().ok_or_else(|| ProviderError::new("missing archive extract_path"))?;
        let line = self.line()?;
        if !is_folder(&folder, cx) {
            return Err(ProviderError::of_system(&std::io::ErrorKind::NotFound.into(), &folder));
        }
        let shown = if self.hides_command { "[command redacted]" } else { line.as_str() };
        cx.tell_plainly(Level::Debug, format!("Archive extracting {} in {folder}: {shown}", self.path));
        let mut command = Command { folder: Some(folder), ..tool::command(tool::words(&["/bin/sh", "-c", &line])) };
        if let Some(user) = &self.user {
            let account = cx.system.user(user).ok_or_else(|| ProviderError::new(format!("Invalid User: {user}")))?;
            command.user = Some(account);
        }
        if let Some(group) = &self.group {
            command.group = Some(cx.system.group(group).ok_or_else(|| ProviderError::new(format!("Invalid Group: {group}")))?);
        }
        if self.user.is_some() || self.group.is_some() {
            cx.system.set_mode(&self.path, 0o644).map_err(|it| ProviderError::of_system(&it, &self.path))?;
        }
        let output = tool::run(&command, cx.system)?;
        match output.code {
            Some(0) => Ok(()),
            _ if self.hides_command => Err(tool::failed_in_secret(&output)),
            _ => Err(tool::failed(&line, &output)),
        }
    }

    /// The line that takes it apart.
    fn line(&self) -> Result<String, ProviderError> {
        let path = escaped(&self.path);
        let given = |tool: &str| match &self.flags {
            Some(Json::Object(all)) => all.get(tool).map(plain),
            Some(Json::String(flags)) if flags != "undef" => Some(flags.clone()),
            _ => None,
        };
        let flags = |usual: &str, tool: &str| given(tool).unwrap_or_else(|| usual.to_owned());
        if let Some(command) = &self.command {
            return Ok(match command.contains("%s") {
                true => command.replace("%s", &path),
                false => format!("{command} {} {path}", given("").unwrap_or_default()),
            });
        }
        let ends = |all: &[&str]| all.iter().any(|it| self.path.ends_with(it));
        Ok(match () {
            () if ends(&[".tar"]) => format!("tar {} {path}", flags("xf", "tar")),
            () if ends(&[".tgz", ".tar.gz"]) => format!("tar {} {path}", flags("xzf", "tar")),
            () if ends(&[".tbz", ".tar.bz2"]) => format!("tar {} {path}", flags("xjf", "tar")),
            () if ends(&[".txz", ".tar.xz"]) => format!("unxz {} {path} | tar {} -", flags("-dc", "unxz"), flags("xf", "tar")),
            () if ends(&[".gz"]) => format!("gunzip {} {path}", flags("-d", "gunzip")),
            () if ends(&[".zip", ".war", ".jar"]) => format!("unzip {} {path}", flags("-o", "zip")),
            () => return Err(ProviderError::new(format!("Unknown filetype: {}", self.path))),
        })
    }

    fn clean(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if self.cleans && self.is_extracted(cx) && self.is_fetched(cx) {
            return cx.system.remove_file(&self.path).map_err(|it| ProviderError::of_system(&it, &self.path));
        }
        Ok(())
    }
}

impl Fetch {
    /// Fetches an address with curl. What is secret is read by the program, not among its words.
    fn curl(&self, url: &str, to: Option<&str>, cx: &mut Cx<'_>) -> Result<String, ProviderError> {
        let mut words = tool::words(&["curl"]);
        if let Some(to) = to {
            words.extend(["-o".to_owned(), to.to_owned()]);
        }
        words.extend(tool::words(&["-fsSLg", "--max-redirs", "5"]));
        let mut secrets = String::new();
        // Everybody on the machine may list words; and one that begins with a hyphen is an option.
        if has_account(url) || url.starts_with('-') {
            secrets.push_str(&format!("url = \"{}\"\n", quoted(url)));
        } else {
            words.insert(1, url.to_owned());
        }
        if let Some(user) = &self.username {
            let account = [Some(user.as_str()), self.password.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(":");
            secrets.push_str(&format!("user = \"{}\"\n", quoted(&account)));
        }
        if let Some(cookie) = &self.cookie {
            secrets.push_str(&format!("cookie = \"{}\"\n", quoted(cookie)));
        }
        if let Some(proxy) = &self.proxy {
            secrets.push_str(&format!("proxy = \"{}\"\n", quoted(proxy)));
        }
        if self.insecure {
            words.push("--insecure".to_owned());
        }
        words.extend(self.options.iter().cloned());
        if !secrets.is_empty() {
            words.extend(["--config".to_owned(), "-".to_owned()]);
        }
        let input = Some(secrets).filter(|it| !it.is_empty()).map(String::into_bytes);
        tool::succeed(&Command { input, ..tool::command(words) }, cx.system)
    }
}

/// A value in a configuration of curl, which takes a line for an option.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{b}' => out.push_str("\\v"),
            // A line ends there for curl, and no address or name has one.
            '\0' => {}
            other => out.push(other),
        }
    }
    out
}

/// Whether an address names an account, and with it perhaps its password.
fn has_account(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |it| it.1);
    rest.split(['/', '?', '#']).next().is_some_and(|it| it.contains('@'))
}

/// As a shell takes it for one word.
fn escaped(path: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.,:+/@".contains(c);
    if !path.is_empty() && path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

fn is_folder(path: &str, cx: &Cx<'_>) -> bool {
    matches!(cx.system.look(path, true), Ok(Some(it)) if it.kind == FileKind::Directory)
}

fn make_folders(path: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
    let mut missing = Vec::new();
    let mut at = path;
    while !at.is_empty() && !matches!(cx.system.look(at, true), Ok(Some(_))) {
        missing.push(at);
        at = at.rfind('/').map_or("", |end| &at[..end]);
    }
    for folder in missing.into_iter().rev() {
        cx.system.make_folder(folder, None).map_err(|it| ProviderError::of_system(&it, folder))?;
    }
    Ok(())
}

impl Instance for Archive {
    fn provider(&self) -> Option<&'static str> {
        Some("curl")
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        let needs = self.source.as_deref().is_some_and(|it| it.starts_with("http") || it.starts_with("ftp:"));
        (needs && tool::find("curl", cx.system).is_none()).then_some(Obstacle::NotFunctional("curl"))
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        let is_extracted = self.is_extracted(cx);
        let is_there = if is_extracted && !self.is_fetched(cx) { true } else { self.is_good(cx)? };
        let creates = self.creates.clone().filter(|_| !self.extracts || is_extracted);
        let creates = creates.unwrap_or_else(|| "archive not extracted".to_owned());
        Ok(self.wanted.retrieved(json!(if is_there { "present" } else { "absent" }), |_| json!(creates)))
    }

    fn set(&mut self, property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        match property {
            "ensure" if self.wanted.is_absent() => match self.is_fetched(cx) {
                true => cx.system.remove_file(&self.path).map_err(|it| ProviderError::of_system(&it, &self.path)),
                false => Ok(()),
            },
            "ensure" => self.create(cx),
            _ => self.extract(cx),
        }
    }

    fn change(&self, property: &str, is: &Json, should: &Json, cx: &mut Cx<'_>) -> String {
        let path = &self.path;
        match (property, is == "absent", &self.replaced) {
            ("ensure", true, Some(sum)) => {
                let (kind, wanted) = (&self.kind, self.checksum.as_deref().unwrap_or_default());
                format!("replace archive: {path} from ({kind}){sum} to ({kind}){wanted}")
            }
            ("ensure", true, None) => {
                let folder = self.folder.as_deref().unwrap_or_default();
                let extract = if self.extracts { format!("and extracted in {folder}") } else { String::new() };
                let clean = if self.cleans { "with cleanup" } else { "without cleanup" };
                format!("download archive from {} to {path} {extract} {clean}", self.source.as_deref().unwrap_or_default())
            }
            ("ensure", false, _) => format!("remove archive: {path} "),
            _ => crate::instance::plain_change(property, &shown(is), &self.show_should(property, should, cx), is, should),
        }
    }

    fn show_should(&self, property: &str, should: &Json, _cx: &mut Cx<'_>) -> String {
        match property {
            "creates" => format!("extracting in {} to create {}", self.folder.as_deref().unwrap_or_default(), plain(should)),
            _ => shown(should),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How curl reads a value between quotation marks.
    fn read(line: &str) -> String {
        let mut chars = line.chars();
        let mut out = String::new();
        while let Some(char) = chars.next() {
            out.extend(match char {
                '\\' => chars.next().map(|it| match it {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'v' => '\u{b}',
                    other => other,
                }),
                other => Some(other),
            });
        }
        out
    }

    #[test]
    fn a_value_is_one_line_of_a_configuration() {
        for text in ["a", "a\"b\\", "a\noutput = /etc/passwd", "a\r\noutput = x", "\t\u{b}", "a\\nb", "\"\n\""] {
            let written = quoted(text);
            assert_eq!(written.lines().count(), 1, "{text:?}");
            assert!(!written.contains(['\r', '\n']));
            assert_eq!(read(&written), text);
        }
        assert_eq!(quoted("a\0b"), "ab");
    }

    #[test]
    fn an_account_in_an_address_is_seen() {
        for (url, has) in [("https://u:p@host/a", true), ("https://host/a@b", false), ("u@host/a", true), ("https://host?a=@", false)] {
            assert_eq!(has_account(url), has, "{url}");
        }
    }

    #[test]
    fn shells_see_one_word() {
        assert_eq!(escaped("/t/a.tar"), "/t/a.tar");
        assert_eq!(escaped("/t/a b'c"), "'/t/a b'\\''c'");
    }
}
