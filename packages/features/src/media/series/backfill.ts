import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { hasChangedArtwork, hasChangedNfo } from "../nfo/changed.ts"
import { CLASSIFIER_VERSION } from "./classify.ts"
import { seriesScanOf } from "./queue.ts"

const Row = Schema.Struct({ id: Schema.String, name: Schema.String })

/** Every library that contains videos. */
export const librariesToClassify = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select l.id, l.name from libraries l where 'videos' = any(l.contents) order by l.name`)
  return rows.map(({ id, name }) => seriesScanOf(id, name, "manual"))
})

/**
 * The libraries whose videos must be classified again: other naming rules or settings were used, the primary file of a
 * work with versions is missing, or NFO files or pictures next to the videos changed.
 */
export const librariesOutdated = Effect.fn("series.librariesOutdated")(function* (
  rootId: string,
  scanRunId: string
) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select l.id, l.name from library_roots r join libraries l on l.id = r.library_id
      left join library_classifications c on c.library_id = l.id
    where r.id = ${rootId} and 'videos' = any(l.contents)
      and (c.library_id is null or c.parser <> ${CLASSIFIER_VERSION} or c.videos_as <> l.videos_as
        or exists (select from item_attachments a join items p on p.id = a.to_id
          where p.library_id = l.id and p.status = 'missing' and a.attached_as = 'version')
        or ${hasChangedNfo(sql, rootId)} or ${hasChangedArtwork(sql, rootId, scanRunId)})`)
  return rows.map(({ id, name }) => seriesScanOf(id, name, "library-scan"))
})
