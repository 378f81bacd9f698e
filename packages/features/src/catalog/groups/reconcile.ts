import type { Event } from "@media/event-store/Event"

/** A group that should exist according to the folders or metadata of its members. */
export interface FoundGroup<Facts> {
  /** Identifies the group within its library, or a nested group within its parent. */
  readonly key: string
  readonly facts: Facts
  readonly members: ReadonlyArray<{ readonly id: string; readonly ordinal: number | null }>
  /** Groups inside this group, such as the seasons of a series. */
  readonly groups?: ReadonlyArray<FoundGroup<Facts>>
  /** Position of a nested group in its parent. */
  readonly ordinal?: number
}

/** An existing group. */
export interface KnownGroup {
  readonly id: string
  readonly key: string
  readonly parentId: string | null
  readonly ordinal: number | null
  /** True if a user removed the group. Its former members are no longer in a group. */
  readonly isRemoved: boolean
  /**
   * True if the group also contains other items, such as items of another library. A shared group is never reused for a
   * found group with another key.
   */
  readonly isShared: boolean
}

/** The current parent of an item, and the item's position within this parent. */
export interface Placement {
  readonly parentId: string | null
  readonly ordinal: number | null
}

/** A group that should exist, with the existing group that it corresponds to. */
export interface MatchedGroup<Facts, Known extends KnownGroup> {
  readonly found: FoundGroup<Facts>
  /** The existing group, or undefined if the group must be created. */
  readonly known: Known | undefined
  readonly groups: ReadonlyArray<MatchedGroup<Facts, Known>>
}

/** The new events of one stream. */
interface StreamChange<E extends Event> {
  readonly id: string
  readonly events: ReadonlyArray<E | PlacedEvent>
}
interface PlacedEvent extends Placement {
  readonly _tag: "item.placed.v1"
}

const heightOf = (found: FoundGroup<unknown>): number =>
  1 + Math.max(0, ...(found.groups ?? []).map((group) => heightOf(group)))

const leavesOf = (found: FoundGroup<unknown>): ReadonlyArray<string> => [
  ...found.members.map(({ id }) => id),
  ...(found.groups ?? []).flatMap((group) => leavesOf(group))
]

/**
 * Finds groups that have a new key because the folder or tag that names the group was renamed. Such a found group
 * matches an existing group whose key no longer occurs. A found group reuses the existing group from which most of its
 * members come, so that ratings and edits are kept.
 */
const renamedGroups = <Facts, Known extends KnownGroup>(
  unmatched: ReadonlyArray<FoundGroup<Facts>>,
  free: ReadonlyMap<string, Known>,
  ancestorOf: (itemId: string, height: number) => string | null
): ReadonlyMap<FoundGroup<Facts>, Known> => {
  const overlaps = unmatched.flatMap((found) => {
    const height = heightOf(found)
    const counts = new Map<string, number>()
    for (const id of leavesOf(found)) {
      const from = ancestorOf(id, height)
      if (from !== null && free.has(from)) counts.set(from, (counts.get(from) ?? 0) + 1)
    }
    return [...counts].map(([id, count]) => ({ found, known: free.get(id)!, count }))
  })
  const renamed = new Map<FoundGroup<Facts>, Known>()
  const taken = new Set<string>()
  for (const { found, known } of overlaps.toSorted((a, b) => b.count - a.count)) {
    if (renamed.has(found) || taken.has(known.id)) continue
    renamed.set(found, known)
    taken.add(known.id)
  }
  return renamed
}

/**
 * Finds the existing group for each found group: the group with the same key, or else the renamed group from which most
 * members come.
 */
export const matchGroups = <Facts, Known extends KnownGroup>(
  found: ReadonlyArray<FoundGroup<Facts>>,
  known: ReadonlyArray<Known>,
  placements: ReadonlyMap<string, Placement>
): ReadonlyArray<MatchedGroup<Facts, Known>> => {
  const byId = new Map(known.map((group) => [group.id, group]))
  const isTop = (group: Known) => group.parentId === null || !byId.has(group.parentId)
  const byKey = new Map(known.filter(isTop).map((group) => [group.key, group]))
  const nested = new Map(known.map((group) => [`${group.parentId ?? ""} ${group.key}`, group]))
  const wanted = new Set(found.map(({ key }) => key))
  const ancestorOf = (itemId: string, height: number): string | null => {
    let at = placements.get(itemId)?.parentId ?? null
    for (let level = 1; level < height && at !== null; level += 1) at = byId.get(at)?.parentId ?? null
    return at
  }
  const free = new Map(
    known
      .filter((group) => isTop(group) && !group.isRemoved && !group.isShared && !wanted.has(group.key))
      .map((group) => [group.id, group])
  )
  const renamed = renamedGroups(
    found.filter(({ key }) => !byKey.has(key)),
    free,
    ancestorOf
  )
  const within = (parent: Known | undefined, group: FoundGroup<Facts>): MatchedGroup<Facts, Known> => {
    const self = parent === undefined ? undefined : nested.get(`${parent.id} ${group.key}`)
    return { found: group, known: self, groups: (group.groups ?? []).map((each) => within(self, each)) }
  }
  return found.map((group) => {
    const self = byKey.get(group.key) ?? renamed.get(group)
    return { found: group, known: self, groups: (group.groups ?? []).map((each) => within(self, each)) }
  })
}

interface Describing<Facts, Known extends KnownGroup, E extends Event> {
  readonly placements: ReadonlyMap<string, Placement>
  readonly newId: () => string
  /** Returns the events that create or update a group, or an empty list if the group is up to date. */
  readonly describe: (
    found: FoundGroup<Facts>,
    known: Known | undefined,
    parentId: string | null
  ) => ReadonlyArray<E>
}

/**
 * Returns the event that moves an item to the wanted parent and position, or an empty list if the item is already
 * there.
 */
export const placed = (
  id: string,
  now: Placement | undefined,
  wanted: Placement
): ReadonlyArray<StreamChange<never>> =>
  (now?.parentId ?? null) === wanted.parentId && (now?.ordinal ?? null) === wanted.ordinal
    ? []
    : [{ id, events: [{ _tag: "item.placed.v1", ...wanted }] }]

/**
 * Returns the events that turn the known groups into the found groups. The events of a group precede the events of its
 * members, so that members are never placed in a group that does not exist yet. Groups that are already correct cause
 * no events. New groups get their ids from `newId`.
 */
export const groupChanges = <Facts, Known extends KnownGroup, E extends Event>(
  matched: ReadonlyArray<MatchedGroup<Facts, Known>>,
  { describe, newId, placements }: Describing<Facts, Known, E>
): ReadonlyArray<StreamChange<E>> => {
  const changesOf = (
    { found, groups, known }: MatchedGroup<Facts, Known>,
    parentId: string | null,
    isNested: boolean,
    isIn: boolean
  ): ReadonlyArray<StreamChange<E>> => {
    // Members of a group that a user removed are not in any group.
    const id = !isIn || known?.isRemoved === true ? null : (known?.id ?? newId())
    const own: Array<StreamChange<E>> = []
    if (id !== null) {
      const described = describe(found, known, parentId)
      const [move] = isNested ? placed(id, known, { parentId, ordinal: found.ordinal ?? null }) : []
      const events = [...described, ...(move?.events ?? [])]
      if (events.length > 0) own.push({ id, events })
    }
    return [
      ...own,
      ...groups.flatMap((group) => changesOf(group, id, true, id !== null)),
      ...found.members.flatMap(({ id: itemId, ordinal }) =>
        placed(itemId, placements.get(itemId), { parentId: id, ordinal: id === null ? null : ordinal })
      )
    ]
  }
  return matched.flatMap((group) => changesOf(group, null, false, true))
}
