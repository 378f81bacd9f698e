import type { Classification, ExtraType } from "../Classification.ts"
import { seriesKey } from "../identity.ts"
import { foldedTitle } from "../path.ts"
import { folderOf, gathered, stemOf } from "./paths.ts"
import type { Work } from "./works.ts"

/** An extra of a series or season that does not belong to any episode. */
export interface SeriesExtra {
  readonly path: string
  readonly type: ExtraType
  readonly seriesKey: string
  readonly season: number | null
}

interface Attached {
  readonly attached: ReadonlyMap<Work, ReadonlyArray<{ readonly path: string; readonly type: ExtraType }>>
  readonly seriesExtras: ReadonlyArray<SeriesExtra>
  readonly unattached: ReadonlyArray<Classification>
}

export const attachExtras = (works: ReadonlyArray<Work>, extras: ReadonlyArray<Classification>): Attached => {
  const worksByFolder = gathered(
    works.flatMap((work) =>
      [work.primary.path, ...work.versions.map(({ path }) => path)].map((path) => ({ path, work }))
    ),
    ({ path }) => folderOf(path)
  )
  const attached = new Map<Work, Array<{ path: string; type: ExtraType }>>()
  const seriesExtras: Array<SeriesExtra> = []
  const unattached: Array<Classification> = []
  for (const extra of extras) {
    const { extraType, season, series } = extra.facts
    const type = extraType ?? "other"
    const owner = ownerOf(extra, worksByFolder)
    if (owner !== null) attached.set(owner, [...(attached.get(owner) ?? []), { path: extra.path, type }])
    else if (series !== null)
      seriesExtras.push({ path: extra.path, type, seriesKey: seriesKey(series), season })
    else unattached.push(extra)
  }
  return { attached, seriesExtras, unattached }
}

type WorksByFolder = ReadonlyMap<string, ReadonlyArray<{ readonly path: string; readonly work: Work }>>

/** Returns the video whose name the extra repeats, or else the only movie in its folder or in the folder above. */
const ownerOf = (extra: Classification, worksByFolder: WorksByFolder): Work | null => {
  const folder = folderOf(extra.path)
  const stem = foldedTitle(stemOf(extra.path))
  const adjacent = worksByFolder.get(folder) ?? []
  const named = adjacent.find(({ path }) => stem.startsWith(foldedTitle(stemOf(path))))
  if (named !== undefined) return named.work
  if (extra.facts.series !== null) return null
  for (const near of [adjacent, worksByFolder.get(folderOf(folder)) ?? []]) {
    const works = new Set(near.map(({ work }) => work))
    if (works.size === 1) return [...works][0]!
  }
  return null
}
