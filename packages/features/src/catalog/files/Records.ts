import * as SqlClient from "@effect/sql/SqlClient"
import { Uuid } from "@media/kernel/Ids"
import { recordset, rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { displayPath } from "@media/disk/DisplayPath"
import { folderOf } from "./Manifest.ts"
import { keyOfHash, pathHash } from "./PathHashes.ts"
import type { EntryKind } from "@media/disk/Walk"

/** The new scan record of a path. */
export interface FileRecord {
  readonly relative: Buffer
  readonly kind: EntryKind
  readonly size: number | null
  readonly mtimeMs: number | null
  readonly scanResult: "indexed" | "moved" | "ignored" | "failed" | "missing"
  readonly reason: string | null
  readonly entityId: string | null
  /** The kind of the item `entityId`. */
  readonly entityKind: string | null
}

const Bytes = Schema.Uint8ArrayFromSelf
const Text = Schema.NullOr(Schema.String)
const Count = Schema.NullOr(Schema.Int)
const Saved = Schema.Struct({
  pathHash: Bytes,
  folderHash: Bytes,
  pathBytes: Bytes,
  path: Schema.String,
  kind: Schema.String,
  size: Count,
  mtimeMs: Count,
  scanResult: Schema.String,
  reason: Text,
  entityId: Schema.NullOr(Uuid),
  entityKind: Text
})
const columns = { size: "size_bytes", entityKind: "entity_type" }
const ItemPath = Schema.Struct({ entityId: Uuid, pathHash: Bytes })

/**
 * Saves all records with one statement. A path keeps its item regardless of the scan result. If the file becomes media
 * again, the scan restores the same item with its ratings and edits.
 */
export const saveRecords = Effect.fn("scan.saveRecords")(function* (
  rootId: string,
  records: ReadonlyArray<FileRecord>
) {
  if (records.length === 0) return
  const sql = yield* SqlClient.SqlClient
  const saved = records.map(({ relative, ...record }) => ({
    ...record,
    pathHash: pathHash(relative),
    folderHash: pathHash(folderOf(relative)),
    pathBytes: relative,
    path: displayPath(relative)
  }))
  const rows = recordset(Saved, saved, { key: [], columns })
  yield* sql`
    insert into scanned_files (root_id, checked_at, ${rows.columns})
    select ${rootId}::uuid, now(), ${rows.values} from ${rows.from}
    on conflict (root_id, path_hash) do update set
      kind = excluded.kind, size_bytes = excluded.size_bytes, mtime_ms = excluded.mtime_ms, scan_result = excluded.scan_result,
      reason = excluded.reason, entity_type = coalesce(excluded.entity_type, scanned_files.entity_type),
      entity_id = coalesce(excluded.entity_id, scanned_files.entity_id), checked_at = excluded.checked_at`
})

const Present = Schema.Struct({ path_hash: Schema.Any, id: Schema.String, kind: Schema.String })

/** The item that is present at a path. */
export type PresentItem = Pick<typeof Present.Type, "id" | "kind">

/**
 * Locks the root until the end of the transaction, so that no other scan and no removal of the root can intervene.
 * Returns the items that are already present at these paths, keyed by path key. Returns undefined if the root is gone.
 */
export const lockRoot = Effect.fn("scan.lockRoot")(function* (rootId: string, paths: ReadonlyArray<Buffer>) {
  const sql = yield* SqlClient.SqlClient
  const root = yield* sql`select id from library_roots where id = ${rootId} for update`
  if (root.length === 0) return undefined
  if (paths.length === 0) return new Map<string, PresentItem>()
  const rows = yield* rowsOf(Present)(sql`
    select f.path_hash, v.id, v.kind from item_files f join items v on v.id = f.item_id
    where f.root_id = ${rootId} and f.path_hash = any(${paths.map(pathHash)}) and f.is_present
      and not f.is_folder`)
  return new Map(rows.map(({ id, kind, path_hash }) => [keyOfHash(path_hash as Buffer), { id, kind }]))
})

/** Deletes the records of moved items at their earlier paths. */
export const forgetOtherPaths = Effect.fn("scan.forgetOtherPaths")(function* (
  rootId: string,
  moved: ReadonlyArray<{ readonly entityId: string; readonly relative: Buffer }>
) {
  if (moved.length === 0) return
  const sql = yield* SqlClient.SqlClient
  const paths = recordset(
    ItemPath,
    moved.map(({ entityId, relative }) => ({ entityId, pathHash: pathHash(relative) })),
    { key: [] }
  )
  yield* sql`
    delete from scanned_files f using ${paths.from}
    where f.entity_id = x.entity_id and (f.root_id <> ${rootId} or f.path_hash <> x.path_hash)`
})

/** Deletes the records of missing files that never had an item. */
export const forgetFiles = Effect.fn("scan.forgetFiles")(function* (
  rootId: string,
  gone: ReadonlyArray<Buffer>
) {
  if (gone.length === 0) return
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    delete from scanned_files
    where root_id = ${rootId} and path_hash = any(${gone.map(pathHash)}) and entity_id is null`
})
