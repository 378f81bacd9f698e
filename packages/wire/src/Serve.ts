import * as Effect from "effect/Effect"
import { idempotencyKey } from "./Idempotency.ts"
import { respondTo } from "./Respond.ts"
import type { Principal } from "./Security.ts"

/**
 * The part of a request that identifies a single resource. The functions below turn queries and commands into handlers
 * for the routes of `resource`.
 */
interface AtId {
  readonly path: { readonly id: string }
}

export const list =
  <Params, A, E, R>(read: (principal: Principal, params: Params) => Effect.Effect<A, E, R>) =>
  ({ urlParams }: { readonly urlParams: Params }) =>
    respondTo((principal) => read(principal, urlParams))

export const get =
  <A, E, R>(read: (principal: Principal, id: string) => Effect.Effect<A, E, R>) =>
  ({ path }: AtId) =>
    respondTo((principal) => read(principal, path.id))

export const create =
  <Body, A, E, R>(write: (principal: Principal, body: Body) => Effect.Effect<A, E, R>) =>
  ({ payload }: { readonly payload: Body }) =>
    respondTo((principal) => write(principal, payload))

/** Like `create`, for a body that a client may send again with the same idempotency key. */
export const createOnce =
  <Body, A, E, R>(
    write: (
      principal: Principal,
      body: Body,
      key: Effect.Effect.Success<typeof idempotencyKey>
    ) => Effect.Effect<A, E, R>
  ) =>
  ({ payload }: { readonly payload: Body }) =>
    respondTo((principal) => Effect.flatMap(idempotencyKey, (key) => write(principal, payload, key)))

export const update =
  <Patch, A, E, R>(write: (principal: Principal, id: string, patch: Patch) => Effect.Effect<A, E, R>) =>
  ({ path, payload }: AtId & { readonly payload: Patch }) =>
    respondTo((principal) => write(principal, path.id, payload))

export const remove =
  <A, E, R>(write: (principal: Principal, id: string) => Effect.Effect<A, E, R>) =>
  ({ path }: AtId) =>
    respondTo((principal) => Effect.as(write(principal, path.id), null))
