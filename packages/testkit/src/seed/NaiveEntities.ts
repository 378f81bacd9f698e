import type { EntityKind } from "@media/features/EntityKind"
import type { Principal } from "@media/wire/Security"

/** All stored rows that determine a viewer's entities. */
export interface NaiveEntities {
  readonly items: ReadonlyArray<{
    id: string
    kind: string
    library: string
    isNsfw: boolean
    status: string
  }>
  readonly relations: ReadonlyArray<{ item: string; entity: string }>
  readonly parents: ReadonlyArray<{ child: string; parent: string }>
  readonly entities: ReadonlyArray<{ id: string; kind: EntityKind; isNsfw: boolean; name: string }>
  readonly nsfwLibraries: ReadonlySet<string>
}
/**
 * Computes what a viewer may see of each entity. The code is as simple as possible, so that tests can compare the
 * product's queries with it.
 */
export const naiveView = (all: NaiveEntities, viewer: Principal) => {
  const items = all.items.filter(
    ({ isNsfw, library }) =>
      (viewer.role === "administrator" || viewer.libraryIds.includes(library)) &&
      (viewer.showNsfw || (!isNsfw && !all.nsfwLibraries.has(library)))
  )
  const seen = new Map(items.map((item) => [item.id, item]))
  const itemsOf = (entities: ReadonlySet<string>) => [
    ...new Set(
      all.relations
        .filter(({ entity, item }) => entities.has(entity) && seen.has(item))
        .map(({ item }) => item)
    )
  ]
  const below = (id: string): ReadonlySet<string> => {
    const found = new Set([id])
    for (const one of found) for (const { child, parent } of all.parents) if (parent === one) found.add(child)
    return found
  }
  const byKind = (ids: ReadonlyArray<string>) => {
    const counts: Record<string, number> = {}
    for (const id of ids) counts[seen.get(id)!.kind] = (counts[seen.get(id)!.kind] ?? 0) + 1
    return counts
  }
  return all.entities.map((entity) => {
    const own = itemsOf(new Set([entity.id]))
    const withChildren = itemsOf(below(entity.id))
    return {
      ...entity,
      isVisible:
        (viewer.showNsfw || !entity.isNsfw) && (viewer.role === "administrator" || withChildren.length > 0),
      own,
      counts: byKind(own),
      countsWithChildren: byKind(withChildren)
    }
  })
}
