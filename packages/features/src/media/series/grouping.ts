import { foldedName } from "@media/kernel/NamedUuid"
import { naturally } from "@media/kernel/NaturalOrder"
import { createHash } from "node:crypto"
import type { FoundGroup } from "../../catalog/groups/reconcile.ts"
import type { SeriesName, VideoFacts } from "./facts.ts"

interface FoundSeries {
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

interface EpisodeFile {
  readonly id: string
  readonly path: string
  readonly facts: VideoFacts
}

/** Positions within one episode number: the files that have it, by name. */
const PER_NUMBER = 1_000
/** Sorts episodes without a number after all others. */
const UNNUMBERED = 1_000_000_000
const LARGEST = 999_999

/** The position of an episode by its number, or by its day of the year. */
const numberOf = ({ airDate, episode }: VideoFacts): number | null => {
  if (episode !== null) return Math.min(episode, LARGEST)
  return airDate === null ? null : Number(airDate.slice(5).replace("-", ""))
}

/** The episodes of a season in their order, each with its position. */
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

/** The most frequent value. The alphabetically first one wins a tie. */
const commonest = <A extends string | number>(values: ReadonlyArray<A | null>): A | null => {
  const counts = new Map<A, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0] ?? null
}

const titleKey = ({ title, year }: SeriesName): string => JSON.stringify([foldedName(title), year])

/** Joins names that share an id in a database, and a title without a year with the only one of that title that has a year. */
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

const hashOf = (...parts: ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex")

/**
 * The series of a library with their seasons. A series is known by its id in a database, or by its title and year. A season
 * exists for each number that an episode has. Pure.
 */
export const seriesOf = (
  libraryId: string,
  episodes: ReadonlyArray<EpisodeFile>
): ReadonlyArray<FoundGroup<FoundFacts>> => {
  const nameOf = ({ facts }: EpisodeFile): SeriesName =>
    facts.series ?? { title: "Unknown", year: null, ids: {} }
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
