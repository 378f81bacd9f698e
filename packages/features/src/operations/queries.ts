import { isUuid } from "@media/kernel/Ids"
import * as JobRuns from "@media/jobs/JobRuns"
import { isQueueName, type QueueName } from "@media/jobs/QueueDef"
import { Invalid, NotFound } from "@media/wire/WireError"
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

/** The queue of a bulk command; none means all of them. */
export const selectedQueue = (name: string | undefined): Effect.Effect<QueueName | undefined, Invalid> =>
  name === undefined || isQueueName(name)
    ? Effect.succeed(name)
    : Effect.fail(new Invalid({ reason: `queue: there is no queue named ${name}` }))
