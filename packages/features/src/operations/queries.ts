import { isUuid } from "@media/kernel/Ids"
import * as JobRuns from "@media/jobs/JobRuns"
import { isQueueName, type QueueName } from "@media/jobs/QueueDef"
import { Invalid, NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import type { JobRunDetail } from "./contract.ts"

export const getRun = Effect.fn("operations.getRun")(function* (id: string) {
  const [run] = isUuid(id) ? yield* JobRuns.byIds([id]) : []
  return run ?? (yield* new NotFound({ what: "job run" }))
})

export const getRunDetail = Effect.fn("operations.getRunDetail")(function* (id: string) {
  const found = isUuid(id) ? yield* JobRuns.detail(id) : undefined
  if (found === undefined) return yield* new NotFound({ what: "job run" })
  const { command, failedAttempts, logLines, payload, run } = found
  return { ...run, command, failedAttempts, payload, log: logLines } satisfies JobRunDetail
})

export const requireQueue = (name: string): Effect.Effect<QueueName, NotFound> =>
  isQueueName(name) ? Effect.succeed(name) : Effect.fail(new NotFound({ what: "queue" }))

export const withoutAbsent = <A extends object>(value: A) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [Key in keyof A]: Exclude<A[Key], undefined>
  }

/** What a bulk command acts on; nothing given means everything. */
export const selectedRuns = <A extends { readonly queue?: string | undefined }>(selection: A) =>
  selection.queue === undefined || isQueueName(selection.queue)
    ? Effect.succeed(withoutAbsent(selection))
    : Effect.fail(new Invalid({ reason: `queue: there is no queue named ${selection.queue}` }))
