import type { JobContext } from "@media/jobs/JobContext"
import * as Effect from "effect/Effect"
import type { StatedFields } from "../../../catalog/items/sources.ts"
import { onDisk } from "../../../library/storage/diskWork.ts"
import { NotMoved } from "../../../library/storage/errors.ts"
import { Roots } from "../../../library/storage/roots.ts"
import { currentSettings } from "../../../platform/settings/queries.ts"
import { changed, contentOf, fieldsIn, hashOf, replaceFile, type Content } from "./file.ts"
import { genreNames, rememberFile, rememberWanted, targetsAfter, type TargetRow } from "./rows.ts"
import { type Described, valuesShown, wantedNfo } from "./wanted.ts"

const describedBy = (row: TargetRow): Described => ({ ...row, stated: (row.stated ?? {}) as StatedFields })

/**
 * Returns a digest of all values that belong in the NFO file of an item. If the digest has not changed since the last
 * run, the file need not be written.
 */
const digestOf = (item: Described): Buffer => {
  const { airDate, episode, episodeEnd, isByHand, kind, season, showTitle } = item
  const numbers = { airDate, episode, episodeEnd, isByHand, kind, season, showTitle }
  return hashOf(JSON.stringify([numbers, [...valuesShown(item)]]))
}

const isOwn = ({ beforeHash, hash }: TargetRow, content: Content): boolean => {
  const found = hashOf(content.bytes)
  return [hash, beforeHash].some((one) => one !== null && found.equals(one))
}

const notNow = (reason: string) => new NotMoved({ holdsFor: "item", reason })

/** The result for the NFO file of one item. */
type Outcome = "written" | "unchanged"

/**
 * Returns the content of the current file, or null if the file does not exist. If another program wrote the file, fails
 * in two cases:
 * - The library does not allow changing such files.
 * - The file has changed since the last scan.
 */
const requireWritable = (row: TargetRow) =>
  Effect.gen(function* () {
    const content = yield* onDisk(() => contentOf(row))
    if (content === null || isOwn(row, content)) return content
    if (row.mode !== "update")
      return yield* notNow("The library leaves NFO files of other programs unchanged.")
    if (content.size !== row.knownSize || content.mtimeMs !== row.knownMtimeMs)
      return yield* notNow("The NFO file has changed since it was read. The next scan will read it again.")
    return content
  })

const writeOne = (row: TargetRow, genres: ReadonlySet<string>, roots: Roots) =>
  Effect.gen(function* () {
    const item = describedBy(row)
    const wanted = digestOf(item)
    if (row.wanted !== null && wanted.equals(row.wanted)) return "unchanged" satisfies Outcome as Outcome
    const isForeign = row.hash === null && row.knownKind !== null
    const context = { before: isForeign ? {} : undefined, written: row.fields ?? [], isOwn: false, genres }
    // If another program created the file and the server has no values to add, do not even open the file.
    if (isForeign && (row.mode !== "update" || wantedNfo(item, context).fields.length === 0))
      return "unchanged"
    yield* roots.require(row.rootId, row.root)
    const content = yield* requireWritable(row)
    const before = content === null ? undefined : fieldsIn(row.kind, content)
    if (before === null) return yield* notNow("This server cannot edit NFO files with this structure.")
    const { changes, fields } = wantedNfo(item, {
      before,
      genres,
      written: content === null ? [] : (row.fields ?? []),
      isOwn: content !== null && row.knownKind === null
    })
    const bytes = changed(row.kind, changes, content)
    if (bytes === null) return yield* notNow("This server cannot edit NFO files with this structure.")
    const isSame = content !== null && bytes.equals(content.bytes)
    if (!isSame || row.hash !== null) yield* rememberFile(row, { hash: hashOf(bytes), fields })
    if (!isSame) yield* onDisk(() => replaceFile(row, content, bytes))
    yield* rememberWanted(row, wanted)
    return isSame ? "unchanged" : "written"
  })

/** Maximum number of different warnings that one run logs. */
const MOST_WARNINGS = 50

/**
 * Writes the NFO files whose values have changed, in libraries with NFO writing turned on. If the settings keep
 * generated files in a separate folder, the server must not write into media folders, so this function writes nothing.
 */
export const writeNfoFiles = Effect.fn("nfo.write")(function* (
  context: Pick<JobContext, "log" | "progress">
) {
  const { metadata_storage_dedicated: isInCache } = yield* currentSettings
  const report = { written: 0, unchanged: 0, left: 0 }
  if (isInCache) return report
  const genres = yield* genreNames
  const roots = new Roots()
  const stopped = new Map<string, string>()
  const warned = new Map<string, number>()
  let after = "00000000-0000-0000-0000-000000000000"
  for (;;) {
    const rows = yield* targetsAfter(after)
    for (const row of rows) {
      const reason = stopped.get(row.root)
      const outcome =
        reason === undefined
          ? yield* Effect.either(writeOne(row, genres, roots))
          : ({ _tag: "Left", left: notNow(reason) } as const)
      if (outcome._tag === "Right") report[outcome.right] += 1
      else {
        const { left } = outcome
        if (left._tag !== "NotMoved") return yield* left
        if (left.holdsFor !== "item") stopped.set(row.root, left.reason)
        report.left += 1
        const warning = `${row.root}: ${left.reason}`
        warned.set(warning, (warned.get(warning) ?? 0) + 1)
      }
    }
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.id
    yield* context.progress({ phase: `${report.written} NFO files written` })
  }
  for (const [warning, items] of [...warned].slice(0, MOST_WARNINGS))
    yield* context.log("warn", `${warning} (items: ${items})`)
  return report
})
