import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import { earlierReasons } from "@media/pictures/EarlierReasons"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { currentSettings } from "../../platform/settings/queries.ts"
import { type FingerprintedKind, fingerprintedKinds, phashedKinds } from "./kinds.ts"
import { fingerprintOf, phashOf } from "./queue.ts"

const Row = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literal(...fingerprintedKinds),
  path: Schema.String
})
const listOf = (kinds: ReadonlyArray<string>) => kinds.map((kind) => `'${kind}'`).join(", ")

/**
 * SQL condition that matches failures with a reason that an earlier version of the server recorded and that may be
 * wrong.
 */
const mayHaveBeenBusy = `h.phash_failure in (${listOf(earlierReasons)})`
const noPhash = `(v.kind in (${listOf(phashedKinds)}) and h.phash is null
  and (h.phash_failure is null or ${mayHaveBeenBusy}))`

const lacking = (kinds: ReadonlyArray<FingerprintedKind>, condition: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Row)(sql`
        select v.id, v.kind::text as kind, f.path from items v join item_files f on f.item_id = v.id
          left join item_fingerprints h on h.item_id = v.id
        where v.kind in (${sql.literal(listOf(kinds))}) and (v.status = 'ready' or (v.kind = 'image' and v.status <> 'missing'))
          and ${sql.literal(condition)}
        order by v.created_at, v.id limit 100000`)
  )

const toFingerprint = (kind: FingerprintedKind) =>
  Effect.gen(function* () {
    const { generate_phash: isLooked } = yield* currentSettings
    const rows = yield* lacking([kind], isLooked ? `(h.md5 is null or ${noPhash})` : "h.md5 is null")
    return rows.map(({ id, path }) => fingerprintOf({ id, kind, label: path, triggeredBy: "manual" }))
  })

/** Returns a job for each video that lacks a hash that the settings require. */
export const videosToFingerprint = toFingerprint("video")
/** Returns a job for each image that lacks a hash that the settings require. */
export const imagesToFingerprint = toFingerprint("image")
/** Returns a job for each track that lacks a hash that the settings require. */
export const tracksToFingerprint = toFingerprint("track")

/**
 * Returns a job for each item that has no perceptual hash because an earlier version of the server failed to compute
 * the hash. Includes only items for which the recorded reason of the failure may be wrong.
 */
export const itemsToPhashAgain = Effect.map(
  lacking(phashedKinds, `h.phash is null and ${mayHaveBeenBusy}`),
  (rows) => rows.map(({ id, kind, path }) => phashOf({ id, kind, label: path, triggeredBy: "system" }))
)

/** Returns a job for each item that has no perceptual hash, unless a reliable reason for its absence is recorded. */
export const itemsToPhash = Effect.map(lacking(phashedKinds, noPhash), (rows) =>
  rows.map(({ id, kind, path }) => phashOf({ id, kind, label: path, triggeredBy: "manual" }))
)
