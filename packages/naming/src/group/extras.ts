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

/** Maximum number of episodes of one file to which extras are attached. */
const MOST_EPISODES = 50

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
  const episodes = new Map(works.flatMap((work) => numbersOf(work).map((key) => [key, work] as const)))
  for (const extra of extras) {
    const { extraType, season, series } = extra.facts
    const type = extraType ?? "other"
    const owner = ownerOf(extra, worksByFolder) ?? episodes.get(numberOf(extra.facts) ?? "") ?? null
    if (owner !== null) attached.set(owner, [...(attached.get(owner) ?? []), { path: extra.path, type }])
    else if (series !== null)
      seriesExtras.push({ path: extra.path, type, seriesKey: seriesKey(series), season })
    else unattached.push(extra)
  }
  return { attached, seriesExtras, unattached }
}

type Numbered = Pick<Classification["facts"], "series" | "season" | "episode">

/** Returns a key for the episode that the facts name. Undefined if they name no episode. */
const numberOf = ({ episode, season, series }: Numbered): string | undefined =>
  series === null || season === null || episode === null
    ? undefined
    : JSON.stringify([seriesKey(series), season, episode])

/** Returns the keys of the episodes in a work. A file with several episodes has one key for each of them. */
const numbersOf = ({ primary: { facts, role } }: Work): ReadonlyArray<string> => {
  const { episode, episodeEnd } = facts
  if (role !== "episode" || episode === null) return []
  const last = Math.min(episodeEnd ?? episode, episode + MOST_EPISODES)
  return Array.from({ length: last - episode + 1 }, (_, at) => numberOf({ ...facts, episode: episode + at })!)
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
