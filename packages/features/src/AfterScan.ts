import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Enqueue } from "@media/jobs/Enqueue"
import type * as Effect from "effect/Effect"

/**
 * Returns the jobs that a slice queues after a scan has listed the files of a root. A slice registers such functions in
 * `afterScan` of its manifest.
 */
export type AfterScan = (
  rootId: string,
  scanRunId: string
) => Effect.Effect<ReadonlyArray<Enqueue>, SqlError, SqlClient>
