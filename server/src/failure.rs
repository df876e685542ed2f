//! Requests that get no answer: the code, its status, how loud it is logged, and the JSON.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use manoury_prober::ProbeError;
use manoury_rules::Variant;
use manoury_wire::{Clocks, Over, PlayableMove, Question, QuestionError};
use serde::Serialize;
use std::fmt;
use tracing::Level;
use utoipa::ToSchema;

/// What is wrong, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Code {
    BadQuery,
    BadFen,
    BadClocks,
    BadRules,
    BadMaterial,
    BadPosition,
    UnexpectedBody,
    MissingTable,
    TooManyPieces,
    NotFound,
    MethodNotAllowed,
    UriTooLong,
    DamagedTable,
    UnreadableTable,
    Internal,
    Busy,
}

impl Code {
    pub(crate) const fn status(self) -> StatusCode {
        match self {
            Code::BadQuery
            | Code::BadFen
            | Code::BadClocks
            | Code::BadRules
            | Code::BadMaterial
            | Code::BadPosition
            | Code::UnexpectedBody => StatusCode::BAD_REQUEST,
            Code::MissingTable | Code::TooManyPieces | Code::NotFound => StatusCode::NOT_FOUND,
            Code::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Code::UriTooLong => StatusCode::URI_TOO_LONG,
            Code::DamagedTable | Code::UnreadableTable | Code::Internal => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// What the operator must look at is an error, what may be too much load a warning; what
    /// clients do wrong is for the record.
    pub(crate) const fn level(self) -> Level {
        match self {
            Code::DamagedTable | Code::UnreadableTable | Code::Internal => Level::ERROR,
            Code::Busy => Level::WARN,
            _ => Level::INFO,
        }
    }
}

impl fmt::Display for Code {
    /// The code as it is sent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A request that gets no answer.
#[derive(Debug, Serialize)]
pub(crate) struct Failure {
    /// What is wrong; a code that does not change.
    #[serde(rename = "error")]
    pub(crate) code: Code,
    /// What is wrong, for people.
    pub(crate) message: String,
    /// The table file at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// What was asked, where it could be read.
    #[serde(flatten)]
    board: Option<Box<Board>>,
    /// What only the log is told.
    #[serde(skip)]
    detail: Option<String>,
}

/// A position that can be played on without its value.
#[derive(Debug, Serialize)]
pub(crate) struct Board {
    /// The position.
    fen: String,
    /// The reading of the rules.
    rules: &'static str,
    /// The clocks.
    clocks: Clocks,
    /// How the game is over, if it is.
    over: Option<Over>,
    /// All legal moves, in the order of their squares.
    moves: Vec<PlayableMove>,
}

/// What the log is told of a failure, in the extensions of its response.
#[derive(Clone, Debug)]
pub(crate) struct Reason {
    pub(crate) code: Code,
    pub(crate) text: String,
}

impl Failure {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Failure { code, message: message.into(), table: None, board: None, detail: None }
    }

    /// With something for the log that is not for clients.
    pub(crate) fn with_detail(self, detail: impl Into<String>) -> Self {
        Failure { detail: Some(detail.into()), ..self }
    }

    /// With the position that was asked for.
    pub(crate) fn with_position<V: Variant>(self, question: &Question<V>) -> Self {
        let Question { position, clocks, reading } = question;
        let board = Board {
            fen: position.to_string(),
            rules: reading.name(),
            clocks: (*clocks).into(),
            over: Over::of(position, clocks),
            moves: PlayableMove::all(question),
        };
        Failure { board: Some(Box::new(board)), ..self }
    }
}

impl From<QuestionError> for Failure {
    fn from(error: QuestionError) -> Self {
        let code = match error {
            QuestionError::Fen(_) => Code::BadFen,
            QuestionError::Clocks(_) => Code::BadClocks,
            _ => Code::BadRules,
        };
        Failure::new(code, error.to_string())
    }
}

impl From<ProbeError> for Failure {
    /// The folders of the server are its own business: files are named without them.
    fn from(error: ProbeError) -> Self {
        match &error {
            ProbeError::Missing(missing) => {
                let (name, command) = (missing.name, missing.command_without_folder());
                let message = format!("{name} is needed and not there; make it with `{command}`");
                let table = Some(name.to_string());
                Failure { table, ..Failure::new(Code::MissingTable, message) }
            }
            ProbeError::Table(damage) => {
                let code =
                    if damage.is_damage() { Code::DamagedTable } else { Code::UnreadableTable };
                let file = damage.path().file_name().unwrap_or_default().to_string_lossy();
                let message = format!("{file} {}", damage.reason());
                let table = Some(file.into_owned());
                Failure { table, ..Failure::new(code, message) }.with_detail(error.to_string())
            }
            ProbeError::TooManyPieces { .. } => {
                Failure::new(Code::TooManyPieces, error.to_string())
            }
            ProbeError::OneSided => Failure::new(Code::BadPosition, error.to_string()),
            ProbeError::Clocks(_) => Failure::new(Code::BadClocks, error.to_string()),
            _ => Failure::new(Code::Internal, "the tables could not be asked")
                .with_detail(error.to_string()),
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        // Texts and numbers: there is nothing that could fail.
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = json(Body::from(body));
        *response.status_mut() = self.code.status();
        if self.code == Code::Busy {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if self.code == Code::UnexpectedBody || self.code == Code::MethodNotAllowed {
            // There may be a body, which nobody wants to read.
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        let text = self.detail.unwrap_or(self.message);
        response.extensions_mut().insert(Reason { code: self.code, text });
        response
    }
}

/// A response of JSON.
pub(crate) fn json(body: Body) -> Response {
    let mut response = Response::new(body);
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_prober::{MissingTable, TableError, TableName};
    use std::path::PathBuf;

    #[test]
    fn folders_are_told_to_the_log_alone() {
        let path = PathBuf::from("/srv/secret/KKvK.wdl");
        let damaged = TableError::Corrupt { path: path.clone(), what: "it is cut off".into() };
        let name = TableName::parse("KKvK.wdl").unwrap();
        let folders = [PathBuf::from("/srv/secret")].into();
        let missing = MissingTable { name, variant: "english", folders };
        for (error, code) in [
            (ProbeError::from(damaged), "damaged-table"),
            (ProbeError::Missing(missing), "missing-table"),
        ] {
            let failure = Failure::from(error);
            let json = serde_json::to_value(&failure).unwrap();
            assert_eq!((&json["error"], &json["table"]), (&code.into(), &"KKvK.wdl".into()));
            assert!(!json.to_string().contains("secret"), "{json}");
            assert!(json.get("fen").is_none() && json.get("detail").is_none());
        }
    }

    #[test]
    fn a_client_is_never_an_error_of_the_operator() {
        for code in [Code::BadFen, Code::MissingTable, Code::NotFound, Code::UriTooLong] {
            assert!(code.status().is_client_error());
            assert_eq!(code.level(), Level::INFO);
        }
        assert_eq!(Code::DamagedTable.level(), Level::ERROR);
    }
}
