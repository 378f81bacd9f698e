import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { CurrentPrincipal, type Principal } from "./Security.ts"

/**
 * Failures that no route declares: errors of the database, and an edit that lost against concurrent edits three times.
 */
type Infrastructure = SqlError | { readonly _tag: "VersionConflict" }

const isInfrastructure = (error: unknown): error is Infrastructure => {
  const tag = (error as { readonly _tag?: unknown } | null)?._tag
  return tag === "SqlError" || tag === "VersionConflict"
}

/**
 * The end of every handler: passes on the errors that the route declares and turns infrastructure failures into
 * defects. The handler around all routes answers defects with 409, 503 or 500 and a request id, never with their own
 * text.
 */
export const respond = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, Infrastructure>, R> =>
  Effect.catchAll(effect, (error) =>
    isInfrastructure(error) ? Effect.die(error) : Effect.fail(error as Exclude<E, Infrastructure>)
  )

/** The same for work on behalf of the caller. */
export const respondTo = <A, E, R>(work: (principal: Principal) => Effect.Effect<A, E, R>) =>
  respond(Effect.flatMap(CurrentPrincipal, work))
