import { foldedName } from "@media/kernel/NamedUuid"
import { naturally } from "@media/kernel/NaturalOrder"
import { createHash } from "node:crypto"
import type { FoundGroup } from "../../catalog/groups/reconcile.ts"
import type { SeriesName, VideoFacts } from "./facts.ts"

export interface FoundSeries {
  readonly kind: "series"
  readonly title: string
  readonly year: number | null
  readonly ids: Readonly<Record<string, string>>
}
interface FoundSeason {
  readonly kind: "season"
  readonly number: number
}
export type FoundFacts = FoundSeries | FoundSeason

export interface EpisodeFile {
  readonly id: string
  readonly path: string
  readonly facts: VideoFacts
}

/** Number of ordinals reserved for files with the same episode number. Such files are sorted by name. */
const PER_NUMBER = 1_000
/** The ordinal of episodes without a number, which sorts them last. */
const UNNUMBERED = 1_000_000_000
const LARGEST = 999_999

/** Returns the position of an episode from its number, or from the month and day of its air date. */
const numberOf = ({ airDate, episode }: VideoFacts): number | null => {
  if (episode !== null) return Math.min(episode, LARGEST)
  return airDate === null ? null : Number(airDate.slice(5).replace("-", ""))
}

/** Sorts the episodes of a season and assigns their ordinals. */
const placed = (episodes: ReadonlyArray<EpisodeFile>) => {
  const inOrder = episodes.toSorted(
    (a, b) =>
      (numberOf(a.facts) ?? Infinity) - (numberOf(b.facts) ?? Infinity) ||
      naturally(a.path, b.path) ||
      (a.id < b.id ? -1 : 1)
  )
  let number: number | null = -1
  let last = 0
  return inOrder.map(({ facts, id }) => {
    last = numberOf(facts) === number ? last + 1 : 0
    number = numberOf(facts)
    return {
      id,
      ordinal:
        number === null ? UNNUMBERED + last * 16 : number * PER_NUMBER + Math.min(last, PER_NUMBER - 100)
    }
  })
}

const groupedBy = <A, K>(all: ReadonlyArray<A>, keyOf: (each: A) => K): ReadonlyMap<K, Array<A>> => {
  const groups = new Map<K, Array<A>>()
  for (const each of all) {
    const key = keyOf(each)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [each])
    else group.push(each)
  }
  return groups
}

/** Returns the most frequent value. In a tie, the alphabetically first value wins. */
const commonest = <A extends string | number>(values: ReadonlyArray<A | null>): A | null => {
  const counts = new Map<A, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0] ?? null
}

/** Returns a key for a title and year. Titles that differ only in case have the same key. */
export const titleKey = ({ title, year }: Pick<SeriesName, "title" | "year">): string =>
  JSON.stringify([foldedName(title), year])

/**
 * Finds the different names of the same series and returns a common key for each title key. Names with the same id in
 * an online database belong to the same series. A title may also occur both with and without a year. If it occurs with
 * only one year, the title with this year and the title without a year belong to the same series.
 */
const sameSeries = (names: ReadonlyArray<SeriesName>): ReadonlyMap<string, string> => {
  const parents = new Map<string, string>()
  const rootOf = (key: string): string => {
    const parent = parents.get(key) ?? key
    return parent === key ? key : rootOf(parent)
  }
  const join = (a: string, b: string) => {
    const [first = a, second = b] = [rootOf(a), rootOf(b)].sort()
    parents.set(first, first)
    parents.set(second, first)
  }
  for (const name of names) {
    join(titleKey(name), titleKey(name))
    for (const [database, id] of Object.entries(name.ids)) join(titleKey(name), `id ${database} ${id}`)
  }
  for (const sameTitle of groupedBy(names, ({ title }) => foldedName(title)).values()) {
    const years = new Set(sameTitle.map(({ year }) => year))
    if (years.has(null) && years.size === 2)
      for (const name of sameTitle) join(titleKey(sameTitle[0]!), titleKey(name))
  }
  return new Map(names.map((name) => [titleKey(name), rootOf(titleKey(name))]))
}

export const nameOf = ({ facts }: Pick<EpisodeFile, "facts">): SeriesName =>
  facts.series ?? { title: "Unknown", year: null, ids: {} }

const hashOf = (...parts: ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex")

/**
 * Returns the series of a library with their seasons. A series is identified by its database id, or by its title and
 * year. A series has one season for each season number of its episodes. Pure.
 */
export const seriesOf = (
  libraryId: string,
  episodes: ReadonlyArray<EpisodeFile>
): ReadonlyArray<FoundGroup<FoundFacts>> => {
  const roots = sameSeries(episodes.map(nameOf))
  return [...groupedBy(episodes, (episode) => roots.get(titleKey(nameOf(episode)))!).values()].map((all) => {
    const names = all.map(nameOf)
    const ids = Object.fromEntries(
      [...new Set(names.flatMap((name) => Object.keys(name.ids)))]
        .sort()
        .map((database) => [database, commonest(names.map((name) => name.ids[database] ?? null)) ?? ""])
    )
    const title = commonest(names.map((name) => name.title)) ?? ""
    const year = commonest(names.map((name) => name.year))
    const [firstId] = Object.entries(ids)
    return {
      key:
        firstId === undefined
          ? hashOf("title", libraryId, foldedName(title), String(year ?? ""))
          : hashOf("id", libraryId, ...firstId),
      facts: { kind: "series" as const, title, year, ids },
      members: [],
      groups: [...groupedBy(all, ({ facts }) => facts.season ?? 1)]
        .toSorted(([a], [b]) => a - b)
        .map(([number, own]) => ({
          key: String(number),
          ordinal: number,
          facts: { kind: "season" as const, number },
          members: placed(own)
        }))
    }
  })
}

export const seasonTitle = (number: number): string => (number === 0 ? "Specials" : `Season ${number}`)
