import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { earlierReasons } from "@media/pictures/EarlierReasons"
import { ItemKind } from "../../ItemKind.ts"
import {
  type ItemSource,
  sourceColumns,
  sourceRowFields,
  sourceTables,
  toItemSource
} from "../../catalog/items/source.ts"

const Row = Schema.Struct({
  ...sourceRowFields,
  kind: ItemKind,
  has_hashes: Schema.Boolean,
  has_phash: Schema.Boolean
})

/** An item whose file is to be hashed. */
export interface FingerprintSubject {
  readonly kind: ItemKind
  readonly source: ItemSource
  /** True if the MD5 hash of the current content is known. */
  readonly hasHashes: boolean
  /** True if the perceptual hash is known, or if a reliable reason is recorded why the content has none. */
  readonly hasPhash: boolean
}

/** Loads an item for a hash job. No permissions are checked, because background work has no caller. */
export const fingerprintSubject = Effect.fn("fingerprints.subject")(function* (itemId: string) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rowOf(Row)(sql`
    select ${sql.literal(sourceColumns)}, v.kind, h.md5 is not null as has_hashes,
           coalesce(h.phash is not null or h.phash_failure <> all(${[...earlierReasons]}::text[]), false) as has_phash
    from ${sql.literal(sourceTables)} left join item_fingerprints h on h.item_id = v.id
    where v.id = ${itemId}`)
  return Option.map(found, (row): FingerprintSubject => ({
    kind: row.kind,
    source: toItemSource(row),
    hasHashes: row.has_hashes,
    hasPhash: row.has_phash
  }))
})
