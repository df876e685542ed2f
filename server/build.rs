//! Builds the crate anew when a file of the page comes or goes.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
