import type { Json } from "@media/kernel/Json"
import type * as Effect from "effect/Effect"
import type { Pool } from "pg"
import type { Finishing } from "./Finishing.ts"
import type { GroupEnds } from "./Processor.ts"
import type { QueueName } from "./QueueDef.ts"
import type { Claim } from "./StepCall.ts"

/** What the slots of one queue share within one worker session. */
export interface QueueRuntime<R> {
  readonly pool: Pool
  /** The database's number of the queue. */
  readonly id: number
  readonly name: QueueName
  readonly workerId: string
  readonly workerKey: number
  readonly runJob: (claim: Claim) => Effect.Effect<Json | Finishing<unknown, R>, unknown, R>
  /** Where jobs are run together: so many at most. See `groupProcessor`. */
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
  /** A run has ended here, also one too short to be seen. */
  readonly onEnded: (jobRunId: string) => void
  /** Measured over the last batch; survives the slots, so that a queue's next batch starts well sized. */
  millisPerJob: number
  take: number
}
