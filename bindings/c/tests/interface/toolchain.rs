//! The compilers, and the library installed as a user would install it.

#[allow(dead_code, reason = "this program uses a part")]
#[path = "../../../../tests/common/outside.rs"]
mod outside;

use std::collections::HashMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex, OnceLock};

/// How a program is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linking {
    Static,
    Dynamic,
}

/// gcc and g++ with the address sanitizer, pkg-config, and the library installed for them.
pub struct Toolchain {
    pub prefix: PathBuf,
    programs: Mutex<HashMap<Which, Arc<OnceLock<PathBuf>>>>,
}

/// Source, linking, and whether it is sanitized.
type Which = (&'static str, Linking, bool);

/// The package's folder.
pub fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder in which cargo has put `libmanoury.so` and `libmanoury.a`: the one that this program
/// lies in, since it depends on the library.
pub fn built() -> PathBuf {
    env::current_exe().unwrap().parent().unwrap().to_owned()
}

/// An empty folder for the tests' own files.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

impl Toolchain {
    /// The compilers, if they are there.
    pub fn find() -> Option<&'static Toolchain> {
        static FOUND: OnceLock<Result<Toolchain, String>> = OnceLock::new();
        outside::or_left_out(FOUND.get_or_init(Self::look).as_ref().map_err(String::clone))
    }

    fn look() -> Result<Toolchain, String> {
        let folder = scratch("toolchain");
        for (compiler, source) in [("gcc", "empty.c"), ("g++", "empty.cpp")] {
            let source = folder.join(source);
            fs::write(&source, "int main() { return 0; }\n").unwrap();
            let mut command = Command::new(compiler);
            command.arg("-fsanitize=address").arg(&source).arg("-o").arg(folder.join("empty"));
            let works = command.output().is_ok_and(|output| output.status.success());
            if !works {
                return Err(format!("{compiler} with its address sanitizer is needed"));
            }
        }
        if Command::new("pkg-config").arg("--version").output().is_err() {
            return Err("pkg-config is needed".into());
        }
        let prefix = folder.join("prefix");
        let mut install = Command::new(package().join("install.sh"));
        install.arg("--built").arg(built()).arg(&prefix);
        run(&mut install, "");
        Ok(Toolchain { prefix, programs: Mutex::default() })
    }

    /// What pkg-config says of the library: flags, separated by spaces.
    pub fn pkg_config(&self, question: &[&str]) -> Vec<String> {
        let mut command = Command::new("pkg-config");
        command.env("PKG_CONFIG_PATH", self.prefix.join("lib/pkgconfig"));
        let answer = run(command.args(question).arg("manoury"), "");
        answer.split_whitespace().map(str::to_owned).collect()
    }

    /// A program of the package, compiled once with every warning an error.
    pub fn program(&self, source: &'static str, linking: Linking, sanitized: bool) -> PathBuf {
        let which = (source, linking, sanitized);
        let place = self.programs.lock().unwrap().entry(which).or_default().clone();
        place.get_or_init(|| self.compile(source, linking, sanitized)).clone()
    }

    fn compile(&self, source: &str, linking: Linking, sanitized: bool) -> PathBuf {
        let source = package().join(source);
        let name = source.file_stem().unwrap();
        let kind = if sanitized { "sanitized" } else { "plain" };
        let folder = format!("{}-{linking:?}-{kind}", name.display());
        let program = scratch(&folder).join(name);
        let cpp = source.extension() == Some(OsStr::new("cpp"));
        let mut command = Command::new(if cpp { "g++" } else { "gcc" });
        command.arg(if cpp { "-std=c++17" } else { "-std=c99" });
        command.args(["-Wall", "-Wextra", "-Werror", "-pedantic", "-g", "-O1", "-pthread"]);
        if sanitized {
            command.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
        }
        command.arg(&source).arg("-o").arg(&program).args(self.pkg_config(&["--cflags"]));
        match linking {
            Linking::Static => command.args(self.pkg_config(&["--variable=static_libs"])),
            Linking::Dynamic => command
                .args(self.pkg_config(&["--libs"]))
                .arg(format!("-Wl,-rpath,{}", self.prefix.join("lib").display())),
        };
        run(&mut command, "");
        program
    }
}

/// Runs a program that must succeed and say nothing on standard error; returns what it prints.
#[track_caller]
pub fn run(command: &mut Command, input: &str) -> String {
    let Output { status, stdout, stderr } = output(command, input);
    let (out, err) = (String::from_utf8(stdout).unwrap(), String::from_utf8_lossy(&stderr));
    assert!(status.success() && err.is_empty(), "{command:?}: {status}\n{out}\n{err}");
    out
}

/// Runs a program to its end.
pub fn output(command: &mut Command, input: &str) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // From another thread: the program may print much before it has read all.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    // A program that ends without reading its input is no failure of the writer's.
    let _ = writer.join().unwrap();
    output
}
