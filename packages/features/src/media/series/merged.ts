import { seriesKey } from "@media/naming/identity"
import type { FoundGroup } from "../../catalog/groups/reconcile.ts"
import type { SeriesName } from "./facts.ts"
import {
  type EpisodeFile,
  type FoundFacts,
  type FoundSeries,
  nameOf,
  seriesOf,
  titleKey
} from "./grouping.ts"
import type { KnownMerge, MergeTarget } from "./knownMerges.ts"

type Found = FoundGroup<FoundFacts>

/** An episode, and the id of the series that currently contains the episode or its work. */
export interface PlacedEpisode extends EpisodeFile {
  readonly seriesId: string | null
}

/** The new key and facts of a merged series whose folder was renamed. */
interface Renamed {
  readonly id: string
  readonly key: string
  readonly year: number | null
  readonly ids: Readonly<Record<string, string>>
  /** The new title. Null if the title does not change. */
  readonly title: string | null
}

export interface United {
  /** Returns the name of the target if `name` is the name of a merged series, or undefined for other names. */
  readonly nameFor: (name: Pick<SeriesName, "title" | "year">) => SeriesName | undefined
  /**
   * Number of merges between the series of an episode and the target, keyed by episode id. If two files have the same
   * episode numbers, the file with fewer merges becomes the primary file. Therefore, an undo restores the same primary
   * files.
   */
  readonly depths: ReadonlyMap<string, number>
  /** The ids of the episodes of merged series whose target also has episodes of its own. */
  readonly moved: ReadonlySet<string>
  /** Assigns the recorded key to each target and adds the ids of the series that were merged into the target. */
  readonly finish: (found: ReadonlyArray<Found>) => ReadonlyArray<Found>
  readonly renamed: ReadonlyArray<Renamed>
}

export const nothingMerged: United = {
  nameFor: () => undefined,
  depths: new Map(),
  moved: new Set(),
  finish: (found) => found,
  renamed: []
}

const memberIds = ({ groups = [], members }: Found): ReadonlyArray<string> => [
  ...members.map(({ id }) => id),
  ...groups.flatMap((group) => memberIds(group))
]
const factsOf = ({ facts }: Found) => facts as FoundSeries

/**
 * Returns the most frequent series name of these episodes. The episodes of merged series are given this name, because
 * only files with the same series name can be versions of each other.
 */
const commonestName = (episodes: ReadonlyArray<EpisodeFile>): SeriesName => {
  const counts = new Map<string, { name: SeriesName; count: number }>()
  for (const name of episodes.map(nameOf)) {
    const key = seriesKey({ ...name, folder: null })
    counts.set(key, { name, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)[0]!.name
}

interface Union {
  readonly target: MergeTarget
  /** The series found by grouping the target's own episodes. Undefined if the target has none. */
  readonly own: Found | undefined
  readonly losers: ReadonlyArray<{ readonly found: Found; readonly depth: number }>
  readonly renamed: ReadonlyArray<Renamed>
}

/**
 * Searches the series that the grouping found for the target and the series that were merged into it. Series are
 * matched by their keys. A series whose folder was renamed has a new key. It is matched if most of its episodes are
 * currently in the target.
 */
const unionOf = (
  merges: ReadonlyArray<KnownMerge>,
  found: ReadonlyArray<Found>,
  knownKeys: ReadonlySet<string>,
  seriesIdOf: ReadonlyMap<string, string | null>
): Union => {
  const target = merges[0]!.into
  const byKey = new Map(found.map((group) => [group.key, group]))
  const isMostlyIn = (group: Found) => {
    const ids = memberIds(group)
    return 2 * ids.filter((id) => seriesIdOf.get(id) === target.id).length > ids.length
  }
  const strays = found
    .filter((group) => !knownKeys.has(group.key) && isMostlyIn(group))
    .toSorted((a, b) => memberIds(b).length - memberIds(a).length || (a.key < b.key ? -1 : 1))
  const own = byKey.get(target.key) ?? strays.shift()
  const lost = merges.filter(({ key }) => !byKey.has(key))
  const renamed = strays.slice(0, lost.length).map((group, index): Renamed => {
    const { ids, title, year } = factsOf(group)
    const { id, title: before } = lost[index]!
    return { id, key: group.key, year, ids, title: title === before ? null : title }
  })
  const losers = [
    ...merges.map(({ depth, key }) => ({ found: byKey.get(key), depth })),
    ...renamed.map(({ key }, index) => ({ found: byKey.get(key), depth: lost[index]!.depth }))
  ].flatMap(({ depth, found: group }) =>
    group === undefined || group === own ? [] : [{ found: group, depth }]
  )
  return { target, own, losers, renamed }
}

const sorted = (ids: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(ids).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/**
 * Returns the key and facts of the target from its own episodes. If it has none, because only episodes of merged series
 * remain, returns the recorded key and facts. Adds the external ids of the merged series.
 */
const finished = (group: Found, { losers, own, target }: Union): Found => {
  const joined = Object.assign({}, ...losers.map((loser) => factsOf(loser.found).ids)) as Record<
    string,
    string
  >
  const { ids, title, year } = own === undefined ? target : factsOf(own)
  const facts = { kind: "series" as const, title, year, ids: sorted({ ...joined, ...ids }) }
  return { ...group, key: own?.key ?? target.key, facts }
}

/** Finds the episodes of merged series in a library, so that they are treated as episodes of the targets. Pure. */
export const unitedBy = (
  libraryId: string,
  merges: ReadonlyArray<KnownMerge>,
  knownKeys: ReadonlySet<string>,
  episodes: ReadonlyArray<PlacedEpisode>
): United => {
  if (merges.length === 0) return nothingMerged
  const found = seriesOf(libraryId, episodes)
  const byId = new Map(episodes.map((episode) => [episode.id, episode]))
  const seriesIdOf = new Map(episodes.map(({ id, seriesId }) => [id, seriesId]))
  const of = (group: Found) => memberIds(group).map((id) => byId.get(id)!)
  const unions = [...new Set(merges.map(({ into }) => into.id))].map((id) =>
    unionOf(
      merges.filter(({ into }) => into.id === id),
      found,
      knownKeys,
      seriesIdOf
    )
  )
  const names = new Map<string, SeriesName>()
  const moved = new Set<string>()
  const depths = new Map<string, number>()
  for (const { losers, own } of unions) {
    const first = own ?? losers[0]?.found
    if (first === undefined) continue
    const name = commonestName(of(first))
    for (const { depth, found: group } of losers)
      for (const episode of of(group)) {
        names.set(titleKey(nameOf(episode)), name)
        depths.set(episode.id, depth)
        if (own !== undefined) moved.add(episode.id)
      }
  }
  const unionFor = new Map(
    unions.flatMap((union) =>
      [union.own, ...union.losers.map((loser) => loser.found)].flatMap((group) =>
        group === undefined ? [] : memberIds(group).map((id) => [id, union] as const)
      )
    )
  )
  return {
    nameFor: (name) => names.get(titleKey(name)),
    depths,
    moved,
    finish: (groups) =>
      groups.map((group) => {
        const union = unionFor.get(memberIds(group)[0] ?? "")
        return union === undefined ? group : finished(group, union)
      }),
    renamed: unions.flatMap(({ renamed }) => renamed)
  }
}
