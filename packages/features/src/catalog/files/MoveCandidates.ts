import * as SqlClient from "@effect/sql/SqlClient"
import { openInside } from "@media/kernel/InsideRoot"
import { oshashOf } from "@media/media-tools/hashes/Oshash"
import { recordset, rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TRASH_LIBRARY } from "../items/ids.ts"
import { fileCall, NoAnswer } from "@media/disk/FileCalls"
import { joinBytes } from "@media/disk/OpenFolder"
import { notAnswering } from "./RootIdentity.ts"
import type { FoundFile } from "@media/disk/Walk"

/** An item whose file has the same size as a new file. */
export const MoveCandidate = Schema.Struct({
  id: Schema.String,
  kind: Schema.String,
  version: Schema.Number,
  path: Schema.String,
  path_bytes: Schema.NullOr(Schema.Uint8ArrayFromSelf),
  size_bytes: Schema.Number,
  mtime_ms: Schema.Number,
  oshash: Schema.NullOr(Schema.String),
  root_id: Schema.String,
  root_path: Schema.String
})
export type MoveCandidate = typeof MoveCandidate.Type

/** Returns the oshash of a file, or undefined if the file was replaced since the scan found it. */
const contentHash = async (root: Buffer, file: FoundFile): Promise<string | undefined> => {
  const handle = await openInside(root, joinBytes(root, file.relative))
  try {
    const { mtimeMs, size } = await handle.stat()
    if (size !== file.size || Math.floor(mtimeMs) !== file.mtimeMs) return undefined
    return await oshashOf(handle, size)
  } finally {
    await handle.close()
  }
}

const Size = Schema.Struct({ size: Schema.Number })

/**
 * Returns the oshash of each file whose size equals that of an item with an oshash. Files that cannot be read are
 * omitted.
 */
export const contentHashes = Effect.fn("scan.contentHashes")(function* (
  root: Buffer,
  files: ReadonlyArray<FoundFile>
) {
  const sql = yield* SqlClient.SqlClient
  const sizes = [...new Set(files.map(({ size }) => size))]
  const rows = yield* rowsOf(Size)(sql`
    select s.size from unnest(${sizes}::bigint[]) s(size)
    where exists (select from item_files f where f.size_bytes = s.size and f.oshash is not null)`)
  const known = new Set(rows.map(({ size }) => size))
  const hashes = new Map<FoundFile, string>()
  for (const file of files) {
    if (!known.has(file.size)) continue
    const hash = yield* fileCall(() => contentHash(root, file)).pipe(
      Effect.catchAll((cause) =>
        cause instanceof NoAnswer ? Effect.fail(notAnswering(root)) : Effect.succeed(undefined)
      )
    )
    if (hash !== undefined) hashes.set(file, hash)
  }
  return hashes
})

const Wanted = Schema.Struct({ size: Schema.Int, mtimeMs: Schema.Int })

/**
 * Returns the items that may have moved to one of these files. The query reads only possible matches, because a library
 * may contain thousands of files of one size.
 */
export const candidatesFor = Effect.fn("scan.candidatesFor")(function* (
  files: ReadonlyArray<FoundFile>,
  hashes: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const wanted = recordset(Wanted, files, { key: [] })
  const columns = sql.literal(
    `f.item_id as id, v.kind, (select max(e.version) from events e where e.stream_id = f.item_id) as version,
      f.path, f.path_bytes, f.size_bytes, f.mtime_ms, lpad(to_hex(f.oshash), 16, '0') as oshash, r.id as root_id, r.path as root_path`
  )
  // Exclude items in the trash. Their files were not moved by the user, and are restored from the trash.
  const tables = sql.literal(
    `item_files f join items v on v.id = f.item_id and v.library_id <> '${TRASH_LIBRARY}'
      join library_roots r on r.id = f.root_id`
  )
  return yield* rowsOf(MoveCandidate)(sql`
    with wanted as (select distinct x.size, x.mtime_ms from ${wanted.from})
    select ${columns} from wanted w join ${tables}
      on f.size_bytes = w.size and f.mtime_ms = w.mtime_ms and f.oshash is null and not f.is_folder
    union all
    select ${columns} from ${tables}
    where f.size_bytes in (select size from wanted)
      and f.oshash in (select ('x' || h)::bit(64)::bigint from unnest(${[...new Set(hashes)]}::text[]) h)`)
})
