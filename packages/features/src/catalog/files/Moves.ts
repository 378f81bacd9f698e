import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { lstat } from "node:fs/promises"
import { bytesOfPath } from "../items/source.ts"
import { fileCall, NoAnswer } from "@media/disk/FileCalls"
import { joinBytes } from "@media/disk/OpenFolder"
import type { FoundFile } from "@media/disk/Walk"
import type { AdmittedFile } from "./Classify.ts"
import { isConnected } from "./Connected.ts"
import { candidatesFor, contentHashes, type MoveCandidate } from "./MoveCandidates.ts"

export interface Move {
  readonly entityId: string
  readonly version: number
}

/** Results of the checks of old paths in one batch, so that each path is checked only once. */
interface PathChecks {
  readonly left: Map<MoveCandidate, boolean>
  /**
   * True if the disk of a root is connected, keyed by the path of the root. A disk that did not respond is not checked
   * again, and its files count as present.
   */
  readonly connected: Map<string, boolean>
  readonly taken: Set<MoveCandidate>
}

/**
 * True if the file is no longer at the item's path. A file counts as gone only if its disk is connected, because
 * unplugging a disk does not move its files.
 */
const isGone = (candidate: MoveCandidate, checks: PathChecks) =>
  Effect.gen(function* () {
    const known = checks.left.get(candidate)
    if (known !== undefined) return known
    const root = candidate.root_path
    if (!checks.connected.has(root)) {
      const isThere = Effect.catchIf(
        isConnected(candidate.root_id, root),
        (cause) => !(cause instanceof SqlError),
        () => Effect.succeed(false)
      )
      checks.connected.set(root, yield* isThere)
    }
    const left =
      checks.connected.get(root) !== true
        ? false
        : yield* fileCall(() =>
            lstat(joinBytes(Buffer.from(root), bytesOfPath(candidate))).then(
              () => false,
              (cause: NodeJS.ErrnoException) => cause.code === "ENOENT" || cause.code === "ENOTDIR"
            )
          ).pipe(
            Effect.catchAll((cause) => {
              if (cause instanceof NoAnswer) checks.connected.set(root, false)
              return Effect.succeed(false)
            })
          )
    checks.left.set(candidate, left)
    return left
  })

const nameOf = (path: Buffer): string => path.subarray(path.lastIndexOf(0x2f) + 1).toString("latin1")

const contentKey = (kind: string, size: number, hash: string): string => `content/${kind}/${size}/${hash}`
const numbersKey = (kind: string, size: number, mtimeMs: number): string =>
  `numbers/${kind}/${size}/${mtimeMs}`
/** Returns the key by which items and files without a hash are matched: kind, size, time and name. */
const nameKey = (kind: string, size: number, mtimeMs: number, path: Buffer): string =>
  `name/${kind}/${size}/${mtimeMs}/${nameOf(path)}`

const indexOf = (candidates: ReadonlyArray<MoveCandidate>) => {
  const index = new Map<string, Array<MoveCandidate>>()
  for (const candidate of candidates) {
    const { kind, mtime_ms: mtimeMs, oshash, size_bytes: size } = candidate
    const keys =
      oshash === null
        ? [numbersKey(kind, size, mtimeMs), nameKey(kind, size, mtimeMs, bytesOfPath(candidate))]
        : [contentKey(kind, size, oshash)]
    for (const key of keys) {
      const same = index.get(key)
      if (same === undefined) index.set(key, [candidate])
      else same.push(candidate)
    }
  }
  return index
}

/**
 * Returns the number of equal path segments at the end of two paths. Among many files named `cover.jpg`, the highest
 * number identifies the file from the same folder.
 */
const commonEnd = (a: Buffer, b: Buffer): number => {
  const names = a.toString("latin1").split("/").reverse()
  const others = b.toString("latin1").split("/").reverse()
  const differs = names.findIndex((name, n) => name !== others[n])
  return differs < 0 ? names.length : differs
}

/** Returns the item whose file is gone and whose path has the longest common end with the file's path. */
const closest = (file: FoundFile, candidates: ReadonlyArray<MoveCandidate>, checks: PathChecks) =>
  Effect.gen(function* () {
    let best: MoveCandidate | undefined
    let bestEnd = -1
    for (const candidate of candidates) {
      if (checks.taken.has(candidate)) continue
      const end = commonEnd(file.relative, bytesOfPath(candidate))
      if (end <= bestEnd || !(yield* isGone(candidate, checks))) continue
      best = candidate
      bestEnd = end
    }
    return best
  })

/** True if items of this kind get an oshash. Groups that are archives are examined but not hashed. */
const isFingerprinted = ({ groups, isProbed }: AdmittedFile["kind"]): boolean =>
  isProbed && groups === undefined

/** Returns the new files that do not share kind, size and time with another new file, keyed by these three values. */
const unique = (files: ReadonlyArray<AdmittedFile>): ReadonlyMap<string, AdmittedFile> => {
  const byKey = new Map<string, AdmittedFile | undefined>()
  for (const admitted of files) {
    const { file, kind } = admitted
    const key = numbersKey(kind.kind, file.size, file.mtimeMs)
    byKey.set(key, byKey.has(key) ? undefined : admitted)
  }
  return new Map([...byKey].flatMap(([key, each]) => (each === undefined ? [] : [[key, each] as const])))
}

/**
 * Finds new files that are moved or renamed files of items of the same kind. The items can be in other libraries. The
 * old path of the item must be gone: a copy whose original still exists is a new item. In addition, one of these rules
 * must apply:
 * - With an oshash, size and oshash must match.
 * - Without an oshash, size, time and name must match.
 * - For kinds that never have an oshash, the name may differ if size and time match and the match is unique: exactly
 *   one new file and exactly one item whose file is gone have this size and time.
 */
export const findMoves = Effect.fn("scan.findMoves")(function* (
  root: Buffer,
  admitted: ReadonlyArray<AdmittedFile>
) {
  const moves = new Map<FoundFile, Move>()
  if (admitted.length === 0) return moves
  const files = admitted.map(({ file }) => file)
  const hashes = yield* contentHashes(root, files)
  const index = indexOf(yield* candidatesFor(files, [...hashes.values()]))
  const checks: PathChecks = { left: new Map(), connected: new Map(), taken: new Set() }
  const take = (file: FoundFile, candidate: MoveCandidate) => {
    checks.taken.add(candidate)
    moves.set(file, { entityId: candidate.id, version: candidate.version })
  }
  for (const { file, kind } of admitted) {
    const hash = hashes.get(file)
    const keys = [
      ...(hash === undefined ? [] : [contentKey(kind.kind, file.size, hash)]),
      nameKey(kind.kind, file.size, file.mtimeMs, file.relative)
    ]
    for (const key of keys) {
      const found = yield* closest(file, index.get(key) ?? [], checks)
      if (found === undefined) continue
      take(file, found)
      break
    }
  }
  const rest = admitted.filter(({ file, kind }) => !isFingerprinted(kind) && !moves.has(file))
  for (const [key, { file }] of unique(rest)) {
    const free = (index.get(key) ?? []).filter((candidate) => !checks.taken.has(candidate))
    const gone = yield* Effect.filter(free, (candidate) => isGone(candidate, checks))
    if (gone.length === 1) take(file, gone[0]!)
  }
  return moves
})
