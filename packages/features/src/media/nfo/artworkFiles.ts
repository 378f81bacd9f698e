import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Artwork = Schema.Struct({
  rootId: Schema.String,
  rootPath: Schema.String,
  path: Schema.String,
  size: Schema.Number,
  mtimeMs: Schema.Number
})
/** A picture file that the scan did not index as an image. */
export type ArtworkFile = typeof Artwork.Type

/** Returns the picture files of a library that are not indexed as images. */
export const artworkFilesOf = Effect.fn("nfo.artworkFilesOf")(function* (libraryId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* rowsOf(Artwork)(sql`
    select s.root_id as "rootId", r.path as "rootPath", s.path, s.size_bytes as size, s.mtime_ms as "mtimeMs"
    from library_roots r join scanned_files s on s.root_id = r.id
    where r.library_id = ${libraryId} and s.entity_id is null and s.path ~* '\\.(jpe?g|png|webp|avif)$'
      and s.kind = 'file' and s.scan_result <> 'missing' and s.size_bytes > 0 and s.mtime_ms is not null
      and s.path_bytes = convert_to(s.path, 'UTF8')
      -- Excludes pictures that the server generated, which have similar names.
      and not (s.path ~ '-(thumb|card|sprite)[.]jpg$' and exists (select from adjacent_files a where a.root_id = s.root_id
        and starts_with(encode(a.path, 'hex'), encode(convert_to(
          regexp_replace(s.path, '-(thumb|card|sprite)[.]jpg$', '.'), 'UTF8'), 'hex'))))
    order by s.path`)
})
