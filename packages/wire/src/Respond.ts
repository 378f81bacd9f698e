import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { CurrentPrincipal, type Principal } from "./Security.ts"

/**
 * Failures that routes do not declare: database errors, and an edit that conflicted with concurrent edits three times.
 */
type Infrastructure = SqlError | { readonly _tag: "VersionConflict" }

const isInfrastructure = (error: unknown): error is Infrastructure => {
  const tag = (error as { readonly _tag?: unknown } | null)?._tag
  return tag === "SqlError" || tag === "VersionConflict"
}

/**
 * Wraps the effect of every handler. Passes on the errors that the route declares and converts infrastructure failures
 * to defects. The handler around all routes responds to defects with 409, 503 or 500 and a request id, but never with
 * the text of the defect.
 */
export const respond = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, Infrastructure>, R> =>
  Effect.catchAll(effect, (error) =>
    isInfrastructure(error) ? Effect.die(error) : Effect.fail(error as Exclude<E, Infrastructure>)
  )

/** Like `respond`, for work that needs the caller's principal. */
export const respondTo = <A, E, R>(work: (principal: Principal) => Effect.Effect<A, E, R>) =>
  respond(Effect.flatMap(CurrentPrincipal, work))
