import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TRASH_LIBRARY } from "../../catalog/items/ids.ts"
import { hasChangedArtwork, hasChangedNfo } from "../nfo/changed.ts"
import { CLASSIFIER_VERSION } from "./classify.ts"
import { seriesScanOf } from "./queue.ts"

const Row = Schema.Struct({ id: Schema.String, name: Schema.String })

/** Returns a classification job for each library that contains videos. */
export const librariesToClassify = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select l.id, l.name from libraries l where 'videos' = any(l.contents) order by l.name`)
  return rows.map(({ id, name }) => seriesScanOf(id, name, "manual"))
})

/**
 * Returns a classification job if the videos in the library of this root must be classified again. There are three
 * possible reasons:
 * - The naming rules or the settings have changed.
 * - The primary file of a work with several files is missing or was deleted.
 * - NFO files or pictures next to the videos have changed.
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
        or exists (select from items p join item_attachments a on a.to_id = p.id join items v on v.id = a.item_id
          where v.library_id = l.id and a.attached_as in ('version', 'part')
            and (p.library_id = ${TRASH_LIBRARY} or p.library_id = l.id and p.status = 'missing' and a.attached_as = 'version'))
        or ${hasChangedNfo(sql, rootId)} or ${hasChangedArtwork(sql, rootId, scanRunId)})`)
  return rows.map(({ id, name }) => seriesScanOf(id, name, "library-scan"))
})
