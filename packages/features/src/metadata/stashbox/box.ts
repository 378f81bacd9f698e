import * as SqlClient from "@effect/sql/SqlClient"
import { Egress } from "@media/egress/Egress"
import { rowOf } from "@media/pg/Rows"
import type { Known } from "@media/scrapers/stashbox/documents"
import { makeStashBox, type Remember } from "@media/scrapers/stashbox/StashBox"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { sharedAllowance } from "./allowance.ts"
import { readKey } from "./keys.ts"
import { findEndpointRow } from "./queries.ts"

const Stored = Schema.Struct({
  isFresh: Schema.Boolean,
  known: Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.Array(Schema.String) }))
})

/**
 * Returns a cache for the fields that a stash-box supports. The cache is in the database, so that the stash-box is
 * queried only once a day for all processes.
 */
const remembered = (endpointId: string) =>
  Effect.map(
    SqlClient.SqlClient,
    (sql): Remember =>
      (learn) =>
        Effect.cached(
          Effect.gen(function* () {
            const stored = yield* rowOf(Stored)(
              sql`
              select coalesce(learned_at > now() - interval '1 day', false) as "isFresh", known
              from stashbox_endpoints where id = ${endpointId}`
            ).pipe(Effect.orDie)
            if (Option.isSome(stored) && stored.value.isFresh)
              return stored.value.known === null ? undefined : toKnown(stored.value.known)
            const known = yield* learn
            yield* sql`
              update stashbox_endpoints set learned_at = now(), known = ${toJson(known)}::jsonb
              where id = ${endpointId}`.pipe(Effect.orDie)
            return known
          })
        )
  )

const toKnown = (stored: Readonly<Record<string, ReadonlyArray<string>>>): Known =>
  new Map(Object.entries(stored).map(([type, fields]) => [type, new Set(fields)]))

const toJson = (known: Known): string | null =>
  known === undefined
    ? null
    : JSON.stringify(Object.fromEntries([...known].map(([type, fields]) => [type, [...fields]])))

/** Creates a client for a stash-box with its stored API key. Fails if the key cannot be decrypted. */
export const openBox = Effect.fn("stashbox.open")(function* (endpointId: string) {
  const endpoint = yield* findEndpointRow(endpointId)
  const key = yield* readKey(endpointId)
  const context = yield* Effect.context<SqlClient.SqlClient>()
  const box = yield* makeStashBox({
    egress: yield* Egress,
    endpoint: { url: endpoint.url, apiKey: Redacted.value(key) },
    allowance: sharedAllowance(endpointId).pipe(Effect.provide(context), Effect.orDie),
    remember: yield* remembered(endpointId)
  })
  return { endpoint, box }
})
export type OpenBox = Effect.Effect.Success<ReturnType<typeof openBox>>
