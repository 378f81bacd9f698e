import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import type { KnownFile } from "./Verdicts.ts"

/** Paths are bytes of any length, and an index entry is not: 16 bytes of SHA-256 stand for them. */
export const pathHash = (relative: Buffer): Buffer =>
  createHash("sha256").update(relative).digest().subarray(0, 16)

export const folderOf = (relative: Buffer): Buffer => {
  const slash = relative.lastIndexOf(0x2f)
  return slash < 0 ? Buffer.alloc(0) : relative.subarray(0, slash)
}

/** Text that PostgreSQL stores: without NUL and lone surrogates. Shown to people, never opened. */
export const displayPath = (relative: Buffer): string =>
  relative.toString("utf8").replaceAll("\0", "").toWellFormed()

const Row = Schema.Struct({
  path_hash: Schema.Any,
  path_bytes: Schema.Any,
  size_bytes: Schema.NullOr(Schema.Number),
  mtime_ms: Schema.NullOr(Schema.Number),
  verdict: Schema.String,
  reason: Schema.NullOr(Schema.String),
  entity_id: Schema.NullOr(Schema.String)
})

export interface ManifestEntry extends KnownFile {
  readonly relative: Buffer
}

const toEntry = (row: typeof Row.Type): ManifestEntry => ({
  relative: row.path_bytes as Buffer,
  size: row.size_bytes,
  mtimeMs: row.mtime_ms,
  verdict: row.verdict,
  reason: row.reason,
  entityId: row.entity_id
})

const columns = "path_hash, path_bytes, size_bytes, mtime_ms, verdict, reason, entity_id"

const keyed = (rows: ReadonlyArray<typeof Row.Type>): ReadonlyMap<string, ManifestEntry> =>
  new Map(rows.map((row) => [(row.path_hash as Buffer).toString("hex"), toEntry(row)]))

/** Everything noted about files directly in these folders, by hex path hash. */
export const entriesOfFolders = Effect.fn("scan.entriesOfFolders")(function* (
  rootId: string,
  folders: ReadonlyArray<Buffer>
) {
  const sql = yield* SqlClient.SqlClient
  const hashes = folders.map(pathHash)
  const rows = yield* rowsOf(Row)(sql`
    select ${sql.literal(columns)} from scanned_files where root_id = ${rootId} and folder_hash = any(${hashes as never})`)
  return keyed(rows)
})

const PathRow = Schema.Struct({ path_bytes: Schema.Any })

/** Some of the files that were there at the last scan; their hashes' order is as good as chance. */
export const someKnownFiles = Effect.fn("scan.someKnownFiles")(function* (rootId: string, limit: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(PathRow)(sql`
    select path_bytes from scanned_files
    where root_id = ${rootId} and entity_id is not null and verdict <> 'missing' order by path_hash limit ${limit}`)
  return rows.map((row) => row.path_bytes as Buffer)
})

const FolderRow = Schema.Struct({ folder_hash: Schema.Any, path_bytes: Schema.Any })

/** Folders that hold noted files, as `[hex hash, path]`. */
export const knownFolders = Effect.fn("scan.knownFolders")(function* (rootId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(FolderRow)(sql`
    select distinct on (folder_hash) folder_hash, path_bytes from scanned_files
    where root_id = ${rootId} and entity_id is not null and verdict <> 'missing' order by folder_hash`)
  return rows.map(
    (row) => [(row.folder_hash as Buffer).toString("hex"), folderOf(row.path_bytes as Buffer)] as const
  )
})

export interface Note {
  readonly relative: Buffer
  readonly size: number | null
  readonly mtimeMs: number | null
  readonly verdict: "indexed" | "moved" | "ignored" | "failed" | "missing"
  readonly reason: string | null
  readonly entityId: string | null
}

/** Notes verdicts, one statement for all. */
export const writeNotes = Effect.fn("scan.writeNotes")(function* (
  rootId: string,
  notes: ReadonlyArray<Note>
) {
  if (notes.length === 0) return
  const sql = yield* SqlClient.SqlClient
  const rows = notes.map((note) => ({
    h: pathHash(note.relative).toString("hex"),
    f: pathHash(folderOf(note.relative)).toString("hex"),
    b: note.relative.toString("hex"),
    p: displayPath(note.relative),
    s: note.size,
    m: note.mtimeMs,
    v: note.verdict,
    r: note.reason,
    e: note.entityId
  }))
  yield* sql`
    insert into scanned_files (root_id, path_hash, folder_hash, path_bytes, path, size_bytes, mtime_ms, verdict,
                               reason, entity_type, entity_id, checked_at)
    select ${rootId}::uuid, decode(x.h, 'hex'), decode(x.f, 'hex'), decode(x.b, 'hex'), x.p, x.s, x.m, x.v, x.r,
           case when x.e is not null then 'video' end, x.e, now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(h text, f text, b text, p text, s bigint, m bigint, v text, r text, e uuid)
    on conflict (root_id, path_hash) do update set
      size_bytes = excluded.size_bytes, mtime_ms = excluded.mtime_ms, verdict = excluded.verdict,
      reason = excluded.reason, entity_type = excluded.entity_type, entity_id = excluded.entity_id,
      checked_at = excluded.checked_at`
})

const Taken = Schema.Struct({ path_hash: Schema.Any })

/**
 * Holds the root until the end of the transaction, so that neither another scan of it nor its removal comes in between.
 * Answers which of these paths stand for an entity already, by hex path hash; undefined when the root is gone.
 */
export const lockRoot = Effect.fn("scan.lockRoot")(function* (rootId: string, paths: ReadonlyArray<Buffer>) {
  const sql = yield* SqlClient.SqlClient
  const root = yield* sql`select id from library_roots where id = ${rootId} for update`
  if (root.length === 0) return undefined
  if (paths.length === 0) return new Set<string>()
  const rows = yield* rowsOf(Taken)(sql`
    select path_hash from scanned_files
    where root_id = ${rootId} and path_hash = any(${paths.map(pathHash) as never})
      and entity_id is not null and verdict <> 'missing'`)
  return new Set(rows.map((row) => (row.path_hash as Buffer).toString("hex")))
})

/** The places moved entities were noted at before are no longer theirs. */
export const forgetOtherPlaces = Effect.fn("scan.forgetOtherPlaces")(function* (
  rootId: string,
  moved: ReadonlyArray<{ readonly entityId: string; readonly relative: Buffer }>
) {
  const sql = yield* SqlClient.SqlClient
  for (const { entityId, relative } of moved) {
    yield* sql`
      delete from scanned_files where entity_id = ${entityId}
        and (root_id <> ${rootId} or path_hash <> ${pathHash(relative)})`
  }
})

/** Files that are gone and never stood for anything need no note. */
export const forgetFiles = Effect.fn("scan.forgetFiles")(function* (
  rootId: string,
  gone: ReadonlyArray<Buffer>
) {
  if (gone.length === 0) return
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    delete from scanned_files
    where root_id = ${rootId} and path_hash = any(${gone.map(pathHash) as never}) and entity_id is null`
})
