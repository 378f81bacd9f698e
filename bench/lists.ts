import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import { migrate } from "@media/pg/Migrations"
import { PgPool } from "@media/pg/PgPool"
import * as Effect from "effect/Effect"
import { resolve } from "node:path"
import { fillItems, type Query } from "./support/ItemCollection.ts"
import { askLists } from "./support/Lists.ts"
import { temporaryFolder } from "./support/Product.ts"
import { askOwnLists } from "./support/OwnLists.ts"
import { makeReport, megabytes, seconds, sizeOf, type Log } from "./support/Report.ts"
import { storeLayer } from "./support/Store.ts"

const collection = { items: sizeOf("BENCH_ITEMS", 1_000_000), libraries: 40 }
const tables = [
  "items",
  "item_files",
  "item_texts",
  "video_facts",
  "image_facts",
  "audio_facts",
  "book_facts",
  "related_entities",
  "item_relations",
  "item_groups",
  "user_items",
  "user_progress",
  "item_pictures",
  "item_counts"
]

/**
 * Measures every list of a collection with all kinds of items, for two callers. Calls the product's queries directly,
 * without HTTP.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const kept = process.env["BENCH_DATA_DIR"]
  const program = Effect.gen(function* () {
    const { url } = yield* EmbeddedPostgres.start({ dataDir: kept ?? temporaryFolder("lists") })
    yield* migrate({ url, directory: resolve("migrations") })
    yield* Effect.provide(
      Effect.gen(function* () {
        const pool = yield* PgPool
        const query: Query = (sql) => pool.query(sql)
        const [held] = (yield* Effect.promise(() => query("select count(*)::int as n from items"))).rows
        const from = performance.now()
        if (held?.["n"] !== collection.items) yield* Effect.promise(() => fillItems(query, collection))
        report.line(
          `${collection.items} items in ${collection.libraries} libraries: ${seconds(from).toFixed(0)} s`
        )
        const sizes = yield* Effect.promise(() =>
          query(`select relname, n_live_tup as rows, pg_table_size(relid) as own, pg_indexes_size(relid) as indexes
            from pg_stat_user_tables where relname in ('${tables.join("', '")}') order by own desc`)
        )
        report.table(
          ["table", "rows", "MB", "MB of indexes"],
          sizes.rows.map(({ indexes, own, relname, rows }) => [
            ...[String(relname), Number(rows), megabytes(Number(own)), megabytes(Number(indexes))]
          ])
        )
        yield* askOwnLists(collection, report)
        yield* askLists(collection, report)
      }),
      storeLayer(url)
    )
  })
  await Effect.runPromise(Effect.scoped(program) as Effect.Effect<void, unknown>)
}
