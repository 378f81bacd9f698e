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
  /** Set if jobs run in groups. `most` is the maximum size of a group. See `groupProcessor`. */
  readonly group:
    | {
        readonly most: number
        readonly run: (
          claims: ReadonlyArray<Claim>
        ) => Effect.Effect<GroupEnds<unknown, unknown, R>, unknown, R>
      }
    | undefined
  readonly isStopping: () => boolean
  /** Called when claimed jobs are about to be released, so that other workers may claim them. */
  readonly onRelease: () => void
  /** Called when a database step is about to append events. */
  readonly onWritten: () => void
  /** Called when a run has ended in this worker, even if it was too short to become visible. */
  readonly onEnded: (jobRunId: string) => void
  /**
   * Average duration in milliseconds of a job in the last batch. It is kept when all slots have ended, so that the size
   * of the next batch is suitable.
   */
  millisPerJob: number
  take: number
}
