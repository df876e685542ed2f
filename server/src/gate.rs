//! What every request and response passes: limits on the way in, headers and the log on the way
//! out.

use crate::failure::{Code, Failure, Reason};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body::Body as _;
use std::net::SocketAddr;
use std::time::Instant;
use tracing::Level;

/// Longest path and query together, in bytes.
const LONGEST_URI: usize = 4096;

/// Characters of a client's text that the log repeats.
const LOGGED: usize = 300;

/// The methods there are.
const METHODS: HeaderValue = HeaderValue::from_static("GET, HEAD, OPTIONS");

/// What browsers are told of every response. The page is all of the server's own; nothing may be
/// loaded from or sent to elsewhere, no script or style stands inside a page.
const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    ),
    // Whatever is kept is asked for again: a new version of the program answers otherwise.
    (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
];

/// Who asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Lets a request pass, or not, and sees its response off.
pub(crate) async fn pass(request: Request, next: Next) -> Response {
    let start = Instant::now();
    let peer = request.extensions().get::<Peer>().copied();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    // One that never ends is seen to have begun.
    tracing::trace!(peer = peer.map(|Peer(address)| address.to_string()), uri = ?cut(&uri.to_string()), "asked");
    let mut response = match refused(&request) {
        Some(response) => response,
        None => next.run(request).await,
    };
    set_headers(response.headers_mut());
    let peer = peer.map(|Peer(address)| address.to_string()).unwrap_or_default();
    let uri = cut(&uri.to_string());
    let status = response.status().as_u16();
    let ms = start.elapsed().as_millis() as u64;
    // Quoted, so that a client's text stays inside its field and its line.
    let method = cut(method.as_str());
    match response.extensions().get::<Reason>() {
        Some(Reason { code, text }) => {
            let text = cut(text);
            match code.level() {
                Level::ERROR => {
                    tracing::error!(peer, ?method, ?uri, status, %code, ?text, ms, "failed");
                }
                Level::WARN => {
                    tracing::warn!(peer, ?method, ?uri, status, %code, ?text, ms, "failed");
                }
                _ => tracing::info!(peer, ?method, ?uri, status, %code, ?text, ms, "refused"),
            }
        }
        None => tracing::debug!(peer, ?method, ?uri, status, ms, "answered"),
    }
    response
}

/// The response to a request that no route need see.
fn refused(request: &Request) -> Option<Response> {
    match *request.method() {
        Method::GET | Method::HEAD => {}
        Method::OPTIONS => return Some(options()),
        _ => {
            let message = "only GET, HEAD and OPTIONS are answered";
            let mut response = Failure::new(Code::MethodNotAllowed, message).into_response();
            response.headers_mut().insert(header::ALLOW, METHODS);
            return Some(response);
        }
    }
    let uri = request.uri();
    let length = uri.path().len() + uri.query().map_or(0, |query| query.len() + 1);
    if length > LONGEST_URI {
        let message = format!("path and query have {length} bytes; at most {LONGEST_URI} are read");
        return Some(Failure::new(Code::UriTooLong, message).into_response());
    }
    if !request.body().is_end_stream() {
        let message = "the request has a body; put what you ask into the query";
        return Some(Failure::new(Code::UnexpectedBody, message).into_response());
    }
    None
}

/// What may be asked, by whom.
fn options() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    headers.insert(header::ALLOW, METHODS);
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS);
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    response
}

fn set_headers(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
}

/// As much of a text as is logged.
fn cut(text: &str) -> String {
    let mut cut: String = text.chars().take(LOGGED).collect();
    if text.chars().nth(LOGGED).is_some() {
        cut.push('…');
    }
    cut
}
