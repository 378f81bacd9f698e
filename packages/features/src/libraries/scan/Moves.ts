import * as SqlClient from "@effect/sql/SqlClient"
import { oshash } from "@media/media-tools/hashes/Oshash"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { lstat } from "node:fs/promises"
import { joinBytes, type FoundFile } from "./Walk.ts"

const Candidate = Schema.Struct({
  id: Schema.String,
  version: Schema.Number,
  path_bytes: Schema.Any,
  size_bytes: Schema.Number,
  mtime_ms: Schema.Number,
  oshash: Schema.NullOr(Schema.String),
  root_path: Schema.String
})
type Candidate = typeof Candidate.Type

const baseName = (path: Buffer): string => path.subarray(path.lastIndexOf(0x2f) + 1).toString("hex")

/** Has the entity left its place? Only where the place itself can be examined: an unplugged disk moved nothing. */
const hasLeft = async (candidate: Candidate): Promise<boolean> => {
  const root = Buffer.from(candidate.root_path)
  try {
    await lstat(root)
  } catch {
    return false
  }
  return lstat(joinBytes(root, candidate.path_bytes as Buffer)).then(
    () => false,
    (cause: NodeJS.ErrnoException) => cause.code === "ENOENT" || cause.code === "ENOTDIR"
  )
}

const isSameFile = async (absolute: Buffer, file: FoundFile, candidate: Candidate): Promise<boolean> => {
  if (candidate.oshash !== null) return (await oshash(absolute).catch(() => undefined)) === candidate.oshash
  // Not probed yet, so nothing but the numbers and the name can tell.
  return (
    candidate.mtime_ms === file.mtimeMs &&
    baseName(candidate.path_bytes as Buffer) === baseName(file.relative)
  )
}

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
  const sql = yield* SqlClient.SqlClient
  const sizes = [...new Set(files.map(({ size }) => size))]
  const candidates = yield* rowsOf(Candidate)(sql`
    select v.id, v.version, v.path_bytes, v.size_bytes, v.mtime_ms, v.oshash, r.path as root_path
    from videos v join library_roots r on r.id = v.root_id
    where v.size_bytes = any(${sizes}::bigint[])`)
  const bySize = new Map<number, Array<Candidate>>()
  for (const candidate of candidates) {
    const sameSize = bySize.get(candidate.size_bytes)
    if (sameSize === undefined) bySize.set(candidate.size_bytes, [candidate])
    else sameSize.push(candidate)
  }
  const taken = new Set<string>()
  for (const file of files) {
    for (const candidate of bySize.get(file.size) ?? []) {
      if (taken.has(candidate.id)) continue
      const isMove = yield* Effect.promise(
        async () =>
          (await hasLeft(candidate)) && (await isSameFile(joinBytes(root, file.relative), file, candidate))
      )
      if (!isMove) continue
      taken.add(candidate.id)
      moves.set(file, { entityId: candidate.id, version: candidate.version })
      break
    }
  }
  return moves
})
