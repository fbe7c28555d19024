//! The keys that open encrypted values of data. They are given on the command line; the configuration of a project names them
//! only with a flag, as it may come from anybody.

mod pkcs7;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use hiera::Unseal;
use issue::Issue;
use pkcs7::{KeyError, Keys};
use values::{Hash, Value};

#[derive(Clone, Debug, Default, clap::Args)]
pub struct EyamlArgs {
    /// Private key for hiera-eyaml values; without it they stay encrypted
    #[arg(long = "eyaml-private-key", value_name = "FILE", requires = "public_key")]
    pub private_key: Option<PathBuf>,

    /// Certificate of the private key
    #[arg(long = "eyaml-public-key", value_name = "FILE", requires = "private_key")]
    pub public_key: Option<PathBuf>,

    /// Decrypt with the keys that `hiera.yaml` names
    #[arg(long = "eyaml", conflicts_with = "private_key")]
    pub configured: bool,
}

impl EyamlArgs {
    pub fn keys(&self) -> anyhow::Result<Option<Arc<dyn Unseal>>> {
        if let (Some(private), Some(public)) = (&self.private_key, &self.public_key) {
            let read = |file: &Path| crate::commands::input_file::read_text(file).with_context(|| file.display().to_string());
            let keys = Keys::read(&read(private)?, &read(public)?);
            let keys = keys.with_context(|| format!("{} and {}", private.display(), public.display()))?;
            return Ok(Some(Arc::new(Given(keys))));
        }
        Ok(self.configured.then(|| Arc::new(Configured) as Arc<dyn Unseal>))
    }
}

/// The keys of the command line, for all levels.
struct Given(Keys);

impl Unseal for Given {
    fn unseal(&self, sealed: &[u8], _: &Hash) -> Result<Vec<u8>, Issue> {
        Ok(self.0.open(sealed)?)
    }
}

/// The keys that a level's options name: files, or variables of the environment.
struct Configured;

impl Unseal for Configured {
    fn unseal(&self, sealed: &[u8], options: &Hash) -> Result<Vec<u8>, Issue> {
        // Puppet says of both that they are not defined before it reads one.
        let public = Source::new(options, "pkcs7_public_key")?;
        let private = Source::new(options, "pkcs7_private_key")?;
        Ok(Keys::read(&private.read()?, &public.read()?)?.open(sealed)?)
    }
}

struct Source<'o> {
    file: Option<&'o str>,
    variable: Option<&'o str>,
}

impl Source<'_> {
    fn new<'o>(options: &'o Hash, name: &'static str) -> Result<Source<'o>, KeyError> {
        let option = |name: &str| options.get(&Value::string(name)).and_then(Value::as_str);
        let source = Source { file: option(name), variable: option(&format!("{name}_env_var")) };
        if source.file.is_none() && source.variable.is_none() { Err(KeyError::Undefined(name)) } else { Ok(source) }
    }

    /// A variable that is set goes before a file, whatever hiera-eyaml's warning says.
    fn read(&self) -> Result<String, KeyError> {
        if let Some(text) = self.variable.and_then(|it| std::env::var(it).ok()) {
            return Ok(text);
        }
        match (self.file, self.variable) {
            (Some(file), _) => crate::commands::input_file::read_text(Path::new(file))
                .map_err(|error| KeyError::Unreadable { file: file.to_owned(), error: error.to_string() }),
            (None, variable) => Err(KeyError::Variable(variable.unwrap_or_default().to_owned())),
        }
    }
}
