//! Makes the tables that tests need. The generator is generic over the variant, and a program that
//! calls it compiles it anew; test programs call this crate, where it is compiled once.

mod tight;

pub use tight::Tight;

use manoury_generator::{BuildError, Options, Plan, Selection};
use manoury_rules::{Brazilian, English, International, Variant};
use std::path::Path;

/// Makes the tables of a selection below a folder, in that of the variant's name.
///
/// # Panics
///
/// For a selection of which no plan can be made, and for a variant that is not one of this crate's:
/// add it to `build_coded`.
pub fn build<V: Variant>(
    folder: &Path,
    selection: &Selection,
    options: &Options<'_>,
) -> Result<(), BuildError> {
    build_coded(V::CODE, folder, selection, options)
}

/// Not generic, so that it and the generator below it are compiled in this crate.
#[inline(never)]
fn build_coded(
    code: u8,
    folder: &Path,
    selection: &Selection,
    options: &Options<'_>,
) -> Result<(), BuildError> {
    match code {
        International::CODE => build_as::<International>(folder, selection, options),
        Brazilian::CODE => build_as::<Brazilian>(folder, selection, options),
        English::CODE => build_as::<English>(folder, selection, options),
        Tight::CODE => build_as::<Tight>(folder, selection, options),
        _ => panic!("no tables are made for tests of the variant with code {code}"),
    }
}

fn build_as<V: Variant>(
    folder: &Path,
    selection: &Selection,
    options: &Options<'_>,
) -> Result<(), BuildError> {
    let plan = Plan::<V>::new(selection, None).unwrap();
    manoury_generator::build(&plan, &folder.join(V::NAME), options).map(drop)
}
