//! A stored plan and its inputs, so that applying it needs no options.

use std::io::{IsTerminal, Read, stdin};
use std::path::{Path, PathBuf};

use apply::Error;
use serde_json::Value as Json;

use super::WhatArgs;
use crate::commands::input_file;

/// The manifest or the catalog, as a plan keeps them. Of code that was given as such it keeps nothing: that may have secrets in it.
pub fn members(args: &WhatArgs) -> [(&'static str, Json); 2] {
    let name = |path: &PathBuf| {
        let path = std::path::absolute(path).ok()?;
        path.to_str().map(Json::from)
    };
    let catalog = args.catalog.as_ref().filter(|it| it.as_os_str() != "-");
    let manifest = args.manifests.first().filter(|_| args.execute.is_none() && args.catalog.is_none());
    [("manifest", manifest.and_then(name).into()), ("catalog", catalog.and_then(name).into())]
}

/// A plan as it is stored.
#[derive(Clone, Debug)]
pub struct StoredPlan {
    pub path: PathBuf,
    pub data: Json,
}

impl StoredPlan {
    pub fn read(path: &Path) -> Result<StoredPlan, Error> {
        let text = input_file::read_text(path).map_err(Error::with_path(path))?;
        let data = serde_json::from_str(&text).map_err(|it| Error::with_path(path)(it.into()))?;
        Ok(StoredPlan { path: path.to_owned(), data })
    }

    /// The refusal of a plan that differs from what would be done now; none if it does not.
    pub fn refusal(&self, moved: &[String]) -> Option<String> {
        let text = || format!("The plan {} is stale, and nothing was applied:\n  {}", self.path.display(), moved.join("\n  "));
        (!moved.is_empty()).then(text)
    }
}

/// Takes it from the plan where nothing is named; or says what is missing.
pub fn restore(plan: &StoredPlan, args: &mut WhatArgs) -> Result<(), Error> {
    if !args.manifests.is_empty() || args.execute.is_some() || args.catalog.is_some() {
        return Ok(());
    }
    let path = |member: &str| plan.data.get(member).and_then(Json::as_str).map(PathBuf::from);
    if let Some(manifest) = path("manifest") {
        args.manifests.push(manifest);
        return Ok(());
    }
    args.catalog = path("catalog");
    if args.catalog.is_some() {
        return Ok(());
    }
    let mut code = String::new();
    if !stdin().is_terminal() {
        stdin().lock().read_to_string(&mut code).map_err(|it| Error::File("the standard input".to_owned(), it))?;
    }
    if code.trim().is_empty() {
        let plan = plan.path.display();
        return Err(Error::Refused(format!(
            "The plan {plan} was made of code, and keeps none of it, because it may have secrets in it: give the same again, with -e or as the standard input"
        )));
    }
    args.execute = Some(code);
    Ok(())
}
