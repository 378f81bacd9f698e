import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import type { StreamCommand } from "@media/event-store/DecideMany"
import { EventStore } from "@media/event-store/EventStore"
import { editAll } from "@media/features/app/bulk/maintenanceJob"
import { undoChange } from "@media/features/app/undo/commands"
import { itemDecider, type ItemCommand } from "@media/features/catalog/items/decider"
import { uuidv7 } from "@media/kernel/Ids"
import { migrate } from "@media/pg/Migrations"
import { PgPool } from "@media/pg/PgPool"
import { seedAdministrator } from "@media/testkit/seed/ManyItems"
import { appendVideos } from "@media/testkit/seed/ManyVideos"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { resolve } from "node:path"
import { temporaryFolder } from "./support/Product.ts"
import { makeReport, quantile, seconds, sizeOf, type Log } from "./support/Report.ts"
import { analyze, storeLayer } from "./support/Store.ts"

const videos = sizeOf("BENCH_VIDEOS", 20_000)
const edits = sizeOf("BENCH_EDITS", 5_000)
const rounds = sizeOf("BENCH_ROUNDS", 5)
const meta = { cause: "bench" }

const someItems = Effect.flatMap(PgPool, (pool) =>
  Effect.promise(async () => {
    const { rows } = await pool.query("select id from items order by shuffle_key limit $1", [edits])
    return rows.map(({ id }: { id: string }) => id)
  })
)

/** Edits many items at once and returns the number of changed items. */
const editMany = (ids: ReadonlyArray<string>, isOrganized: boolean) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const outcomes = yield* store.executeMany({
      decider: itemDecider,
      commands: ids.map((streamId): StreamCommand<ItemCommand> => ({
        streamId,
        command: { _tag: "Edit", changes: { isOrganized } }
      })),
      meta
    })
    return outcomes.filter((outcome) => Either.isRight(outcome) && outcome.right.length === 1).length
  })

const editEach = (ids: ReadonlyArray<string>, isOrganized: boolean) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    for (const streamId of ids) {
      yield* store.execute({
        streamId,
        decider: itemDecider,
        command: { _tag: "Edit", changes: { isOrganized } },
        meta
      })
    }
  })

/** Edits several fields of many items, as the bulk edit job does, and then undoes the whole edit. */
const editAndUndo = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const batchId = uuidv7()
    const changes = { date: { set: "1999" }, isOrganized: { set: true }, tag: { add: ["Noir", "Draft"] } }
    const from = performance.now()
    const edited = yield* editAll(
      seedAdministrator,
      { batchId, target: { ids }, until: "ffffffff-ffff-ffff-ffff-ffffffffffff", options: { changes } },
      { progress: () => Effect.void }
    )
    const editing = seconds(from)
    const between = performance.now()
    const { skippedCount, undone } = yield* undoChange(seedAdministrator, { batchId })
    return { editing, undoing: seconds(between), changed: edited.changed, undone, skippedCount }
  })

/** Measures editing many items at once, compared with one transaction per item. */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const program = Effect.gen(function* () {
    const { url } = yield* EmbeddedPostgres.start({ dataDir: temporaryFolder("edits") })
    yield* migrate({ url, directory: resolve("migrations") })
    yield* Effect.provide(
      Effect.gen(function* () {
        const store = yield* EventStore
        const root = { libraryId: uuidv7(), rootId: uuidv7() }
        const library = {
          _tag: "library.created.v1",
          name: "Films",
          isNsfw: false,
          contents: ["videos"],
          roots: []
        }
        yield* store.append([{ streamId: root.libraryId, expectedVersion: 0, events: [library] }], meta)
        yield* appendVideos(root, 0, videos)
        yield* analyze
        const ids = yield* someItems
        const times: Array<number> = []
        let changed = 0
        for (let round = 0; round < rounds; round += 1) {
          const from = performance.now()
          changed += yield* editMany(ids, round % 2 === 0)
          times.push(seconds(from))
        }
        const sample = ids.slice(0, 500)
        const from = performance.now()
        yield* editEach(sample, rounds % 2 === 0)
        const single = (seconds(from) / sample.length) * edits
        const median = quantile(times, 0.5)
        report.line(
          `${edits} of ${videos} videos edited in ${times.map((time) => time.toFixed(2)).join(", ")} s; ` +
            `one transaction each: ${single.toFixed(1)} s (from ${sample.length})`
        )
        report.check(changed === rounds * edits, "every edit is one event", `${changed} of ${rounds * edits}`)
        report.check(median < 2, `${edits} edits in 2 s`, `${median.toFixed(2)} s`)
        const gain = single / median
        const whole = yield* editAndUndo(ids)
        report.line(`fields and tags of ${whole.changed} items in ${whole.editing.toFixed(1)} s`)
        report.check(
          whole.undoing < 10 && whole.undone >= edits && whole.skippedCount === 0,
          `undo of a bulk edit of ${edits} in 10 s`,
          `${whole.undoing.toFixed(1)} s`
        )
        report.check(gain > 10, "at least ten times faster than one transaction each", `${gain.toFixed(0)} x`)
      }),
      storeLayer(url)
    )
  })
  await Effect.runPromise(Effect.scoped(program) as Effect.Effect<void, unknown>)
}
