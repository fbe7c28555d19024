//! Paths as Ruby's `File` and `Pathname` take them apart, for Unix systems.

/// Puppet's test for a fully qualified path.
pub(crate) fn is_absolute(path: &str) -> bool {
    path.starts_with('/')
}

/// `File.expand_path` of an absolute path: no `.`, no `..`, no doubled or trailing slashes. A relative path would depend
/// on the current folder; it is taken from the root.
pub(crate) fn expanded(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    // Ruby keeps two slashes at the beginning: POSIX leaves their meaning to the system.
    let root = if path.starts_with("//") && !path.starts_with("///") { "//" } else { "/" };
    format!("{root}{}", parts.join("/"))
}

/// `File.dirname`.
pub(crate) fn directory(path: &str) -> String {
    let trimmed = path.trim_end_matches('/');
    match trimmed.rfind('/') {
        None if trimmed.is_empty() && !path.is_empty() => "/".to_owned(),
        None => ".".to_owned(),
        Some(at) => match trimmed[..at].trim_end_matches('/') {
            "" => "/".to_owned(),
            parent => parent.to_owned(),
        },
    }
}

/// `File.basename`.
pub(crate) fn base_name(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    match trimmed.rfind('/') {
        None if trimmed.is_empty() && !path.is_empty() => "/",
        None => trimmed,
        Some(at) => &trimmed[at + 1..],
    }
}

/// `File.extname`: with its dot, which may not begin or end the name.
pub(crate) fn extension(path: &str) -> &str {
    let name = base_name(path);
    let visible = name.trim_start_matches('.');
    match visible.rfind('.') {
        Some(at) if at + 1 < visible.len() && at > 0 => &visible[at..],
        _ => "",
    }
}

/// The folders above a path, the nearest first: `Pathname#parent.ascend`.
pub(crate) fn ancestors(path: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut current = path.to_owned();
    loop {
        let above = directory(&current);
        if above == current || above == "." {
            return found;
        }
        found.push(above.clone());
        current = above;
    }
}

/// Normalizes a path as the type `file` does.
pub(crate) fn file_path(path: &str) -> String {
    let whole = expanded(path);
    if path.starts_with("//") && base_name(path) == "/" {
        return whole;
    }
    // `File.join(*File.split(…))` loses the second slash of the root.
    let (above, name) = (directory(&whole), base_name(&whole));
    if name == "/" {
        return "/".to_owned();
    }
    if above == "/" { format!("/{name}") } else { format!("{above}/{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_taken_apart_as_in_ruby() {
        for (path, munged) in [("/a/", "/a"), ("/a//b", "/a/b"), ("/a/../b", "/b"), ("/", "/"), ("/a/./b/", "/a/b"), ("//", "//")] {
            assert_eq!(file_path(path), munged, "{path}");
        }
        assert_eq!(directory("/a/b/"), "/a");
        assert_eq!(directory("/a"), "/");
        assert_eq!(directory("a"), ".");
        assert_eq!(extension("/a/b.tar.gz"), ".gz");
        assert_eq!(extension("/a/.profile"), "");
        assert_eq!(ancestors("/a/b/c"), ["/a/b", "/a", "/"]);
        assert_eq!(ancestors("/"), Vec::<String>::new());
    }
}
