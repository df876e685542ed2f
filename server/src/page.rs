//! The explorer's files, which stand in the program itself.

use crate::failure::{Code, Failure};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};
use std::borrow::Cow;

#[derive(Embed)]
#[folder = "page"]
struct Page;

/// Anything that no other route answers. Names are looked up among those of the files and nowhere
/// else, as they stand in the URI: there is no path to go astray on.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Result<Response, Failure> {
    let name = uri.path().trim_start_matches('/');
    let name = if name.is_empty() { "index.html" } else { name };
    let file = Page::get(name)
        .ok_or_else(|| Failure::new(Code::NotFound, "there is nothing at this path"))?;
    Ok(respond(file, &headers))
}

fn respond(file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = etag(&file);
    let known = headers.get_all(header::IF_NONE_MATCH).iter().any(|value| is_among(value, &tag));
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let body = match file.data {
            Cow::Borrowed(bytes) => Body::from(bytes),
            Cow::Owned(bytes) => Body::from(bytes),
        };
        let mut response = Response::new(body);
        if let Ok(kind) = HeaderValue::from_str(&content_type(file.metadata.mimetype())) {
            response.headers_mut().insert(header::CONTENT_TYPE, kind);
        }
        response
    };
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// The file's digest, as far as it is needed to tell versions apart.
fn etag(file: &EmbeddedFile) -> String {
    let digest = &file.metadata.sha256_hash()[..16];
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("\"{digits}\"")
}

/// Whether a list of entity tags has this one, weak or strong.
fn is_among(list: &HeaderValue, tag: &str) -> bool {
    let tags = list.to_str().unwrap_or_default().split(',').map(str::trim);
    tags.map(|one| one.strip_prefix("W/").unwrap_or(one)).any(|one| one == tag || one == "*")
}

/// All texts are in UTF-8.
fn content_type(kind: &str) -> String {
    if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_known_type_and_a_tag_of_its_own() {
        let mut tags = std::collections::HashSet::new();
        for name in Page::iter() {
            let file = Page::get(&name).unwrap();
            assert_ne!(file.metadata.mimetype(), "application/octet-stream", "{name}");
            assert!(tags.insert(etag(&file)), "{name}");
        }
        assert!(Page::get("index.html").is_some());
    }

    #[test]
    fn tags_are_found_in_lists() {
        let list = HeaderValue::from_static("\"a\", W/\"b\"");
        assert!(is_among(&list, "\"a\"") && is_among(&list, "\"b\"") && !is_among(&list, "\"c\""));
        assert!(is_among(&HeaderValue::from_static("*"), "\"c\""));
        assert!(!is_among(&HeaderValue::from_bytes(b"\xff").unwrap(), "\"c\""));
    }
}
