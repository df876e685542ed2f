//! The explorer's page in a real browser: a server over small tables, and Chromium driven by
//! Playwright (`tests/explorer/`).
//!
//! Playwright's package is installed into a folder of its own. Where there is no browser, no node,
//! or no package the test is skipped with a message, unless `CI` or `MANOURY_REQUIRE_ALL` is set:
//! then it fails.

mod common;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Names under which systems have the browser.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Runs a command; its output where it fails.
fn done(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        print!("{}", text(&output.stdout));
        return Ok(());
    }
    Err(format!("{command:?}:\n{}{}", text(&output.stdout), text(&output.stderr)))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explorer")
}

/// A browser that runs: the one that `MANOURY_BROWSER` names, or the first known one.
fn browser() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("MANOURY_BROWSER") {
        return Ok(named.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let found = BROWSERS
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file());
    found.ok_or_else(|| format!("no browser: none of {BROWSERS:?} is in the path"))
}

/// A folder with the packages of `package-lock.json`, made once and kept with the build.
fn packages() -> Result<PathBuf, String> {
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explorer-node");
    std::fs::create_dir_all(&made).map_err(|error| error.to_string())?;
    let mut is_new = !made.join("node_modules/playwright-core/package.json").is_file();
    for name in ["package.json", "package-lock.json"] {
        let ours = std::fs::read(folder().join(name)).map_err(|error| error.to_string())?;
        if std::fs::read(made.join(name)).ok().as_deref() != Some(&ours[..]) {
            std::fs::write(made.join(name), ours).map_err(|error| error.to_string())?;
            is_new = true;
        }
    }
    if is_new {
        let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
        let install = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
        done(Command::new(npm).args(install).current_dir(&made))?;
    }
    Ok(made)
}

/// A server that ends with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(tables: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_manoury"))
            .args(["serve", "--bind", "127.0.0.1:0", "--tables"])
            .arg(tables)
            .env("RUST_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on ").unwrap_or_else(|| {
            panic!("the server said {line:?}");
        });
        Server { address: address.to_string(), child }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_works_in_a_browser() {
    let tools =
        done(Command::new("node").arg("--version")).and_then(|()| Ok((browser()?, packages()?)));
    let (browser, packages) = match tools {
        Ok(tools) => tools,
        Err(error) => {
            let required =
                ["CI", "MANOURY_REQUIRE_ALL"].iter().any(|v| std::env::var_os(v).is_some());
            assert!(!required, "cannot test the page in a browser: {error}");
            eprintln!("SKIPPED: cannot test the page in a browser: {error}");
            return;
        }
    };
    let server = Server::start(&common::four_pieces());
    let mut command = Command::new("node");
    command
        .args(["--test", "--test-reporter=spec"])
        .args(["strings.test.js", "notation.test.js", "board.test.js", "tables.test.js"])
        .current_dir(folder())
        .env("MANOURY_URL", &server.address)
        .env("MANOURY_BROWSER", browser)
        .env("MANOURY_PACKAGES", packages);
    done(&mut command).unwrap();
}
