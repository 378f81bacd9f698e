import { giveWay } from "@media/kernel/GiveWay"
import * as SqlClient from "@effect/sql/SqlClient"
import { QueryCache } from "@media/pg/QueryCache"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ItemKind } from "../../ItemKind.ts"
import { accessKey, visibleTo } from "../../platform/visibility/Visibility.ts"
import { pairKey } from "./apart.ts"
import { type Candidate, type Group, groupsOf, type Likeness } from "./groups.ts"

const Row = Schema.Struct({
  id: Schema.String,
  content: Schema.NullOr(Schema.String),
  high: Schema.NullOr(Schema.Number),
  low: Schema.NullOr(Schema.Number),
  duration: Schema.NullOr(Schema.Number),
  size: Schema.Number
})
const Pair = Schema.Struct({ low_id: Schema.String, high_id: Schema.String })

/** Number of rows per statement. Decoding 4,000 rows takes a few milliseconds. */
const CHUNK = 4_000
/** Milliseconds of work after which the generator pauses, so that other requests can run. */
const SLICE_MS = 10

const first = "00000000-0000-0000-0000-000000000000"

/** Returns the visible items of a kind with known hashes, sorted by id. If `ids` is given, returns only these items. */
export const candidatesOf = (principal: Principal, kind: ItemKind, ids?: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const named = ids === undefined ? sql`` : sql` and h.item_id = any(${ids as Array<string>}::uuid[])`
    const all: Array<Candidate> = []
    for (let after = first; ;) {
      const rows = yield* rowsOf(Row)(sql`
        select h.item_id as id, coalesce(encode(h.md5, 'hex'), h.oshash || ' ' || h.size_bytes) as content,
               (h.phash >> 32)::int as high, ((h.phash << 32) >> 32)::int as low, v.duration, h.size_bytes as size
        from item_fingerprints h join items v on v.id = h.item_id
        where h.item_id > ${after}::uuid and v.kind = ${sql.literal(`'${kind}'`)} and v.status = 'ready'
          and ${visibility.items("v")}${named}
        order by h.item_id limit ${CHUNK}`)
      for (const { high, low, ...row } of rows)
        all.push({ ...row, look: high === null || low === null ? null : { high, low } })
      const last = rows.at(-1)
      if (last === undefined || rows.length < CHUNK) return all
      after = last.id
    }
  })

/**
 * Runs a generator to its end and returns its result. Pauses every few milliseconds, so that other requests can run.
 */
export const inSlices = <A>(work: Generator<void, A>): Effect.Effect<A> =>
  Effect.gen(function* () {
    for (;;) {
      const until = performance.now() + SLICE_MS
      while (performance.now() < until) {
        const step = work.next()
        if (step.done === true) return step.value
      }
      yield* giveWay
    }
  })

/** Returns the current groups of duplicates. The groups are cached until hashes or dismissals change. */
export const duplicateGroups = (principal: Principal, kind: ItemKind, likeness: Likeness) =>
  Effect.flatMap(QueryCache, (cache) =>
    cache.get(
      "duplicates",
      `${kind} ${likeness.distance ?? "equal"} ${likeness.seconds} ${accessKey(principal)}`,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const candidates = yield* candidatesOf(principal, kind)
        const pairs = yield* rowsOf(Pair)(sql`select distinct low_id, high_id from duplicate_dismissals`)
        const dismissed = new Set(pairs.map(({ high_id, low_id }) => pairKey(low_id, high_id)))
        return yield* inSlices<ReadonlyArray<Group>>(groupsOf(candidates, likeness, dismissed))
      }).pipe(Effect.withSpan("duplicates.groups"))
    )
  )
