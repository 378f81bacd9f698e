import * as SqlClient from "@effect/sql/SqlClient"
import { RetryableFailure } from "@media/jobs/Failures"
import { partsDone } from "@media/jobs/GroupProgress"
import { enqueue } from "@media/jobs/Enqueue"
import { processor } from "@media/jobs/Processor"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { nfoWork } from "../nfo/policy.ts"
import { classifyLibrary } from "./classifyLibrary.ts"
import { seriesScan } from "./queue.ts"

const Row = Schema.Struct({ writes: Schema.Boolean })

/** Queues the NFO writer if the library has NFO writing turned on. */
const writesNfo = (libraryId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* rowsOf(Row)(sql`
      select write_nfo <> 'off' as writes from libraries where id = ${libraryId}`)
    if (row?.writes === true) yield* enqueue([nfoWork(seriesScan.name)])
  })

/** Classifies the videos of a library, and then queues the NFO writer. */
export const seriesScanProcessor = processor(seriesScan, ({ libraryId }, context) =>
  classifyLibrary(libraryId, partsDone(context, "Sorting videos into movies and series")).pipe(
    Effect.tap(() => writesNfo(libraryId)),
    Effect.catchTags({
      VersionConflict: () => new RetryableFailure({ message: "Videos changed while they were classified" })
    })
  )
)
