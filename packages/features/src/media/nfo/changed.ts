import type { SqlClient } from "@effect/sql/SqlClient"
import { isNfo } from "./files.ts"

/**
 * Returns an SQL condition that is true if NFO files of the root were added, changed or deleted since they were last
 * read.
 */
export const hasChangedNfo = (sql: SqlClient, rootId: string) => sql`
  (exists (select from scanned_files s left join nfo_files n on n.root_id = s.root_id and n.path_hash = s.path_hash
     where s.root_id = ${rootId} and ${sql.literal(isNfo)} and s.size_bytes is not null and s.mtime_ms is not null
       and (n.size_bytes is distinct from s.size_bytes or n.mtime_ms is distinct from s.mtime_ms))
   or exists (select from nfo_files n where n.root_id = ${rootId}
     and not exists (select from scanned_files s where s.root_id = n.root_id and s.path_hash = n.path_hash
       and s.scan_result <> 'missing')))`

/**
 * Returns an SQL condition that is true in two cases:
 * - This scan found new or changed pictures in the root.
 * - An item uses a picture file of the root as artwork, and the file no longer exists.
 */
export const hasChangedArtwork = (sql: SqlClient, rootId: string, scanRunId: string) => sql`
  (exists (select from scanned_files s where s.root_id = ${rootId} and s.entity_id is null
     and s.path ~* '\\.(jpe?g|png|webp|avif)$'
     and s.checked_at >= (select j.queued_at from job_runs j where j.id = ${scanRunId}::uuid))
   or exists (select from items v join item_sources o on o.item_id = v.id and o.shown ? 'artwork'
       cross join lateral jsonb_each(o.shown -> 'artwork') a
     where v.library_id = (select r.library_id from library_roots r where r.id = ${rootId})
       and a.value ->> 'rootId' = ${rootId}
       and not exists (select from scanned_files s where s.root_id = ${rootId} and s.path = a.value ->> 'path')))`
