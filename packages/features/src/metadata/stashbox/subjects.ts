import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Fingerprint } from "@media/scrapers/stashbox/Fingerprint"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Row = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  date: Schema.NullOr(Schema.String),
  duration: Schema.NullOr(Schema.Number),
  studio: Schema.NullOr(Schema.String),
  remoteId: Schema.NullOr(Schema.String),
  md5: Schema.NullOr(Schema.String),
  oshash: Schema.NullOr(Schema.String),
  phash: Schema.NullOr(Schema.String)
})

/** The values of a video by which it is looked up on a stash-box. */
export interface Subject {
  readonly id: string
  readonly title: string
  /** The title, studio and date, for a search by text. */
  readonly term: string
  readonly duration: number | null
  /** The id of the matching scene on the stash-box, if the item is already linked to a scene. */
  readonly remoteId: string | undefined
  readonly fingerprints: ReadonlyArray<Fingerprint>
}

const toSubject = ({ date, md5, oshash, phash, remoteId, studio, ...row }: typeof Row.Type): Subject => ({
  ...row,
  term: [row.title, studio, date].filter((part) => part !== null && part !== "").join(" "),
  remoteId: remoteId ?? undefined,
  fingerprints: [
    ...(md5 === null ? [] : [{ algorithm: "MD5" as const, hash: md5 }]),
    ...(oshash === null ? [] : [{ algorithm: "OSHASH" as const, hash: oshash }]),
    ...(phash === null ? [] : [{ algorithm: "PHASH" as const, hash: phash }])
  ]
})

/**
 * Returns the videos among these items, keyed by item id. `idName` is the name of the stash-box's ids in `externalIds`.
 */
export const subjectsOf = Effect.fn("stashbox.subjects")(function* (
  idName: string,
  ids: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select v.id, v.title, v.date, v.duration,
      (select e.name from related_entities e join item_relations r on r.entity_id = e.id
       where r.item_id = v.id and e.kind = 'studio' limit 1) as studio,
      k.shown -> 'externalIds' ->> ${idName} as "remoteId", encode(h.md5, 'hex') as md5,
      lpad(to_hex(coalesce(h.oshash, f.oshash)), 16, '0') as oshash, lpad(to_hex(h.phash), 16, '0') as phash
    from items v left join item_files f on f.item_id = v.id
      left join item_fingerprints h on h.item_id = v.id left join item_sources k on k.item_id = v.id
    where v.id = any(${ids as Array<string>}::uuid[]) and v.kind = 'video'`)
  return new Map(rows.map((row) => [row.id, toSubject(row)]))
})
