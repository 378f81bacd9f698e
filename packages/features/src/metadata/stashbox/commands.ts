import * as SqlClient from "@effect/sql/SqlClient"
import { targetOf } from "@media/egress/FetchTarget"
import { Conflict, Invalid } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Access from "../../platform/access/Access.ts"
import { openBox } from "./box.ts"
import type { EndpointPatch, NewEndpoint } from "./contract.ts"
import { told } from "./errors.ts"
import { freeIdName } from "./idName.ts"
import { hintOf, removeKey, writeKey } from "./keys.ts"
import { findEndpoint, findEndpointRow } from "./queries.ts"

const mostEndpoints = 50

const wrong = (path: string, message: string) =>
  new Invalid({ reason: `${path}: ${message}`, fields: [{ path, message }] })

/** Normalizes the address of a stash-box. */
const readUrl = (text: string) => {
  const target = targetOf(text.trim())
  return target === undefined
    ? wrong("url", "must be the address of a stash-box, such as https://stashdb.org/graphql")
    : Effect.succeed(target.url.href)
}

const Names = Schema.Struct({ id: Schema.String, idName: Schema.String, url: Schema.String })

const others = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`lock table stashbox_endpoints in share row exclusive mode`
  return yield* rowsOf(Names)(sql`select id, id_name as "idName", url from stashbox_endpoints`)
})

const requireNew = (url: string, known: ReadonlyArray<{ readonly url: string }>) =>
  known.some((each) => each.url === url)
    ? new Conflict({ reason: "A stash-box with this address already exists." })
    : Effect.void

export const createEndpoint = Effect.fn("stashbox.create")(function* (
  principal: Principal,
  { apiKey, name, ...given }: NewEndpoint
) {
  yield* Access.require(principal, "administrate")
  const url = yield* readUrl(given.url)
  const id = uuidv7()
  const key = apiKey.trim()
  yield* transaction(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const known = yield* others
      yield* requireNew(url, known)
      if (known.length >= mostEndpoints)
        return yield* new Conflict({ reason: `You can add at most ${mostEndpoints} stash-boxes.` })
      const idName = freeIdName(url, new Set(known.map((each) => each.idName)))
      yield* sql`
        insert into stashbox_endpoints (id, created_at, updated_at, id_name, name, url, api_key_hint)
        values (${id}, now(), now(), ${idName}, ${name.trim()}, ${url}, ${hintOf(key)})`
      yield* writeKey(id, name.trim(), key)
    })
  ).pipe(Effect.catchTag("SecretUnavailable", told.SecretUnavailable))
  return yield* findEndpoint(principal, id)
})

export const changeEndpoint = Effect.fn("stashbox.change")(function* (
  principal: Principal,
  id: string,
  { apiKey, ...patch }: EndpointPatch
) {
  const before = yield* findEndpointRow(id)
  yield* Access.require(principal, "administrate")
  const url = patch.url === undefined ? before.url : yield* readUrl(patch.url)
  const name = patch.name?.trim() ?? before.name
  // Require the key again if the host changes. Otherwise, the stored key could be sent to another server.
  if (apiKey === undefined && new URL(url).origin !== new URL(before.url).origin)
    return yield* wrong("apiKey", "must be entered again for an address on another server")
  const key = apiKey?.trim()
  yield* transaction(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* requireNew(
        url,
        (yield* others).filter((each) => each.id !== id)
      )
      yield* sql`
        update stashbox_endpoints set updated_at = now(), name = ${name}, url = ${url},
          api_key_hint = ${key === undefined ? before.apiKeyHint : hintOf(key)}, learned_at = null
        where id = ${id}`
      if (key !== undefined) yield* writeKey(id, name, key)
    })
  ).pipe(Effect.catchTag("SecretUnavailable", told.SecretUnavailable))
  return yield* findEndpoint(principal, id)
})

/** Removes a stash-box. Items keep their ids, which become valid again if the same stash-box is added again. */
export const removeEndpoint = Effect.fn("stashbox.remove")(function* (principal: Principal, id: string) {
  yield* findEndpointRow(id)
  yield* Access.require(principal, "administrate")
  yield* transaction(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from stashbox_endpoints where id = ${id}`
      yield* removeKey(id)
    })
  )
  return null
})

export const testEndpoint = Effect.fn("stashbox.test")(function* (principal: Principal, id: string) {
  yield* findEndpointRow(id)
  yield* Access.require(principal, "administrate")
  return yield* Effect.flatMap(openBox(id), ({ box }) =>
    Effect.map(box.test, (username) => ({ username }))
  ).pipe(Effect.catchTags(told))
})
