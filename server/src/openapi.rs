//! The description of the interface for programs.

#![expect(dead_code, reason = "what stands here is described, not called")]

use crate::failure::Code;
use crate::statistics::{Overview, SliceReport};
use manoury_wire::{Answer, Clocks, Mainline, Over, PlayableMove};
use serde::Serialize;
use utoipa::openapi::OpenApi as Description;
use utoipa::{IntoParams, OpenApi, ToSchema};

/// The OpenAPI document.
pub(crate) fn description() -> Description {
    Interface::openapi()
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "manoury",
        description = "Endgame tables of draughts: who wins, how soon, and by which move, exact \
                       under the draw limits.",
        license(name = "MIT", identifier = "MIT")
    ),
    paths(position, mainline, stats, of_material, healthz),
    components(schemas(Rules, VariantParam))
)]
struct Interface;

/// What is asked about.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct QuestionParams {
    /// The position: the side to move, then the squares of both sides, K before a king.
    #[param(example = "W:WK10:BK5", max_length = 1000)]
    fen: String,
    /// Plies used on the 25-move clock, in 8×8 games on their one clock.
    clock25: Option<u16>,
    /// Plies used on the 16-move clock.
    clock16: Option<u16>,
    /// Plies used on the 5-move clock.
    clock5: Option<u16>,
    /// The reading of the 16-move rule.
    rules: Option<Rules>,
}

#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
enum Rules {
    Fmjd,
    Lidraughts,
}

#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
enum VariantParam {
    International,
    Standard,
    Brazilian,
    English,
}

/// A request that gets no answer.
#[derive(ToSchema)]
#[schema(as = Failure)]
struct FailureBody {
    /// What is wrong; a code that does not change.
    error: Code,
    /// What is wrong, for people.
    message: String,
    /// The table file at fault, where there is one.
    #[schema(nullable = false)]
    table: Option<String>,
    /// The position, where it could be read; so the fields below.
    #[schema(nullable = false)]
    fen: Option<String>,
    /// The reading of the rules.
    #[schema(nullable = false)]
    rules: Option<String>,
    /// The clocks.
    #[schema(nullable = false)]
    clocks: Option<Clocks>,
    /// How the game is over, if it is.
    over: Option<Over>,
    /// All legal moves, in the order of their squares.
    #[schema(nullable = false)]
    moves: Option<Vec<PlayableMove>>,
}

/// That the server answers.
#[derive(Serialize, ToSchema)]
struct Health {
    #[schema(example = "ok")]
    status: &'static str,
}

/// A position: who wins, how soon, and all moves ranked.
#[utoipa::path(
    get,
    path = "/{variant}",
    params(("variant" = VariantParam, Path, description = "The game."), QuestionParams),
    responses(
        (status = 200, description = "The value of the position and its moves, best first.", body = Answer),
        (status = 400, description = "The question is none.", body = FailureBody),
        (status = 404, description = "A table that is needed is not there.", body = FailureBody),
        (status = 414, description = "The question is too long.", body = FailureBody),
        (status = 500, description = "A table is damaged or cannot be read.", body = FailureBody),
        (status = 503, description = "Too much is asked; ask again.", body = FailureBody),
    )
)]
fn position() {}

/// Best play of both sides to the end.
#[utoipa::path(
    get,
    path = "/{variant}/mainline",
    params(("variant" = VariantParam, Path, description = "The game."), QuestionParams),
    responses(
        (status = 200, description = "The line.", body = Mainline),
        (status = 400, description = "The question is none.", body = FailureBody),
        (status = 404, description = "A table that is needed is not there.", body = FailureBody),
        (status = 414, description = "The question is too long.", body = FailureBody),
        (status = 500, description = "A table is damaged or cannot be read.", body = FailureBody),
        (status = 503, description = "Too much is asked; ask again.", body = FailureBody),
    )
)]
fn mainline() {}

/// What tables there are.
#[utoipa::path(
    get,
    path = "/stats",
    responses(
        (status = 200, description = "The games, their limits and their tables.", body = Overview),
        (status = 400, description = "There are no parameters here.", body = FailureBody),
    )
)]
fn stats() {}

/// What the tables of a material say of themselves.
#[utoipa::path(
    get,
    path = "/{variant}/stats/{material}",
    params(
        ("variant" = VariantParam, Path, description = "The game."),
        ("material" = String, Path, description = "Kings and men of both sides.", example = "KKvK"),
    ),
    responses(
        (status = 200, description = "Counts, sizes, histograms, longest wins.", body = SliceReport),
        (status = 400, description = "That is no material.", body = FailureBody),
        (status = 404, description = "There is no table of it.", body = FailureBody),
        (status = 500, description = "A table is damaged or cannot be read.", body = FailureBody),
        (status = 503, description = "Too much is asked; ask again.", body = FailureBody),
    )
)]
fn of_material() {}

/// Whether the server answers.
#[utoipa::path(
    get,
    path = "/healthz",
    responses((status = 200, description = "It does.", body = Health))
)]
fn healthz() {}
