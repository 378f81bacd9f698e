import * as SqlClient from "@effect/sql/SqlClient"
import { openInside } from "@media/kernel/InsideRoot"
import { oshashOf } from "@media/media-tools/hashes/Oshash"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { lstat } from "node:fs/promises"
import { fileCall, NoAnswer } from "../walk/FileCalls.ts"
import { notAnswering } from "../walk/RootIdentity.ts"
import { joinBytes, type FoundFile } from "../walk/Walk.ts"
import { bytesOfPath } from "../../items/source.ts"

const Candidate = Schema.Struct({
  id: Schema.String,
  version: Schema.Number,
  path: Schema.String,
  path_bytes: Schema.NullOr(Schema.Uint8ArrayFromSelf),
  size_bytes: Schema.Number,
  mtime_ms: Schema.Number,
  oshash: Schema.NullOr(Schema.String),
  root_path: Schema.String
})
type Candidate = typeof Candidate.Type

const baseName = (path: Buffer): string => path.subarray(path.lastIndexOf(0x2f) + 1).toString("hex")

/** Roots that did not answer: nothing is known to have left them, and they are not asked again in this batch. */
type SilentRoots = Set<string>

/** Has the entity left its place? Only where the place itself can be examined: an unplugged disk moved nothing. */
const hasLeft = (candidate: Candidate, silent: SilentRoots) => {
  const root = Buffer.from(candidate.root_path)
  if (silent.has(candidate.root_path)) return Effect.succeed(false)
  return fileCall(async () => {
    await lstat(root)
    return lstat(joinBytes(root, bytesOfPath(candidate))).then(
      () => false,
      (cause: NodeJS.ErrnoException) => cause.code === "ENOENT" || cause.code === "ENOTDIR"
    )
  }).pipe(
    Effect.catchAll((cause) => {
      if (cause instanceof NoAnswer) silent.add(candidate.root_path)
      return Effect.succeed(false)
    })
  )
}

/** Without a probe nothing but the numbers and the name can tell. */
const numbersKey = (size: number, mtimeMs: number, relative: Buffer): string =>
  `${size}/${mtimeMs}/${baseName(relative)}`
const contentKey = (size: number, hash: string): string => `${size}/${hash}`

export interface Move {
  readonly entityId: string
  readonly version: number
}

/**
 * Which of these new files are known ones that were renamed or moved, also from another library: same size, same
 * oshash, and nothing at the old place any more. A copy, whose original still lies there, is a new entity.
 */
export const findMoves = Effect.fn("scan.findMoves")(function* (
  root: Buffer,
  files: ReadonlyArray<FoundFile>
) {
  const moves = new Map<FoundFile, Move>()
  if (files.length === 0) return moves
  const hashes = yield* contentHashes(root, files)
  const byKey = new Map<string, Array<Candidate>>()
  const silent: SilentRoots = new Set()
  for (const candidate of yield* candidatesFor(files, [...hashes.values()])) {
    const relative = bytesOfPath(candidate)
    const key =
      candidate.oshash === null
        ? numbersKey(candidate.size_bytes, candidate.mtime_ms, relative)
        : contentKey(candidate.size_bytes, candidate.oshash)
    const same = byKey.get(key)
    if (same === undefined) byKey.set(key, [candidate])
    else same.push(candidate)
  }
  for (const file of files) {
    const hash = hashes.get(file)
    const keys = [
      ...(hash === undefined ? [] : [contentKey(file.size, hash)]),
      numbersKey(file.size, file.mtimeMs, file.relative)
    ]
    for (const key of keys) {
      const move = yield* takeFirstThatLeft(byKey.get(key) ?? [], silent)
      if (move === undefined) continue
      moves.set(file, { entityId: move.id, version: move.version })
      break
    }
  }
  return moves
})

/** Takes candidates off the list until one has left its place; each place is looked at once. */
const takeFirstThatLeft = (candidates: Array<Candidate>, silent: SilentRoots) =>
  Effect.gen(function* () {
    for (let next = candidates.shift(); next !== undefined; next = candidates.shift()) {
      if (yield* hasLeft(next, silent)) return next
    }
    return undefined
  })

/** Of the very file that was found: none when it was replaced meanwhile, or cannot be read. */
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

/** The fingerprints of those files that have the size of a fingerprinted item. */
const contentHashes = (root: Buffer, files: ReadonlyArray<FoundFile>) =>
  Effect.gen(function* () {
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

/** Only what can match is fetched: a library may hold thousands of files of one size. */
const candidatesFor = (files: ReadonlyArray<FoundFile>, hashes: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const numbers = JSON.stringify(files.map(({ mtimeMs, size }) => ({ s: size, m: mtimeMs })))
    const columns = sql.literal(
      `f.item_id as id, (select max(e.version) from events e where e.stream_id = f.item_id) as version,
        f.path, f.path_bytes, f.size_bytes, f.mtime_ms, lpad(to_hex(f.oshash), 16, '0') as oshash, r.path as root_path`
    )
    return yield* rowsOf(Candidate)(sql`
      with wanted as (select distinct x.s, x.m from jsonb_to_recordset(${numbers}::jsonb) as x(s bigint, m bigint))
      select ${columns} from wanted w
        join item_files f on f.size_bytes = w.s and f.mtime_ms = w.m and f.oshash is null
        join library_roots r on r.id = f.root_id
      union all
      select ${columns} from item_files f join library_roots r on r.id = f.root_id
      where f.size_bytes in (select s from wanted)
        and f.oshash in (select ('x' || h)::bit(64)::bigint from unnest(${[...new Set(hashes)]}::text[]) h)`)
  })
