//! Lets macOS link a module whose symbols Python brings.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
