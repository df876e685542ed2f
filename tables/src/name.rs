//! Names of table files.

use crate::material::{Material, Slice};
use crate::value::Kind;
use std::fmt;
use std::path::{Path, PathBuf};

/// What a table file holds, as its name tells: `KKMvK.dtc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableName {
    /// The slice.
    pub slice: Slice,
    /// The kind of value.
    pub kind: Kind,
}

impl TableName {
    /// Reads a file name. `None` for any name that is not exactly a table's: other files in a folder
    /// of tables are nobody's business.
    ///
    /// ```
    /// use manoury_tables::TableName;
    /// assert_eq!(TableName::parse("KKMvK.dtc").unwrap().to_string(), "KKMvK.dtc");
    /// assert!(TableName::parse("KvKKM.dtc").is_none()); // the stronger side comes first
    /// assert!(TableName::parse("KKMvK.dtc.tmp").is_none());
    /// ```
    pub fn parse(name: &str) -> Option<Self> {
        let (material, extension) = name.split_once('.')?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == extension)?;
        let slice = material.parse::<Material>().ok()?.slice();
        let found = TableName { slice, kind };
        (found.to_string() == name).then_some(found)
    }

    /// The path of the file in a variant's folder.
    pub fn in_folder(self, folder: &Path) -> PathBuf {
        folder.join(self.to_string())
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.slice, self.kind)
    }
}
