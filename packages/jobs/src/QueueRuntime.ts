import type { Json } from "@media/kernel/Json"
import type * as Effect from "effect/Effect"
import type { Pool } from "pg"
import type { CommitPhase } from "./CommitPhase.ts"
import type { GroupEnds } from "./Processor.ts"
import type { QueueName } from "./QueueDef.ts"
import type { Claim } from "./StepCall.ts"

/** The state that the slots of one queue share within one worker session. */
export interface QueueRuntime<R> {
  readonly pool: Pool
  /** The database id of the queue. */
  readonly id: number
  readonly name: QueueName
  readonly workerId: string
  readonly workerKey: number
  readonly runJob: (claim: Claim) => Effect.Effect<Json | CommitPhase<unknown, R>, unknown, R>
  /** The maximum size of a group if jobs run in groups. See `groupProcessor`. */
  readonly group:
    | {
        readonly most: number
        readonly run: (
          claims: ReadonlyArray<Claim>
        ) => Effect.Effect<GroupEnds<unknown, unknown, R>, unknown, R>
      }
    | undefined
  readonly isStopping: () => boolean
  /** Claimed jobs are about to be released: other workers may take them. */
  readonly onRelease: () => void
  /** A step is about to append events. */
  readonly onWritten: () => void
  /** A run has ended in this worker, even if it was too short to become visible. */
  readonly onEnded: (jobRunId: string) => void
  /** Measured over the last batch. Kept when slots end, so that the next batch of the queue starts with a good size. */
  millisPerJob: number
  take: number
}
