import * as SqlClient from "@effect/sql/SqlClient"
import { list } from "@media/jobs/JobRuns"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { PluginRun } from "./contract.ts"

const SHOWN = 50

const Batch = Schema.Struct({ id: Schema.String })

/** Returns the batches in `ids` that contain changes and were not undone. */
const undoable = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Batch)(sql`
      select b.id from unnest(${ids as Array<string>}::text[]) b (id)
      where exists (select from events e where e.meta ? 'batchId' and e.meta->>'batchId' = b.id)
        and batch_undone_by(b.id) is null`)
    return new Set(rows.map(({ id }) => id))
  })

/** Lists the last runs of all plugins, newest first. */
export const listRuns = Effect.fn("plugins.runs")(function* () {
  const { items } = yield* list({ queue: "plugin-task", page: 1, perPage: SHOWN })
  const ended = items.filter(({ finishedAt }) => finishedAt !== null)
  const batches = yield* undoable(ended.flatMap(({ batchId }) => batchId ?? []))
  return {
    runs: items.map(({ batchId, error, targetLabel: label, ...run }): PluginRun => ({
      ...{ id: run.id, label, status: run.status, isExhausted: run.isExhausted },
      ...{ nextRetryAt: run.nextRetryAt, queuedAt: run.queuedAt, finishedAt: run.finishedAt },
      error: error?.message ?? null,
      undoBatchId: batchId !== null && batches.has(batchId) ? batchId : null
    }))
  }
})
