//! Which path is answered by what.

use crate::failure::json;
use crate::gate;
use crate::openapi;
use crate::options::Options;
use crate::page;
use crate::position::{self, written};
use crate::preload::Preload;
use crate::probes::{Probes, internal};
use crate::statistics::{self, Overview, VariantOverview, no_query};
use crate::tables::Served;
use crate::{ServeError, failure::Failure};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::Uri;
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use manoury_prober::OpenError;
use manoury_rules::{Brazilian, English, International, Variant};
use std::any::Any;
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;

/// All routes over the tables of all variants, and what brings these tables into the cache.
pub(crate) fn routes(options: &Options) -> Result<(Router, Vec<Preload>), ServeError> {
    let probes = Probes::new(options.threads, options.patience);
    let international = Served::<International>::open(options, &probes)?;
    let brazilian = Served::<Brazilian>::open(options, &probes)?;
    let english = Served::<English>::open(options, &probes)?;
    let overviews = vec![
        VariantOverview::new(&international),
        VariantOverview::new(&brazilian),
        VariantOverview::new(&english),
    ];
    if overviews.iter().all(VariantOverview::is_empty) {
        let folders = options.tables.clone();
        return Err(OpenError::Empty { variant: options.variant.name(), folders }.into());
    }
    let text = |json: Result<Vec<u8>, Failure>| {
        json.map(Bytes::from)
            .map_err(|failure| ServeError::System(std::io::Error::other(failure.message)))
    };
    let overview = text(written(&Overview::new(options, overviews)))?;
    let description = text(written(&openapi::description()))?;
    let router = Router::new()
        .merge(of_variant(International::NAME, &international))
        .merge(of_variant("standard", &international))
        .merge(of_variant(Brazilian::NAME, &brazilian))
        .merge(of_variant(English::NAME, &english))
        .route("/stats", fixed(overview))
        .route("/openapi.json", fixed(description))
        .route("/healthz", fixed(Bytes::from_static(br#"{"status":"ok"}"#)))
        .fallback(page::file);
    let preloads: Vec<Preload> = vec![
        Box::new(move || international.preload()),
        Box::new(move || brazilian.preload()),
        Box::new(move || english.preload()),
    ];
    Ok((guarded(router), preloads))
}

fn of_variant<V: Variant>(name: &str, served: &Arc<Served<V>>) -> Router {
    Router::new()
        .route(&format!("/{name}"), get(position::answer::<V>))
        .route(&format!("/{name}/mainline"), get(position::mainline::<V>))
        .route(&format!("/{name}/stats/{{material}}"), get(statistics::of_material::<V>))
        .with_state(served.clone())
}

/// A route whose answer is always the same JSON.
fn fixed(body: Bytes) -> axum::routing::MethodRouter {
    get(async move |uri: Uri| {
        no_query(&uri)?;
        Ok::<_, Failure>(json(Body::from(body)))
    })
}

/// Routes behind the gate, where a panic is the failure of one request.
fn guarded(router: Router) -> Router {
    router.layer(CatchPanicLayer::custom(panicked)).layer(from_fn(gate::pass))
}

fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    internal().with_detail(format!("panicked: {}", text.unwrap_or("?"))).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{Request, StatusCode};
    use tower::ServiceExt;

    #[tokio::test]
    async fn a_panic_is_the_failure_of_one_request() {
        let router = Router::new()
            .route(
                "/panic",
                get(|| async {
                    if true {
                        panic!("a panic that is meant")
                    }
                }),
            )
            .route("/", get(|| async { "alive" }));
        let router = guarded(router);
        for (path, status) in [("/panic", StatusCode::INTERNAL_SERVER_ERROR), ("/", StatusCode::OK)]
        {
            let request = Request::get(path).body(Body::empty()).unwrap();
            let response = router.clone().oneshot(request).await.unwrap();
            assert_eq!(response.status(), status);
            assert!(response.headers().contains_key("content-security-policy"));
        }
    }
}
