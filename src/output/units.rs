//! Numbers with units, as people write and read them.

use manoury_generator::Size;

/// Reads a size in bytes: `4096`, `512M`, `2GiB`, `1.5g`. Units are powers of 1024.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let wrong = || "write a size like 512M or 2GiB".to_string();
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = unit.trim().to_ascii_lowercase();
    let power = match unit.as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 1,
        "m" | "mb" | "mib" => 2,
        "g" | "gb" | "gib" => 3,
        "t" | "tb" | "tib" => 4,
        _ => return Err(wrong()),
    };
    let scale = 1u64 << (10 * power);
    let bytes = match number.parse::<u64>() {
        Ok(whole) => whole.checked_mul(scale),
        Err(_) => match number.parse::<f64>() {
            Ok(part) if number.contains('.') => Some(part * scale as f64)
                .filter(|bytes| *bytes < u64::MAX as f64)
                .map(|bytes| bytes as u64),
            _ => return Err(wrong()),
        },
    };
    bytes.ok_or_else(|| "that is more than any machine has".to_string())
}

/// A size in bytes with a unit, rounded up: `812 B`, `1.21 MiB`.
pub fn bytes(bytes: u64) -> String {
    Size(bytes).to_string()
}

/// A number with its thousands set off: `41,971,200`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A duration: `0.03 s`, `12.4 s`, `3 min 20 s`, `2 h 5 min`.
pub fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..10 => format!("{seconds:.2} s"),
        10..60 => format!("{seconds:.1} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

/// A duration that is only estimated: `90 s`, `12 min`, `2.5 h`.
pub fn rough_duration(seconds: f64) -> String {
    match seconds.round() as u64 {
        0..300 => format!("{seconds:.0} s"),
        300..7200 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

/// The sign of a power of 1000: none, `k`, `M`; none either past what 64 bits hold.
pub fn thousands(power: u32) -> &'static str {
    ["", "k", "M", "G", "T", "P", "E"].get(power as usize).copied().unwrap_or_default()
}

/// A number in at most six characters: `9,999`, `815k`, `41.9M`, `1.57G`.
pub fn short(number: u64) -> String {
    if number < 10_000 {
        return grouped(number);
    }
    let (mut scaled, mut power) = (number as f64 / 1e3, 1);
    while scaled >= 999.5 {
        (scaled, power) = (scaled / 1e3, power + 1);
    }
    let unit = thousands(power);
    let places = if scaled < 9.995 { 2 } else { usize::from(scaled < 99.95) };
    format!("{scaled:.places$}{unit}")
}

/// A number of things: `1 ply`, `3 plies`.
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        for (text, expected) in [
            ("0", 0),
            ("4096", 4096),
            ("1K", 1024),
            ("1 kb", 1024),
            ("512M", 512 << 20),
            ("2GiB", 2 << 30),
            ("1.5g", 3 << 29),
            ("1T", 1 << 40),
        ] {
            assert_eq!(parse_bytes(text), Ok(expected), "{text}");
        }
        for text in ["", "M", "1X", "-1", "1.2.3M", ".", "1e3", "99999999999T", "9e99", "1.5 G i"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_are_written() {
        assert_eq!(bytes(812), "812 B");
        assert_eq!(bytes(1536), "1.50 KiB");
        assert_eq!(bytes(u64::MAX), "16777216.00 TiB");
        assert_eq!([0, 999, 1000, 41_971_200].map(grouped), ["0", "999", "1,000", "41,971,200"]);
        let durations = [0.0312, 9.99, 59.4, 61.0, 7500.0].map(duration);
        assert_eq!(durations, ["0.03 s", "10.0 s", "59.4 s", "1 min 1 s", "2 h 5 min"]);
        let rough = [0.0, 89.7, 299.4, 300.0, 3000.0, 9000.0].map(rough_duration);
        assert_eq!(rough, ["0 s", "90 s", "299 s", "5 min", "50 min", "2.5 h"]);
        let numbers = [0, 9_999, 10_000, 815_145, 999_500, 9_994_999, 41_971_200, u64::MAX];
        let shorts = ["0", "9,999", "10.0k", "815k", "1.00M", "9.99M", "42.0M", "18.4E"];
        assert_eq!(numbers.map(short), shorts);
        assert_eq!(count(1, "ply", "plies"), "1 ply");
    }
}
