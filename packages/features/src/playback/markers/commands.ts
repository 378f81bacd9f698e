import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { type Conflict, NotFound } from "@media/kernel/Errors"
import { isUuid, uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { randomUUID } from "node:crypto"
import { findOrCreate } from "../../catalog/related/commands.ts"
import * as Access from "../../platform/access/Access.ts"
import { byAccount, commandBy } from "../../platform/access/Command.ts"
import type { MarkerPatch, NewMarker } from "./contract.ts"
import { markerDecider, type MarkerCommand } from "./decider.ts"
import { findMarker, type MarkedKind, requireMarked } from "./queries.ts"

/** The item that the markers belong to. */
export interface Marked {
  readonly kind: MarkedKind
  readonly id: string
}

type OneMarker = Exclude<MarkerCommand, { readonly _tag: "ReplaceTag" }>

/**
 * Executes a command on the markers of an item that the caller may see and edit. New tags are created in the same
 * batch.
 */
const execute = <R>(
  principal: Principal,
  { id, kind }: Marked,
  markerId: string,
  commandOf: (batchId: string) => Effect.Effect<OneMarker, SqlError | Conflict, R>
) =>
  Effect.gen(function* () {
    yield* requireMarked(principal, kind, id)
    yield* Access.require(principal, "edit-item", { id })
    if (!isUuid(markerId)) return yield* new NotFound({ what: "marker" })
    const batchId = uuidv7()
    yield* transaction(
      Effect.flatMap(commandOf(batchId), (command) =>
        commandBy(principal, { streamId: id, decider: markerDecider, command, batchId })
      )
    )
  })

interface Tagged {
  readonly tags?: ReadonlyArray<string>
}
const Kept = Schema.Struct({ id: Schema.String })

/** Returns the tags with these names, and the marker's existing tags that the caller cannot see. */
const tagIds = (
  principal: Principal,
  markerId: string,
  names: ReadonlyArray<string> | undefined,
  batchId: string
) =>
  Effect.gen(function* () {
    const untouched: Tagged = {}
    if (names === undefined) return untouched
    const sql = yield* SqlClient.SqlClient
    const named = yield* findOrCreate("tag", names, "user", byAccount(principal, batchId))
    const hidden = principal.showNsfw
      ? []
      : yield* rowsOf(Kept)(sql`
          select e.id from marker_tags t join related_entities e on e.id = t.entity_id
          where t.marker_id = ${markerId}::uuid and e.is_nsfw`)
    const tagged: Tagged = { tags: [...named, ...hidden.map(({ id }) => id)] }
    return tagged
  }).pipe(
    // This error cannot occur, because the name of a new tag is free and its stream is new.
    Effect.catchTag("NotFound", (defect) => Effect.die(defect))
  )

/** Adds a marker to a video or a track. */
export const addMarker = Effect.fn("markers.add")(function* (
  principal: Principal,
  of: Marked,
  { end = null, start, tags, title }: NewMarker
) {
  const markerId = randomUUID()
  yield* execute(principal, of, markerId, (batchId) =>
    Effect.map(tagIds(principal, markerId, tags, batchId), (tagged) => ({
      ...{ _tag: "Add" as const, markerId, title: title.trim(), start, end },
      ...tagged
    }))
  )
  return yield* findMarker(principal, of.id, markerId)
})

/** Changes the given fields of a marker. */
export const changeMarker = Effect.fn("markers.change")(function* (
  principal: Principal,
  of: Marked,
  markerId: string,
  { tags, title, ...patch }: MarkerPatch
) {
  const changes = title === undefined ? patch : { ...patch, title: title.trim() }
  yield* execute(principal, of, markerId, (batchId) =>
    Effect.map(tagIds(principal, markerId, tags, batchId), (tagged) => ({
      ...{ _tag: "Change" as const, markerId },
      changes: { ...changes, ...tagged }
    }))
  )
  return yield* findMarker(principal, of.id, markerId)
})

export const removeMarker = Effect.fn("markers.remove")(function* (
  principal: Principal,
  of: Marked,
  markerId: string
) {
  yield* execute(principal, of, markerId, () => Effect.succeed({ _tag: "Remove" as const, markerId })).pipe(
    // This error cannot occur, because a removal has no position that could be invalid.
    Effect.catchTag("Invalid", (defect) => Effect.die(defect))
  )
  return null
})
