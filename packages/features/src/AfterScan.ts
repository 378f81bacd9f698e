import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Enqueue } from "@media/jobs/Enqueue"
import type * as Effect from "effect/Effect"

/**
 * A function that runs after a scan has listed the files of a library's root folder. The function returns jobs to
 * queue. Slices register such functions in `afterScan` of their manifest.
 */
export type AfterScan = (
  rootId: string,
  scanRunId: string
) => Effect.Effect<ReadonlyArray<Enqueue>, SqlError, SqlClient>
