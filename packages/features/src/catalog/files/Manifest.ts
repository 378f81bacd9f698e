import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { keyOfHash, pathHash } from "./PathHashes.ts"
import type { KnownFile } from "./ScanResults.ts"
import type { EntryKind } from "@media/disk/Walk"

export const folderOf = (relative: Buffer): Buffer => {
  const slash = relative.lastIndexOf(0x2f)
  return slash < 0 ? Buffer.alloc(0) : relative.subarray(0, slash)
}

const Row = Schema.Struct({
  path_hash: Schema.Any,
  path_bytes: Schema.Any,
  kind: Schema.String,
  size_bytes: Schema.NullOr(Schema.Number),
  mtime_ms: Schema.NullOr(Schema.Number),
  scan_result: Schema.String,
  reason: Schema.NullOr(Schema.String),
  entity_id: Schema.NullOr(Schema.String),
  entity_type: Schema.NullOr(Schema.String)
})

export interface ManifestEntry extends KnownFile {
  readonly relative: Buffer
  readonly hash: Buffer
  readonly kind: EntryKind
}

const toEntry = (row: typeof Row.Type): ManifestEntry => ({
  relative: row.path_bytes as Buffer,
  hash: row.path_hash as Buffer,
  kind: row.kind as EntryKind,
  size: row.size_bytes,
  mtimeMs: row.mtime_ms,
  scanResult: row.scan_result,
  reason: row.reason,
  entityId: row.entity_id,
  entityKind: row.entity_type
})

const columns =
  "path_hash, path_bytes, kind, size_bytes, mtime_ms, scan_result, reason, entity_id, entity_type"

/** Returns all records directly in these folders, keyed by path key. */
export const entriesOfFolders = Effect.fn("scan.entriesOfFolders")(function* (
  rootId: string,
  folders: ReadonlyArray<Buffer>
) {
  const sql = yield* SqlClient.SqlClient
  const hashes = folders.map(pathHash)
  const rows = yield* rowsOf(Row)(sql`
    select ${sql.literal(columns)} from scanned_files where root_id = ${rootId} and folder_hash = any(${hashes})`)
  return new Map(rows.map((row) => [keyOfHash(row.path_hash as Buffer), toEntry(row)]))
})

/** Returns the records with these path hashes. */
export const entriesAt = Effect.fn("scan.entriesAt")(function* (
  rootId: string,
  hashes: ReadonlyArray<Buffer>
) {
  if (hashes.length === 0) return []
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select ${sql.literal(columns)} from scanned_files where root_id = ${rootId} and path_hash = any(${hashes})`)
  return rows.map(toEntry)
})

/** Returns up to `limit` records in these folders that follow `after`, sorted by folder hash and path hash. */
export const pageOfEntries = Effect.fn("scan.pageOfEntries")(function* (
  rootId: string,
  folders: ReadonlyArray<Buffer>,
  after: ManifestEntry | undefined,
  limit: number
) {
  const sql = yield* SqlClient.SqlClient
  const behind =
    after === undefined
      ? sql.literal("true")
      : sql`(folder_hash, path_hash) > (${pathHash(folderOf(after.relative))}, ${after.hash})`
  const rows = yield* rowsOf(Row)(sql`
    select ${sql.literal(columns)} from scanned_files
    where root_id = ${rootId} and folder_hash = any(${folders}) and ${behind}
    order by folder_hash, path_hash limit ${limit}`)
  return rows.map(toEntry)
})

const PathRow = Schema.Struct({ path_bytes: Schema.Any })

/**
 * Returns the paths of up to `limit` files that existed at the last scan. The paths are sorted by hash, so the
 * selection is a random sample.
 */
export const someKnownFiles = Effect.fn("scan.someKnownFiles")(function* (rootId: string, limit: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(PathRow)(sql`
    select path_bytes from scanned_files
    where root_id = ${rootId} and entity_id is not null and scan_result in ('indexed', 'moved')
    order by path_hash limit ${limit}`)
  return rows.map((row) => row.path_bytes as Buffer)
})

const FolderRow = Schema.Struct({ folder_hash: Schema.Any, path_bytes: Schema.Any })

export interface KnownFolder {
  readonly hash: Buffer
  readonly path: Buffer
}

/**
 * Returns up to `limit` folders after the hash `after` that contain records of files that are not missing. The folders
 * are sorted by hash.
 */
export const pageOfFolders = Effect.fn("scan.pageOfFolders")(function* (
  rootId: string,
  after: Buffer | undefined,
  limit: number
) {
  const sql = yield* SqlClient.SqlClient
  const behind = after === undefined ? sql.literal("true") : sql`folder_hash > ${after}`
  const rows = yield* rowsOf(FolderRow)(sql`
    select distinct on (folder_hash) folder_hash, path_bytes from scanned_files
    where root_id = ${rootId} and ${behind} and scan_result <> 'missing' order by folder_hash limit ${limit}`)
  return rows.map((row): KnownFolder => ({
    hash: row.folder_hash as Buffer,
    path: folderOf(row.path_bytes as Buffer)
  }))
})
