import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { jobPrincipal } from "../../identity/accounts/jobPrincipal.ts"
import { maintenanceJob } from "../../MaintenanceJob.ts"
import { byAccount } from "../../platform/access/Command.ts"
import { withRemovedEntities } from "./removedEntities.ts"
import { undoStreams } from "./run.ts"
import { selectStreams } from "./selected.ts"

const Body = Schema.Struct({
  selection: Schema.Union(Schema.Struct({ batchId: Schema.UUID }), Schema.Struct({ rule: Schema.UUID })),
  fields: Schema.optionalWith(Schema.Array(Schema.String), { exact: true }),
  undoesBatch: Schema.optionalWith(Schema.UUID, { exact: true })
})

/**
 * Undoes a change that is too large for a request. After an interruption, the job continues with the remaining streams.
 */
export const undoJob = maintenanceJob({
  accepts: ({ change }) => change?.of === "undo",
  run: ({ change }, context) =>
    Effect.gen(function* () {
      const { accountId, batchId, body } = change!
      const { fields, selection, undoesBatch } = yield* Schema.decodeUnknown(Body)(body)
      const principal = yield* jobPrincipal(accountId)
      const streams = yield* withRemovedEntities(yield* selectStreams(principal, selection))
      const { skipped, undone } = yield* undoStreams(principal, streams, {
        meta: {
          ...byAccount(principal, batchId),
          cause: "undo",
          ...(undoesBatch === undefined ? {} : { undoesBatch })
        },
        options: { fields: fields === undefined ? undefined : new Set(fields) },
        progress: (done) => context.progress({ percent: (100 * done) / Math.max(1, streams.length) })
      })
      return { undone, skippedCount: skipped.filter(({ stream }) => !stream.isForeign).length }
    })
})
