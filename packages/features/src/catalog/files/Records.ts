import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { displayPath } from "@media/disk/DisplayPath"
import { folderOf } from "./Manifest.ts"
import { keyOfHash, pathHash } from "./PathHashes.ts"
import type { EntryKind } from "@media/disk/Walk"

/** The new record of a path. */
export interface FileRecord {
  readonly relative: Buffer
  readonly kind: EntryKind
  readonly size: number | null
  readonly mtimeMs: number | null
  readonly scanResult: "indexed" | "moved" | "ignored" | "failed" | "missing"
  readonly reason: string | null
  readonly entityId: string | null
  /** The kind of that item. */
  readonly entityKind: string | null
}

/**
 * Saves records with one statement for all. A path keeps its entity, whatever the scan result: when it is media again,
 * it is the same entity with its ratings and edits.
 */
export const saveRecords = Effect.fn("scan.saveRecords")(function* (
  rootId: string,
  records: ReadonlyArray<FileRecord>
) {
  if (records.length === 0) return
  const sql = yield* SqlClient.SqlClient
  const rows = records.map((record) => ({
    h: pathHash(record.relative).toString("hex"),
    f: pathHash(folderOf(record.relative)).toString("hex"),
    b: record.relative.toString("hex"),
    p: displayPath(record.relative),
    k: record.kind,
    s: record.size,
    m: record.mtimeMs,
    v: record.scanResult,
    r: record.reason,
    e: record.entityId,
    t: record.entityKind
  }))
  yield* sql`
    insert into scanned_files (root_id, path_hash, folder_hash, path_bytes, path, kind, size_bytes, mtime_ms, scan_result,
                               reason, entity_type, entity_id, checked_at)
    select ${rootId}::uuid, decode(x.h, 'hex'), decode(x.f, 'hex'), decode(x.b, 'hex'), x.p, x.k, x.s, x.m, x.v, x.r,
           x.t, x.e, now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(h text, f text, b text, p text, k text, s bigint, m bigint, v text, r text, e uuid, t text)
    on conflict (root_id, path_hash) do update set
      kind = excluded.kind, size_bytes = excluded.size_bytes, mtime_ms = excluded.mtime_ms, scan_result = excluded.scan_result,
      reason = excluded.reason, entity_type = coalesce(excluded.entity_type, scanned_files.entity_type),
      entity_id = coalesce(excluded.entity_id, scanned_files.entity_id), checked_at = excluded.checked_at`
})

const Present = Schema.Struct({ path_hash: Schema.Any, id: Schema.String, kind: Schema.String })

/** The item whose file is at a place. */
export type PresentItem = Pick<typeof Present.Type, "id" | "kind">

/**
 * Locks the root until the end of the transaction, so that neither another scan nor its removal can intervene. Returns
 * the item that is already present at each of these paths, by key of the path; undefined if the root is gone.
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

/** Clears earlier places of moved items. */
export const forgetOtherPlaces = Effect.fn("scan.forgetOtherPlaces")(function* (
  rootId: string,
  moved: ReadonlyArray<{ readonly entityId: string; readonly relative: Buffer }>
) {
  if (moved.length === 0) return
  const sql = yield* SqlClient.SqlClient
  const places = JSON.stringify(
    moved.map(({ entityId, relative }) => ({ e: entityId, h: pathHash(relative).toString("hex") }))
  )
  yield* sql`
    delete from scanned_files f using jsonb_to_recordset(${places}::jsonb) as x(e uuid, h text)
    where f.entity_id = x.e and (f.root_id <> ${rootId} or f.path_hash <> decode(x.h, 'hex'))`
})

/** Files that are gone and never had an entity need no record. */
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
