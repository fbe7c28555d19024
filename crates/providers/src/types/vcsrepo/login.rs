//! Names and passwords in addresses of repositories, which no program gets as an argument: everybody can read those.
//!
//! git gets the address without them, and learns from the environment, which is its user's alone, that this address stands for the whole
//! one and who logs in there.

/// Who logs in where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Login {
    /// `https://`
    scheme: String,
    /// `name:password`, as the address has it.
    user: String,
    host: String,
}

impl Login {
    /// None for an address without a password.
    fn parse(address: &str) -> Option<Login> {
        let (scheme, rest) = address.split_once("://")?;
        if !matches!(scheme, "http" | "https" | "ftp" | "ftps") {
            return None;
        }
        let authority = rest.split(['/', '?', '#']).next()?;
        let (user, host) = authority.rsplit_once('@')?;
        let (_, password) = user.split_once(':')?;
        let is_plain = |it: &str| !it.is_empty() && !it.contains(|c: char| c.is_control() || matches!(c, '\'' | '=' | '"' | ' '));
        let decoded = decoded(user)?;
        if password.is_empty() || !is_plain(host) || decoded.contains(['\n', '\0']) {
            return None;
        }
        Some(Login { scheme: format!("{scheme}://"), user: user.to_owned(), host: host.to_owned() })
    }

    fn whole(&self) -> String {
        format!("{}{}@{}/", self.scheme, self.user, self.host)
    }

    fn bare(&self) -> String {
        format!("{}{}/", self.scheme, self.host)
    }
}

/// The logins in addresses: one for each host. A second one there stays in its address.
pub fn all<'a>(addresses: impl Iterator<Item = &'a str>) -> Vec<Login> {
    let mut found: Vec<Login> = Vec::new();
    for login in addresses.filter_map(Login::parse) {
        if !found.iter().any(|it| it.bare() == login.bare()) {
            found.push(login);
        }
    }
    found
}

/// The address without the login.
pub fn without(logins: &[Login], address: &str) -> String {
    let inner = logins.iter().find_map(|it| Some(it.bare() + address.strip_prefix(&it.whole())?));
    inner.unwrap_or_else(|| address.to_owned())
}

/// Environment of git. The variable is older than `GIT_CONFIG_COUNT`, and all versions read it.
pub fn environment(logins: &[Login]) -> Vec<(String, Option<String>)> {
    let mut variables = Vec::new();
    let mut settings = Vec::new();
    for (index, login) in logins.iter().enumerate() {
        let (name, password) = login.user.split_once(':').unwrap_or_default();
        for (what, text) in [("NAME", name), ("PASSWORD", password)] {
            variables.push((format!("BUNRAKU_GIT_{what}_{index}"), decoded(text)));
        }
        settings.push(format!("url.{}.insteadOf={}", login.bare(), login.whole()));
        settings.push(format!(
            "credential.{}{}.helper=!f() {{ test \"$1\" = get && printf \"username=%s\\npassword=%s\\n\" \
             \"$BUNRAKU_GIT_NAME_{index}\" \"$BUNRAKU_GIT_PASSWORD_{index}\"; }}; f",
            login.scheme, login.host
        ));
    }
    if !settings.is_empty() {
        let quoted: Vec<String> = settings.iter().map(|it| format!("'{}'", it.replace('\'', "'\\''").replace('!', "'\\!'"))).collect();
        variables.push(("GIT_CONFIG_PARAMETERS".to_owned(), Some(quoted.join(" "))));
    }
    variables
}

/// A configuration of git in which a remote has that address.
pub fn with_address(config: &str, remote: &str, address: &str) -> String {
    let section = format!("[remote \"{}\"]", remote.replace('\\', "\\\\").replace('"', "\\\""));
    let needs_quotes = address.contains(['#', ';', '"', '\\']);
    let value = match needs_quotes {
        true => format!("\"{}\"", address.replace('\\', "\\\\").replace('"', "\\\"")),
        false => address.to_owned(),
    };
    let mut is_inside = false;
    let mut text = String::new();
    for line in config.split_inclusive('\n') {
        let trimmed = line.trim();
        if trimmed.starts_with('[') {
            is_inside = trimmed == section;
        }
        let is_address = is_inside && trimmed.split_once('=').is_some_and(|(name, _)| name.trim() == "url");
        match is_address {
            true => text.push_str(&format!("\turl = {value}\n")),
            false => text.push_str(line),
        }
    }
    text
}

/// Decodes percent signs; none where the result is no text.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let code = rest.get(1..3).and_then(|it| std::str::from_utf8(it).ok()).and_then(|it| u8::from_str_radix(it, 16).ok());
        match code {
            Some(code) if *first == b'%' => {
                bytes.push(code);
                rest = rest.get(3..).unwrap_or_default();
            }
            _ => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lose_names_and_passwords() {
        let shown = |address: &str| without(&all(std::iter::once(address)), address);
        assert_eq!(shown("https://u:p%40s@h:8443/r.git"), "https://h:8443/r.git");
        assert_eq!(shown("http://u:p@w@h/r"), "http://h/r");
        for same in
            ["https://h/r", "https://u@h/r", "ssh://u:p@h/r", "u@h:r", "/srv/r", "https://u:a%0ab@h/r", "https://u:p@/r", "https://u:p@h"]
        {
            assert_eq!(shown(same), same);
        }
        let two = ["https://a:b@h/1", "https://c:d@h/2"];
        let found = all(two.into_iter());
        assert_eq!(two.map(|it| without(&found, it)), ["https://h/1", "https://c:d@h/2"]);
    }

    #[test]
    fn the_whole_address_is_in_the_configuration() {
        let config = "[core]\n\turl = x\n[remote \"a\"]\n\turl = https://h/r\n\tfetch = +x\n[remote \"b\"]\n\turl = https://h/r\n";
        let wanted = config.replacen("\turl = https://h/r", "\turl = https://u:p@h/r", 1);
        assert_eq!(with_address(config, "a", "https://u:p@h/r"), wanted);
        assert!(with_address(config, "b", "https://u:p;#@h/r").ends_with("\turl = \"https://u:p;#@h/r\"\n"));
    }
}
