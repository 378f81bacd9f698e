import { isUuid } from "@media/kernel/Ids"
import * as JobRuns from "@media/jobs/JobRuns"
import { isQueueName, type QueueName } from "@media/jobs/QueueDef"
import { throughput } from "@media/jobs/Throughput"
import { Invalid, NotFound } from "@media/kernel/Errors"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import type { JobRunDetail } from "./contract.ts"
import { hideNames, hideNamesOfDetail } from "./hiddenNames.ts"

export const getRun = Effect.fn("operations.getRun")(function* (principal: Principal, id: string) {
  const [run] = isUuid(id) ? yield* hideNames(principal, yield* JobRuns.byIds([id])) : []
  return run ?? (yield* new NotFound({ what: "job" }))
})

export const getRunDetail = Effect.fn("operations.getRunDetail")(function* (
  principal: Principal,
  id: string
) {
  const found = isUuid(id) ? yield* JobRuns.detail(id) : undefined
  if (found === undefined) return yield* new NotFound({ what: "job" })
  const { alike, command, failedAttempts, logLines, parent, payload, run } = yield* hideNamesOfDetail(
    principal,
    found
  )
  return {
    ...run,
    alike,
    command,
    failedAttempts,
    parent:
      parent === undefined
        ? null
        : { id: parent.id, queueLabel: parent.queueLabel, targetLabel: parent.targetLabel },
    payload,
    log: logLines
  } satisfies JobRunDetail
})

export const requireQueue = (name: string): Effect.Effect<QueueName, NotFound> =>
  isQueueName(name) ? Effect.succeed(name) : Effect.fail(new NotFound({ what: "queue" }))

export const withoutAbsent = <A extends object>(value: A) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [Key in keyof A]: Exclude<A[Key], undefined>
  }

/**
 * Returns the selection of a bulk action without undefined fields. An empty selection means all runs. Fails with
 * `Invalid` if the queue does not exist.
 */
export const selectedRuns = <A extends { readonly queue?: string | undefined }>(selection: A) =>
  selection.queue === undefined || isQueueName(selection.queue)
    ? Effect.succeed(withoutAbsent(selection))
    : Effect.fail(new Invalid({ reason: `queue: there is no queue named ${selection.queue}` }))

/**
 * Returns the data of the throughput chart: the last hour in one-minute intervals, or the last day in ten-minute
 * intervals.
 */
export const throughputOf = (span: "hour" | "day") => {
  const bucketSeconds = span === "hour" ? 60 : 600
  const spanSeconds = span === "hour" ? 3_600 : 86_400
  return Effect.map(throughput(spanSeconds, bucketSeconds), (items) => ({ bucketSeconds, items }))
}
