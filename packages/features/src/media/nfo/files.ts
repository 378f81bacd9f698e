import * as SqlClient from "@effect/sql/SqlClient"
import { holdFile } from "@media/kernel/HeldFile"
import type { Nfo, NfoFields, NfoKind } from "@media/nfo/NfoFields"
import { nfoLimits } from "@media/nfo/nfoLimits"
import { readNfo } from "@media/nfo/readNfo"
import { Uuid } from "@media/kernel/Ids"
import { recordset, rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Changed = Schema.Struct({
  rootId: Schema.String,
  rootPath: Schema.String,
  hash: Schema.String,
  path: Schema.String,
  bytes: Schema.Any,
  size: Schema.Number,
  mtimeMs: Schema.Number
})
type Changed = typeof Changed.Type

const Known = Schema.Struct({
  rootPath: Schema.String,
  path: Schema.String,
  kind: Schema.NullOr(Schema.Literal("movie", "tvshow", "season", "episodedetails")),
  fields: Schema.Unknown
})

/** An NFO file with the fields that were last read from it. The fields are kept if the file is damaged later. */
export interface NfoFile {
  readonly rootPath: string
  /** The path relative to the root. */
  readonly path: string
  readonly kind: NfoKind | null
  readonly fields: NfoFields
}

/** SQL condition for scan records (`s`) of NFO files. */
export const isNfo = String.raw`s.entity_id is null and s.path ~* '\.nfo$' and s.kind = 'file'`

/** Returns the NFO files of a library that are new or changed since they were last read. */
const changedIn = (libraryId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Changed)(sql`
      select s.root_id as "rootId", r.path as "rootPath", encode(s.path_hash, 'hex') as hash, s.path,
        s.path_bytes as bytes, s.size_bytes as size, s.mtime_ms as "mtimeMs"
      from library_roots r join scanned_files s on s.root_id = r.id and ${sql.literal(isNfo)}
        left join nfo_files n on n.root_id = s.root_id and n.path_hash = s.path_hash
      where r.library_id = ${libraryId} and (n.size_bytes is distinct from s.size_bytes or n.mtime_ms is distinct from s.mtime_ms)
        and s.size_bytes is not null and s.mtime_ms is not null
      order by s.root_id, s.path`)
  )

const forgetGone = (libraryId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      delete from nfo_files n using library_roots r
      where r.id = n.root_id and r.library_id = ${libraryId}
        and not exists (select from scanned_files s where s.root_id = n.root_id and s.path_hash = n.path_hash
          and ${sql.literal(isNfo)} and s.scan_result <> 'missing')`
  )

const tooLarge: Nfo = {
  root: null,
  fields: {},
  problems: [{ code: "too-large", message: "The file is larger than 1 MiB." }]
}

/**
 * Reads an NFO file. Returns undefined if the server itself wrote the content. If the file cannot be opened, returns
 * the reason as a problem of the file, so that the other files are still read.
 */
const readOne = (file: Changed) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { bytes, rootPath } = file
      const path = Buffer.concat([Buffer.from(`${rootPath}/`), bytes as Buffer])
      const handle = yield* holdFile(rootPath, path)
      // The file may have changed since the scan, for example because the server wrote the file.
      const size = yield* Effect.promise(() =>
        handle.stat().then(
          (found) => found.size,
          () => file.size
        )
      )
      if (size > nfoLimits.bytes) return tooLarge
      const buffer = Buffer.alloc(size)
      const { bytesRead } = yield* Effect.promise(() =>
        handle.read(buffer, 0, size, 0).catch(() => ({ bytesRead: 0 }))
      )
      const content = buffer.subarray(0, bytesRead)
      return (yield* isWrittenHere(file, content)) ? undefined : readNfo(new Uint8Array(content))
    })
  ).pipe(
    Effect.catchTag("FileUnopenable", ({ reason }) =>
      Effect.succeed<Nfo>({ root: null, fields: {}, problems: [{ code: "malformed", message: reason }] })
    )
  )

const Own = Schema.Struct({ isOwn: Schema.Boolean })

/** True if the server itself wrote this content to the file. */
const isWrittenHere = ({ hash, rootId }: Changed, content: Buffer) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* rowsOf(Own)(sql`
      select sha256(${content}) in (w.hash, coalesce(w.before_hash, w.hash)) as "isOwn" from nfo_written w
      where w.root_id = ${rootId} and w.path_hash = decode(${hash}, 'hex')`)
    return row?.isOwn === true
  })

const Written = Schema.Struct({
  rootId: Uuid,
  pathHash: Schema.Uint8ArrayFromSelf,
  path: Schema.String,
  sizeBytes: Schema.Int,
  mtimeMs: Schema.Int,
  kind: Known.fields.kind,
  fields: Schema.Unknown,
  problem: Schema.NullOr(Schema.String)
})

const rowOfFile = ({ hash, mtimeMs, path, rootId, size }: Changed) => ({
  ...{ rootId, pathHash: Buffer.from(hash, "hex"), path, sizeBytes: size, mtimeMs }
})

type Read = ReadonlyArray<{ readonly file: Changed; readonly nfo: Nfo }>

const written = (files: Read) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const rows = recordset(
      Written,
      files.map(({ file, nfo }) => ({
        ...rowOfFile(file),
        kind: nfo.root,
        fields: nfo.fields,
        problem: nfo.problems.length === 0 ? null : `Not read: ${nfo.problems[0]!.message}`
      }))
    )
    return sql`
      insert into nfo_files as n (${rows.columns}) select ${rows.values} from ${rows.from}
      on conflict (root_id, path_hash) do update set size_bytes = excluded.size_bytes, mtime_ms = excluded.mtime_ms,
        -- If the file is damaged, the last valid values are kept.
        kind = case when excluded.problem is null then excluded.kind else n.kind end,
        fields = case when excluded.problem is null then excluded.fields else n.fields end,
        problem = excluded.problem`
  })

/**
 * Records the new size and modification time of files that the server wrote. The stored fields are not updated, because
 * they must contain only values from other programs.
 */
const writtenHere = (files: ReadonlyArray<Changed>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const rows = recordset(
      Written,
      files.map((file) => ({ ...rowOfFile(file), kind: null, fields: {}, problem: null }))
    )
    return sql`
      insert into nfo_files as n (${rows.columns}) select ${rows.values} from ${rows.from}
      on conflict (root_id, path_hash) do update set size_bytes = excluded.size_bytes, mtime_ms = excluded.mtime_ms,
        problem = null`
  })

/** Maximum number of files per statement. */
const atOnce = 200

/** Reads the changed NFO files of a library and returns all of its NFO files. Unchanged files are not opened. */
export const nfoFilesOf = Effect.fn("nfo.filesOf")(function* (libraryId: string) {
  const sql = yield* SqlClient.SqlClient
  const changed = yield* changedIn(libraryId)
  for (let at = 0; at < changed.length; at += atOnce) {
    const part = changed.slice(at, at + atOnce)
    const read = yield* Effect.forEach(part, (file) => Effect.map(readOne(file), (nfo) => ({ file, nfo })), {
      concurrency: 4
    })
    yield* written(read.flatMap(({ file, nfo }) => (nfo === undefined ? [] : [{ file, nfo }])))
    yield* writtenHere(read.flatMap(({ file, nfo }) => (nfo === undefined ? [file] : [])))
  }
  yield* forgetGone(libraryId)
  const rows = yield* rowsOf(Known)(sql`
    select r.path as "rootPath", n.path, n.kind, n.fields
    from library_roots r join nfo_files n on n.root_id = r.id where r.library_id = ${libraryId}`)
  return rows.map((row): NfoFile => ({ ...row, fields: row.fields as NfoFields }))
})
