//! What a client can set.

use crate::line::{Line, shown};
use manoury_rules::{NameError, Reading, VariantName};
use std::path::PathBuf;

/// What an engine plays and what it plays from; each can be set by `set-param`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// The game.
    pub variant: VariantName,
    /// The reading of the 16-move rule.
    pub reading: Reading,
    /// Folders of tables. With none the engine plays by its search alone.
    pub tables: Vec<PathBuf>,
    /// Memory for decoded blocks of tables in MiB.
    pub cache: u64,
}

impl Default for Params {
    /// International draughts by the federation's rules, no tables, a cache of 64 MiB.
    fn default() -> Self {
        Params {
            variant: VariantName::default(),
            reading: Reading::default(),
            tables: Vec::new(),
            cache: 64,
        }
    }
}

/// Greatest cache in MiB: a TiB.
const LARGEST_CACHE: u64 = 1 << 20;

/// Why a parameter cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParamError {
    /// No such parameter.
    #[error("there is no parameter '{0}'; there are variant, reading, tables and cache")]
    Unknown(String),
    /// No such game.
    #[error("'{0}' is no variant that is played here; choose normal, brazilian or english")]
    Variant(String),
    /// No such reading.
    #[error(transparent)]
    Reading(#[from] NameError),
    /// No size of a cache.
    #[error("'{0}' is no size of the cache; give MiB, 0 to {LARGEST_CACHE}")]
    Cache(String),
}

/// A variant as the protocol calls it.
fn variant_name(variant: VariantName) -> &'static str {
    match variant {
        VariantName::International => "normal",
        other => other.name(),
    }
}

impl Params {
    /// The declarations that answer `hub`, with the values that are set.
    pub fn declarations(&self) -> Vec<Line> {
        let param = |name| Line::new("param").with("name", name);
        // Paths that cannot be joined hold the separator; they are shown as they are.
        let tables = std::env::join_paths(&self.tables)
            .map(|joined| joined.to_string_lossy().into_owned())
            .unwrap_or_else(|_| format!("{:?}", self.tables));
        let variants = VariantName::ALL.map(variant_name).join(" ");
        vec![
            param("variant")
                .with("value", variant_name(self.variant))
                .with("type", "enum")
                .with("values", variants),
            param("reading")
                .with("value", self.reading)
                .with("type", "enum")
                .with("values", "fmjd lidraughts"),
            param("tables").with("value", tables).with("type", "string"),
            param("cache")
                .with("value", self.cache)
                .with("type", "int")
                .with("min", 0)
                .with("max", LARGEST_CACHE),
        ]
    }

    /// Sets a parameter. Several folders of tables are separated as in `PATH`: by `:`, on Windows
    /// by `;`.
    ///
    /// # Errors
    /// There is no such parameter, or it cannot have that value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        match name {
            "variant" => {
                let found = VariantName::ALL.into_iter().find(|v| variant_name(*v) == value);
                self.variant = found.ok_or_else(|| ParamError::Variant(shown(value)))?;
            }
            "reading" => self.reading = value.parse()?,
            "tables" => {
                let folders = std::env::split_paths(value);
                self.tables = folders.filter(|path| !path.as_os_str().is_empty()).collect();
            }
            "cache" => {
                let size = value.parse().ok().filter(|size| *size <= LARGEST_CACHE);
                self.cache = size.ok_or_else(|| ParamError::Cache(shown(value)))?;
            }
            _ => return Err(ParamError::Unknown(shown(name))),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_declared_can_be_set() {
        let mut params = Params { tables: vec!["a b".into(), "c".into()], ..Params::default() };
        for line in params.clone().declarations() {
            let before = params.clone();
            params.set(line.value("name").unwrap(), line.value("value").unwrap()).unwrap();
            assert_eq!(params, before, "{line}");
            for value in line.value("values").unwrap_or("").split_whitespace() {
                params.clone().set(line.value("name").unwrap(), value).unwrap();
            }
        }
        params.set("variant", "brazilian").unwrap();
        params.set("tables", "").unwrap();
        assert_eq!((params.variant, params.tables), (VariantName::Brazilian, vec![]));
    }

    #[test]
    fn wrong_values_change_nothing() {
        let mut params = Params::default();
        for (name, value) in
            [("book", "true"), ("variant", "frisian"), ("reading", "mine"), ("cache", "-1")]
        {
            let error = params.set(name, value).unwrap_err().to_string();
            assert!(error.contains(if name == "book" { name } else { value }), "{error}");
            assert_eq!(params, Params::default());
        }
        assert!(params.set("cache", "1048577").is_err());
    }
}
