//! Positions: their values, and best play from them.

use crate::failure::{Failure, json};
use crate::probes::internal;
use crate::query;
use crate::tables::Served;
use axum::body::Body;
use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use manoury_prober::ProbeError;
use manoury_rules::Variant;
use manoury_wire::{Answer, BestPlay, Found, Mainline, Question};
use serde::Serialize;
use std::sync::Arc;

/// `GET /{variant}`.
pub(crate) async fn answer<V: Variant>(
    State(served): State<Arc<Served<V>>>,
    uri: Uri,
) -> Result<Response, Failure> {
    ask(served, &uri, |served, question| {
        let found = match served.for_position(&question.position)? {
            Some(tablebase) => Found::by(tablebase, question)?,
            None => Found::over(),
        };
        Ok(Answer::new(question, &found))
    })
    .await
}

/// `GET /{variant}/mainline`.
pub(crate) async fn mainline<V: Variant>(
    State(served): State<Arc<Served<V>>>,
    uri: Uri,
) -> Result<Response, Failure> {
    ask(served, &uri, |served, question| {
        let play = match served.for_position(&question.position)? {
            Some(tablebase) => BestPlay::by(tablebase, question)?,
            None => BestPlay::over(),
        };
        Ok(Mainline::new(question, &play))
    })
    .await
}

async fn ask<V: Variant, A: Serialize>(
    served: Arc<Served<V>>,
    uri: &Uri,
    answer: impl FnOnce(&Served<V>, &Question<V>) -> Result<A, ProbeError> + Send + 'static,
) -> Result<Response, Failure> {
    let question = query::question::<V>(uri.query(), served.reading)?;
    let probes = served.probes.clone();
    let work = move || match answer(&served, &question) {
        Ok(answer) => written(&answer),
        Err(error) => Err(Failure::from(error).with_position(&question)),
    };
    Ok(json(Body::from(probes.run(work).await?)))
}

/// JSON on one line.
pub(crate) fn written(value: &impl Serialize) -> Result<Vec<u8>, Failure> {
    serde_json::to_vec(value).map_err(|error| internal().with_detail(error.to_string()))
}
