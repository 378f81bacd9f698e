import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Enqueue } from "@media/jobs/Enqueue"
import type * as Effect from "effect/Effect"

/** The jobs that a slice needs once the files of a root are known. A manifest names them in `afterScan`. */
export type AfterScan = (
  rootId: string,
  scanRunId: string
) => Effect.Effect<ReadonlyArray<Enqueue>, SqlError, SqlClient>
