//! Variants chosen at run time, and names that a user may get wrong.

use crate::fen::shown;
use crate::{Brazilian, English, International, Variant};
use std::fmt;
use std::str::FromStr;

/// A name that is none of those known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{name}' is no {kind}; choose {choices}")]
pub struct NameError {
    name: String,
    kind: &'static str,
    choices: &'static str,
}

impl NameError {
    /// An error for `name`, which was to be one of `choices` of some `kind`.
    pub(crate) fn new(name: &str, kind: &'static str, choices: &'static str) -> Self {
        NameError { name: shown(name), kind, choices }
    }
}

/// A variant by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VariantName {
    /// [`International`].
    #[default]
    International,
    /// [`Brazilian`].
    Brazilian,
    /// [`English`].
    English,
}

/// Work that can be done in any variant: how a program that learns the variant when it runs calls
/// code that is generic over it.
///
/// ```
/// use manoury_rules::{Position, Variant, VariantName, WithVariant};
///
/// struct Start;
///
/// impl WithVariant for Start {
///     type Output = String;
///     fn run<V: Variant>(self) -> String {
///         Position::<V>::start().to_string()
///     }
/// }
///
/// let name: VariantName = "english".parse()?;
/// assert!(name.dispatch(Start).starts_with("B:W21,22,"));
/// # Ok::<(), manoury_rules::NameError>(())
/// ```
pub trait WithVariant {
    /// What the work yields.
    type Output;

    /// Does the work in one variant.
    fn run<V: Variant>(self) -> Self::Output;
}

impl VariantName {
    /// All variants.
    pub const ALL: [VariantName; 3] =
        [VariantName::International, VariantName::Brazilian, VariantName::English];

    /// The name: [`Variant::NAME`].
    pub const fn name(self) -> &'static str {
        match self {
            VariantName::International => International::NAME,
            VariantName::Brazilian => Brazilian::NAME,
            VariantName::English => English::NAME,
        }
    }

    /// Does some work in this variant.
    pub fn dispatch<W: WithVariant>(self, work: W) -> W::Output {
        match self {
            VariantName::International => work.run::<International>(),
            VariantName::Brazilian => work.run::<Brazilian>(),
            VariantName::English => work.run::<English>(),
        }
    }
}

impl fmt::Display for VariantName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for VariantName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let found = Self::ALL.into_iter().find(|variant| variant.name() == text);
        found.ok_or_else(|| NameError::new(text, "variant", "international, brazilian or english"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for name in VariantName::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
        let error = "chess".parse::<VariantName>().unwrap_err().to_string();
        assert_eq!(error, "'chess' is no variant; choose international, brazilian or english");
    }
}
